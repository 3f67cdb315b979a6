import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConversation } from './support/chat.ts';
import { expectFineEverywhere } from './support/door.ts';
import { keepSession, WEEK } from './support/kept-sessions.ts';
import { expectAccessible, openStage, type Stage } from './support/stage.ts';

const rows = (page: Page) => page.locator('tbody tr');
const names = (page: Page) => page.locator('tbody tr td:nth-child(2) > span:first-child').allInnerTexts();
/** Filters out problems that a test expects. */
const others = (problems: string[], expected: RegExp) => problems.filter((line) => !expected.test(line));

/** Opens one of the owner's paths and waits for its heading. */
async function open(stage: Stage, path: string, options: Parameters<Stage['visit']>[1] = {}) {
  const visit = await stage.visit(path, options);
  await visit.page.getByRole('heading', { level: 1 }).waitFor();
  return visit;
}

describe('the dashboard', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({}, { as: 'admin' });
    for (const session of WEEK) await keepSession(stage.app.pool, session);
  });
  afterAll(() => stage.close());

  it('opens on the figures of a week and the five sessions that matter most, each with its reason', async () => {
    const { page, problems, close } = await open(stage, '/admin');
    await page.getByText('Monitor conversations and analyze leads').waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Overview', 'Sessions', 'Analytics', 'Settings']);
    const figures = page.getByRole('region', { name: 'Figures' });
    await figures.getByText('Last 7 days').waitFor();
    await expect.poll(() => figures.locator('dd:nth-child(2)').allInnerTexts()).toEqual(['7', '2', '12m', '29%']);
    for (const caption of ['Score ≥70', 'Average duration', 'CTAs clicked']) {
      expect(await figures.getByText(caption).count()).toBe(1);
    }
    const list = page.getByRole('region', { name: 'Priority Sessions' }).getByRole('listitem');
    // The list has a request of its own.
    await expect.poll(() => list.count()).toBe(5);
    expect(await list.nth(0).innerText()).toMatch(
      /88\s+Hot\s+Ana Costa\s+Summary\s+CTA\s+Names a budget: 20,000 euros\.[\s\S]*14m\s+ana@costabikes\.example\s+consulting inquiry/,
    );
    expect(await list.nth(3).innerText()).toMatch(/51\s+Warm\s+Anonymous Visitor/);
    // A running session with two utterances is estimated at one minute; without utterances, its duration is unknown.
    expect(await list.nth(2).innerText()).toMatch(/Tom Okafor[\s\S]*1m/);
    await page.getByLabel('Sort sessions').selectOption('date');
    await expect.poll(() => list.nth(0).innerText()).toMatch(/Cold\s+Anonymous Visitor[\s\S]*Unknown/);
    expect(page.url()).toContain('sort=date');
    await page.getByRole('button', { name: 'View All 7 Sessions' }).click();
    await page.getByRole('heading', { name: 'All Sessions' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Priority Sessions' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('keeps filter, search, order and page in the address, and the back button goes back', async () => {
    const { page, problems, close } = await open(stage, '/admin?tab=sessions');
    await expect
      .poll(() => page.getByRole('columnheader').allInnerTexts())
      .toEqual('Date Contact Intent Score CTA Duration Summary Actions'.split(' '));
    await expect.poll(() => rows(page).count()).toBe(7);
    // Newest first.
    expect(await names(page)).toEqual([
      'Anonymous',
      'Tom Okafor',
      'Ana Costa',
      'Maximiliane Freifrau von Hohenstein-Wittelsbacher',
      'Anonymous',
      'Anonymous',
      'Job Seeker',
    ]);
    expect(await rows(page).nth(3).innerText()).toMatch(/speaking request\s+76[\s\S]*None[\s\S]*7m[\s\S]*No/);
    await page.getByLabel('Intent').selectOption('consulting_inquiry');
    await expect.poll(() => names(page)).toEqual(['Ana Costa']);
    // Intents beyond the filter's five can be chosen too if they occur.
    await page.getByLabel('Intent').selectOption({ label: 'Job inquiry' });
    await expect.poll(() => names(page)).toEqual(['Job Seeker']);
    await page.goBack();
    await expect.poll(() => names(page)).toEqual(['Ana Costa']);
    await page.goBack();
    await expect.poll(() => rows(page).count()).toBe(7);
    await page.keyboard.press('/');
    await page.keyboard.type('HOHENSTEIN');
    await expect.poll(() => names(page)).toEqual(['Maximiliane Freifrau von Hohenstein-Wittelsbacher']);
    await page.reload();
    await expect.poll(() => names(page)).toEqual(['Maximiliane Freifrau von Hohenstein-Wittelsbacher']);
    expect(await page.getByPlaceholder('Search by email or name...').inputValue()).toBe('HOHENSTEIN');
    await page.getByPlaceholder('Search by email or name...').fill('nobody at all');
    await page.getByText('No sessions found').waitFor();
    await page.goto(`${stage.app.url}/admin?tab=sessions&range=century&sort=sideways&intent=`);
    await expect.poll(() => page.getByLabel('Time range').inputValue()).toBe('7d');
    await expect.poll(() => rows(page).count()).toBe(7);
    expect(problems).toEqual([]);
    await close();
  });

  it('is driven by keys: j and k go from row to row, Enter opens, ? explains, and they can be switched off', async () => {
    const { page, problems, close } = await open(stage, '/admin?tab=sessions');
    await rows(page).nth(6).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Session Details' }).waitFor();
    await page.getByText('Score: 63').waitFor();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await rows(page).nth(6).waitFor();
    // Navigation continues from the opened row.
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(await focused()).toMatch(/Tom Okafor/);
    // Leaving the search clears its text first.
    await page.keyboard.press('/');
    await page.keyboard.type('x');
    await page.keyboard.press('Escape');
    expect(await page.getByPlaceholder('Search by email or name...').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog');
    await help.getByText('Next row').waitFor();
    await help.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.keyboard.press('j');
    expect(await help.count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-row-link'))).toBe(false);
    expect(problems).toEqual([]);
    await close();
  });

  it('finds what was said, and leads to its place', async () => {
    const { page, problems, close } = await open(stage, '/admin?tab=sessions');
    await page.getByPlaceholder('Search in all transcripts...').fill('takes your time');
    const hit = page.getByRole('region', { name: 'In transcripts' }).getByRole('listitem').first();
    await hit.getByText('AI Agent:').waitFor();
    await hit.getByRole('link').click();
    await page.waitForURL(/\/admin\/session\/.*at=1/);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('utterance-1');
    expect(problems).toEqual([]);
    await close();
  });

  it('exports what the filter shows, and says how far it is', async () => {
    const { page, problems, close } = await open(stage, '/admin?tab=sessions&intent=consulting_inquiry');
    await expect.poll(() => names(page)).toEqual(['Ana Costa']);
    await page.getByRole('button', { name: 'Export Data' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 session: Last 7 days, Consulting').waitFor();
    await expectAccessible(page);
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    expect(csv.suggestedFilename()).toMatch(/^sessions-7d-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await csv.path(), 'utf8');
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(text).toContain('ana@costabikes.example');
    expect(text).not.toContain('hohenstein');
    await dialog.getByText(/^Saved: 1 row, /).waitFor();
    await dialog.getByLabel('Format').selectOption('jsonl');
    const [lines] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    const json = (await readFile(await lines.path(), 'utf8')).trim().split('\n');
    expect(json.map((line) => JSON.parse(line).email)).toEqual(['ana@costabikes.example']);
    await dialog.getByLabel('Format').selectOption('csv');
    await dialog.getByLabel('Include transcripts').check();
    expect(await dialog.getByLabel('Column names').isDisabled()).toBe(true);
    const [talk] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    expect(await readFile(await talk.path(), 'utf8')).toMatch(/,Visitor,"Hello, can you help us\?",No,\r\n/);
    await dialog.getByText(/^Saved: 2 rows, /).waitFor();
    // A stalled export can be cancelled, and a failed one says so.
    await page.route('**/api/admin/export*', () => {});
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.unroute('**/api/admin/export*');
    await page.route('**/api/admin/export*', (route) => route.abort('connectionrefused'));
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await dialog.getByRole('alert').getByText('The export failed').waitFor();
    expect(others(problems, /REFUSED|Export failed/)).toEqual([]);
    await close();
  });

  it('says what went wrong, shows default figures, and tries again', async () => {
    const { page, problems, close } = await open(stage, '/privacy');
    const broken = { error: 'The database cannot be reached.', code: 'internal_error', request_id: 'r1' };
    await page.route(/api\/admin\/(stats|sessions)/, (route) => route.fulfill({ status: 400, json: broken }));
    // Live events of other conversations would refetch the data before the click.
    await page.route('**/api/admin/events', (route) => route.abort());
    await page.goto(`${stage.app.url}/admin`);
    await page.getByText('Error loading sessions: The database cannot be reached.').waitFor();
    const figures = page.getByRole('region', { name: 'Figures' });
    await expect.poll(() => figures.locator('dd:nth-child(2)').allInnerTexts()).toEqual(['0', '0', '0m', '0%']);
    expect(problems.some((line) => line.includes('Error fetching admin stats'))).toBe(true);
    await expectAccessible(page);
    await page.unroute(/api\/admin\/(stats|sessions)/);
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Ana Costa').waitFor();
    await close();
  });

  it('shows dots while the figures are on their way', async () => {
    const { page, close } = await open(stage, '/privacy');
    await page.route(/api\/admin\/(stats|sessions)/, () => {});
    await page.goto(`${stage.app.url}/admin`);
    const figures = page.getByRole('region', { name: 'Figures' });
    await expect.poll(() => figures.locator('dd:nth-child(2)').allInnerTexts()).toEqual(['...', '...', '...', '...']);
    await page.getByText('Loading sessions').waitFor({ state: 'attached' });
    await expectAccessible(page);
    await close();
  });

  it('is accessible on every tab, light and dark, on a phone and a wide screen', async () => {
    const { page, problems, close } = await open(stage, '/admin');
    for (const path of ['', '?tab=sessions', '?tab=sessions&q=zzz', '?tab=analytics', '?tab=settings', '/waitlist']) {
      await page.goto(`${stage.app.url}/admin${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.locator('main .animate-spin').count()).toBe(0);
      await expectFineEverywhere(page);
    }
    expect(problems).toEqual([]);
    await close();
  }, 240_000);
});

describe('a dashboard that is left open', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({}, { as: 'admin' });
  });
  afterAll(() => stage.close());

  it('shows a session that begins without a reload, and moves nothing under the pointer', async () => {
    const { page, problems, close } = await open(stage, '/admin?sort=date');
    await page.getByText('No sessions found matching your criteria').waitFor();
    const visitor = await stage.visit('/chat');
    await startConversation(visitor.page);
    const list = page.getByRole('region', { name: 'Priority Sessions' });
    await list.getByText('Anonymous Visitor').waitFor();
    // New sessions wait while the list is hovered.
    await list.getByRole('listitem').first().hover();
    const before = await list.locator('[data-row-link]').first().getAttribute('href');
    const other = await stage.visit('/chat');
    await startConversation(other.page);
    const waiting = page.getByRole('button', { name: '1 new session' });
    await waiting.waitFor();
    expect(await list.locator('[data-row-link]').first().getAttribute('href')).toBe(before);
    await waiting.click();
    await expect.poll(() => list.locator('[data-row-link]').count()).toBe(2);
    expect(problems).toEqual([]);
    for (const visit of [visitor, other]) await visit.close();
    await close();
  });

  it('pages forward and back through a long list, and tells of new ones from deep within', async () => {
    for (let n = 1; n <= 60; n += 1) {
      await keepSession(stage.app.pool, { name: `Lead ${n}`, score: n, intent: 'general_chat', minutesAgo: n * 5 });
    }
    const { page, problems, close } = await open(stage, '/admin?tab=sessions&sort=score');
    await expect.poll(async () => (await names(page))[0]).toBe('Lead 60');
    expect(await rows(page).count()).toBe(25);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(async () => (await names(page))[0]).toBe('Lead 35');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(async () => (await names(page))[0]).toBe('Lead 10');
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    await page.reload();
    await expect.poll(async () => (await names(page))[0]).toBe('Lead 10');
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect.poll(async () => (await names(page))[0]).toBe('Lead 35');
    const visitor = await stage.visit('/chat');
    await startConversation(visitor.page);
    await page.getByRole('button', { name: '1 new session' }).click();
    await expect.poll(async () => (await names(page))[0]).toBe('Lead 60');
    await expectAccessible(page);
    expect(problems).toEqual([]);
    await visitor.close();
    await close();
  });

  it('lists who waits, and exports them', async () => {
    await stage.app.call('collect_email', { email: 'mara@example.org', name: 'Mara', signup_type: 'waitlist' });
    const { page, problems, close } = await open(stage, '/admin/waitlist');
    const row = page.getByRole('row', { name: 'mara@example.org' });
    await row.waitFor();
    expect(await row.innerText()).toContain('Mara');
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['Email', 'Name', 'Date']);
    expect(await row.locator('time').innerText()).toContain('Just now');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain('mara@example.org');
    expect(problems).toEqual([]);
    await close();
  });
});
