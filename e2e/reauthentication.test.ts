import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTestUser, TEST_PASSWORD } from '../server/testing/owners.ts';
import { doorOf, expectFineEverywhere, heading, ours, signIn } from './support/door.ts';
import { openStage, type Stage } from './support/stage.ts';

describe('the owner’s side, once somebody is signed in', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  /** Backdates the sign-in. */
  const age = (userId: string) =>
    stage.app.pool.query(
      "UPDATE auth_sessions SET created_at = created_at - interval '11 minutes' WHERE user_id = $1",
      [userId],
    );

  it('asks for the password again before what weighs most, then does what was asked for', async () => {
    const { id, email } = await addTestUser(stage.app.accounts, 'owner');
    await addTestUser(stage.app.accounts, 'owner');
    const { page, problems, close } = await stage.visit('/admin/users');
    await signIn(page, email);
    await heading(page, 'Users').waitFor();
    await age(id);

    await page.getByRole('button', { name: 'Invite someone' }).click();
    const invitation = page.getByRole('dialog', { name: 'Invit' });
    await invitation.getByLabel('Email').fill('guest@example.test');
    await invitation.getByRole('button', { name: 'Create invitation link' }).click();
    const again = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await again.getByText(`You signed in as ${email} more than 10 minutes ago.`).waitFor();
    await expectFineEverywhere(page);
    // After cancelling, nothing is done, and the reason is shown where the action was started.
    await again.getByRole('button', { name: 'Cancel' }).click();
    await invitation.getByRole('alert').getByText('Please enter your password again').waitFor();

    await invitation.getByRole('button', { name: 'Create invitation link' }).click();
    const password = again.getByLabel('Password', { exact: true });
    await password.fill('not the right password');
    await again.getByRole('button', { name: 'Continue' }).click();
    await again.getByRole('alert').getByText('Invalid login credentials').waitFor();
    expect(await password.evaluate((field) => field === document.activeElement)).toBe(true);
    await password.fill(TEST_PASSWORD);
    await page.keyboard.press('Enter');
    await invitation.getByLabel('Invitation link').waitFor();
    expect(await again.count()).toBe(0);
    // The previous sign-in ended, and no sign-in page was shown in between.
    const { rows } = await stage.app.pool.query('SELECT created_at FROM auth_sessions WHERE user_id = $1', [id]);
    expect(rows).toHaveLength(1);
    expect(page.url()).toBe(`${stage.app.url}/admin/users`);
    // The log records neither a sign-in nor a sign-out, but the wrong password before it.
    await page.goto(`${stage.app.url}/admin/audit`);
    const log = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
    const newest = log.filter({ hasText: `by ${email}` });
    await newest.first().waitFor();
    const actions = await newest.locator('p > .font-medium').allInnerTexts();
    expect(actions).toEqual(['User invited', 'Password confirmed', 'Signed in']);
    await log.filter({ hasText: `Wrong password for ${email}` }).waitFor();
    await expectFineEverywhere(page);
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('exports after the password was given again, and offers Sign Out on every page, to the front', async () => {
    const { id, email } = await addTestUser(stage.app.accounts, 'owner');
    await stage.app.call('collect_email', { email: 'dana@example.test', name: '<b>Dana</b>', signup_type: 'waitlist' });
    const { page, problems, close } = await stage.visit('/admin/waitlist');
    await signIn(page, email);
    await page.getByRole('cell', { name: 'dana@example.test' }).waitFor();
    await page.getByRole('cell', { name: '<b>Dana</b>', exact: true }).waitFor();
    await age(id);
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const again = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await again.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
    await again.getByRole('button', { name: 'Continue' }).click();
    expect((await file).suggestedFilename()).toMatch(/^understudy-waitlist|^waitlist/);

    for (const path of [
      '/admin',
      '/admin?tab=sessions',
      '/admin/session/x',
      '/admin/waitlist',
      '/admin/users',
      '/admin/audit',
    ]) {
      await page.goto(stage.app.url + path);
      await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).waitFor();
    }
    await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL(`${stage.app.url}/`);
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('shows the right screen at once to who was given less, and to who was removed', async () => {
    const boss = await addTestUser(stage.app.accounts, 'owner');
    const { accessToken } = await stage.app.accounts.signIn(boss.email, TEST_PASSWORD, {
      key: 'test',
      network: 'test',
    });
    const ask = (method: string, id: string, body?: object) =>
      fetch(`${stage.app.url}/api/admin/users/${id}`, {
        method,
        headers: { authorization: `Bearer ${accessToken}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const { id, email } = await addTestUser(stage.app.accounts, 'admin');
    const { page, close } = await stage.visit('/admin');
    const listening = page.waitForResponse('**/api/admin/events');
    await signIn(page, email);
    await listening;
    // Without any input: the live stream ends, and the page checks the user's role again.
    expect((await ask('PATCH', id, { role: 'viewer' })).status).toBe(200);
    await heading(page, 'Access Denied').waitFor();
    expect(await page.getByRole('definition').allInnerTexts()).toEqual(['viewer', 'admin']);

    expect((await ask('PATCH', id, { role: 'owner' })).status).toBe(200);
    await page.goto(`${stage.app.url}/admin/users`);
    await heading(page, 'Users').waitFor();
    const removed = ask('DELETE', id);
    await doorOf(page).email.waitFor();
    expect((await removed).status).toBe(204);
    await close();
  });
});
