import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../server/testing/fake-provider.ts';
import * as fake from '../server/testing/fake-replies.ts';
import { ours } from './support/door.ts';
import { openSettings } from './support/settings.ts';
import { expectAccessible, openStage, PHONE, type Stage } from './support/stage.ts';

describe('the status in the settings', () => {
  let stage: Stage;
  let provider: FakeProvider;
  beforeAll(async () => {
    provider = await startFakeProvider();
    stage = await openStage({ LLM_BASE_URL: provider.url, LLM_API_KEY: 'k', LLM_MODEL: 'model-a' });
  });
  afterAll(async () => {
    await stage.close();
    await provider.close();
  });

  it('says that all is right, and what does not work', async () => {
    const { page, problems, close } = await openSettings(stage, 'status', 'admin');
    await page.getByText('Everything is all right.').waitFor();
    await page.getByText('There is no alarm.').waitFor();
    await expectAccessible(page);

    provider.always(fake.refusal(401, 'no'));
    for (let turn = 0; turn < 3; turn += 1) {
      const credentials = await stage.app.session();
      await stage.app.call('agent_reply', { ...credentials, user_message: 'Hello there' });
    }
    await page.getByRole('button', { name: 'Check again' }).press('Enter');
    await page.getByText('One thing does not work.').waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'Replies: custom' });
    await row.getByText('Does not work').waitFor();
    await row.getByText(/3 calls in a row have failed\. It refuses the key, .* First failure: /).waitFor();
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await row.getByRole('button', { name: 'Open Providers' }).click();
    await page.getByRole('heading', { name: 'Providers', level: 2 }).waitFor();
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('says why it could not be loaded, and keeps what it knew', async () => {
    const { page, close } = await openSettings(stage, 'providers', 'admin');
    let isAway = true;
    await page.route('**/api/admin/status', (route) => (isAway ? route.abort() : route.continue()));
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Status' }).click();
    await page.getByText(/The status could not be loaded/).waitFor();
    isAway = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Background work', { exact: true }).waitFor();
    isAway = true;
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText(/The status could not be loaded/).waitFor();
    await page.getByText('Background work', { exact: true }).waitFor();
    await close();
  });
});
