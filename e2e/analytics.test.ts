import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countAfternoon } from './support/counted-sessions.ts';
import { expectFineEverywhere } from './support/door.ts';
import { keepSession } from './support/kept-sessions.ts';
import { expectAccessible, openStage, PHONE, type Stage, WIDE } from './support/stage.ts';

const TAB = '/admin?tab=analytics';
const COUNTED = /conversations that visitors agreed to have kept, including those still running\./;
const chart = (page: Page, name: string) => page.locator(`[data-chart=${name}]`);
/** The rows of a chart's table as text. */
async function rowsOf(section: Locator): Promise<string[][]> {
  await section.getByRole('button', { name: /^As a table/ }).click();
  const rows = await section.locator('tbody tr').all();
  return Promise.all(rows.map(async (row) => row.locator('th, td').allInnerTexts()));
}
async function settled(page: Page): Promise<void> {
  await page.locator('[data-chart]').nth(9).waitFor();
  await expect.poll(() => page.locator('[data-chart] .animate-spin').count()).toBe(0);
}

describe('the Analytics tab', () => {
  let stage: Stage;
  let askedIn: string;
  beforeAll(async () => {
    stage = await openStage({}, { as: 'admin' });
    ({ askedIn } = await countAfternoon(stage.app.pool));
  });
  afterAll(() => stage.close());

  it.each(['1d', '7d', '90d'])(
    'says what it counts in the words of the Overview, and counts the same: %s',
    async (range) => {
      const running = await keepSession(stage.app.pool, { minutes: null, score: 72, minutesAgo: 5 });
      const { page, problems, close } = await stage.visit(`/admin?range=${range}`);
      const sentence = await page.getByText(COUNTED).innerText();
      const figures = page.getByRole('region', { name: 'Figures' }).locator('dd:nth-child(2)');
      await expect.poll(async () => (await figures.allInnerTexts())[0]).toMatch(/^\d+$/);
      const [sessions, leads] = await figures.allInnerTexts();
      if (range === '1d') await page.getByText('Last 1 day', { exact: true }).waitFor();
      await page.getByRole('tab', { name: 'Sessions' }).click();
      await page.getByText(`${sessions} sessions`, { exact: true }).waitFor();
      // The start of the last 24 hours changes with the clock.
      const stable = (words: string) => words.replace(/, \d{1,2}:\d\d(?:\s[AP]M)? /, ' ');
      expect(stable(await page.getByText(COUNTED).innerText())).toBe(stable(sentence));
      await page.getByRole('tab', { name: 'Analytics' }).click();
      await chart(page, 'over_time')
        .getByText(`${sessions} conversations, ${leads} of them high-quality leads`)
        .waitFor();
      expect(stable(await page.getByText(COUNTED).innerText())).toContain(stable(sentence));
      await stage.app.pool.query('DELETE FROM sessions WHERE id = $1', [running.id]);
      expect(problems).toEqual([]);
      await close();
    },
  );

  it('answers ten questions, each in words, drawn, and as a table with the same figures', async () => {
    const { page, problems, close } = await stage.visit(TAB);
    await settled(page);
    await page.getByText(COUNTED).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      'How many conversations and leads?',
      'How far do visitors get?',
      'How good are the leads?',
      'Unanswered questions',
      'Top pain points',
      'Top topics',
      'When do visitors come?',
      'Can the score be trusted?',
      'How fast does the twin answer?',
      'What does a conversation cost?',
    ]);

    const time = chart(page, 'over_time');
    await time.getByText('8 conversations, 3 of them high-quality leads (38%): a score of 70 or more.').waitFor();
    const slider = time.getByRole('slider', { name: 'Choose a day' });
    await slider.focus();
    await page.keyboard.press('Home');
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/: 0 conversations, 0 leads$/);
    expect(await time.getByRole('list').getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Advice request\s+4\s+50%/),
      expect.stringMatching(/^Consulting inquiry\s+3\s+38%/),
      expect.stringMatching(/^Nothing in particular\s+1\s+13%/),
    ]);
    const days = await rowsOf(time);
    expect(days).toHaveLength(7);
    expect(days.reduce((sum, [, sessions]) => sum + Number(sessions), 0)).toBe(8);

    const funnel = chart(page, 'funnel');
    expect(await funnel.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Opened the page\s+16/),
      expect.stringMatching(/50% of page visits\s*8/),
      expect.stringMatching(/88% of conversations\s*7/),
      expect.stringMatching(/43% of those who stayed\s*3/),
      expect.stringMatching(/29% of those who stayed\s*2/),
      expect.stringMatching(/Booked a call\s+Not counted yet/),
    ]);
    expect((await rowsOf(funnel))[2]).toEqual(['Stayed for three turns', '7', '88% of conversations']);

    const scores = chart(page, 'scores');
    expect((await scores.locator('.chart-figure').allTextContents()).join(' ')).toBe('2 2 1 1 1 1');
    expect((await rowsOf(scores)).map(([, sessions]) => sessions).join(' ')).toBe('2 0 0 2 0 1 0 1 1 1');

    const trust = chart(page, 'calibration');
    await trust.getByText('2 of 3 decided leads were won (67%)').waitFor();
    expect(await trust.locator('.chart-figure').allTextContents()).toEqual(['0/1', '1/1', '1/1']);
    expect((await rowsOf(trust))[9]?.slice(0, 5)).toEqual(['90 to 100', '1', '0', '0', '100%']);

    expect(await rowsOf(chart(page, 'pains'))).toEqual([['too many meetings', '7']]);
    expect(await rowsOf(chart(page, 'topics'))).toEqual([['delegation', '7']]);
    await chart(page, 'latency').getByText('Whole reply').waitFor();
    const [latency] = await rowsOf(chart(page, 'latency'));
    expect(latency?.slice(0, 2)).toEqual(['Whole reply, groq', '1']);
    expect(await rowsOf(chart(page, 'cost'))).toEqual([
      ['openai/gpt-oss-120b at groq', 'Chat', '2,000 tokens read, 100 written', expect.any(String)],
    ]);
    const hours = await chart(page, 'hours').locator('tbody td').allInnerTexts();
    expect(hours).toHaveLength(7 * 24);
    expect(hours.reduce((sum, words) => sum + Number(words), 0)).toBe(8);
    expect(problems).toEqual([]);
    await close();
  });

  it('leads from a question without an answer to its place, and to where it is answered', async () => {
    const { page, problems, close } = await stage.visit(TAB);
    const questions = chart(page, 'unanswered');
    await questions.getByText('1 question, asked once, 1 of them by leads.').waitFor();
    expect(await questions.getByRole('link', { name: 'Settings > Twin texts' }).getAttribute('href')).toMatch(
      /tab=settings.*section=twin/,
    );
    expect(await questions.getByRole('link', { name: 'Answer: Where can I park my car?' }).getAttribute('href')).toBe(
      `/admin/session/${askedIn}?at=6&answer=Where+can+I+park+my+car%3F`,
    );
    await questions.getByRole('link', { name: 'Where can I park my car?', exact: true }).click();
    await page.waitForURL((url) => url.pathname === `/admin/session/${askedIn}` && url.searchParams.get('at') === '6');
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await questions.getByText('1 question').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('keeps the days in the address, and the back button goes back', async () => {
    const { page, problems, close } = await stage.visit(TAB, { locale: 'en-GB' });
    await settled(page);
    const range = page.getByLabel('Time range');
    await range.selectOption('30d');
    await page.waitForURL(/range=30d/);
    await range.selectOption({ label: 'Custom' });
    await page.waitForURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
    await page.getByLabel('First day').fill('2020-03-02');
    await page.getByLabel('Last day').fill('2020-03-01');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('alert').getByText('The first day is after the last.').waitFor();
    await page.getByLabel('Last day').fill('2020-03-08');
    await page.keyboard.press('Enter');
    await page.getByText(/^2 Mar to 8 Mar 2020, whole days/).waitFor();
    await chart(page, 'over_time').getByText('No conversations in this period').waitFor();
    await chart(page, 'calibration')
      .getByText(/Open a session and set its lead to Won or Lost/)
      .waitFor();
    await settled(page);
    await expectAccessible(page);
    await page.reload();
    await expect.poll(() => page.getByLabel('First day').inputValue()).toBe('2020-03-02');
    // The other tabs do not support custom days and say so.
    await page.getByRole('tab', { name: 'Overview' }).click();
    const there = page.getByText('Analytics shows 2 Mar to 8 Mar 2020, this list Last 30 days.');
    await there.waitFor();
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await page.getByRole('heading', { name: 'All Sessions' }).waitFor();
    await there.waitFor();
    await page.getByRole('button', { name: 'Show Last 30 days in Analytics too' }).click();
    await there.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Analytics' }).click();
    await expect.poll(() => range.inputValue()).toBe('30d');
    for (let steps = 0; steps < 4; steps++) await page.goBack();
    for (const chosen of ['custom', '30d', '7d']) {
      await page.goBack();
      await expect.poll(() => range.inputValue()).toBe(chosen);
    }
    expect(await page.getByLabel('First day').count()).toBe(0);
    await chart(page, 'over_time')
      .getByText(/^8 conversations/)
      .waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('lets one chart fail, and tries it again, while the others stand', async () => {
    const broken = { error: 'The figures cannot be read.', code: 'invalid_request', request_id: 'r1' };
    const { page, problems, close } = await stage.visit(TAB, {}, async (opened) => {
      await opened.route('**/api/admin/analytics?*chart=funnel*', (route) =>
        route.fulfill({ status: 400, json: broken }),
      );
      await opened.route('**/api/admin/analytics?*chart=hours*', () => {});
    });
    const alert = chart(page, 'funnel').getByRole('alert');
    await alert.getByText('These figures could not be loaded: The figures cannot be read.').waitFor();
    await chart(page, 'over_time')
      .getByText(/^8 conversations/)
      .waitFor();
    await chart(page, 'cost').getByText('gpt-oss-120b').first().waitFor();
    await chart(page, 'hours').getByRole('status').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/admin/analytics?*chart=funnel*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await chart(page, 'funnel').getByText('50% of page visits').waitFor();
    expect(problems.filter((line) => !/status of 400|Failed to read the figures of 'funnel'/.test(line))).toEqual([]);
    await close();
  });

  it('exports a chart as CSV and as JSON lines', async () => {
    const { page, problems, close } = await stage.visit(TAB);
    const scores = chart(page, 'scores');
    for (const [format, name] of [
      ['CSV', 'csv'],
      ['JSON lines', 'jsonl'],
    ] as const) {
      await scores.getByRole('button', { name: /^Export/ }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(
        new RegExp(`^analytics-scores-\\d{4}-\\d\\d-\\d\\d-to-\\d{4}-\\d\\d-\\d\\d\\.${name}$`),
      );
      await scores.getByText(/^Saved: 10 rows, /).waitFor();
      const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
      const last = lines.at(-1) ?? '';
      expect(name === 'csv' ? last : JSON.parse(last)).toEqual(
        name === 'csv' ? '90,100,1' : { from: 90, to: 100, sessions: 1 },
      );
    }
    expect(problems).toEqual([]);
    await close();
  });

  it('is accessible, light and dark, drawn and as tables, on a phone and a wide screen', async () => {
    const { page, problems, close } = await stage.visit(TAB);
    await settled(page);
    await expectFineEverywhere(page);
    for (const button of await page.getByRole('button', { name: /^As a table/ }).all()) await button.click();
    for (const viewport of [PHONE, WIDE]) {
      await page.setViewportSize(viewport);
      await expectAccessible(page);
    }
    expect(problems).toEqual([]);
    await close();
  });
});
