import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTestUser, TEST_PASSWORD } from '../server/testing/owners.ts';
import { doorOf, expectFineEverywhere, heading, OWN_PASSWORD, ours, signIn, stored } from './support/door.ts';
import { expectAccessible, openStage, type Stage } from './support/stage.ts';

describe('signing in', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(async () => {
    await stage.close();
  });

  it('leads to where one wanted to go, says so, and survives a reload', async () => {
    const { email } = await addTestUser(stage.app.accounts, 'owner');
    const { page, problems, close } = await stage.visit('/admin/users?from=mail');
    await heading(page, 'AI Orla Venstrom Admin').waitFor();
    expect(new URL(page.url()).pathname).toBe('/auth');
    expect(await page.title()).toBe('Sign in: AI Orla Venstrom Admin');
    await page.getByText('Sign in to access the admin dashboard').waitFor();
    expect(await page.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
    await expectFineEverywhere(page);

    const gate = Promise.withResolvers<void>();
    await page.route('**/auth/v1/token**', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await signIn(page, email);
    await page.getByRole('button', { name: 'Signing in...' }).waitFor();
    gate.resolve();
    await page.getByText('Welcome back!').waitFor();
    await heading(page, 'Users').waitFor();
    expect(page.url()).toBe(`${stage.app.url}/admin/users?from=mail`);
    await page.reload();
    await heading(page, 'Users').waitFor();
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('shows the message of the service for a wrong password, and lets one try again', async () => {
    const { email } = await addTestUser(stage.app.accounts, 'admin');
    const { page, problems, close } = await stage.visit('/auth');
    const { alert, password } = doorOf(page);
    await signIn(page, email, 'not the right password');
    await alert.getByText('Invalid login credentials').waitFor();
    expect(await password.evaluate((field) => field === document.activeElement)).toBe(true);
    await expectFineEverywhere(page);
    await signIn(page, email);
    await page.waitForURL('**/admin');
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it("says 'Authentication failed' when no answer comes", async () => {
    const { page, close } = await stage.visit('/auth', {}, (tab) =>
      tab.route('**/auth/v1/token**', (route) => route.abort('connectionreset')),
    );
    await signIn(page, 'somebody@example.test');
    await doorOf(page).alert.getByText('Authentication failed', { exact: true }).waitFor();
    expect(await doorOf(page).button.isEnabled()).toBe(true);
    await close();
  });

  it('goes on to the dashboard when a session is there on arrival, and never to another site', async () => {
    const { email } = await addTestUser(stage.app.accounts, 'admin');
    const { page, close } = await stage.visit('/auth?next=https%3A%2F%2Fevil.example%2Fadmin');
    await signIn(page, email);
    await page.waitForURL(`${stage.app.url}/admin`);
    await page.goto(`${stage.app.url}/auth`);
    await page.waitForURL(`${stage.app.url}/admin`);
    await close();
  });

  it('asks for a password of their own from whoever came in by a one-time password', async () => {
    const { id, email } = await addTestUser(stage.app.accounts, 'owner');
    await stage.app.pool.query('UPDATE users SET must_change_password = true WHERE id = $1', [id]);
    const { page, problems, close } = await stage.visit('/admin');
    await signIn(page, email);
    const wanted = page.getByLabel('New password', { exact: true });
    const again = page.getByLabel('New password again', { exact: true });
    await wanted.waitFor();
    expect(await page.getByText('Welcome back!').count()).toBe(0);
    await page.getByText('At least 15 characters').waitFor();
    await page.getByLabel('Show what I type').check();
    expect(await wanted.getAttribute('type')).toBe('text');
    await expectFineEverywhere(page);

    const save = page.getByRole('button', { name: 'Save password' });
    await wanted.fill('too short');
    await again.fill('too short');
    await save.click();
    await page.getByRole('alert').getByText('The password needs 6 more characters.').waitFor();
    await wanted.fill(OWN_PASSWORD);
    await save.click();
    await page.getByRole('alert').getByText('The passwords do not match.').waitFor();
    // A guessable password is reported before it is sent.
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent += 1;
    });
    await wanted.fill('password1234567');
    await again.fill('password1234567');
    await save.click();
    await page
      .getByRole('alert')
      .getByText('This password is too easy to guess. It is too similar to a common')
      .waitFor();
    expect(sent).toBe(0);
    // The server, which knows more, has the final say.
    await wanted.fill(email);
    await again.fill(email);
    await save.click();
    await page.getByRole('alert').getByText('no mere pattern').waitFor();
    expect(sent).toBe(1);
    // Until then nothing opens, even after a reload.
    await page.goto(`${stage.app.url}/admin`);
    await wanted.fill(OWN_PASSWORD);
    await again.fill(OWN_PASSWORD);
    await save.click();
    await page.waitForURL('**/admin');
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('works by keyboard alone', async () => {
    const { email } = await addTestUser(stage.app.accounts, 'admin');
    const { page, close } = await stage.visit('/auth');
    await doorOf(page).email.waitFor();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('Tab', 'Tab');
    await page.keyboard.type(email);
    await press('Tab');
    await page.keyboard.type(TEST_PASSWORD);
    await press('Enter');
    await page.waitForURL('**/admin');
    // Its menu loads a moment later.
    await page.locator(`button[aria-haspopup=menu][aria-label="Account of ${email}"]`).focus();
    await press('Enter');
    await page.getByRole('menuitem', { name: 'Your account' }).waitFor();
    await expectAccessible(page, '[data-sonner-toaster]');
    await press('ArrowDown', 'Enter');
    await page.waitForURL(`${stage.app.url}/`);
    await close();
  });

  it('opens the account menu that was asked for before it had come', async () => {
    const { email } = await addTestUser(stage.app.accounts, 'admin');
    const came = Promise.withResolvers<void>();
    const { page, problems, close } = await stage.visit('/auth', {}, (tab) =>
      tab.route('**/assets/account-menu-*.js', async (route) => {
        await came.promise;
        await route.continue();
      }),
    );
    await signIn(page, email);
    await page.getByRole('button', { name: `Account of ${email}` }).click();
    came.resolve();
    await page.getByRole('menuitem', { name: 'Your account' }).waitFor();
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('signs out in all tabs, empties the storage and leads to the front', async () => {
    const { email } = await addTestUser(stage.app.accounts, 'admin');
    const { page, close } = await stage.visit('/auth');
    const other = await page.context().newPage();
    await other.goto(`${stage.app.url}/admin`);
    await doorOf(other).email.waitFor();
    await signIn(page, email);
    await page.waitForURL('**/admin');
    // The other tab is notified by itself.
    await other.waitForURL('**/admin');
    expect(await stored(other)).toContain('refresh_token');
    await page.getByRole('button', { name: 'Switch to dark appearance' }).click();
    const kept = (key: string) => page.evaluate((name) => localStorage.getItem(`understudy.${name}`), key);
    await page.evaluate(() => localStorage.setItem('understudy.draft', 'half a sentence'));

    await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL(`${stage.app.url}/`);
    await page.getByRole('link', { name: 'Start Conversation' }).waitFor();
    await other.waitForURL('**/auth?next=%2Fadmin');
    expect(await stored(page)).toBeNull();
    await expect.poll(() => kept('draft')).toBeNull();
    await expect.poll(() => kept('theme')).toBe('dark');
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('auth')))).toEqual([]);
    await page.goBack();
    await doorOf(page).email.waitFor();
    await close();
  });
});
