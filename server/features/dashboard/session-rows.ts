import type { AdminSession } from '@understudy/contract/admin';
import { CALL_REQUEST_KEY, COMPLAINT_KEY, CONTACT_REASONS, INTENT_REASONS } from '@understudy/contract/leads';
import type { FastifyRequest } from 'fastify';
import { DatabaseError, type Pool } from 'pg';
import { standingCall } from '../../platform/database/write-batcher.ts';
import { minutesOf } from './keyset.ts';

/** A session as the dashboard's queries read it. */
export interface SessionRow
  extends Omit<AdminSession, 'started_at' | 'ended_at' | 'created_at' | 'duration' | 'reason' | 'current_intent'> {
  started_at: Date;
  ended_at: Date | null;
  list_minutes: number | null;
  /**
   * The weightiest reasons (up to three of them repeat what a list shows anyway) and the intent of the newest
   * analysis; null before the first.
   */
  newest: [reasons: readonly string[] | null, AdminSession['current_intent']] | null;
}

/** SQL: whether session `s` has an action item with this key. */
export const isAsked = (key: string) =>
  `EXISTS (SELECT FROM action_items c WHERE c.session_id = s.id AND c.key = '${key}')`;

/**
 * SQL: whether a call was requested in session `s`, according to its action item or, if that is no longer kept, to
 * the session's own form. A request carried over from an earlier session has no event in this one. LIMIT keeps the
 * planner from reading all events instead of the session's own.
 */
const CALL_REQUESTED = `(${isAsked(CALL_REQUEST_KEY)} OR ${standingCall('s')} IS NOT NULL
    AND (SELECT true FROM events v WHERE v.session_id = s.id AND v.kind = 'call_requested' LIMIT 1) IS NOT NULL)`;

/** SQL: the listed columns from the row of a session `s` itself. Utterances are numbered without gaps. */
const OWN_COLUMNS = `s.id, s.visitor_id, s.contact_name, s.email, s.phone, s.lead_score, s.final_intent,
  s.cta_chosen,
  s.started_at, s.ended_at, s.next_seq AS utterance_count,
  CASE WHEN s.ended_at IS NOT NULL THEN s.minutes WHEN s.next_seq > 0 THEN ${minutesOf('s.next_seq')} END
    AS list_minutes`;

type Beside = 'summary' | 'status' | 'call_requested' | 'complaint' | 'newest';

/** The listed columns of a session `s` from other tables: their SQL, and the value used if they cannot be read. */
const BESIDE: { readonly [Name in Beside]: { sql: string; without: SessionRow[Name] } } = {
  summary: { sql: 'EXISTS (SELECT FROM summaries m WHERE m.session_id = s.id)', without: false },
  status: {
    sql: `coalesce((SELECT l.status FROM leads l WHERE l.visitor_id = s.visitor_id), 'new')`,
    without: 'new',
  },
  call_requested: { sql: CALL_REQUESTED, without: false },
  complaint: { sql: isAsked(COMPLAINT_KEY), without: false },
  newest: {
    sql: `(SELECT jsonb_build_array(x.reasons[1:4], x.intent) FROM extracts x WHERE x.session_id = s.id
   ORDER BY x.seq DESC, x.id DESC LIMIT 1)`,
    without: null,
  },
};

/** SQL: all listed columns of a session `s`, including those from other tables. */
export const SESSION_COLUMNS = [
  OWN_COLUMNS,
  ...Object.entries(BESIDE).map(([name, { sql }]) => `${sql} AS ${name}`),
].join(', ');

const OF_INTENT: ReadonlySet<string> = new Set(Object.values(INTENT_REASONS));

const isOfIntent = (reason: string) => OF_INTENT.has(reason);
const isOfContact = (reason: string) => Object.values(CONTACT_REASONS).some((begins) => reason.startsWith(begins));

/**
 * The weightiest reason, other than the intent and the contact details, which usually weigh most but are listed
 * anyway. If there is no other, the intent's.
 */
export function tellingReason(reasons: readonly string[]): string | null {
  return reasons.find((one) => !isOfIntent(one) && !isOfContact(one)) ?? reasons.find(isOfIntent) ?? reasons[0] ?? null;
}

/** A session in the wire's shape. */
export function presentSession(row: SessionRow): AdminSession {
  return {
    id: row.id,
    visitor_id: row.visitor_id,
    contact_name: row.contact_name,
    email: row.email,
    phone: row.phone,
    lead_score: row.lead_score,
    final_intent: row.final_intent,
    cta_chosen: row.cta_chosen,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    created_at: row.started_at.toISOString(),
    duration: row.list_minutes === null ? null : String(row.list_minutes),
    summary: row.summary,
    utterance_count: row.utterance_count,
    status: row.status,
    reason: tellingReason(row.newest?.[0] ?? []),
    current_intent: row.ended_at === null ? (row.newest?.[1] ?? null) : null,
    call_requested: row.call_requested,
    complaint: row.complaint,
  };
}

/** Where lists are read from, and where failures to read a part of one are reported. */
export interface Lists {
  pool: Pool;
  /** @param part of what a list shows: 'summary', ... */
  missed(part: string, error: unknown): void;
}

/**
 * Reads sessions for a list. Data from other tables, above all the summaries, is read along; if that fails, the
 * failure is reported and the list goes without it (specification, section 7, behaviour on answers). If the sessions
 * themselves cannot be read, throws.
 * @param statement about sessions `s`, which selects the given columns of each
 */
export async function readListed<Row extends SessionRow>(
  { pool, missed }: Lists,
  statement: (columns: string) => string,
  values: unknown[],
): Promise<Row[]> {
  try {
    return (await pool.query<Row>(statement(SESSION_COLUMNS), values)).rows;
  } catch (error) {
    // If the database is unavailable, reading the parts one by one fails too.
    if (!(error instanceof DatabaseError)) throw error;
  }
  const { rows } = await pool.query<Row>(statement(OWN_COLUMNS), values);
  const ids = rows.map(({ id }) => id);
  const parts = await Promise.all(
    Object.entries(BESIDE).map(async ([name, { sql, without }]) => {
      const found = await readPart(pool, ids, sql).catch((error: unknown) => {
        missed(name, error);
        return null;
      });
      return [name, (id: string) => (found ? found.get(id) : without)] as const;
    }),
  );
  return rows.map((row) => ({ ...row, ...Object.fromEntries(parts.map(([name, of]) => [name, of(row.id)])) }));
}

async function readPart(pool: Pool, ids: readonly string[], sql: string): Promise<Map<string, unknown>> {
  const { rows } = await pool.query<{ id: string; part: unknown }>(
    `SELECT s.id, ${sql} AS part FROM sessions s WHERE s.id = ANY($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, part }) => [id, part]));
}

/** Session lists for a call; missing parts of a list are logged. */
export const listsFor = (pool: Pool, request: FastifyRequest): Lists => ({
  pool,
  missed: (part, error) =>
    request.log.warn({ err: error, part, request_id: request.id }, 'a part of the list of sessions could not be read'),
});
