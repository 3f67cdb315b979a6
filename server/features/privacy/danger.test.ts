import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ABOUT_VISITORS } from '../../platform/database/forget-visitors.ts';
import { newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { indexTranscript } from '../dashboard/transcripts.ts';
import { finishSession } from '../leads/finish-session.ts';
import { rememberConversation } from '../memory/remember.ts';
import { deleteConversations } from './danger-routes.ts';
import { DATA_REGISTER } from './data-register.ts';
import { EXPORT_WORDS } from './export-words.ts';
import { FIXED_RULES } from './retention.ts';
import { ALSO_KEPT, KIND_TABLES } from './retention-rules.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());
beforeEach(() =>
  scene.app.pool.query('TRUNCATE sessions, leads, memories, notes, action_items, waitlist, last_runs CASCADE'),
);

const post = (path: string, body: unknown, role: 'admin' | 'owner' = 'owner') =>
  scene.ask(`/danger/${path}`, { method: 'POST', role, body: JSON.stringify(body) });

/** All tables, with the number of occurrences of a text in any of their columns. */
async function sweep(text: string): Promise<Record<string, number>> {
  const { pool } = scene.app;
  const tables = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'jobs')`,
  );
  const hits: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await pool.query(`SELECT count(*)::int AS n FROM ${name} t WHERE t::text ILIKE $1`, [`%${text}%`]);
    if (rows[0].n > 0) hits[name] = rows[0].n;
  }
  return hits;
}

const MARK = 'zqxcanary';
const EMAIL = `${MARK}@canary.example`;

/** A visitor who writes the mark into every field. */
async function marked(): Promise<{ session_id: string; session_secret: string; ids: string[] }> {
  const { app } = scene;
  const visitor = newVisitor();
  const session = () => startAs(app, visitor, {}, { 'user-agent': MARK, referer: `https://${MARK}.example` });
  const first = await session();
  const say = (user_message: string) =>
    app.call('agent_reply', { ...first, user_message, context: { conversation_topic: MARK } });
  await say(
    `Hello, I am Ana ${MARK}, managing director of ${MARK} Bikes. Every order waits for me. My address is ${EMAIL}.`,
  );
  await say(
    `We have set aside 20,000 euros for the ${MARK} project and want it settled before Easter. I like ${MARK} tea.`,
  );
  await say(`Do you know the ${MARK} method of folding kites?`);
  await app.call('track_event', { ...first, kind: 'cta_clicked', payload: { cta: 'book_call', note: MARK } });
  await app.call('request_call', { ...first, email: EMAIL, wished_time: `Tuesday, ${MARK} time` });
  await app.call('action_items', { ...first, extract_from: 'conversation' });
  await app.call('collect_email', { email: EMAIL, name: MARK, signup_type: 'waitlist' });
  await app.call('end_session', first);
  await finishSession(app.parts, app.parts.twin(), first.session_id);
  await indexTranscript(app.pool, first.session_id);
  await rememberConversation(app.parts, first.session_id);
  const note = (text: string) =>
    scene.ask(`/sessions/${first.session_id}/notes`, { method: 'POST', body: JSON.stringify({ text }) });
  await note(`Call ${MARK}`);
  const { body } = await note('A mistake');
  expect((await scene.ask(`/notes/${body.id}`, { method: 'DELETE' })).status).toBe(204);
  const status = { method: 'PATCH', body: JSON.stringify({ status: 'contacted' }) };
  expect((await scene.ask(`/leads/${visitor.visitor_id}`, status)).status).toBe(200);
  await scene.ask(`/export?q=${EMAIL}`, { role: 'owner' });
  const second = await session();
  await app.call('agent_reply', { ...second, user_message: `It is ${MARK} again.` });
  return { ...second, ids: [visitor.visitor_id, first.session_id, second.session_id] };
}

test('who is erased stands nowhere any more, in no column of no table; everybody else does', async () => {
  const other = await scene.keep({ email: 'other@example.org', lines: ['Hello', 'Hello too'] });
  const { ids, ...running } = await marked();
  for (const id of ids.slice(0, 2)) expect(await sweep(id)).toHaveProperty(['public.audit_log'], 1);
  const before = await sweep(MARK);
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(
      [
        'sessions',
        'utterances',
        'extracts',
        'lead_signals',
        'leads',
        'waitlist',
        'notes',
        'summaries',
        'audit_log',
      ].map((t) => `public.${t}`),
    ),
  );
  const preview = await post('erase-visitor/preview', { email: EMAIL.toUpperCase() });
  expect(preview.body).toMatchObject({
    email: EMAIL,
    visitors: 1,
    counts: { sessions: 2, notes: 1, leads: 1, waitlist: 1 },
  });
  expect(await post('erase-visitor', { email: EMAIL, confirm: 'else@example.org' })).toMatchObject({ status: 400 });
  expect(await sweep(MARK)).toEqual(before);
  const erased = await post('erase-visitor', { email: EMAIL, confirm: ` ${EMAIL.toUpperCase()} ` });
  expect(erased).toMatchObject({ status: 200, body: preview.body });
  // Sums with the visitor's words as keys are rolled up after the response.
  await expect.poll(() => sweep(MARK), { timeout: 20_000 }).toEqual({});
  expect((await scene.app.call('agent_reply', { ...running, user_message: 'Hello?' })).status).toBe(401);
  for (const id of ids) expect(await sweep(id)).toEqual({});
  expect((await scene.app.pool.query('SELECT id FROM sessions')).rows).toEqual([{ id: other }]);
  const { rows } = await scene.app.pool.query("SELECT detail FROM audit_log WHERE action = 'visitor_erased'");
  expect(rows).toMatchObject([
    { detail: { visitors: 1, total: preview.body.total, email_hash: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  ]);
  expect((await post('erase-visitor', { email: EMAIL, confirm: EMAIL })).body).toMatchObject({ visitors: 0, total: 0 });
  // Searches every table nine times.
}, 120_000);

/** A visitor without an address and with two stored conversations, the second still running. */
async function anonymous(mark: string) {
  const { app } = scene;
  const visitor = newVisitor();
  const first = await startAs(app, visitor);
  const say = (session: object, user_message: string) => app.call('agent_reply', { ...session, user_message });
  await say(first, `Hello, I am Cleo ${mark}. I run a bakery with 40 people in ${mark}town. What does it cost?`);
  await app.call('end_session', first);
  await finishSession(app.parts, app.parts.twin(), first.session_id);
  await rememberConversation(app.parts, first.session_id);
  await scene.ask(`/sessions/${first.session_id}/notes`, {
    method: 'POST',
    body: JSON.stringify({ text: `Is ${mark} serious?` }),
  });
  const second = await startAs(app, visitor);
  await say(second, `It is ${mark} again.`);
  await app.parts.memoryQueue.settled();
  return { visitor, first, second };
}

test('a visitor who left no address is erased by their id: all conversations, the running one too', async () => {
  const mark = 'Qanonone';
  const { visitor, first, second } = await anonymous(mark);
  const { visitor_id } = visitor;
  const preview = (await post('erase-visitor/preview', { visitor_id })).body;
  expect(preview).toMatchObject({
    email: null,
    visitors: 1,
    addresses: [],
    counts: { sessions: 2, leads: 1, notes: 1 },
  });
  expect(await post('erase-visitor', { visitor_id, confirm_rows: preview.total + 1 })).toMatchObject({
    status: 409,
    body: { code: 'confirmation_needed', rows: preview.total },
  });
  expect((await scene.app.call('session_history', second)).status).toBe(200);
  const erased = await post('erase-visitor', { visitor_id, confirm_rows: preview.total });
  expect(erased).toMatchObject({ status: 200, body: preview });
  await expect.poll(() => sweep(mark), { timeout: 20_000 }).toEqual({});
  for (const id of [visitor_id, first.session_id, second.session_id]) expect(await sweep(id)).toEqual({});
  expect((await scene.app.call('agent_reply', { ...second, user_message: 'Hello?' })).status).toBe(401);
  expect(await post('erase-visitor', { visitor_id, confirm_rows: 0 })).toMatchObject({ status: 404 });
  // Their browser still has the secret, but it no longer identifies anybody.
  await startAs(scene.app, visitor);
  expect(visitor.visitor_id).not.toBe(visitor_id);
  const { rows } = await scene.app.pool.query(
    "SELECT detail FROM audit_log WHERE action = 'visitor_erased' ORDER BY id DESC LIMIT 1",
  );
  expect(rows).toEqual([{ detail: { visitors: 1, counts: preview.counts, total: preview.total } }]);
}, 120_000);

test('a conversation is erased with what came of it; what is known of its visitor is what others told', async () => {
  const { app } = scene;
  const mark = 'Qanontwo';
  const { visitor, first, second } = await anonymous(mark);
  const { visitor_id } = visitor;
  await app.call('agent_reply', {
    ...second,
    user_message: 'I have set aside 20,000 euros. My address is cleo@two.example',
  });
  await app.parts.memoryQueue.settled();
  await app.call('end_session', second);
  await finishSession(app.parts, app.parts.twin(), second.session_id);
  const lead = async () =>
    (await app.pool.query('SELECT name, email, conversations FROM leads WHERE visitor_id = $1', [visitor_id])).rows;
  expect(await lead()).toMatchObject([{ name: `Cleo ${mark}`, email: 'cleo@two.example', conversations: 2 }]);
  const target = { session_id: second.session_id };
  const preview = (await post('erase-visitor/preview', target)).body;
  expect(preview).toMatchObject({
    visitors: 0,
    addresses: ['cleo@two.example'],
    counts: { sessions: 1, leads: 0, notes: 0 },
  });
  expect((await post('erase-visitor', { ...target, confirm_rows: preview.total })).body).toEqual(preview);
  expect(await sweep(second.session_id)).toEqual({});
  expect(await sweep('cleo@two.example')).toEqual({});
  expect(await lead()).toMatchObject([{ name: `Cleo ${mark}`, email: null, conversations: 1 }]);
  expect((await scene.ask(`/sessions/${first.session_id}`)).body.notes).toHaveLength(1);
  // Deleting the last session deletes the visitor.
  const last = { session_id: first.session_id };
  const { body } = await post('erase-visitor/preview', last);
  expect(body).toMatchObject({ visitors: 1, counts: { sessions: 1, leads: 1, notes: 1 } });
  expect((await post('erase-visitor', { ...last, confirm_rows: body.total })).status).toBe(200);
  await expect.poll(() => sweep(mark), { timeout: 20_000 }).toEqual({});
  expect(await sweep(visitor_id)).toEqual({});
  const { rows } = await app.pool.query(
    "SELECT detail FROM audit_log WHERE action = 'conversation_erased' ORDER BY id DESC LIMIT 1",
  );
  expect(rows).toEqual([{ detail: { visitors: 1, counts: body.counts, total: body.total } }]);
}, 120_000);

test.each([
  [{}],
  [{ visitor_id: randomUUID(), session_id: randomUUID(), confirm_rows: 1 }],
  [{ email: EMAIL, visitor_id: randomUUID(), confirm: EMAIL }],
  [{ visitor_id: randomUUID() }],
  [{ visitor_id: randomUUID(), confirm: EMAIL }],
  [{ session_id: '00000000-0000-0000-0000-000000000000', confirm_rows: 1 }],
  [{ email: EMAIL, confirm: EMAIL, confirm_rows: 1 }],
])('%j names nobody in a way that can be confirmed', async (body) => {
  expect(await post('erase-visitor', body)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
});

test('what a legal hold keeps of a visitor is told before and after, and goes with the hold', async () => {
  const visitor_id = randomUUID();
  const email = 'held@example.org';
  const held = await scene.keep({ visitor_id, email, minutes: 5 });
  await scene.keep({ visitor_id, email, minutes: 5 });
  const hold = (method: string, body?: object) =>
    scene.ask(`/sessions/${held}/legal-hold`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  expect((await post('erase-visitor/preview', { visitor_id })).body).toMatchObject({ visitors: 1, held: 0 });
  await hold('PUT', { reason: 'Claim 4711' });
  const preview = (await post('erase-visitor/preview', { email })).body;
  expect(preview).toMatchObject({ visitors: 0, held: 1, counts: { sessions: 1 } });
  expect((await post('erase-visitor/preview', { visitor_id })).body).toMatchObject({
    held: 1,
    counts: { sessions: 1 },
  });
  expect((await post('erase-visitor', { email, confirm: email })).body).toEqual(preview);
  const left = async () =>
    (await scene.app.pool.query('SELECT id FROM sessions WHERE visitor_id = $1', [visitor_id])).rows;
  expect(await left()).toEqual([{ id: held }]);
  // What stays is not counted, and asking again tells the same.
  expect((await post('erase-visitor/preview', { email })).body).toMatchObject({ held: 1, counts: { sessions: 0 } });
  const { rows } = await scene.app.pool.query(
    "SELECT detail FROM audit_log WHERE action = 'visitor_erased' ORDER BY id DESC LIMIT 1",
  );
  expect(rows).toMatchObject([{ detail: { held: 1 } }]);
  expect((await hold('GET')).body).toMatchObject({ hold: { erasure_waits: true } });
});

test('conversations before a day go in the background, once their number was confirmed', async () => {
  const ended = (day: string) => scene.keep({ started_at: `${day}T10:00:00Z`, minutes: 5 });
  await Promise.all([ended('2026-01-01'), ended('2026-01-02')]);
  const later = await ended('2026-01-04');
  const running = await scene.keep({ started_at: '2026-01-01T10:00:00Z', minutes: null });
  const held = await ended('2026-01-01');
  const hold = { method: 'PUT', body: JSON.stringify({ reason: 'Claim 4711' }) };
  expect((await scene.ask(`/sessions/${held}/legal-hold`, hold)).status).toBe(200);
  const before = '2026-01-03';
  expect((await scene.ask('/danger/delete-conversations', { role: 'owner' })).body).toEqual({ deletion: null });
  expect((await post('delete-conversations/preview', { before })).body).toEqual({ before, sessions: 2, held: 1 });
  expect(await post('delete-conversations', { before, confirm_rows: 3 })).toMatchObject({
    status: 409,
    body: { code: 'confirmation_needed', rows: 2 },
  });
  const begun = await post('delete-conversations', { before, confirm_rows: 2 });
  expect(begun).toMatchObject({ status: 202, body: { before, total: 2, deleted: 0, running: true } });
  expect((await post('delete-conversations', { before, confirm_rows: 2 })).body.code).toBe('conflict');
  expect((await scene.app.pool.query("SELECT FROM job_requests WHERE name = 'delete_conversations'")).rowCount).toBe(1);
  await deleteConversations(scene.app.pool);
  await deleteConversations(scene.app.pool);
  const { deletion } = (await scene.ask('/danger/delete-conversations', { role: 'owner' })).body;
  expect(deletion).toEqual({ ...begun.body, deleted: 2, running: false });
  const left = (await scene.app.pool.query('SELECT id FROM sessions')).rows.map(({ id }) => id);
  expect(left.toSorted()).toEqual([later, running, held].toSorted());
});

test.each(['2026-13-01', 'yesterday', '2999-01-01', '2026-01-01T00:00:00Z'])(
  'the day %s is refused',
  async (before) => {
    expect(await post('delete-conversations/preview', { before })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  },
);

test.each([
  'erase-visitor/preview',
  'erase-visitor',
  'delete-conversations/preview',
  'delete-conversations',
  'sign-out-everyone',
])('%s is an owner’s alone', async (path) => {
  expect((await post(path, {}, 'admin')).status).toBe(403);
});

test('every table has a rule by which its rows go and are exported, and every column was looked at', async () => {
  const { pool } = scene.app;
  const { rows } = await pool.query<{ table: string; columns: string[] }>(
    `SELECT table_name AS table, array_agg(column_name::text ORDER BY column_name COLLATE "C") AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'migrations' GROUP BY 1`,
  );
  expect(rows.map(({ table }) => table).toSorted()).toEqual(Object.keys(DATA_REGISTER).toSorted());
  const cascades = await pool.query<{ from: string; to: string }>(
    `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
     WHERE contype = 'f' AND confdeltype = 'c'`,
  );
  const goesWith = (table: string, root: string): boolean =>
    cascades.rows.some(({ from, to }) => from === table && (to === root || (to !== table && goesWith(to, root))));
  const expiring = [...Object.values(KIND_TABLES), ...ALSO_KEPT, ...FIXED_RULES].map(({ table }) => table);
  const ofVisitors = Object.entries(DATA_REGISTER).filter(([, { goes }]) => goes === 'with its visitor');
  expect(ABOUT_VISITORS.toSorted()).toEqual(ofVisitors.map(([name]) => name).toSorted());
  for (const { table, columns } of rows) {
    const rule = DATA_REGISTER[table];
    if (rule?.goes === 'never') expect({ table, columns }).toEqual({ table, columns: rule.columns });
    if (rule?.goes === 'with its session')
      expect({ table, goes: goesWith(table, 'sessions') }).toEqual({ table, goes: true });
    if (rule?.goes === 'with its visitor') expect(columns).toContain('visitor_id');
    if (rule?.goes === 'with either of its visitors')
      expect(columns).toEqual(expect.arrayContaining(['visitor_id', 'other_id']));
    if (rule?.goes === 'with its visitor, or after a time') {
      expect(columns).toContain('visitor_id');
      expect(FIXED_RULES.map((fixed) => fixed.table)).toContain(table);
    }
    if (rule?.goes === 'with its visitor' || rule?.goes === 'by its address') expect(expiring).toContain(table);
    if (rule?.goes === 'by its address') expect(columns).toEqual(expect.arrayContaining([rule.column, 'created_at']));
    if (rule?.goes === 'with the last of its visitor') {
      expect(columns).toContain('visitor_id');
      expect({ table, goes: table === 'visitors' || goesWith(table, 'visitors') }).toEqual({ table, goes: true });
    }
    if (rule && 'exported' in rule && rule.exported.section !== null) {
      const { columns: told, withheld, why } = rule.exported;
      expect({ table, columns }).toEqual({ table, columns: [...told, ...withheld].toSorted() });
      expect({ table, why: why !== '' }).toEqual({ table, why: withheld.length > 0 });
      for (const words of Object.values(EXPORT_WORDS))
        expect(Object.keys(words.columns)).toEqual(expect.arrayContaining([...told]));
    }
    if (rule?.goes === 'with its account' && table !== 'users')
      expect({ table, goes: goesWith(table, 'users') }).toEqual({ table, goes: true });
  }
});

test('signing everybody out ends every sign-in at once, the asker’s too', async () => {
  const { body } = await post('sign-out-everyone', {});
  expect(body.signed_out).toBeGreaterThanOrEqual(3);
  for (const role of ['admin', 'owner'] as const) expect((await scene.ask('/settings', { role })).status).toBe(401);
});
