import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../server/testing/app.ts';
import { testDatabase } from '../server/testing/database.ts';
import { startFaultProxy } from '../server/testing/fault-proxy.ts';
import { addTestUser } from '../server/testing/owners.ts';
import { expectFineEverywhere, heading, ours, signIn, stored } from './support/door.ts';
import { keepSession } from './support/kept-sessions.ts';
import { openStage, type Stage } from './support/stage.ts';

describe('the guard', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  it('shows a spinner until it knows, and counts a check that fails as signed out until it works again', async () => {
    const { email } = await addTestUser(stage.app.accounts, 'admin');
    const { page, close } = await stage.visit('/auth');
    await signIn(page, email);
    await page.waitForURL('**/admin');
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/profile', async (route) => {
      await gate.promise;
      await route.fulfill({ status: 503, body: '<h1>Bad gateway</h1>' });
    });
    await page.goto(`${stage.app.url}/admin/session/one?tab=notes`);
    await page.getByRole('status').getByText('Checking your sign-in').waitFor();
    await expectFineEverywhere(page);
    gate.resolve();
    await page.getByRole('alert').getByText('We couldn’t check whether you are signed in.').waitFor();
    await expectFineEverywhere(page);
    await page.unroute('**/api/profile');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL('**/admin/session/one?tab=notes');
    await close();
  });

  it('denies a viewer and says which role they have and which it takes; signing out leads to the front', async () => {
    const { email } = await addTestUser(stage.app.accounts, 'viewer');
    const { page, problems, close } = await stage.visit('/admin');
    await signIn(page, email);
    await heading(page, 'Access Denied').waitFor();
    await page.getByText("You don't have the required permissions to access this page.").waitFor();
    expect(await page.getByRole('definition').allInnerTexts()).toEqual(['viewer', 'admin']);
    expect(await page.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
    await expectFineEverywhere(page);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL(`${stage.app.url}/`);
    expect(await stored(page)).toBeNull();
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('keeps an admin from what only owners see, and looks at the role again at every change of the session', async () => {
    const { id, email } = await addTestUser(stage.app.accounts, 'admin');
    const { page, close } = await stage.visit('/admin/users');
    await signIn(page, email);
    await heading(page, 'Access Denied').waitFor();
    expect(await page.getByRole('definition').allInnerTexts()).toEqual(['admin', 'owner']);
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    const lookAgain = () =>
      page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await stage.app.pool.query("UPDATE users SET role = 'owner' WHERE id = $1", [id]);
    await lookAgain();
    await heading(page, 'Users').waitFor();
    await stage.app.pool.query('DELETE FROM users WHERE id = $1', [id]);
    await lookAgain();
    await page.waitForURL('**/auth?next=%2Fadmin%2Fusers');
    await close();
  });

  it('is not asked by visitors: their pages load nothing of it', async () => {
    const asked: string[] = [];
    const { page, close } = await stage.visit('/chat', {}, async (tab) => {
      tab.on('request', (request) => asked.push(new URL(request.url()).pathname));
    });
    await page.waitForLoadState('networkidle');
    await page.goto(stage.app.url);
    await page.waitForLoadState('networkidle');
    expect(asked).toContain('/chat');
    expect(asked.filter((path) => /admin-pages|\/auth\/v1|\/api\/profile/.test(path))).toEqual([]);
    await close();
  });

  it('has its pages kept out of search engines', async () => {
    for (const path of ['/admin', '/auth', '/admin/users', '/admin/audit', '/admin/session/one']) {
      const response = await fetch(stage.app.url + path);
      expect(response.status).toBe(200);
      expect(response.headers.get('x-robots-tag')).toBe('noindex');
    }
    expect((await fetch(stage.app.url)).headers.get('x-robots-tag')).toBeNull();
  });
});

describe('on the machine of the server itself', () => {
  it('with LOCAL_ADMIN=on one reads without a password, every page says so, and what changes anything is refused', async () => {
    const stage = await openStage({ LOCAL_ADMIN: 'on' });
    try {
      const { email } = await addTestUser(stage.app.accounts, 'owner');
      const { page, problems, close } = await stage.visit('/admin');
      const notice = page.getByRole('complementary', { name: 'How you are signed in' });
      await notice.getByText('Nobody is signed in: LOCAL_ADMIN=on lets this machine read the dashboard.').waitFor();
      await page.goto(`${stage.app.url}/admin?tab=settings`);
      await page.getByText('Read-only without signing in.').waitFor();
      expect(await page.getByRole('button', { name: 'Test' }).first().isDisabled()).toBe(true);
      expect(await page.getByRole('button', { name: 'Export Data' }).isDisabled()).toBe(true);
      await page.goto(`${stage.app.url}/admin?tab=settings&section=visitor_page`);
      expect(await page.getByLabel('Show visitors their analysis').isDisabled()).toBe(true);
      await page.goto(`${stage.app.url}/admin/waitlist`);
      expect(await page.getByRole('button', { name: 'Export as CSV' }).isDisabled()).toBe(true);
      const { id } = await keepSession(stage.app.pool, { name: 'Dana', minutesAgo: 5 });
      await page.goto(`${stage.app.url}/admin/session/${id}`);
      expect(await page.getByLabel('Lead status').isDisabled()).toBe(true);
      await page.goto(`${stage.app.url}/admin/users`);
      await heading(page, 'Access Denied').waitFor();
      await notice.waitFor();
      await expectFineEverywhere(page);
      await page.getByRole('main').getByRole('link', { name: 'Sign in with a password' }).click();
      await signIn(page, email);
      await heading(page, 'Users').waitFor();
      expect(await notice.count()).toBe(0);
      await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
      await page.waitForURL(`${stage.app.url}/`);
      expect(ours(problems)).toEqual([]);
      await close();
    } finally {
      await stage.close();
    }
  });
});

describe('a server that is started again', () => {
  it('finds whoever was signed in still signed in', async () => {
    const database = await testDatabase();
    const stage = await openStage({}, { database });
    const portOf = (url: string) => Number(new URL(url).port);
    // The browser uses one address, whichever server is behind it.
    const target = { host: '127.0.0.1', port: portOf(stage.app.url) };
    const proxy = await startFaultProxy(target);
    const origin = `http://127.0.0.1:${proxy.port}`;
    try {
      const { email } = await addTestUser(stage.app.accounts, 'owner');
      const page = await stage.browser.newPage();
      await page.goto(`${origin}/admin/users`);
      await signIn(page, email);
      await heading(page, 'Users').waitFor();
      const next = await startTestApp({}, { database, pages: true });
      try {
        proxy.down();
        target.port = portOf(next.url);
        proxy.up();
        // A token issued by the first server and close to expiry: the second one refreshes it.
        await page.evaluate(() => {
          const session = JSON.parse(localStorage.getItem('understudy.auth') ?? '{}');
          const soon = Math.floor(Date.now() / 1000) + 30;
          localStorage.setItem('understudy.auth', JSON.stringify({ ...session, expires_at: soon }));
        });
        const before = await stored(page);
        await page.reload();
        await heading(page, 'Users').waitFor();
        expect(await stored(page)).not.toBe(before);
        await page.close();
      } finally {
        await next.close();
      }
    } finally {
      await proxy.close();
      await stage.close();
      await database.close();
    }
  });
});
