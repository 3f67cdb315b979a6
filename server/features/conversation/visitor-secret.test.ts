/**
 * A visitor's id is only a name, their secret the proof: what is accessible to somebody who has only the id, from a
 * file or a row.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type KeptVisitor, newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { runRetention } from '../privacy/retention.ts';
import { readRetentionPlan } from '../privacy/retention-rules.ts';
import { sweepIdleSessions } from './sessions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Visit = Awaited<ReturnType<typeof startAs>>;
const call = async (name: string, visit: Visit, more: object = {}) =>
  (await app.call(name, { ...visit, ...more })).body;
const say = async (visit: Visit, user_message: string, more: object = {}): Promise<string> => {
  const { text } = await call('agent_reply', visit, { user_message, model: 'embedded', ...more });
  await app.parts.memoryQueue.settled();
  return text;
};
const greeting = (visit: Visit) => say(visit, '', { context: { is_followup: true } });
const visitorRows = async (id: string) =>
  (await app.pool.query('SELECT FROM visitors WHERE visitor_id = $1', [id])).rowCount;

/** A visitor with much stored data. */
async function knownVisitor(): Promise<KeptVisitor> {
  const visitor = newVisitor();
  const visit = await startAs(app, visitor);
  await say(visit, "Hi, I'm Maria. I run a bakery with 40 people in Leeds.");
  await say(visit, 'I want to hand over my sales to a first manager.');
  await call('request_call', visit, { email: 'maria@bakery.test', wished_time: 'On 1 December 2031' });
  await call('end_session', visit);
  return visitor;
}

describe('who knows a visitor’s id', () => {
  test.each([
    ['without a secret', () => ({})],
    ['with a wrong secret', () => ({ visitor_secret: 'A'.repeat(43) })],
    ['with the secret of somebody else', (other: KeptVisitor) => ({ visitor_secret: other.visitor_secret })],
  ])('%s begins as a new visitor: no memory, no call, no name, and nothing to forget', async (_, proof) => {
    const maria = await knownVisitor();
    const other = newVisitor();
    await startAs(app, other);
    const { body } = await app.call('create_session', {
      visitor_id: maria.visitor_id,
      consent: true,
      ...proof(other),
    });
    expect(body.visitor_id).not.toBe(maria.visitor_id);
    expect(body.visitor_id).not.toBe(other.visitor_id);
    expect(body.visitor_secret).toMatch(/^[\w-]{43}$/);
    const thief = { session_id: body.session_id, session_secret: body.session_secret };
    expect((await call('my_memories', thief)).memories).toEqual([]);
    const mine = await startAs(app, maria);
    const [memory] = (await call('my_memories', mine)).memories;
    expect((await app.call('forget_memory', { ...thief, id: memory.id })).status).toBe(404);
    expect((await app.call('correct_memory', { ...thief, id: memory.id, text: 'Is called Eve' })).status).toBe(404);
    expect(await call('forget_memory', thief, { all: true })).toMatchObject({ forgotten: 0 });
    expect((await call('session_history', thief)).call).toBeNull();
    expect(await greeting(thief)).not.toMatch(/Maria|Last time/);
    expect(await say(thief, 'Is my call confirmed? What do you know about me?')).not.toMatch(/Maria|Leeds|December/);
    expect(JSON.stringify(await call('session_summary', thief))).not.toMatch(/Maria|Leeds|bakery/);
    // The visitor herself is still recognised.
    expect((await call('my_memories', mine)).memories).toHaveLength(3);
    expect((await call('session_history', mine)).call).toMatchObject({ email: 'maria@bakery.test' });
    expect(await greeting(mine)).toContain('Maria');
  });

  test('without consent may still have forgotten what they agreed to, with their secret only', async () => {
    const maria = await knownVisitor();
    const stranger = await startAs(app, { visitor_id: maria.visitor_id }, { consent: false });
    expect(await call('forget_memory', stranger, { all: true })).toMatchObject({ forgotten: 0 });
    const herself = await startAs(app, maria, { consent: false });
    expect(await call('forget_memory', herself, { all: true })).toMatchObject({ forgotten: 3 });
  });

  test('is told the same, whether the id is known or not', async () => {
    const maria = await knownVisitor();
    const asked = async (visitor_id: string, more: object = {}) => {
      const { status, body, headers } = await app.call('create_session', { visitor_id, consent: true, ...more });
      return { status, keys: Object.keys(body).toSorted(), cache: headers.get('cache-control') };
    };
    const wrong = { visitor_secret: 'B'.repeat(43) };
    const answers = [
      await asked(maria.visitor_id),
      await asked(maria.visitor_id, wrong),
      await asked(randomUUID()),
      await asked(randomUUID(), wrong),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test('of an earlier release, where ids had no secret, begins anew', async () => {
    const visitor_id = randomUUID();
    await app.pool.query(
      `INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode)
       VALUES (gen_random_uuid(), $1, '\\x00', true, '1', 'mentor')`,
      [visitor_id],
    );
    await app.pool.query(
      `INSERT INTO memories (visitor_id, kind, subject, text, importance, embedding, embedder, expires_at)
       VALUES ($1, 'fact', 'name', 'Is called Ana', 0.9, '', 'embedded', now() + interval '1 day')`,
      [visitor_id],
    );
    const visit = await startAs(app, { visitor_id });
    expect((await call('my_memories', visit)).memories).toEqual([]);
  });
});

describe('a visitor’s secret', () => {
  test('is kept as a hash, told once, and makes later sessions theirs', async () => {
    const visitor = newVisitor();
    await startAs(app, visitor);
    const { rows } = await app.pool.query(
      `SELECT v::text AS row, secret_hash = sha256(convert_to($2, 'UTF8')) AS is_hash FROM visitors v
       WHERE visitor_id = $1`,
      [visitor.visitor_id, visitor.visitor_secret],
    );
    expect(rows).toEqual([{ row: expect.not.stringContaining(String(visitor.visitor_secret)), is_hash: true }]);
    const { body } = await app.call('create_session', { ...visitor, consent: true });
    expect(Object.keys(body).toSorted()).toEqual(['session_id', 'session_secret']);
    const sessions = await app.pool.query('SELECT FROM sessions WHERE visitor_id = $1', [visitor.visitor_id]);
    expect(sessions.rowCount).toBe(2);
  });

  test('of somebody who never agreed goes with their last session; an agreed one stays', async () => {
    const visitor = newVisitor();
    const [first, second] = [
      await startAs(app, visitor, { consent: false }),
      await startAs(app, visitor, { consent: false }),
    ];
    await call('end_session', first);
    expect(await visitorRows(visitor.visitor_id)).toBe(1);
    await app.pool.query(
      `UPDATE sessions SET started_at = now() - interval '1 hour', last_active_at = now() - interval '31 minutes'
       WHERE id = $1`,
      [second.session_id],
    );
    await sweepIdleSessions(app.pool, 90_000);
    expect(await visitorRows(visitor.visitor_id)).toBe(0);
    const before = visitor.visitor_id;
    await call('end_session', await startAs(app, visitor));
    expect(visitor.visitor_id).not.toBe(before);
    await call('end_session', await startAs(app, visitor, { consent: false }));
    expect(await visitorRows(visitor.visitor_id)).toBe(1);
  });

  test('goes after the time of everything that was kept of them', async () => {
    const [gone, left] = [newVisitor(), await knownVisitor()];
    await call('end_session', await startAs(app, gone));
    await app.pool.query(
      "UPDATE sessions SET last_active_at = now() - interval '200 days' WHERE visitor_id = ANY ($1)",
      [[gone.visitor_id, left.visitor_id]],
    );
    await app.pool.query("DELETE FROM last_runs WHERE name = 'retention'");
    await runRetention(app.pool, (db) => readRetentionPlan(db));
    expect(await visitorRows(gone.visitor_id)).toBe(0);
    expect(await visitorRows(left.visitor_id)).toBe(1);
    expect((await call('my_memories', await startAs(app, left))).memories).toHaveLength(3);
  });
});

test.each(['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-ffff-ffff-ffff-ffffffffffff'])(
  'the id %s is nobody’s, wherever an id is asked for',
  async (id) => {
    const visit = await startAs(app, newVisitor());
    const calls: [string, object][] = [
      ['create_session', { visitor_id: id, consent: true }],
      ['session_history', { ...visit, session_id: id }],
      ['agent_reply', { ...visit, user_message: 'Hello', turn_id: id }],
      ['interrupt_reply', { ...visit, turn_id: id, heard: '', reason: 'stopped' }],
      ['correct_memory', { ...visit, id, text: 'Hello' }],
      ['forget_memory', { ...visit, id }],
      ['text_to_speech', { ...visit, session_id: id, text: 'Hello' }],
    ];
    for (const [name, body] of calls) {
      expect(await app.call(name, body), name).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    }
    const headers = { 'x-session-id': id, 'x-session-secret': visit.session_secret };
    expect((await app.call('text_to_speech', { text: 'Hello' }, headers)).status).toBe(401);
  },
);
