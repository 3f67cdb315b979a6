/** `session_summary`: the visitor's summary of their own conversation, during and after it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { readConversation } from './after/outcome.ts';
import { finishSession } from './finish-session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Credentials = { session_id: string; session_secret: string };

const LINES = [
  'Hello, I am Ana Costa, managing director of Costa Bikes. Every order waits for me and it is killing us. ' +
    'Can Orla help?',
  'We have set aside 20,000 euros and want it settled before Easter.',
];

/** A conversation of these lines; with `end` it is over and summarised for the owner. */
async function talk(lines: readonly string[], end?: 'end'): Promise<Credentials> {
  const credentials = (await app.call('create_session', { visitor_id: randomUUID(), consent: true })).body;
  for (const user_message of lines) await app.call('agent_reply', { ...credentials, user_message });
  if (end) {
    await app.call('end_session', credentials);
    await finishSession(app.parts, app.parts.twin(), credentials.session_id);
  }
  return credentials;
}

const ask = async (credentials: Credentials) => (await app.call('session_summary', credentials)).body;

const kept = async ({ session_id }: Credentials) =>
  (await app.pool.query('SELECT * FROM summaries WHERE session_id = $1', [session_id])).rows;

/** Replaces what the visitor said. */
const rewrite = ({ session_id }: Credentials, text: string) =>
  app.pool.query(`UPDATE utterances SET text = $2 WHERE session_id = $1 AND speaker = 'visitor'`, [session_id, text]);

describe('session_summary', () => {
  test('sums up a conversation that runs, and keeps nothing', async () => {
    const credentials = await talk(LINES);
    expect(await ask(credentials)).toMatchObject({
      ended: false,
      executive_summary: expect.stringMatching(/^You said: “.*Every order waits for me.*”/),
      topics: expect.any(Array),
    });
    expect(await kept(credentials)).toEqual([]);
  });

  test('of an ended one agrees with what the owner reads, and holds no verdict', async () => {
    const credentials = await talk(LINES, 'end');
    const visitors = await ask(credentials);
    const [owners] = await kept(credentials);
    expect(owners.executive_summary).toMatch(/^Ana Costa.* lead \(\d+ of 100\)/s);
    expect(visitors).toMatchObject({ ended: true, executive_summary: expect.stringContaining('20,000 euros') });
    for (const part of ['topics', 'open_questions', 'sentiment']) expect(visitors[part]).toEqual(owners[part]);
    expect(JSON.stringify(visitors)).not.toMatch(/\blead\b|of 100|proposal/);
  });

  test('of an ended one is worked out once, and is gone with the conversation', async () => {
    const credentials = await talk(LINES, 'end');
    const first = await ask(credentials);
    await rewrite(credentials, 'Nothing.');
    expect(await ask(credentials)).toEqual(first);
    await app.pool.query('DELETE FROM sessions WHERE id = $1', [credentials.session_id]);
    expect(await ask(credentials)).toMatchObject({ code: 'invalid_session' });
  });

  test('may still change until the conversation was summed up for the owner', async () => {
    const credentials = await talk(LINES.slice(0, 1));
    await app.call('end_session', credentials);
    const before = await ask(credentials);
    await rewrite(credentials, LINES[1] ?? '');
    expect((await ask(credentials)).executive_summary).not.toBe(before.executive_summary);
  });
});

describe('a conversation without end', () => {
  /** Adds `count` messages with their answers, as if they had been said; few texts, since each is encoded once. */
  async function goOn({ session_id }: Credentials, count: number): Promise<void> {
    await app.pool.query(
      `WITH s AS (UPDATE sessions SET next_seq = next_seq + 2 * $2 WHERE id = $1 RETURNING next_seq - 2 * $2 AS seq),
         t AS (INSERT INTO turns (session_id, turn_id, kind, mode, model_asked, status)
           VALUES ($1, $1, 'message', 'mentor', 'm', 'done'))
       INSERT INTO utterances (session_id, seq, turn_id, speaker, text)
         SELECT $1, s.seq + n, $1, CASE n % 2 WHEN 0 THEN 'visitor' ELSE 'agent' END,
           CASE n % 2 WHEN 0 THEN 'And what about part ' || n % 40 || '?' ELSE 'Tell me more.' END
         FROM s, generate_series(0, 2 * $2::int - 1) AS n`,
      [session_id, count],
    );
  }

  test('is read from its beginning and its end, each answer with its question', async () => {
    const credentials = await talk(LINES);
    await goOn(credentials, 2_500);
    await app.call('agent_reply', { ...credentials, user_message: 'My address is ana@costabikes.example' });
    const { lines } = await readConversation(app.pool, credentials.session_id);
    expect(lines.length).toBeGreaterThan(1_900);
    expect(lines.length).toBeLessThanOrEqual(2_000);
    expect(lines[0]?.text).toBe(LINES[0]);
    expect(lines.findLast(({ speaker }) => speaker === 'visitor')?.text).toContain('ana@costabikes.example');
    const gaps = lines.filter(({ seq }, at) => at > 0 && seq - (lines[at - 1]?.seq ?? 0) > 1);
    expect(gaps).toMatchObject([{ speaker: 'agent' }]);
    const { executive_summary } = await ask(credentials);
    expect(executive_summary).toContain('20,000 euros');
    expect(executive_summary).toContain('ana@costabikes.example');
  });

  test.each([0, 150, 950])('of %i more messages is read whole', async (count) => {
    const credentials = await talk(LINES);
    if (count > 0) await goOn(credentials, count);
    const { rows } = await app.pool.query('SELECT count(*)::int FROM utterances WHERE session_id = $1', [
      credentials.session_id,
    ]);
    expect((await readConversation(app.pool, credentials.session_id)).lines).toHaveLength(rows[0].count);
  });
});
