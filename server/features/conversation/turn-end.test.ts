import { randomUUID } from 'node:crypto';
import { emptyExtract } from '@understudy/contract/leads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { type AnalysisRow, saveAnalysis } from './analysis-rows.ts';
import { createSaveTurnEnd, createSaveTurnStart, type TurnEnd } from './turn-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Starts a turn in a session of its own, and returns its end. */
async function begun(more: Partial<TurnEnd> = {}): Promise<TurnEnd> {
  const [sessionId, turnId] = [randomUUID(), randomUUID()];
  await database.pool.query(
    `INSERT INTO sessions (id, secret_hash, visitor_id, consent, consent_version, mode)
     VALUES ($1, '\\x00', $1, true, '1', 'mentor')`,
    [sessionId],
  );
  const beginning = { sessionId, turnId, kind: 'message' as const, mode: null, modelAsked: 'm', performer: false };
  await createSaveTurnStart(database.pool)({ ...beginning, words: 'hello' });
  return {
    sessionId,
    turnId,
    status: 'done',
    model: 'a-model',
    provider: 'custom',
    text: 'One.[pause:1s]Two.',
    knowledge: ['prices', 'method'],
    segments: [
      { text: 'One.', pause_ms: 0 },
      { text: 'Two.', pause_ms: 1_000 },
    ],
    keptText: '',
    keptSegments: 0,
    events: [{ kind: 'model_replaced', payload: { turn_id: turnId, model: 'other' } }],
    trace: null,
    usage: [
      {
        provider: 'custom',
        model: 'a-model',
        promptTokens: 7,
        completionTokens: 3,
        cachedTokens: null,
        estimated: false,
      },
    ],
    ...more,
    analysis: more.analysis ? { ...more.analysis, session_id: sessionId } : null,
  };
}

/** An analysis that adds two entries to the evidence log. */
const analysis: AnalysisRow = {
  session_id: '',
  erasures: 0,
  seq: 0,
  analyser: 'embedded',
  extract: {
    ...emptyExtract(),
    intent: 'consulting_inquiry',
    lead_score: 31,
    confidence: 0.5,
    pain_points: ['waits for the founder'],
    reasons: ['Has a clear need.'],
    entities: { ...emptyExtract().entities, person_name: 'Ana', contact_email: 'ana@acme.test' },
  },
  signals: [
    { n: 0, rule: 'intent', points: 20, seq: 0, quote: 'half \ud83d', from_char: 0, to_char: 6 },
    { n: 1, rule: 'need', points: 11, seq: 0, quote: 'hello', from_char: 0, to_char: 5 },
  ],
};

/** Everything stored of a turn, except ids and times of the clock. */
async function kept({ sessionId }: TurnEnd): Promise<unknown> {
  const { rows } = await database.pool.query(
    `SELECT t.status, t.model, t.provider, t.text, t.knowledge, t.usage, t.finished_at IS NOT NULL AS finished,
       s.next_seq,
       (SELECT jsonb_agg(jsonb_build_array(u.seq, u.speaker, u.text, u.segment_index, u.total_segments, u.interrupted,
          extract(epoch FROM u.ts - t.finished_at)::int) ORDER BY u.seq)
        FROM utterances u WHERE u.session_id = s.id AND u.speaker = 'agent') AS said,
       s.lead_score, s.contact_name, s.email,
       (SELECT jsonb_agg(to_jsonb(x) - '{id,session_id,created_at}'::text[]) FROM extracts x WHERE x.session_id = s.id)
          AS extracts,
       (SELECT jsonb_agg(to_jsonb(g) - '{session_id,created_at}'::text[] ORDER BY g.n) FROM lead_signals g
        WHERE g.session_id = s.id) AS signals,
       (SELECT jsonb_agg(j.name) FROM job_requests j WHERE j.key = s.id::text) AS asked_for,
       (SELECT jsonb_agg(jsonb_build_array(e.kind, e.payload - 'turn_id')) FROM events e
         WHERE e.session_id = s.id) AS events
     FROM turns t JOIN sessions s ON s.id = t.session_id WHERE s.id = $1`,
    [sessionId],
  );
  return rows[0];
}

/** The possible ends of a turn, one of each kind. */
const kinds: Partial<TurnEnd>[] = [
  { analysis },
  { analysis: { ...analysis, ask_model: true } },
  { events: [], usage: [], knowledge: [], text: 'One.', segments: [{ text: 'One.', pause_ms: 0 }] },
  { status: 'interrupted' },
  { status: 'failed', text: '', segments: [], model: '', provider: '' },
  { text: 'Half \ud83d', segments: [{ text: 'Half \ud83d', pause_ms: 0 }] },
];

test('turns that end together are kept as if each had come alone', async () => {
  const alone = await Promise.all(kinds.map((kind) => begun(kind)));
  // One after the other, so that each has its own statement.
  const keepAlone = createSaveTurnEnd(database.pool);
  const seqs: (number | null)[] = [];
  for (const turn of alone) seqs.push(await keepAlone(turn));
  expect(seqs).toEqual(alone.map(() => 1));
  const together = await Promise.all([0, 1, 2].flatMap(() => kinds.map((kind) => begun(kind))));
  const keep = createSaveTurnEnd(database.pool);
  expect(await Promise.all(together.map(keep))).toEqual(together.map(() => 1));
  for (const [at, turn] of together.entries()) {
    expect(await kept(turn)).toEqual(await kept(alone[at % kinds.length] as TurnEnd));
  }
  expect(await kept(alone[0] as TurnEnd)).toMatchObject({
    next_seq: 3,
    knowledge: ['prices', 'method'],
    lead_score: 31,
    contact_name: 'Ana',
    email: 'ana@acme.test',
    extracts: [{ seq: 0, intent: 'consulting_inquiry', pain_points: ['waits for the founder'] }],
    signals: [
      { n: 0, points: 20, quote: 'half \ufffd' },
      { n: 1, rule: 'need' },
    ],
    asked_for: null,
  });
  expect(await kept(alone[1] as TurnEnd)).toMatchObject({ asked_for: ['analyse_session'], lead_score: 31 });
});

test('a turn from which nothing was understood keeps what is known of them; an analysis may come alone', async () => {
  const turn = await begun({ analysis });
  const keep = createSaveTurnEnd(database.pool);
  await keep(turn);
  const turnId = randomUUID();
  const beginning = { sessionId: turn.sessionId, turnId, mode: null, modelAsked: 'm', performer: false };
  await createSaveTurnStart(database.pool)({ ...beginning, kind: 'followup', words: null });
  await keep({ ...turn, turnId, analysis: null });
  expect(await score(turn)).toEqual({ lead_score: 31, email: 'ana@acme.test' });
  const later = { ...analysis, session_id: turn.sessionId, seq: 4, analyser: 'merged' as const, signals: [] };
  const extract = { ...emptyExtract(), lead_score: 12 };
  await saveAnalysis(database.pool, { ...later, extract, reading: { seq: 4 } }, [
    { kind: 'intent_changed', payload: { to: null } },
  ]);
  await saveAnalysis(database.pool, { ...later, session_id: randomUUID(), extract }, []);
  expect(await score(turn)).toEqual({ lead_score: 12, email: null });
  expect(await kept(turn)).toMatchObject({
    extracts: [{ reading: null }, { analyser: 'merged', reading: { seq: 4 } }],
  });
});

async function score({ sessionId }: TurnEnd): Promise<unknown> {
  const { rows } = await database.pool.query('SELECT lead_score, email FROM sessions WHERE id = $1', [sessionId]);
  return rows[0];
}

test('a turn that was ended already, one that went on meanwhile and a session that is gone harm no other', async () => {
  const keep = createSaveTurnEnd(database.pool);
  const [busy, other, good, better, ended, moved] = await Promise.all(Array.from({ length: 6 }, () => begun()));
  const broken = await begun({ model: 'null \u0000 byte' });
  if (!busy || !other || !good || !better || !ended || !moved) throw new Error('six turns were begun');
  await keep(ended);
  await database.pool.query(`UPDATE turns SET text = 'Other words.' WHERE turn_id = $1`, [moved.turnId]);
  const results = await Promise.allSettled(
    [busy, other, good, ended, moved, { ...good, sessionId: randomUUID() }, broken, better].map(keep),
  );
  expect(results).toMatchObject([
    { value: 1 },
    { value: 1 },
    { value: 1 },
    { value: null },
    { value: null },
    { value: null },
    { status: 'rejected', reason: { code: '22P05' } },
    { value: 1 },
  ]);
  expect(await kept(broken)).toMatchObject({ status: 'running', said: null });
  expect(await kept(moved)).toMatchObject({ text: 'Other words.', said: null });
});
