import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { nextRandom } from '../platform/random.ts';

/** An ended conversation created by a test, with everything that is counted of it. */
export interface HeldSession {
  id: string;
  visitorId: string;
  startedAt: Date;
  consent: boolean;
  intent: string | null;
  score: number;
  cta: string | null;
  email: string | null;
  pains: string[];
  topics: string[];
  turns: HeldTurn[];
  /** Milliseconds transcribed by openai's whisper-1. */
  heardMs: number;
  /** Characters spoken by groq's voice. */
  spoken: number;
}

/** A message and its reply. */
export interface HeldTurn {
  message: string;
  reply: string;
  provider: string;
  replyMs: number;
  promptTokens: number;
  /** From the end of speech to the first word; null for a typed message. */
  firstWordMs: number | null;
}

/** A seeded pseudorandom generator of integers. */
export function pickedFrom(seed: number): (below: number) => number {
  const state = { seed };
  return (below) => Math.floor(nextRandom(state) * below);
}

const INTENTS = [null, 'consulting_inquiry', 'demo_request', 'general_chat'];
const PAINS = ['Everything waits for me', 'everything waits for me', 'Projects are late', 'Nobody decides', 'No time'];
const QUESTIONS = ['Do you have an office in Lisbon?', 'Is there an office in Lisbon?', 'Do you know tax law?'];

/** A plausible conversation at some time between two moments. */
export function heldSession(pick: (below: number) => number, from: number, to: number): HeldSession {
  const turns = Array.from({ length: pick(5) }, (): HeldTurn => {
    const open = pick(6) === 0;
    return {
      message: open ? (QUESTIONS[pick(QUESTIONS.length)] ?? '') : 'Everything waits for me, and I am tired.',
      reply: open ? 'I do not know whether that is so.' : 'That sounds like one desk too few.',
      provider: pick(3) === 0 ? 'openai' : 'groq',
      replyMs: 200 + pick(4_000),
      promptTokens: pick(900),
      firstWordMs: pick(3) === 0 ? 100 + pick(2_000) : null,
    };
  });
  return {
    id: randomUUID(),
    visitorId: randomUUID(),
    startedAt: new Date(from + pick((to - from) / 1_000) * 1_000),
    consent: pick(8) > 0,
    intent: INTENTS[pick(INTENTS.length)] ?? null,
    score: pick(101),
    cta: pick(3) === 0 ? 'book_call' : null,
    email: pick(3) === 0 ? 'someone@x.test' : null,
    pains: [PAINS[pick(PAINS.length)] ?? '', PAINS[pick(PAINS.length)] ?? ''].slice(pick(3)),
    topics: pick(2) ? ['Prices'] : ['Prices', 'The first call'],
    turns,
    heardMs: pick(4) === 0 ? pick(60_000) : 0,
    spoken: pick(4) === 0 ? pick(500) : 0,
  };
}

/** A minimal conversation of the 20th of October 2026 with one turn. */
export function oneTurn(turn: Partial<HeldTurn>, more: Partial<HeldSession> = {}): HeldSession {
  const made = heldSession(pickedFrom(1), Date.parse('2026-10-20T12:00:00Z'), Date.parse('2026-10-20T13:00:00Z'));
  const usual = { message: 'x', reply: 'y', provider: 'groq', replyMs: 1_000, promptTokens: 0, firstWordMs: null };
  return {
    ...made,
    consent: true,
    heardMs: 0,
    spoken: 0,
    pains: [],
    topics: [],
    turns: [{ ...usual, ...turn }],
    ...more,
  };
}

/** Stores conversations as if they had taken place. */
export async function keepHeld(pool: Pool, sessions: readonly HeldSession[]): Promise<void> {
  for (const session of sessions) {
    const { id, startedAt, turns } = session;
    await pool.query(
      `INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode, next_seq, started_at,
         ended_at, email, lead_score, final_intent, cta_chosen)
       VALUES ($1, $2, 'x', $3, '1', 'mentor', $4, $5, $5::timestamptz + interval '5 minutes', $6, $7, $8, $9)`,
      [
        id,
        session.visitorId,
        session.consent,
        turns.length * 2,
        startedAt,
        session.email,
        session.score,
        session.intent,
        session.cta,
      ],
    );
    await pool.query(
      `INSERT INTO extracts (session_id, seq, analyser, confidence, lead_score, pain_points, followup_actions,
         entities, reasons)
       VALUES ($1, 0, 'embedded', 1, $2, $3, '{}', '{}', '{}')`,
      [id, session.score, session.pains],
    );
    await pool.query(
      `INSERT INTO summaries (session_id, executive_summary, action_items, topics, open_questions, sentiment, writer)
       VALUES ($1, '', '[]', $2, '{}', 'neutral', 'embedded')`,
      [id, session.topics],
    );
    for (const [at, turn] of turns.entries()) await keepTurn(pool, id, startedAt, at, turn);
    for (const [kind, provider, model, amount] of [
      ['transcription', 'openai', 'whisper-1', session.heardMs],
      ['voice', 'groq', 'orpheus', session.spoken],
    ]) {
      if (!amount) continue;
      await pool.query('INSERT INTO speech_use VALUES ($1, $2, $3, $4, $5)', [id, kind, provider, model, amount]);
    }
  }
}

async function keepTurn(pool: Pool, id: string, startedAt: Date, at: number, turn: HeldTurn): Promise<void> {
  const turnId = randomUUID();
  const usage = [
    {
      provider: turn.provider,
      model: 'm',
      prompt_tokens: turn.promptTokens,
      completion_tokens: 7,
      estimated: turn.provider === 'openai',
    },
  ];
  await pool.query(
    `INSERT INTO turns (session_id, turn_id, kind, mode, model_asked, model, provider, status, text, usage, created_at,
       finished_at)
     VALUES ($1, $2, 'message', 'mentor', 'm', 'm', $3, 'done', $4, $5, $6,
       $6::timestamptz + $7 * interval '1 millisecond')`,
    [id, turnId, turn.provider, turn.reply, JSON.stringify(usage), startedAt, turn.replyMs],
  );
  await pool.query(
    `INSERT INTO utterances (session_id, seq, turn_id, speaker, text, ts)
     VALUES ($1, $2, $3, 'visitor', $4, $6), ($1, $2 + 1, $3, 'agent', $5, $6)`,
    [id, at * 2, turnId, turn.message, turn.reply, startedAt],
  );
  if (turn.firstWordMs === null) return;
  await pool.query(`INSERT INTO events (session_id, kind, payload) VALUES ($1, 'voice_turn', $2)`, [
    id,
    JSON.stringify({ turn_id: turnId, end_of_speech: 0, first_word: turn.firstWordMs }),
  ]);
}
