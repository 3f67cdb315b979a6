import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTestUser } from '../server/testing/owners.ts';
import { startConversation } from './support/chat.ts';
import { doorOf, heading, signIn } from './support/door.ts';
import { keepSession, WEEK } from './support/kept-sessions.ts';
import { LEAD_LINES, tell } from './support/lead.ts';
import { CLEAR, looksOf } from './support/looks.ts';
import { expectAccessible, openStage, type Stage, signedIn } from './support/stage.ts';

const figures = (page: Page) => page.getByRole('region', { name: 'Figures' });
const values = (page: Page) => figures(page).locator('dd:nth-child(2)').allInnerTexts();
const captions = (page: Page) => figures(page).locator('dd:nth-child(3)').allInnerTexts();
const priority = (page: Page) => page.getByRole('region', { name: 'Priority Sessions' });
const options = async (page: Page, id: string): Promise<string[]> => {
  const all = page.locator(`#${id} option`);
  await all.first().waitFor({ state: 'attached' });
  return all.allInnerTexts();
};

describe('the dashboard, to the word', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({}, { as: 'admin' });
    for (const session of WEEK) await keepSession(stage.app.pool, session);
    await keepSession(stage.app.pool, { name: 'Long ago', score: 90, minutesAgo: 60 * 24 * 10 });
    for (const score of [75, 74, 50, 49, 0]) {
      await keepSession(stage.app.pool, { name: `Edge ${score}`, score, minutesAgo: 60 * 24 * 20 });
    }
  });
  afterAll(() => stage.close());

  it('calls everything by its name', async () => {
    const { page, problems, close } = await stage.visit('/admin');
    await heading(page, 'AI Orla Venstrom Dashboard').waitFor();
    await page.getByText('Monitor conversations and analyze leads', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Export Data', exact: true }).waitFor();
    expect(await figures(page).getByRole('term').allInnerTexts()).toEqual([
      'Total Sessions',
      'High-Quality Leads',
      'Avg. Session Time',
      'Conversion Rate',
    ]);
    expect(await captions(page)).toEqual(['Last 7 days', 'Score ≥70', 'Average duration', 'CTAs clicked']);
    // The card explains its threshold and the scales used elsewhere.
    await figures(page).getByRole('button', { name: 'Why 70? What a score means' }).click();
    const help = page.getByRole('dialog', { name: 'What a score means' });
    await help.getByRole('definition').first().waitFor();
    expect((await help.getByRole('definition').allInnerTexts()).filter((_, index) => index % 2 === 0)).toEqual([
      'Hot 75 to 100, warm 50 to 74, cold 0 to 49',
      'High-quality 70 to 100, not counted 0 to 69',
      'High 70 to 100, medium 40 to 69, low 0 to 39',
      'High 71 to 100, medium 0 to 70',
    ]);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    expect(await options(page, 'priority-sort')).toEqual(['By Score', 'By Date', 'By Duration']);
    expect(await page.getByLabel('Sort sessions').inputValue()).toBe('score');
    const ranges = ['Last 24h', 'Last 7 days', 'Last 30 days', 'Last 90 days'];
    expect(await options(page, 'filter-range')).toEqual(ranges);
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await expect.poll(() => page.getByRole('tab', { name: 'Settings' }).getAttribute('aria-selected')).toBe('true');
    await page.getByRole('tab', { name: 'Sessions' }).click();
    expect(await options(page, 'filter-range')).toEqual(ranges);
    expect((await options(page, 'filter-intent')).slice(0, 5)).toEqual([
      'All Intents',
      'Consulting',
      'Partnership',
      'Speaking',
      'Advice',
    ]);
    expect(await page.getByLabel('Intent').inputValue()).toBe('all');
    const row = (text: string) => page.locator('tbody tr').filter({ hasText: text });
    await row('Ana Costa').waitFor();
    expect(await row('Ana Costa').innerText()).toMatch(
      /consulting inquiry\s+88\s+Hot\s+CTA:\s+book call \(no call requested\)\s+Duration:\s+14m\s+Summary:\s+Yes\s+View/,
    );
    expect(await row('Unknown').first().innerText()).toMatch(
      /AnonymousRunning now\s+Unknown\s+0\s+Cold\s+CTA:\s+None\s+Duration:\s+Unknown\s+Summary:\s+No\s+View/,
    );
    expect(problems).toEqual([]);
    await close();
  });

  it('fetches the figures anew for another range, with dots meanwhile and the caption after it', async () => {
    const { page, problems, close } = await stage.visit('/admin');
    await expect.poll(() => values(page)).toEqual(['7', '2', '12m', '29%']);
    const gate = Promise.withResolvers<void>();
    await page.route(/api\/admin\/stats/, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.getByLabel('Time range').selectOption('90d');
    await expect.poll(() => values(page)).toEqual(['...', '...', '...', '...']);
    expect((await captions(page))[0]).toBe('Last 90 days');
    gate.resolve();
    await expect.poll(async () => (await values(page)).slice(0, 2)).toEqual(['13', '5']);
    expect(problems).toEqual([]);
    await close();
  });

  it('has 75 and more pulse in the primary colour, 50 to 74 in orange, and the rest quiet', async () => {
    const { page, problems, close } = await stage.visit('/admin?q=Edge&range=30d');
    const rows = priority(page).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(5);
    expect(await Promise.all((await rows.all()).map(async (row) => (await row.innerText()).split(/\s+/)[0]))).toEqual([
      '75',
      '74',
      '50',
      '49',
      '0',
    ]);
    const marks = await Promise.all((await rows.locator('.tier-mark').all()).map(looksOf));
    const [hot, warm, cold] = [
      { background: '--primary', pulses: true },
      { background: '--tier-warm', pulses: false },
      { background: CLEAR, pulses: false },
    ];
    expect(marks).toMatchObject([hot, warm, warm, cold, cold]);
    const orange = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--tier-warm'),
    );
    // OKLCH hues, in degrees, that count as orange.
    for (const [, hue] of orange.matchAll(/oklch\(\S+ \S+ ([\d.]+)\)/g)) expect(Number(hue)).toSatisfy(isOrange);
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await page.getByRole('button', { name: 'Score', exact: true }).click();
    await page.waitForURL(/sort=score/);
    const badges = page.locator('tbody td:nth-child(4) > span');
    await expect.poll(async () => (await badges.allInnerTexts())[0]).toMatch(/75/);
    expect(await badges.count()).toBe(5);
    const badge = [{ background: '--primary' }, { background: '--muted' }, { background: CLEAR, isOutlined: true }];
    const [strong, second, outlined] = badge;
    expect(await Promise.all((await badges.all()).map(looksOf))).toMatchObject([
      strong,
      second,
      second,
      outlined,
      outlined,
    ]);
    expect(problems).toEqual([]);
    await close();
  });
  const isOrange = (hue: number) => hue >= 35 && hue <= 60;

  it('offers the rest of the list only where there are more than five', async () => {
    const { page, problems, close } = await stage.visit('/admin?q=Edge&range=30d');
    await expect.poll(() => priority(page).getByRole('listitem').count()).toBe(5);
    expect(await page.getByRole('button', { name: /View All/ }).count()).toBe(0);
    await keepSession(stage.app.pool, { name: 'Edge of six', minutesAgo: 60 * 24 * 20 });
    await page.reload();
    await page.getByRole('button', { name: 'View All 6 Sessions', exact: true }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(6);
    expect(await page.getByRole('tab', { name: 'Sessions' }).getAttribute('aria-selected')).toBe('true');
    expect(problems).toEqual([]);
    await close();
  });

  it.each([
    ['/admin', '[aria-labelledby="priority"] li'],
    ['/admin?tab=sessions', 'tbody tr'],
    ['/admin?tab=sessions&find=takes', '[aria-labelledby="in-transcripts"] li'],
  ])('opens a session by a click wherever on its row: %s', async (path, selector) => {
    const { page, problems, close } = await stage.visit(path);
    const row = page.locator(selector).first();
    await row.waitFor();
    const { width, height } = (await row.boundingBox()) ?? { width: 0, height: 0 };
    const places: (() => Promise<void>)[] = [
      () => row.click({ position: { x: width - 4, y: height - 4 } }),
      () => row.locator('time').click(),
    ];
    for (const click of places) {
      await click();
      await page.waitForURL(/\/admin\/session\/[0-9a-f-]{36}/);
      await page.goBack();
      await row.waitFor();
    }
    // Its text can be selected by dragging, which opens nothing.
    const box = (await row.locator('time').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString().trim())).not.toBe('');
    expect(page.url()).not.toContain('/admin/session/');
    await page.mouse.click(5, 5);
    // A relative time such as '2 h ago' shows the exact time on hover.
    const time = row.locator('time');
    await time.hover();
    const isUnder = await time.evaluate((node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect([isUnder, await time.getAttribute('title')]).toEqual([
      true,
      expect.stringMatching(/ at \d{1,2}:\d\d:\d\d\s/),
    ]);
    expect(problems).toEqual([]);
    await close();
  });

  it('shows the score that a conversation reaches, without a reload', async () => {
    const { page, problems, close } = await stage.visit('/admin');
    await expect.poll(() => values(page)).toEqual(['7', '2', '12m', '29%']);
    const visitor = await stage.visit('/chat');
    await tell(visitor.page, await startConversation(visitor.page), LEAD_LINES);
    await expect.poll(async () => (await values(page)).slice(0, 2)).toEqual(['8', '3']);
    await expect.poll(() => priority(page).getByRole('link', { name: 'Ana Costa', exact: true }).count()).toBe(2);
    expect(problems).toEqual([]);
    await visitor.close();
    await close();
  });
});

describe('the door and the guard, to the word', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());
  // One for admins, one for owners; guard.tsx stands before every route of theirs.
  const PAGES = ['/admin/session/x', '/admin/users'];

  it('lets the browser ask for an email and a password, and tells a refusal in red', async () => {
    const { page, close } = await stage.visit('/auth');
    const { email, password, alert, button } = doorOf(page);
    const kind = (field: Locator) => field.evaluate((node: HTMLInputElement) => [node.type, node.required]);
    expect([await kind(email), await kind(password)]).toEqual([
      ['email', true],
      ['password', true],
    ]);
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().includes('/auth/v1/token')) sent += 1;
    });
    await button.click();
    expect(await email.evaluate((node: HTMLInputElement) => node.validity.valueMissing)).toBe(true);
    expect(sent).toBe(0);
    await signIn(page, 'nobody@example.test', 'short');
    await alert.getByText('Invalid login credentials', { exact: true }).waitFor();
    expect(await looksOf(alert)).toMatchObject({ color: '--destructive-text', isOutlined: true });
    expect(sent).toBe(1);
    await close();
  });

  it('guards every page of the owner’s, and has a way out on every one', async () => {
    const strangers = await stage.visit('/privacy');
    for (const path of PAGES) {
      await strangers.page.goto(stage.app.url + path);
      await strangers.page.waitForURL(`${stage.app.url}/auth?next=${encodeURIComponent(path)}`);
    }
    await strangers.close();
    for (const role of ['viewer', 'owner'] as const) {
      const { email } = await addTestUser(stage.app.accounts, role);
      const { page, close } = await stage.visit('/auth', { storageState: await signedIn(stage.app, email) });
      for (const path of PAGES) {
        await page.goto(stage.app.url + path);
        await page.getByRole('button', { name: 'Sign Out', exact: true }).waitFor();
        expect(await heading(page, 'Access Denied').count(), path).toBe(role === 'viewer' ? 1 : 0);
      }
      await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
      await page.waitForURL(`${stage.app.url}/`);
      await close();
    }
  });
});
