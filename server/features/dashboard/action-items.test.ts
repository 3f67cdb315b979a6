import { randomUUID } from 'node:crypto';
import type { AdminActionItem, ItemsInbox } from '@understudy/contract/admin';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
  // Its days are those of this zone, whatever the machine's.
  await scene.app.pool.query("INSERT INTO settings (name, value, updated_by) VALUES ('hours', $1, 'o')", [
    { time_zone: 'Pacific/Kiritimati', open: [] },
  ]);
});
afterAll(() => scene.app.close());
beforeEach(() => scene.app.pool.query('DELETE FROM action_items'));

const inbox = async (query = '') => (await scene.ask(`/action-items/inbox?${query}`)).body as ItemsInbox;
const list = async (query = '') =>
  (await scene.ask(`/action-items?order=due&${query}`)).body as {
    items: AdminActionItem[];
    next_cursor: string | null;
  };
const titles = async (query = '') => (await list(query)).items.map(({ title }) => title);
const change = (id: string, body: object) =>
  scene.ask(`/action-items/${id}`, { method: 'PATCH', body: JSON.stringify(body) });
const setAll = async (ids: string[], status: string) =>
  scene.ask('/action-items/status', { method: 'POST', body: JSON.stringify({ ids, status }) });

/** Makes an item. @param due days from today, or null */
async function item(title: string, due: number | null, more: { category?: string; priority?: string } = {}) {
  const { today } = await inbox();
  const { rows } = await scene.app.pool.query<{ id: string }>(
    `INSERT INTO action_items (visitor_id, key, title, description, priority, owner, category, tags, due_date)
     VALUES ($1, $2, $2, '', $4, 'you', $5, '{}', $3::date + $6::int) RETURNING id`,
    [randomUUID(), title, due === null ? null : today, more.priority ?? 'medium', more.category ?? 'sales', due ?? 0],
  );
  return rows[0]?.id ?? '';
}

test('the inbox lists open items by due day in the owner’s zone, page by page, and counts them', async () => {
  const { today } = await inbox();
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  for (const due of [null, 40, 0, -3, null, -1, 0]) await item(`due ${due}`, due);
  const rest = 6 - weekday;
  for (let day = 1; day <= rest; day += 1) await item(`due ${day}`, day);
  const all = await titles();
  const week = Array.from({ length: rest }, (_, day) => `due ${day + 1}`);
  expect(all).toEqual(['due -3', 'due -1', 'due 0', 'due 0', ...week, 'due 40', 'due null', 'due null']);
  const paged: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await list(`limit=2${cursor}`);
    paged.push(...page.items.map(({ title }) => title));
    if (!page.next_cursor) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  expect(paged).toEqual(all);
  expect((await inbox()).counts).toEqual({ overdue: 2, today: 2, week: rest, later: 1, none: 2 });
  expect(await titles('due=overdue')).toEqual(['due -3', 'due -1']);
  expect(await titles('due=none')).toEqual(['due null', 'due null']);
  // The cursor of another list is refused.
  const newest = (await scene.ask('/action-items?limit=1')).body.next_cursor;
  expect((await scene.ask(`/action-items?order=due&cursor=${newest}`)).status).toBe(400);
});

test('items are filtered by category, priority, session and whose they are', async () => {
  const call = await item('call', 0, { category: 'call', priority: 'high' });
  const other = await item('other', 1, { category: 'o’brien "x"' });
  const session = await scene.keep({});
  await scene.app.pool.query('UPDATE action_items SET session_id = $1 WHERE id = $2', [session, other]);
  const { people, me, categories } = await inbox();
  expect(categories).toEqual(['call', 'o’brien "x"']);
  expect(people.map(({ id }) => id)).toContain(me);
  expect(await titles('category=call')).toEqual(['call']);
  expect(await titles(`category=${encodeURIComponent('o’brien "x"')}`)).toEqual(['other']);
  expect(await titles('priority=high')).toEqual(['call']);
  expect(await titles(`session_id=${session}`)).toEqual(['other']);
  expect(await titles('assignee=me')).toEqual([]);
  expect((await change(call, { assignee_id: me })).body.assignee).toMatchObject({ id: me });
  expect(await titles('assignee=me')).toEqual(['call']);
  expect(await titles(`assignee=${me}`)).toEqual(['call']);
  expect(await titles('assignee=none')).toEqual(['other']);
  expect((await inbox('assignee=none')).counts).toMatchObject({ today: 0 });
  expect((await scene.ask('/action-items?assignee=everybody')).status).toBe(400);
});

test('an item gets a due day and somebody who does it, each by itself', async () => {
  const id = await item('one', null);
  const { me } = await inbox();
  expect((await change(id, { due_date: '2027-02-28' })).body).toMatchObject({ due_date: '2027-02-28', assignee: null });
  expect((await change(id, { assignee_id: me })).body).toMatchObject({ due_date: '2027-02-28', status: 'open' });
  expect((await change(id, { due_date: null, status: 'done' })).body).toMatchObject({
    due_date: null,
    status: 'done',
    assignee: { id: me },
  });
  // Who is removed leaves their items to everybody.
  const { rows } = await scene.app.pool.query<{ id: string }>(
    "INSERT INTO users (email, role) VALUES ('gone@x.test', 'admin') RETURNING id",
  );
  await change(id, { assignee_id: rows[0]?.id });
  await scene.app.pool.query("DELETE FROM users WHERE email = 'gone@x.test'");
  expect((await list('status=done')).items).toMatchObject([{ title: 'one', assignee: null }]);
});

test.each([
  { due_date: '2027-02-30' },
  { due_date: '0000-01-01' },
  { due_date: 'tomorrow' },
  { assignee_id: randomUUID() },
  { assignee_id: 'me' },
  {},
])('%j is refused, and nothing changes', async (body) => {
  const id = await item('kept', 0);
  expect((await change(id, body)).status).toBe(400);
  expect(await titles()).toEqual(['kept']);
});

test('several items are completed at once, and brought back', async () => {
  const ids = [await item('a', 0), await item('b', 1), await item('c', 2)];
  const done = await setAll([ids[0] ?? '', ids[1] ?? '', randomUUID()], 'done');
  expect(done.body.items).toHaveLength(2);
  expect(await titles()).toEqual(['c']);
  const [one, two] = await Promise.all([setAll(ids, 'done'), setAll(ids.toReversed(), 'done')]);
  expect([one.status, two.status]).toEqual([200, 200]);
  await setAll(ids.slice(0, 2), 'open');
  expect(await titles()).toEqual(['a', 'b']);
  expect((await setAll([], 'done')).status).toBe(400);
  expect(
    (
      await setAll(
        Array.from({ length: 101 }, () => randomUUID()),
        'done',
      )
    ).status,
  ).toBe(400);
});

test('late pages of many items cost what early ones do', async () => {
  await scene.app.pool.query(
    `INSERT INTO action_items (visitor_id, key, title, description, priority, owner, category, tags, due_date)
     SELECT gen_random_uuid(), n::text, n::text, '', 'medium', 'you', 'sales', '{}', '2026-01-01'::date + n / 20
     FROM generate_series(1, 20000) AS n`,
  );
  await scene.app.pool.query('ANALYZE action_items');
  const { rows } = await scene.app.pool.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT id FROM action_items WHERE status = 'open' AND ((due_date, id) > ('2028-01-01'::date,
       '019a9d3e-5c1f-7b6e-9a41-2f6d8c0b7e57'::uuid) OR due_date IS NULL) ORDER BY due_date NULLS LAST, id LIMIT 26`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('action_items_open_due');
  expect((await list('limit=100')).items).toHaveLength(100);
});
