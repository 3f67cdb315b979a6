import { randomUUID } from 'node:crypto';
import { LEAD_STATUSES } from '@understudy/contract/admin';
import { CALL_REQUEST_KEY } from '@understudy/contract/leads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { hasActionItem } from './session-rows.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());

const patch = (path: string, body: unknown) => scene.ask(path, { method: 'PATCH', body: JSON.stringify(body) });

describe('action items', () => {
  test('are listed by status and priority, the newest first, and ticked off', async () => {
    await scene.app.pool.query(
      `INSERT INTO action_items (visitor_id, key, title, description, priority, owner, category, tags, created_at)
       SELECT gen_random_uuid(), n::text, n::text, '', (ARRAY['high', 'medium', 'low'])[n % 3 + 1], 'you', 'sales',
         '{}', now() - n / 2 * interval '1 hour'
       FROM generate_series(0, 8) AS n`,
    );
    const titles = async (query: string) =>
      (await scene.ask(`/action-items?${query}`)).body.items.map(({ title }: { title: string }) => Number(title));
    const all = await titles('');
    expect([...all].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await titles('priority=high')).toEqual(all.filter((n: number) => n % 3 === 0));
    const paged: number[] = [];
    let cursor = '';
    do {
      const { body } = await scene.ask(`/action-items?limit=2${cursor && `&cursor=${cursor}`}`);
      paged.push(...body.items.map(({ title }: { title: string }) => Number(title)));
      cursor = body.next_cursor ?? '';
    } while (cursor);
    expect(paged).toEqual(all);
    const { body } = await scene.ask('/action-items?limit=1');
    const [first] = body.items;
    expect(await patch(`/action-items/${first.id}`, { status: 'done' })).toMatchObject({
      status: 200,
      body: { ...first, status: 'done' },
    });
    expect(await titles('status=done')).toEqual([Number(first.title)]);
    await scene.app.pool.query(
      `INSERT INTO leads (visitor_id, name, company, lead_score, conversations, first_seen_at, last_seen_at)
       VALUES ($1, 'Ana Costa', 'Costa Bikes', 0, 1, now(), now())`,
      [first.visitor_id],
    );
    const done = (await scene.ask('/action-items?status=done')).body.items;
    expect(done).toMatchObject([{ contact_name: 'Ana Costa', company: 'Costa Bikes' }]);
    expect(await titles('')).toHaveLength(8);
    expect(await titles('status=all')).toHaveLength(9);
    await patch(`/action-items/${first.id}`, { status: 'open' });
    expect(await titles('')).toEqual(all);
  });

  test('that wait for the owner are listed by themselves until they are ticked off, a seller’s last', async () => {
    await scene.app.pool.query('DELETE FROM action_items');
    await scene.app.pool.query(
      `INSERT INTO action_items (visitor_id, key, title, description, priority, owner, category, tags, created_at)
       SELECT gen_random_uuid(), key, key, '', priority, 'you', 'sales', '{}', now() - n * interval '1 hour'
       FROM unnest(ARRAY['sold', 'request:call', 'request:proposal', 'offer', 'request:answer', 'request:delete_data'],
         ARRAY['low', 'high', 'medium', 'low', 'medium', 'high']) WITH ORDINALITY AS of(key, priority, n)`,
    );
    // A vendor whose latest request was a call.
    await scene.app.pool.query("UPDATE action_items SET key = 'request:call' WHERE key = 'sold'");
    const asked = async (query = '') => (await scene.ask(`/action-items?kind=asked${query}`)).body;
    const titles = async () => ((await asked()).items as { title: string }[]).map(({ title }) => title);
    const all = ['request:call', 'request:answer', 'request:delete_data', 'sold'];
    expect(await titles()).toEqual(all);
    // Paging yields the same list.
    const paged: string[] = [];
    for (let cursor = ''; paged.length < all.length; ) {
      const page = await asked(`&limit=1${cursor}`);
      paged.push(...page.items.map(({ title }: { title: string }) => title));
      if (!page.next_cursor) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(paged).toEqual(all);
    const [call] = (await asked()).items as { id: string }[];
    await patch(`/action-items/${call?.id}`, { status: 'done' });
    expect(await titles()).toEqual(all.slice(1));
  });

  test('that were asked of a person by other visitors are not read for the list of sessions', async () => {
    await scene.app.pool.query(
      `INSERT INTO action_items (visitor_id, key, title, description, priority, owner, category, tags)
       SELECT gen_random_uuid(), 'made-' || n, '', '', 'low', 'you', 'sales', '{}' FROM generate_series(1, 3000) AS n`,
    );
    await scene.app.pool.query('ANALYZE action_items');
    const { rows } = await scene.app.pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT ${hasActionItem(CALL_REQUEST_KEY)} FROM sessions s`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('action_items_session_key');
    expect(plan).not.toContain('action_items_asked');
  });

  test.each([{ status: 'gone' }, {}, { status: 'done', title: 'x' }, null])('take no %j', async (body) => {
    expect(await patch(`/action-items/${randomUUID()}`, body)).toMatchObject({ status: 400 });
  });

  test('that are not there are not found', async () => {
    for (const id of [randomUUID(), 'x', "' or 1=1"]) {
      expect(await patch(`/action-items/${encodeURIComponent(id)}`, { status: 'done' })).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    }
  });
});

describe('the status of a lead', () => {
  test('names in the log whose it is, with a way to their newest conversation, until they are forgotten', async () => {
    const visitor_id = randomUUID();
    await scene.keep({ visitor_id, started_ms_ago: 9_000_000 });
    const id = await scene.keep({ visitor_id, contact_name: 'Ana' });
    await patch(`/leads/${visitor_id}`, { status: 'contacted' });
    const newest = async () => (await scene.ask('/audit', { role: 'owner' })).body.items[0];
    expect(await newest()).toMatchObject({ action: 'lead_status_changed', subject: { name: 'Ana', session_id: id } });
    await scene.app.pool.query("UPDATE leads SET name = 'Ana Costa' WHERE visitor_id = $1", [visitor_id]);
    expect((await newest()).subject).toEqual({ name: 'Ana Costa', session_id: id });
    await scene.app.pool.query('DELETE FROM leads WHERE visitor_id = $1', [visitor_id]);
    expect((await newest()).subject).toBeNull();
  });

  test.each(LEAD_STATUSES)('becomes %s, in the list and in the log', async (status) => {
    const visitor_id = randomUUID();
    const id = await scene.keep({ visitor_id });
    expect(await patch(`/leads/${visitor_id}`, { status })).toMatchObject({
      status: 200,
      body: { visitor_id, status },
    });
    expect((await scene.ask(`/sessions/${id}`)).body.session.status).toBe(status);
    const { rows } = await scene.app.pool.query(
      "SELECT detail FROM audit_log WHERE action = 'lead_status_changed' AND detail ->> 'visitor_id' = $1",
      [visitor_id],
    );
    expect(rows).toEqual(status === 'new' ? [] : [{ detail: { visitor_id, from: 'new', to: status } }]);
  });

  test('is one of all visitors who left the same address', async () => {
    const visitors = [randomUUID(), randomUUID(), randomUUID()];
    const ids: string[] = [];
    for (const visitor_id of visitors) ids.push(await scene.keep({ visitor_id }));
    await scene.app.pool.query(
      `INSERT INTO leads (visitor_id, email_normalised) SELECT v, 'one@x.test' FROM unnest($1::uuid[]) AS v`,
      [visitors.slice(0, 2)],
    );
    await patch(`/leads/${visitors[0]}`, { status: 'won' });
    const statuses = await Promise.all(ids.map(async (id) => (await scene.ask(`/sessions/${id}`)).body.session.status));
    expect(statuses).toEqual(['won', 'won', 'new']);
  });

  test('of somebody unknown, or unkept, or of no such name is refused', async () => {
    const visitor_id = randomUUID();
    await scene.keep({ visitor_id, consent: false });
    expect(await patch(`/leads/${visitor_id}`, { status: 'won' })).toMatchObject({ status: 404 });
    expect(await patch(`/leads/${randomUUID()}`, { status: 'won' })).toMatchObject({ status: 404 });
    expect(await patch('/leads/x', { status: 'won' })).toMatchObject({ status: 404 });
    expect(await patch(`/leads/${visitor_id}`, { status: 'rich' })).toMatchObject({ status: 400 });
  });
});

describe('the waitlist', () => {
  test('is shown the newest first, page by page, and exported', async () => {
    await scene.app.pool.query(
      `INSERT INTO waitlist (email, email_normalised, name, signup_type, created_at)
       SELECT n || '@x.test', n || '@x.test', CASE n WHEN 3 THEN '=HYPERLINK("x")' END, 'waitlist',
         now() - n / 2 * interval '1 day'
       FROM generate_series(1, 7) AS n`,
    );
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await scene.ask(`/waitlist?limit=3${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.items.map(({ email }: { email: string }) => email));
      cursor = body.next_cursor ?? '';
    } while (cursor);
    expect(new Set(seen).size).toBe(7);
    expect(seen[0]).toBe('1@x.test');
    const file = await scene.ask('/waitlist/export');
    expect(file.headers.get('x-total-count')).toBe('7');
    expect(file.body).toContain(`3@x.test,"'=HYPERLINK(""x"")",`);
    expect((await scene.ask('/waitlist/export?format=jsonl')).body.trim().split('\n')).toHaveLength(7);
  });
});
