import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../server/testing/authenticator.ts';
import { holdClock } from '../server/testing/factor-scene.ts';
import { addTestUser } from '../server/testing/owners.ts';
import { expectFineEverywhere, heading, ours, signIn } from './support/door.ts';
import { openStage, type Stage } from './support/stage.ts';

describe('a second factor', () => {
  let stage: Stage;
  // Otherwise a code would occasionally belong to the time step before the server's.
  const clock = holdClock();
  beforeAll(async () => {
    stage = await openStage({}, { now: clock.now });
  });
  afterAll(() => stage.close());

  it('is added, asked for at the next sign-in, and replaced once by a recovery code', async () => {
    const { email } = await addTestUser(stage.app.accounts, 'owner');
    const { page, problems, close } = await stage.visit('/admin/account');
    await signIn(page, email);
    await heading(page, 'Your account').waitFor();
    await page.getByText('Chrome on Linux').waitFor();
    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    const secret = ((await page.locator('dialog code').textContent()) ?? '').replaceAll(' ', '');
    await page.locator('dialog img').evaluate((image: HTMLImageElement) => image.decode());
    await expectFineEverywhere(page);
    const code = page.getByLabel('Code', { exact: true });
    await code.fill('12345');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('alert').getByText('This code is not right.').waitFor();
    const step = codeOf(secret, clock.now());
    await code.fill(step);
    await page.getByRole('button', { name: 'Turn on' }).click();
    const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await list.first().waitFor();
    expect(await list.count()).toBe(10);
    const recovery = (await list.first().textContent()) ?? '';
    await expectFineEverywhere(page);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('You have 10 unused recovery codes.').waitFor();
    await page.getByText('with a password and a second factor').waitFor();
    await expectFineEverywhere(page);
    await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL(`${stage.app.url}/`);

    await page.goto(`${stage.app.url}/auth?next=/admin/account`);
    await signIn(page, email);
    await code.waitFor();
    expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
    expect(await code.getAttribute('inputmode')).toBe('numeric');
    await expectFineEverywhere(page);
    // The code of the enrolment is used up.
    await code.fill(step);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This code is not right.').waitFor();
    clock.nextCode();
    await code.fill(codeOf(secret, clock.now()));
    await page.keyboard.press('Enter');
    await heading(page, 'Your account').waitFor();

    const other = await stage.visit('/auth?next=/admin/account');
    await signIn(other.page, email);
    await other.page.getByRole('button', { name: 'Use a recovery code' }).click();
    await other.page.getByLabel('Recovery code').fill(recovery.toUpperCase());
    await expectFineEverywhere(other.page);
    await other.page.keyboard.press('Enter');
    await other.page.getByText('You have 9 unused recovery codes.').waitFor();

    // Signs the first browser out from here.
    await other.page.getByRole('button', { name: /^End the sign-in with/ }).click();
    await page.waitForURL('**/auth?next=**');
    expect(ours([...problems, ...other.problems])).toEqual([]);
    await other.close();
    await close();
  });

  it('that is required leaves nothing but its setup', async () => {
    const { email } = await addTestUser(stage.app.accounts, 'admin');
    await stage.app.pool.query(
      `INSERT INTO settings (name, value, version, updated_by)
       VALUES ('sign_in', '{"second_factor":"required"}', 1, 'test')`,
    );
    const { page, problems, close } = await stage.visit('/auth');
    await signIn(page, email);
    await page.getByText('An owner requires everyone to use a second factor.').waitFor();
    const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await expectFineEverywhere(page);
    await page.goto(`${stage.app.url}/admin`);
    await page.waitForURL('**/auth**');
    await page.locator('code').getByText(/\S/).waitFor();
    const anew = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
    expect(anew).not.toBe(secret);
    await page.getByLabel('Code', { exact: true }).fill(codeOf(anew, clock.now()));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.waitForURL('**/admin');
    expect(ours(problems)).toEqual([]);
    await close();
  });
});
