import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepSession } from './support/kept-sessions.ts';
import { expectAccessible, openStage, PHONE, type Stage } from './support/stage.ts';

describe('the action items', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({}, { as: 'admin' });
    // So that 'this week' has days to come, whatever today is.
    await stage.app.pool.query("INSERT INTO settings (name, value, updated_by) VALUES ('hours', $1, 'o')", [
      { time_zone: 'UTC', open: [] },
    ]);
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.app.pool.query('DELETE FROM action_items'));

  /** Keeps an item of a conversation. @param due days from today, or null */
  async function keepItem(title: string, due: number | null, category = 'sales'): Promise<string> {
    const { id, visitorId } = await keepSession(stage.app.pool, { name: `Visitor of ${title}`, minutesAgo: 60 });
    await stage.app.pool.query(
      `INSERT INTO action_items (session_id, visitor_id, key, title, description, priority, owner, category, tags,
         due_date, seq)
       VALUES ($1, $2, $3, $3, 'As they said.', 'medium', 'you', $5, '{}',
         (now() AT TIME ZONE 'UTC')::date + $4::int, 0)`,
      [id, visitorId, title, due, category],
    );
    return id;
  }
  const titles = (page: Page) => page.locator('li.item-row [data-row-link]').allInnerTexts();

  it('stand by due day, are completed together, and brought back', async () => {
    for (const [title, due] of [
      ['Later', 30],
      ['Old', -2],
      ['Now', 0],
      ['Some day', null],
    ] as const)
      await keepItem(title, due);
    const { page, problems, close } = await stage.visit('/admin');
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Action items' }).click();
    await expect.poll(() => titles(page)).toEqual(['Old', 'Now', 'Later', 'Some day']);
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      'Overdue',
      'Today',
      'Later',
      'Without a day',
    ]);
    await page.getByRole('button', { name: 'Overdue 1' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Select: Old').check();
    await page.getByLabel('Select: Later').check();
    await page.getByRole('button', { name: 'Mark 2 as done' }).click();
    await expect.poll(() => titles(page)).toEqual(['Now', 'Some day']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => titles(page)).toEqual(['Old', 'Now', 'Later', 'Some day']);
    await page.getByRole('button', { name: 'Mark as done: Now' }).click();
    await page.getByLabel('State').selectOption('done');
    await expect.poll(() => titles(page)).toEqual(['Now']);
    expect(problems).toEqual([]);
    await close();
  }, 60_000);

  it('get a day and somebody who does them, are filtered, and lead to their conversation', async () => {
    const session = await keepItem('Call Ana', null, 'support');
    await keepItem('Write to Bo', null);
    const { page, problems, close } = await stage.visit('/admin/action-items');
    const tomorrow = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Due day: Call Ana').fill(tomorrow);
    await expect.poll(() => titles(page)).toEqual(['Call Ana', 'Write to Bo']);
    await page.getByLabel('Assigned to: Call Ana').selectOption({ label: stage.email });
    const kept = async () =>
      (
        await stage.app.pool.query(
          `SELECT due_date::text, u.email FROM action_items a LEFT JOIN users u ON u.id = a.assignee_id
           WHERE title = 'Call Ana'`,
        )
      ).rows[0];
    await expect.poll(kept).toEqual({ due_date: tomorrow, email: stage.email });
    await page.getByLabel('Assigned to', { exact: true }).selectOption('me');
    await expect.poll(() => titles(page)).toEqual(['Call Ana']);
    await page.getByLabel('Assigned to', { exact: true }).selectOption('');
    await page.getByLabel('Category').selectOption('sales');
    await expect.poll(() => titles(page)).toEqual(['Write to Bo']);
    // The filters stand in the address.
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(['Write to Bo']);
    await page.getByLabel('Priority').selectOption('high');
    await page.getByText('No action items match').waitFor();
    await page.goto(`${stage.app.url}/admin/action-items`);
    await page.getByRole('button', { name: 'Only this session: Call Ana' }).click();
    await expect.poll(() => titles(page)).toEqual(['Call Ana']);
    await page.getByRole('link', { name: 'Call Ana', exact: true }).click();
    await page.waitForURL(`**/admin/session/${session}?*`);
    expect(problems).toEqual([]);
    await close();
  }, 60_000);

  it('are worked through by keyboard', async () => {
    for (const title of ['First', 'Second', 'Third']) await keepItem(title, 0);
    const { page, problems, close } = await stage.visit('/admin/action-items');
    await expect.poll(() => titles(page)).toEqual(['First', 'Second', 'Third']);
    for (const key of ['j', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
    expect(await page.getByLabel('Select: Second').isChecked()).toBe(true);
    await page.keyboard.press('e');
    await expect.poll(() => titles(page)).toEqual(['First']);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Select the row').waitFor();
    expect(problems).toEqual([]);
    await close();
  }, 60_000);

  it('fit on a phone, page by page, in the dark, and say so when there is nothing to do', async () => {
    const { page, problems, close } = await stage.visit('/admin/action-items', {
      viewport: PHONE,
      colorScheme: 'dark',
    });
    await page.getByText('Nothing to do').waitFor();
    await stage.app.pool.query(
      `INSERT INTO action_items (visitor_id, key, title, description, priority, owner, category, tags, due_date)
       SELECT gen_random_uuid(), n::text, 'Donaudampfschifffahrtsgesellschaftskapitänsmütze ' || n, 'As they said.',
         'high', 'you', 'sales', '{}', '2026-01-01'::date + n FROM generate_series(1, 30) AS n`,
    );
    await page.reload();
    await expect.poll(async () => (await titles(page)).length).toBe(25);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(async () => (await titles(page)).length).toBe(30);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  }, 60_000);
});
