import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../server/testing/authenticator.ts';
import { addTestUser, TEST_PASSWORD } from '../server/testing/owners.ts';
import { expectFineEverywhere, heading, ours, signIn } from './support/door.ts';
import { openStage, type Stage } from './support/stage.ts';

describe('a password that gets too old while a second factor is set up', () => {
  let stage: Stage;
  let clock = Date.now();
  const now = () => new Date(clock);
  const growOld = () => {
    clock += 11 * 60_000;
  };
  beforeAll(async () => {
    stage = await openStage({}, { now });
  });
  afterAll(() => stage.close());

  const apps = async (id: string) => {
    const { rows } = await stage.app.pool.query<{ status: string }>(
      'SELECT status FROM mfa_factors WHERE user_id = $1',
      [id],
    );
    return rows.map(({ status }) => status);
  };
  const secretOn = async (page: Page) => ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' });
  const codes = (page: Page) => page.getByRole('list', { name: 'Recovery codes' });
  const confirm = async (page: Page) => {
    await question(page).getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
    await question(page).getByRole('button', { name: 'Continue' }).click();
  };
  /** Enters a code of the displayed secret after the password has become too old to create recovery codes. */
  const turnOnLate = async (page: Page) => {
    await page.locator('code').getByText(/\S/).waitFor();
    const secret = await secretOn(page);
    growOld();
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, now()));
    await page.getByRole('button', { name: 'Turn on' }).click();
  };

  it('is asked for in place, before the app and before its codes, which only their button closes', async () => {
    const { id, email } = await addTestUser(stage.app.accounts, 'owner');
    const { page, problems, close } = await stage.visit('/admin/account');
    await signIn(page, email);
    await heading(page, 'Your account').waitFor();
    await page.getByText('With an authenticator app').waitFor();
    growOld();
    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
    // After cancelling, the dialog says why it cannot continue, and can be closed.
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('alert').getByText('Please enter your password again').waitFor();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await confirm(page);
    await turnOnLate(page);
    await question(page).waitFor();
    await expectFineEverywhere(page);
    await confirm(page);
    await codes(page).waitFor();
    expect(await apps(id)).toEqual(['verified']);

    expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0);
    // Twice: browsers let the second Escape through if the first was cancelled.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.mouse.click(2, 2);
    await page.keyboard.press('Escape');
    expect(await codes(page).isVisible()).toBe(true);
    await expectFineEverywhere(page);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('You have 10 unused recovery codes.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);

    await page.getByRole('button', { name: 'Create new recovery codes' }).click();
    await page.getByRole('dialog').getByText('The codes you saved before will stop working.').waitFor();
    await page.getByRole('button', { name: 'Create new codes' }).click();
    await codes(page).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await codes(page).isVisible()).toBe(true);
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('signs nobody out of a setup that is required', async () => {
    const { id, email } = await addTestUser(stage.app.accounts, 'admin');
    await stage.app.pool.query(
      `INSERT INTO settings (name, value, version, updated_by)
       VALUES ('sign_in', '{"second_factor":"required"}', 1, 'test')`,
    );
    const { page, problems, close } = await stage.visit('/auth');
    await signIn(page, email);
    await page.locator('code').getByText(/\S/).waitFor();
    growOld();
    await page.reload();
    await question(page).getByText(`You signed in as ${email} more than 10 minutes ago.`).waitFor();
    await expectFineEverywhere(page);
    await confirm(page);
    await turnOnLate(page);
    await confirm(page);
    await codes(page).waitFor();
    expect(await apps(id)).toEqual(['verified']);
    expect(await page.getByRole('button', { name: 'Use another account' }).count()).toBe(0);
    await expectFineEverywhere(page);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.waitForURL('**/admin');
    expect(ours(problems)).toEqual([]);
    await close();
  });
});
