import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { indexTranscript } from '../../server/features/dashboard/transcripts.ts';

/** A finished conversation, as a test wants the owner to find it. */
export interface KeptSession {
  name?: string | null;
  email?: string | null;
  score?: number;
  intent?: string | null;
  cta?: string | null;
  /** How long ago it started. */
  minutesAgo?: number;
  /** Its duration; null if it is still running. */
  minutes?: number | null;
  summary?: string | null;
  reason?: string | null;
  /** The utterances, alternating, the visitor's first. */
  lines?: readonly string[];
  /** Seconds between the lines. */
  everySeconds?: number;
  visitorId?: string;
}

/** Ids of a stored session. */
export interface KeptIds {
  id: string;
  visitorId: string;
}

const LINES = ['Hello, can you help us?', 'Tell me what takes your time.'];

/** Stores a conversation with everything that the product would have written about it. */
export async function keepSession(pool: Pool, session: KeptSession = {}): Promise<KeptIds> {
  const { name = null, email = null, score = 0, intent = null, cta = null, minutesAgo = 60, minutes = 10 } = session;
  const { summary = null, reason = null, lines = LINES, everySeconds = 4 } = session;
  const id = randomUUID();
  const visitorId = session.visitorId ?? randomUUID();
  const start = new Date(Date.now() - minutesAgo * 60_000);
  const end = minutes === null ? null : new Date(start.getTime() + minutes * 60_000);
  await pool.query(
    `INSERT INTO leads (visitor_id, name, email, email_normalised, lead_score, conversations, first_seen_at, last_seen_at)
     VALUES ($1, $2, $3, lower($3), $4, 1, $5, $5) ON CONFLICT (visitor_id) DO NOTHING`,
    [visitorId, name, email, score, start],
  );
  await pool.query(
    `INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode, next_seq, started_at,
       last_active_at, cta_chosen, contact_name, email, lead_score)
     VALUES ($1, $2, $3, true, '1', 'mentor', $4, $5, $5, $6, $7, $8, $9)`,
    [id, visitorId, randomBytes(32), lines.length, start, cta, name, email, score],
  );
  const at = (index: number) => new Date(start.getTime() + index * everySeconds * 1000);
  const turns = lines.map((_, index) => (index % 2 === 0 ? randomUUID() : ''));
  await pool.query(
    `INSERT INTO utterances (session_id, seq, turn_id, speaker, text, ts)
     SELECT $1, o.n - 1, o.turn, o.speaker, o.text, o.ts
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[]) WITH ORDINALITY AS o(turn, speaker, text, ts, n)`,
    [
      id,
      lines.map((_, index) => turns[index - (index % 2)]),
      lines.map((_, index) => (index % 2 === 0 ? 'visitor' : 'agent')),
      lines,
      lines.map((_, index) => at(index)),
    ],
  );
  if (intent !== null || reason !== null) {
    await pool.query(
      `INSERT INTO extracts (session_id, seq, analyser, intent, confidence, lead_score, pain_points, followup_actions,
         entities, reasons, created_at)
       VALUES ($1, 0, 'embedded', $2, 0.82, $3, '{}', '{}', '{}', $4, $5)`,
      [id, intent, score, reason === null ? [] : [reason], start],
    );
  }
  if (summary !== null) {
    await pool.query(
      `INSERT INTO summaries (session_id, executive_summary, action_items, topics, open_questions, sentiment, writer)
       VALUES ($1, $2, '[]', '{}', '{}', 'neutral', 'embedded')`,
      [id, summary],
    );
  }
  if (end) {
    await pool.query('UPDATE sessions SET ended_at = $2, end_reason = $4, final_intent = $3 WHERE id = $1', [
      id,
      end,
      intent,
      'visitor',
    ]);
  }
  await indexTranscript(pool, id);
  return { id, visitorId };
}

/** A week of a consultant's sessions: hot, warm and cold leads, long names, addresses of 40 characters. */
export const WEEK: readonly KeptSession[] = [
  {
    name: 'Ana Costa',
    email: 'ana@costabikes.example',
    score: 88,
    intent: 'consulting_inquiry',
    cta: 'book_call',
    minutesAgo: 130,
    minutes: 14,
    summary: 'Ana Costa, managing director of Costa Bikes, wants decisions to leave her desk before Easter.',
    reason: 'Names a budget: 20,000 euros.',
  },
  {
    name: 'Maximiliane Freifrau von Hohenstein-Wittelsbacher',
    email: 'maximiliane.hohenstein@donaudampfschiff.example',
    score: 76,
    intent: 'speaking_request',
    minutesAgo: 60 * 26,
    minutes: 7,
    reason: 'Wants a talk or workshop on delegation for the Betriebsratsvorsitzendenversammlung.',
  },
  {
    name: 'Tom Okafor',
    score: 63,
    intent: 'partnership_vendor',
    minutesAgo: 20,
    minutes: null,
    reason: 'Offers something or wants to team up.',
  },
  {
    email: 'someone@example.org',
    score: 51,
    intent: 'advice_request',
    minutesAgo: 60 * 50,
    minutes: 31,
    cta: 'leave_email',
    summary: 'A question about hiring.',
  },
  { score: 12, intent: 'general_chat', minutesAgo: 60 * 70, minutes: 2 },
  { score: 0, minutesAgo: 3, minutes: null, lines: [] },
  { name: 'Job Seeker', score: 22, intent: 'job_inquiry', minutesAgo: 60 * 90, minutes: 4 },
];
