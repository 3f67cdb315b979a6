import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { createSaveTurnStart, type TurnStart } from './turn-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Nobody has taken a session over, or left a hint in it. */
const NOBODY = { erasures: 0, taken_over: false, noted: false };

/** A session that was just created, or that has ended. */
async function session(ended = false): Promise<string> {
  const { rows } = await database.pool.query(
    `INSERT INTO sessions (id, secret_hash, visitor_id, consent, consent_version, mode, ended_at)
     VALUES ($1, '\\x00', $1, true, '1', 'mentor', CASE WHEN $2 THEN now() END) RETURNING id`,
    [randomUUID(), ended],
  );
  return rows[0].id;
}

function turnStart(sessionId: string, words: string | null, more: Partial<TurnStart> = {}): TurnStart {
  const kind = words === null ? ('followup' as const) : ('message' as const);
  return { sessionId, turnId: randomUUID(), kind, mode: null, modelAsked: 'm', performer: false, words, ...more };
}

async function kept(sessionId: string): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `SELECT u.seq, u.text, t.kind, t.mode, t.status FROM turns t LEFT JOIN utterances u USING (session_id, turn_id)
     WHERE t.session_id = $1 ORDER BY u.seq NULLS LAST, t.created_at`,
    [sessionId],
  );
  return rows;
}

test('turns that begin together are kept as if each had come alone', async () => {
  const keep = createSaveTurnStart(database.pool);
  const sessions = await Promise.all(Array.from({ length: 20 }, () => session()));
  // More than run concurrently, so that most of them share a statement; each session has a second one.
  const results = await Promise.all(
    [0, 1].flatMap((round) => sessions.map((id, at) => keep(turnStart(id, `word ${at} of ${round}`)))),
  );
  expect(results).toEqual(
    [0, 1].flatMap((seq) =>
      sessions.map(() => ({ seq, mode: 'mentor', consent: true, call: null, page: null, ...NOBODY })),
    ),
  );
  for (const [at, id] of sessions.entries()) {
    expect(await kept(id)).toEqual(
      [0, 1].map((seq) => ({ seq, text: `word ${at} of ${seq}`, kind: 'message', mode: 'mentor', status: 'running' })),
    );
  }
});

test('a mode that a turn brings stays with its session alone, and what nobody said takes no number', async () => {
  const keep = createSaveTurnStart(database.pool);
  const [one, other, third] = await Promise.all([session(), session(), session()]);
  const busy = [keep(turnStart(await session(), 'x')), keep(turnStart(await session(), 'x'))];
  const begun = [
    keep(turnStart(one, 'hello', { mode: 'futurist' })),
    keep(turnStart(other, null)),
    keep(turnStart(third, 'hi')),
  ];
  expect(await Promise.all(begun)).toEqual([
    { seq: 0, mode: 'futurist', consent: true, call: null, page: null, ...NOBODY },
    { seq: 0, mode: 'mentor', consent: true, call: null, page: null, ...NOBODY },
    { seq: 0, mode: 'mentor', consent: true, call: null, page: null, ...NOBODY },
  ]);
  await Promise.all(busy);
  expect(await keep(turnStart(other, 'first word'))).toEqual({
    seq: 0,
    mode: 'mentor',
    consent: true,
    call: null,
    page: null,
    ...NOBODY,
  });
  expect(await keep(turnStart(one, 'and'))).toEqual({
    seq: 1,
    mode: 'futurist',
    consent: true,
    call: null,
    page: null,
    ...NOBODY,
  });
});

test('an ended or unknown session, a turn begun before and words that cannot be kept harm no other turn', async () => {
  const keep = createSaveTurnStart(database.pool);
  const [good, better, repeated, broken, ended] = await Promise.all([
    session(),
    session(),
    session(),
    session(),
    session(true),
  ]);
  const before = turnStart(repeated, 'said once');
  await keep(before);
  const busy = [keep(turnStart(await session(), 'x')), keep(turnStart(await session(), 'x'))];
  const results = await Promise.allSettled([
    keep(turnStart(good, 'one')),
    keep({ ...before, words: 'said twice' }),
    keep(turnStart(ended, 'too late')),
    keep(turnStart(randomUUID(), 'nobody')),
    keep(turnStart(broken, 'null \u0000 byte')),
    keep(turnStart(better, 'two')),
  ]);
  await Promise.all(busy);
  expect(results).toMatchObject([
    { value: { seq: 0 } },
    { reason: { code: '23505' } },
    { value: null },
    { value: null },
    { reason: { code: '22021' } },
    { value: { seq: 0 } },
  ]);
  expect(await kept(repeated)).toMatchObject([{ text: 'said once' }]);
  expect(await kept(ended)).toEqual([]);
});
