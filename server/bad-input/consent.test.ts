import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { sweepIdleSessions } from '../features/conversation/sessions.ts';
import { newVisitor, startAs } from '../testing/kept-visitor.ts';
import { hear } from '../testing/stream.ts';
import { useScene } from './refusals.ts';

const { scene } = useScene();
const MARK = 'marmalade-4711';

/** All tables and columns of the database that contain a text, whatever their names. */
async function places(pool: Pool, text: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const hits = await pool.query(`SELECT FROM ${name} r WHERE r::text ILIKE $1`, [`%${text}%`]);
    if (hits.rowCount) found.push(name);
  }
  return found;
}

/** A conversation with a mark in everything that a visitor can write. */
async function talk(consent: boolean) {
  const { app } = scene();
  const visitor = newVisitor();
  const credentials = await startAs(app, visitor, { consent });
  const context = { conversation_topic: MARK, recent_messages: [MARK] };
  await app.call('agent_reply', { ...credentials, user_message: `My name is ${MARK}`, context });
  await app.call('track_event', { ...credentials, kind: 'cta_clicked', payload: { cta: MARK } });
  await app.call('embedded_chat', { ...credentials, messages: [{ role: 'user', content: MARK }] });
  const stream = await hear(app.url, { ...credentials, user_message: `${MARK} again` });
  await stream.ended;
  return { visitor, credentials };
}

async function unkeptToday(pool: Pool): Promise<number> {
  const { rows } = await pool.query("SELECT count FROM daily_totals WHERE name = 'unkept_sessions'");
  return Number(rows[0]?.count ?? 0);
}

test('without consent nothing is left after the end but one more in a number', async () => {
  const { app } = scene();
  const before = await unkeptToday(app.pool);
  const { visitor, credentials } = await talk(false);
  expect(await places(app.pool, MARK)).not.toEqual([]);
  expect((await app.call('end_session', credentials)).body).toEqual({ success: true });
  for (const text of [MARK, visitor.visitor_id, credentials.session_id, credentials.session_secret]) {
    expect(await places(app.pool, text), text).toEqual([]);
  }
  expect(await unkeptToday(app.pool)).toBe(before + 1);
  // A session that is not kept cannot be queried either, as if it had never existed.
  for (const fn of ['session_history', 'end_session']) {
    expect(await app.call(fn, credentials)).toMatchObject({ status: 401, body: { code: 'invalid_session' } });
  }
});

test('the same when it ends by itself after 30 idle minutes', async () => {
  const { app } = scene();
  const before = await unkeptToday(app.pool);
  const { credentials } = await talk(false);
  await idleFor(app.pool, credentials.session_id, 29);
  await sweepIdleSessions(app.pool, 90_000);
  expect((await app.call('session_history', credentials)).status).toBe(200);
  await idleFor(app.pool, credentials.session_id, 31);
  await sweepIdleSessions(app.pool, 90_000);
  expect(await places(app.pool, credentials.session_id)).toEqual([]);
  expect(await unkeptToday(app.pool)).toBe(before + 1);
});

test('with consent the words stay, and can be read for 30 days after the end', async () => {
  const { app } = scene();
  const { credentials } = await talk(true);
  await app.call('end_session', credentials);
  const history = await app.call('session_history', credentials);
  expect(history.body).toMatchObject({ ended: true, consent: true });
  expect(history.body.utterances[0].text).toBe(`My name is ${MARK}`);
  await app.pool.query("UPDATE sessions SET ended_at = now() - interval '30 days 1 minute' WHERE id = $1", [
    credentials.session_id,
  ]);
  expect(await app.call('session_history', credentials)).toMatchObject({
    status: 410,
    body: { code: 'session_ended' },
  });
});

test('a kept session that is idle for 30 minutes ends, once, and says why', async () => {
  const { app } = scene();
  const { credentials } = await talk(true);
  await idleFor(app.pool, credentials.session_id, 31);
  await Promise.all([sweepIdleSessions(app.pool, 90_000), sweepIdleSessions(app.pool, 90_000)]);
  expect(await app.call('agent_reply', { ...credentials, user_message: 'Still here?' })).toMatchObject({ status: 410 });
  const { rows } = await app.pool.query("SELECT payload FROM events WHERE session_id = $1 AND kind = 'session_ended'", [
    credentials.session_id,
  ]);
  expect(rows).toEqual([{ payload: { reason: 'idle' } }]);
});

async function idleFor(pool: Pool, sessionId: string, minutes: number): Promise<void> {
  await pool.query(
    `UPDATE sessions SET started_at = now() - interval '1 hour', last_active_at = now() - $2 * interval '1 minute'
     WHERE id = $1`,
    [sessionId, minutes],
  );
}
