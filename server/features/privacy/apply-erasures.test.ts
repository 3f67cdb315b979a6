import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { type KeptVisitor, newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { finishSession } from '../leads/finish-session.ts';
import { applyErasures } from './apply-erasures.ts';
import { DATA_REGISTER } from './data-register.ts';
import { eraseVisitor } from './erase-visitor.ts';
import { readLedger } from './erasure-ledger.ts';

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await testDatabase();
  app = await startTestApp({}, { database });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const call = (name: string, body: object) => app.call(name, body);
const rows = async (sql: string, ...values: unknown[]) => (await database.pool.query(sql, values)).rows;

async function talked(visitor: KeptVisitor, ...lines: string[]) {
  const session = await startAs(app, visitor);
  for (const line of lines) await call('agent_reply', { ...session, user_message: line });
  await app.parts.memoryQueue.settled();
  await call('end_session', session);
  await finishSession(app.parts, app.parts.twin(), session.session_id);
  return session;
}

/** Tables that a copy holds, in an order in which their rows can be put back. */
const ORDER = ['visitors', 'sessions', 'shows'];
const TABLES = Object.entries(DATA_REGISTER)
  .flatMap(([table, { goes }]) => (goes.startsWith('with') || goes === 'by its address' ? [table] : []))
  .filter((table) => !/^(users|invitations|auth_|refresh_|known_|mfa_|recovery_)/.test(table))
  .sort((one, other) => ORDER.indexOf(other) - ORDER.indexOf(one) || 0);

/** A copy of all rows of visitors, and a function that puts back what is missing. */
async function backup(): Promise<() => Promise<void>> {
  const copy = new Map<string, unknown[]>();
  for (const table of TABLES)
    copy.set(
      table,
      (await rows(`SELECT to_jsonb(t) AS row FROM ${table} t`)).map((r) => r.row),
    );
  return async () => {
    for (const table of [...ORDER, ...TABLES.filter((name) => !ORDER.includes(name))]) {
      const columns = await rows(
        `SELECT quote_ident(column_name) AS name FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
        table,
      );
      const names = columns.map(({ name }) => name).join(', ');
      await rows(
        `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
         SELECT ${names} FROM jsonb_populate_recordset(null::${table}, $1::jsonb) ON CONFLICT DO NOTHING`,
        JSON.stringify(copy.get(table)),
      );
    }
  };
}

test('what a restore brings back is erased again, and nobody else', async () => {
  const [ana, bea, cleo, dora] = [newVisitor(), newVisitor(), newVisitor(), newVisitor()];
  await talked(ana, 'I am Ana Costa of Costa Bikes.');
  await talked(bea, 'I am Bea Lind.');
  const gone = await talked(cleo, 'I am Cleo Marchetti.');
  await talked(cleo, 'I like kites.');
  const cut = await talked(dora, 'We are forty people.', 'I am Dora Quandt of Quandt Tea.');
  await call('collect_email', { email: 'ana@costabikes.example', name: 'Ana', signup_type: 'waitlist' });
  const offRecord = await startAs(app, bea);
  await call('agent_reply', { ...offRecord, user_message: 'This is about marmalade.' });
  await app.parts.memoryQueue.settled();

  const restore = await backup();
  expect((await call('erase_my_data', { ...ana, scope: 'all' })).status).toBe(200);
  expect((await call('erase_my_data', { ...cleo, scope: 'session', ids: [gone.session_id] })).status).toBe(200);
  const { lines } = (await call('my_conversation', { ...dora, conversation_id: cut.session_id })).body;
  const line = lines.find(({ text }: { text: string }) => text.includes('Quandt'));
  expect((await call('erase_my_data', { ...dora, scope: 'message', ids: [line.id] })).status).toBe(200);
  await call('withdraw_consent', offRecord);
  await call('end_session', offRecord);
  const ledger = await readLedger(database);
  expect(ledger.erasures).toHaveLength(4);

  // The copy was made before the first erasure: with its rows, its ledger comes back, which is empty and has no key.
  await restore();
  await rows('TRUNCATE erasures CASCADE');
  await rows("DELETE FROM installation_secrets WHERE name = 'erasures'");
  const names = async () =>
    (await rows("SELECT string_agg(text, ' ') AS said FROM utterances WHERE speaker = 'visitor'"))[0].said;
  for (const name of ['Ana', 'Bea', 'Cleo', 'Quandt', 'marmalade']) expect(await names()).toContain(name);

  expect(await applyErasures(database, ledger)).toMatchObject({ visitors: 1, conversations: 2 });
  const said = await names();
  for (const name of ['Ana', 'Cleo', 'Quandt', 'marmalade']) expect(said).not.toContain(name);
  for (const name of ['Bea', 'kites', 'forty people']) expect(said).toContain(name);
  expect(await rows("SELECT FROM leads WHERE name IN ('Ana Costa', 'Cleo Marchetti', 'Dora Quandt')")).toEqual([]);
  // Again, nothing is found: neither with the ledger that was taken along nor with the database's own.
  const nothing = { visitors: 0, conversations: 0, messages: 0, memories: 0, addresses: 0 };
  expect(await applyErasures(database, ledger)).toEqual(nothing);
  expect(await applyErasures(database)).toEqual(nothing);
  // Other visitors are known as before.
  expect((await call('my_data', bea)).body.facts).toContainEqual({
    field: 'name',
    value: 'Bea Lind',
    corrected: false,
  });
});

test('what a visitor had the twin forget in the chat does not come back, one memory or all', async () => {
  const [ines, jon, kay] = [newVisitor(), newVisitor(), newVisitor()];
  const told = ['I am Ines Rocha.', 'I run a bakery with 40 people in Leeds.'];
  for (const visitor of [ines, jon, kay]) await talked(visitor, ...told);
  const remembered = async (visitor: KeptVisitor) =>
    (await rows('SELECT id FROM memories WHERE visitor_id = $1 ORDER BY id', visitor.visitor_id)).map(({ id }) => id);
  const [one, ...others] = await remembered(ines);
  expect(others).not.toEqual([]);
  const restore = await backup();
  const forget = async (visitor: KeptVisitor, what: object) =>
    (await call('forget_memory', { ...(await startAs(app, visitor)), ...what })).body;
  expect(await forget(ines, { id: one })).toEqual({ success: true, forgotten: 1 });
  expect(await forget(jon, { all: true })).toEqual({ success: true, forgotten: others.length + 1 });
  const ledger = await readLedger(database);
  expect(ledger.erasures.filter(({ scope }) => scope === 'memory').map(({ counts }) => counts.memories)).toEqual([
    1,
    others.length + 1,
  ]);
  // Nothing more is there to forget, and nothing is recorded of that.
  expect(await forget(jon, { all: true })).toEqual({ success: true, forgotten: 0 });
  expect((await readLedger(database)).erasures).toHaveLength(ledger.erasures.length);

  await restore();
  expect(await remembered(jon)).toHaveLength(others.length + 1);
  expect(await applyErasures(database, ledger)).toMatchObject({ memories: others.length + 2 });
  expect(await remembered(ines)).toEqual(others);
  expect(await remembered(jon)).toEqual([]);
  expect(await remembered(kay)).toHaveLength(others.length + 1);
});

test('an address is erased as far as it is older than its erasure', async () => {
  const email = 'fay@example.org';
  await call('collect_email', { email, name: 'Fay', signup_type: 'waitlist' });
  const restore = await backup();
  await eraseVisitor(database, { email });
  await restore();
  expect(await applyErasures(database)).toMatchObject({ addresses: 1 });
  await call('collect_email', { email, name: 'Fay', signup_type: 'waitlist' });
  expect(await applyErasures(database)).toMatchObject({ addresses: 0 });
  expect(await rows('SELECT FROM waitlist WHERE email_normalised = $1', email)).toHaveLength(1);
});

test('another instance forgets too', async () => {
  const shared = { DATABASE_URL: database.url };
  const [one, other] = [await startTestApp(shared, { database }), await startTestApp(shared, { database })];
  try {
    const visitor = newVisitor();
    const session = await startAs(other, visitor);
    await other.call('agent_reply', { ...session, user_message: 'I am Gil Moreno, and I like kites.' });
    const turnId = (await rows('SELECT turn_id FROM turns WHERE session_id = $1', session.session_id))[0].turn_id;
    expect(other.parts.history.hasTurn(session.session_id, turnId)).toBe(true);
    expect((await one.call('erase_my_data', { ...visitor, scope: 'all' })).status).toBe(200);
    await expect.poll(() => other.parts.history.hasTurn(session.session_id, turnId)).toBe(false);
    expect((await other.call('agent_reply', { ...session, user_message: 'Hello?' })).status).toBe(401);
  } finally {
    await one.close();
    await other.close();
  }
});
