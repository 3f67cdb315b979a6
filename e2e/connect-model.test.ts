import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../server/testing/fake-provider.ts';
import * as fake from '../server/testing/fake-replies.ts';
import { say, startConversation, untilQuiet } from './support/chat.ts';
import { ours } from './support/door.ts';
import { putSetupOff } from './support/settings.ts';
import { expectAccessible, openStage, PHONE, type Stage } from './support/stage.ts';

const KEY = 'sk-canary-0123456789-wxyz';
/** Directory for screenshots, if they are wanted. */
const SCREENS = process.env['SCREENS_DIR'];
async function look(page: Page, name: string): Promise<void> {
  if (!SCREENS) return;
  await mkdir(SCREENS, { recursive: true });
  await page.screenshot({ path: `${SCREENS}/${name}.png` });
}

describe('connecting a language model', () => {
  let stage: Stage;
  let provider: FakeProvider;
  beforeAll(async () => {
    provider = await startFakeProvider();
    provider.serveModels(['quick-8b', 'wise-70b', 'text-embedding-1']);
    provider.always((call) => {
      if (call.headers.authorization !== `Bearer ${KEY}`) return fake.refusal(401, 'invalid_api_key');
      return call.stream ? fake.streamed('This comes from the model.') : fake.completion('OK');
    });
    stage = await openStage({}, { as: 'admin' });
    await putSetupOff(stage);
  });
  afterAll(async () => {
    await stage.close();
    await provider.close();
  });

  it('goes from the first card to the next reply, without a restart and without a reload of the chat', async () => {
    const chat = await stage.visit('/chat');
    const parts = await startConversation(chat.page);
    await untilQuiet(chat.page);
    const basic = chat.page.getByRole('button', { name: 'Basic answers' });
    await basic.click();
    await chat.page.getByRole('note').waitFor();
    await expectAccessible(chat.page);
    await look(chat.page, 'status-light');
    await chat.page.keyboard.press('Escape');
    await expect.poll(() => chat.page.getByRole('note').isVisible()).toBe(false);

    const { page, problems, close } = await stage.visit('/admin');
    const card = page.getByRole('region', { name: 'Connect a language model' });
    await card.getByRole('button', { name: 'Connect a model' }).click();
    await card.getByLabel('Provider').selectOption({ label: 'OpenAI-compatible server' });
    await look(page, 'card-light');
    await card.getByLabel('Base URL').fill(provider.url);
    await card.getByLabel('Key').fill('sk-wrong-0123456789');
    await card.getByLabel('Key').blur();
    await card.getByText('2 models to choose from.').waitFor();
    await card.getByLabel('Model').selectOption('wise-70b');
    await card.getByRole('button', { name: 'Test' }).click();
    await card.getByText(/Failed after .* ms\. .*refuses the key \(401\)/).waitFor();
    await expectAccessible(page);
    await look(page, 'card-refused-light');
    await card.getByRole('button', { name: 'Connect' }).click();
    await card
      .getByRole('alert')
      .getByText(/refuses the key .* Nothing was changed\./)
      .waitFor();

    await card.getByLabel('Key').fill(KEY);
    await card.getByLabel('Key').blur();
    await card.getByText('2 models to choose from.').waitFor();
    await card.getByLabel('Model').selectOption('wise-70b');
    await card.getByRole('button', { name: 'Test' }).click();
    await card.getByText(/Done after .* ms\. It said: OK/).waitFor();
    await card.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('wise-70b writes the replies, starting with the next message.').waitFor();
    await look(page, 'card-connected-light');

    await page.getByRole('link', { name: 'View providers' }).first().click();
    await page.getByText(`wise-70b at ${new URL(provider.url).host}`).waitFor();
    await page.getByText('Key: ••••wxyz.').waitFor();
    expect(await page.content()).not.toContain(KEY);
    await expectAccessible(page);
    await look(page, 'settings-connected-light');

    // A visitor who returns to the tab is informed at once, any other within seconds.
    await chat.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await basic.waitFor({ state: 'detached' });
    await say(parts, 'What do you do?');
    await parts.twinLines.getByText('This comes from the model.').waitFor();
    expect(provider.calls.some(({ stream, model }) => stream && model === 'wise-70b')).toBe(true);

    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Keep it' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByLabel('Provider', { exact: true }).waitFor();
    await chat.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await basic.waitFor();
    expect(ours([...problems, ...chat.problems])).toEqual([]);
    await Promise.all([close(), chat.close()]);
  });

  it('can wait: the card goes away, and stands in the settings', async () => {
    const { page, problems, close } = await stage.visit('/admin', { viewport: PHONE, colorScheme: 'dark' });
    const card = page.getByRole('region', { name: 'Connect a language model' });
    await card.getByRole('button', { name: 'Connect a model' }).click();
    await card.getByRole('button', { name: 'Connect' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await expectAccessible(page);
    await look(page, 'card-phone-dark');
    await card.getByRole('button', { name: 'Not now' }).click();
    await card.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('tab', { name: 'Overview' }).waitFor();
    expect(await card.count()).toBe(0);
    await page.goto(`${stage.app.url}/admin?tab=settings&section=providers`);
    await page.getByLabel('Provider', { exact: true }).waitFor();
    await look(page, 'settings-phone-dark');
    expect(ours(problems)).toEqual([]);
    await close();
    const chat = await stage.visit('/chat', { viewport: PHONE, colorScheme: 'dark' });
    await startConversation(chat.page);
    await chat.page.getByRole('button', { name: 'Basic answers' }).click();
    await chat.page.getByRole('note').waitFor();
    await expectAccessible(chat.page);
    await look(chat.page, 'status-phone-dark');
    await chat.close();
  });

  it('offers a model server of this machine, to be used with one click', async () => {
    const own = await openStage({ LOCAL_MODELS: String(provider.port) }, { as: 'admin' });
    await putSetupOff(own);
    const { page, problems, close } = await own.visit('/admin', { colorScheme: 'dark' });
    provider.always((call) => (call.stream ? fake.streamed('Local.') : fake.completion('OK')));
    const card = page.getByRole('region', { name: 'Connect a language model' });
    await card.getByRole('button', { name: 'Connect a model' }).click();
    await card.getByText(`Found a model server on port ${provider.port}`).waitFor();
    await expectAccessible(page);
    await look(page, 'card-found-dark');
    await card.getByRole('button', { name: 'Use quick-8b' }).click();
    await page.getByText('quick-8b writes the replies, starting with the next message.').waitFor();
    expect(ours(problems)).toEqual([]);
    await close();
    await own.close();
  });
});
