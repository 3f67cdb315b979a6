import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTestUser } from '../server/testing/owners.ts';
import { choosePassword, doorOf, expectFineEverywhere, ours, signIn } from './support/door.ts';
import { expectAccessible, openStage, type Stage } from './support/stage.ts';

describe('letting others in', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  it('is done by a link that works once, and ends with a confirmation; each step is in the audit log', async () => {
    const { email } = await addTestUser(stage.app.accounts, 'owner');
    const { page, problems, close } = await stage.visit('/admin/users');
    await signIn(page, email);
    const rows = page.getByRole('list', { name: 'Users' }).getByRole('listitem');
    const own = rows.filter({ hasText: email });
    await own.getByText('The only owner cannot be removed or get another role.').waitFor();
    expect(await own.getByRole('combobox').isDisabled()).toBe(true);
    expect(await own.getByRole('button', { name: 'Remove' }).isDisabled()).toBe(true);
    await expectFineEverywhere(page);

    await page.getByRole('button', { name: 'Invite someone' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('button', { name: 'Create invitation link' }).click();
    await dialog.getByRole('alert').waitFor();
    await expectFineEverywhere(page);
    await dialog.getByLabel('Email').fill('guest@example.test');
    await dialog.getByRole('radio', { name: 'owner' }).check();
    await dialog.getByRole('button', { name: 'Create invitation link' }).click();
    const link = await dialog.getByLabel('Invitation link').inputValue();
    await expectFineEverywhere(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    const guest = rows.filter({ hasText: 'guest@example.test' });
    await guest.getByText('Invited').waitFor();

    // In another browser: the password, then the dashboard; a second time the link is worthless.
    const their = await stage.visit(new URL(link).pathname + new URL(link).hash);
    await their.page.getByText('You have been invited. Choose a password to sign in.').waitFor();
    await expectFineEverywhere(their.page);
    await choosePassword(their.page);
    await their.page.waitForURL('**/admin');
    const late = await stage.visit(new URL(link).pathname + new URL(link).hash);
    await choosePassword(late.page);
    await late.page.getByRole('alert').getByText('Email link is invalid or has expired').waitFor();
    await late.close();

    await page.reload();
    await guest.getByRole('combobox').selectOption('admin');
    await page.getByText('guest@example.test is now admin.').waitFor({ state: 'attached' });
    await guest.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByText('will be signed out everywhere and cannot sign in again.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await guest.waitFor({ state: 'detached' });
    await their.page.reload();
    await doorOf(their.page).email.waitFor();
    await their.close();

    await page.getByRole('link', { name: 'Audit log' }).click();
    const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
    await entries.first().waitFor();
    expect((await entries.allInnerTexts()).join(' ')).toContain('guest@example.test');
    expect(await entries.count()).toBeGreaterThanOrEqual(5);
    await expectFineEverywhere(page);
    expect(ours(problems)).toEqual([]);
    await close();
  });
});
