import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeptIds, keepSession } from './support/kept-sessions.ts';
import { CLEAR, looksOf } from './support/looks.ts';
import { expectAccessible, openStage, type Stage } from './support/stage.ts';

/** The value under a name in the four cards. */
const card = (page: Page, name: string) =>
  page.locator('main dl > div').filter({ has: page.getByText(name, { exact: true }) });
const info = async (page: Page, name: string) => (await card(page, name).locator('dd').innerText()).split(/\n+/);
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

describe('a session’s page, to the word', () => {
  let stage: Stage;
  let lead: KeptIds;
  let silent: KeptIds;
  beforeAll(async () => {
    stage = await openStage({}, { as: 'admin' });
    const { pool } = stage.app;
    lead = await keepSession(pool, {
      name: 'Ana Costa',
      email: 'ana@costabikes.example',
      score: 76,
      intent: 'consulting_inquiry',
      cta: 'book_call',
      minutesAgo: 60 * 26,
      minutes: 4.5,
      summary: 'Ana wants decisions to leave her desk.',
      lines: Array.from({ length: 40 }, (_, index) => `Line ${index}.`),
    });
    silent = await keepSession(pool, { lines: [], minutes: null, minutesAgo: 3 });
    await pool.query(
      `INSERT INTO action_items (session_id, visitor_id, key, title, description, priority, owner, category, tags)
       SELECT $1, $2, p, 'Of ' || p || ' priority', '', p, o, 'sales', '{}'
       FROM unnest('{high,medium,low}'::text[], '{you,you,visitor}'::text[]) AS i (p, o)`,
      [lead.id, lead.visitorId],
    );
    await pool.query(`INSERT INTO events (session_id, kind, payload) VALUES ($1, 'cta_clicked', $2)`, [
      lead.id,
      JSON.stringify({ cta: 'book_call', deep: [1] }),
    ]);
  });
  afterAll(() => stage.close());

  it('drafts the email that follows, to be completed and copied', async () => {
    const { page, problems, close } = await stage.visit(`/admin/session/${lead.id}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const card = page.getByRole('region', { name: 'Follow-up email' });
    await card.getByRole('button', { name: 'Write a draft' }).click();
    const text = card.getByLabel('Text');
    await text.waitFor();
    expect(await text.inputValue()).toMatch(/^Hello Ana,/);
    await card.getByText('Written from a template. Read it before you send it. Fill in').waitFor();
    await text.fill('Hello Ana, shall we talk on Thursday?');
    await card.getByRole('button', { name: 'Copy text' }).click();
    await card.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Hello Ana, shall we talk on Thursday?');
    expect(await card.getByRole('link', { name: 'Open in your email app' }).getAttribute('href')).toContain(
      'shall%20we%20talk',
    );
    await expectAccessible(page);
    expect(problems).toEqual([]);
    await close();
  });

  it('has its head always in sight, and four cards', async () => {
    const { page, problems, close } = await stage.visit(`/admin/session/${lead.id}`);
    const head = page.locator('.session-head');
    await head.getByText('Score: 76', { exact: true }).waitFor();
    expect(await looksOf(head.getByText('Score: 76', { exact: true }))).toMatchObject({ background: '--primary' });
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Session Details');
    expect(await info(page, 'Contact')).toEqual(expect.arrayContaining(['Ana Costa', 'ana@costabikes.example']));
    expect(await info(page, 'Intent')).toEqual(['consulting inquiry', 'CTA: book call (no call requested)']);
    expect(await info(page, 'Duration')).toEqual(['4m 30s', '40 messages']);
    const [day, time] = await info(page, 'Date');
    const started = new Date(Date.now() - 26 * 3_600_000);
    expect(day).toContain(String(started.getFullYear()));
    expect(time).toMatch(/^\d{1,2}:\d\d\s[AP]M$/);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    expect(await head.evaluate((node) => node.getBoundingClientRect().top)).toBe(0);
    await head.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.waitForURL(`${stage.app.url}/admin`);
    expect(problems).toEqual([]);
    await close();
  });

  it('sums up with action items, each with its owner and its priority, high in the destructive style', async () => {
    const { page, problems, close } = await stage.visit(`/admin/session/${lead.id}`);
    const summary = page.getByRole('region', { name: 'Executive Summary' });
    await summary.getByText('Ana wants decisions to leave her desk.').waitFor();
    expect(await summary.getByRole('heading').allInnerTexts()).toEqual(['Executive Summary', 'Action Items']);
    for (const [priority, owner, background] of [
      ['high', 'you', '--destructive'],
      ['medium', 'you', '--muted'],
      ['low', 'visitor', '--muted'],
    ] as const) {
      const item = summary.getByRole('listitem').filter({ hasText: `Of ${priority} priority` });
      await item.getByText(owner, { exact: true }).waitFor();
      expect(await looksOf(item.getByText(priority, { exact: true }))).toMatchObject({ background });
    }
    const extract = page.getByRole('region', { name: 'Lead Intelligence' }).getByRole('listitem');
    expect(await extract.innerText()).toMatch(/^consulting inquiry\s[\s\S]*76\s+82% confidence$/);
    const bar = extract.getByRole('progressbar', { name: '82% confidence' });
    expect(await bar.evaluate((node: HTMLProgressElement) => [node.value, node.max])).toEqual([82, 100]);
    expect(problems).toEqual([]);
    await close();
  });

  it('has the visitor’s words on the left and the agent’s on the right, in 600 pixels at most', async () => {
    const { page, problems, close } = await stage.visit(`/admin/session/${lead.id}`);
    await page.getByRole('heading', { name: 'Full Transcript' }).waitFor();
    const transcript = page.getByRole('region', { name: 'Transcript', exact: true });
    const lines = transcript.getByRole('listitem');
    await expect.poll(() => lines.count()).toBe(40);
    expect(await lines.nth(0).innerText()).toMatch(/^Visitor \d{1,2}:\d\d\s[AP]M\s+Line 0\.$/);
    expect(await lines.nth(1).innerText()).toMatch(/^AI Agent \d{1,2}:\d\d\s[AP]M\s+Line 1\.\s/);
    /** Distance of a line's text from both edges. */
    const edges = (index: number) =>
      lines.nth(index).evaluate((node) => {
        const words = node.querySelector('div')?.getBoundingClientRect();
        const { left, right } = node.getBoundingClientRect();
        return { left: (words?.left ?? 0) - left, right: right - (words?.right ?? 0) };
      });
    const [visitor, agent] = [await edges(0), await edges(1)];
    expect(visitor.left).toBeLessThan(visitor.right);
    expect(agent.right).toBeLessThan(agent.left);
    expect((await transcript.boundingBox())?.height).toBe(600);
    // Content below the edge is indicated, and one click away.
    const toEnd = page.getByRole('button', { name: 'Last message' });
    await toEnd.click();
    await lines.nth(39).waitFor();
    const isInside = () =>
      transcript.evaluate((box) => {
        const last = [...box.querySelectorAll('li')].at(-1)?.getBoundingClientRect();
        return last !== undefined && last.bottom <= box.getBoundingClientRect().bottom + 1;
      });
    await expect.poll(isInside).toBe(true);
    await expect.poll(() => toEnd.count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('shows what happened: kind in words, payload as JSON, time', async () => {
    const { page, problems, close } = await stage.visit(`/admin/session/${lead.id}`);
    await tab(page, 'Events');
    const events = page.getByRole('region', { name: 'Session Events' });
    const event = events.getByRole('listitem');
    await event.getByText('cta clicked', { exact: true }).waitFor();
    expect(JSON.parse(await event.locator('pre').innerText())).toEqual({ cta: 'book_call', deep: [1] });
    expect(await event.locator('pre').innerText()).toMatch(/^\{\n {2}"/);
    expect(await event.locator('time').getAttribute('datetime')).toMatch(/Z$/);
    expect(problems).toEqual([]);
    await close();
  });

  it('says of somebody unknown who has said nothing what is not known, and measures to now', async () => {
    const { page, problems, close } = await stage.visit(`/admin/session/${silent.id}`);
    await page.getByText('Score: 0', { exact: true }).waitFor();
    expect(await looksOf(page.getByText('Score: 0', { exact: true }))).toMatchObject({
      background: CLEAR,
      isOutlined: true,
    });
    expect((await info(page, 'Contact'))[0]).toBe('Anonymous');
    expect(await info(page, 'Intent')).toEqual(['Unknown']);
    const [first, messages] = await info(page, 'Duration');
    expect(first).toMatch(/^[3-9]m \d+s$/);
    expect(messages).toBe('0 messages');
    await expect.poll(async () => (await info(page, 'Duration'))[0]).not.toBe(first);
    expect(await page.getByRole('heading', { name: 'Executive Summary' }).count()).toBe(0);
    await page.getByText('No conversation recorded', { exact: true }).waitFor();
    await tab(page, 'Events');
    await page.getByText('No events tracked', { exact: true }).waitFor();
    await tab(page, 'Notes');
    await page.getByText('No notes available', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('turns while it is fetched, and says what failed in the words that there are', async () => {
    const gate = Promise.withResolvers<void>();
    const { page, close } = await stage.visit(`/admin/session/${lead.id}`, {}, (opened) =>
      opened.route('**/api/admin/sessions/*', async (route) => {
        await gate.promise;
        await route.abort('connectionrefused');
      }),
    );
    await page.getByRole('status').getByText('Loading session').waitFor({ state: 'attached' });
    expect(await page.locator('main .animate-spin').count()).toBe(1);
    gate.resolve();
    const failure = page.getByRole('alert');
    await failure.getByText('The server cannot be reached.').waitFor();
    await failure.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.waitForURL(`${stage.app.url}/admin`);
    await close();
  });
});
