import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLink } from '../server/features/accounts/links.ts';
import { ensureFirstOwner } from '../server/features/accounts/owner.ts';
import { addTestUser } from '../server/testing/owners.ts';
import { doorOf, expectFineEverywhere, heading, OWN_PASSWORD, ours, signIn } from './support/door.ts';
import { expectAccessible, openStage, type Stage } from './support/stage.ts';

const EMAIL = 'orla@venstrom.example';
let stage: Stage;
/** The path of a link as printed at start. */
const newLink = async () => `/auth#link=${(await createLink(stage.app.pool, new Date())).token}`;

beforeAll(async () => {
  stage = await openStage();
  const { pool, passwords } = stage.app.accounts;
  await ensureFirstOwner(pool, passwords, { email: null, password: null, hosted: false });
});
afterAll(() => stage.close());

// In this order: the first test claims the installation, without which no link opens the dashboard.
describe('a printed link', () => {
  it('makes whoever opens it the owner, with an email and password of their own, and works once', async () => {
    const link = await newLink();
    const { page, problems, close } = await stage.visit(link);
    await page.getByText('This installation has no owner yet.').waitFor();
    const { email } = doorOf(page);
    const [wanted, again] = ['New password', 'New password again'].map((name) =>
      page.getByLabel(name, { exact: true }),
    );
    const button = page.getByRole('button', { name: 'Become the owner' });
    await expectFineEverywhere(page);

    await email.fill(EMAIL);
    await wanted?.fill('password1234567');
    await again?.fill('password1234567');
    await button.click();
    await page.getByRole('alert').getByText('This password is too easy to guess.').waitFor();
    await expectFineEverywhere(page);
    // The server, which knows the address, has the final say, and the link still works.
    await wanted?.fill(EMAIL);
    await again?.fill(EMAIL);
    await button.click();
    await page.getByRole('alert').getByText('no mere pattern').waitFor();
    await wanted?.fill(OWN_PASSWORD);
    await again?.fill(OWN_PASSWORD);
    await button.click();
    await page.getByText('Welcome! You are the owner now.').waitFor();
    // A new owner begins with the wizard, and can leave it.
    await page.waitForURL(`${stage.app.url}/admin/setup`);
    await heading(page, 'Who are you?').waitFor();
    await page.getByRole('button', { name: 'Finish later' }).click();
    await page.waitForURL(`${stage.app.url}/admin`);
    await page.getByRole('link', { name: 'Users' }).click();
    await heading(page, 'Users').waitFor();
    expect(ours(problems)).toEqual([]);
    await close();

    const second = await stage.visit(link);
    await second.page.getByText('This link no longer works.').waitFor();
    await second.page.getByText('npm run owner -- --link').waitFor();
    await expectFineEverywhere(second.page);
    await second.page.getByRole('link', { name: 'Sign in with a password' }).click();
    await signIn(second.page, EMAIL, OWN_PASSWORD);
    await heading(second.page, 'AI Orla Venstrom Dashboard').waitFor();
    expect(ours(second.problems)).toEqual([]);
    await second.close();
  });

  it('later opens the dashboard at once, as admin, never tells its token to the server’s log or another page', async () => {
    const link = await newLink();
    const token = link.split('=')[1] ?? '';
    const addresses: string[] = [];
    const { page, problems, close } = await stage.visit(link, {}, async (tab) => {
      tab.on('request', (request) => addresses.push(request.url(), request.headers()['referer'] ?? ''));
    });
    await page.waitForURL(`${stage.app.url}/admin`);
    const notice = page.getByRole('complementary', { name: 'How you are signed in' });
    await notice.getByText('A one-time link opened this dashboard, as admin.').waitFor();
    expect(addresses.filter((address) => address.split('#')[0]?.includes(token))).toEqual([]);
    expect(page.url()).not.toContain(token);
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    await expectFineEverywhere(page);
    // The user did not sign in with a password, so there is none to change.
    await page.getByRole('button', { name: `Account of ${EMAIL}` }).click();
    await page.getByText('admin, by a one-time link').waitFor();
    expect(await page.getByRole('menuitem', { name: 'Change password' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.reload();
    await notice.waitFor();

    // Signing in with the password restores the user's own identity and ends the link's sign-in.
    await notice.getByRole('link', { name: 'Sign in with a password' }).click();
    const ended = page.waitForResponse((response) => response.url().includes('/auth/v1/logout'));
    await signIn(page, EMAIL, OWN_PASSWORD);
    await page.getByRole('link', { name: 'Users' }).waitFor();
    expect(await notice.count()).toBe(0);
    const left = () => stage.app.pool.query("SELECT FROM auth_sessions WHERE via = 'link'");
    await expect.poll(async () => (await left()).rowCount).toBe(0);
    // Ending the link's sign-in does not affect the new one.
    await (await ended).finished();
    await page.reload();
    await page.getByRole('link', { name: 'Users' }).waitFor();
    expect(await page.evaluate(() => Object.keys(localStorage))).toContain('understudy.auth');
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('stays unused by whoever is signed in already', async () => {
    const { email } = await addTestUser(stage.app.accounts, 'admin');
    const { page, problems, close } = await stage.visit('/auth');
    await signIn(page, email);
    await page.waitForURL('**/admin');
    const link = await newLink();
    await page.goto(`${stage.app.url}/personalities`);
    await page.goto(stage.app.url + link);
    await page.getByText('Sign out to use this link.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign out and continue' }).click();
    await page.getByText('A one-time link opened this dashboard').waitFor();
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('that somebody else uses first says so, by the server’s code, whatever its words', async () => {
    const { page, problems, close } = await stage.visit(await newLink(), {}, (tab) =>
      tab.route('**/auth/v1/verify', (route) =>
        route.fulfill({ status: 403, json: { code: 'otp_expired', error_code: 'otp_expired', msg: 'Too late.' } }),
      ),
    );
    await page.getByText('This link no longer works.').waitFor();
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('is asked for again where no answer came', async () => {
    const link = await newLink();
    const { page, close } = await stage.visit(link, {}, (tab) =>
      tab.route('**/auth/v1/link', (route) => route.abort('connectionreset'), { times: 1 }),
    );
    await page.getByRole('alert').getByText('We couldn’t check whether this link still works.').waitFor();
    await expectFineEverywhere(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(`${stage.app.url}/admin`);
    await close();
  });
});
