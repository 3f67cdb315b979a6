import type { AdminSession } from '@understudy/contract/admin';
import { CALL_REQUEST_KEY, COMPLAINT_KEY, CONTACT_REASONS, INTENT_REASONS } from '@understudy/contract/leads';
import type { FastifyRequest } from 'fastify';
import { DatabaseError, type Pool } from 'pg';
import { standingCall } from '../../platform/database/standing-call.ts';
import { minutesOf } from './keyset.ts';

/** The sentence for an unknown session (section 8). */
export const NO_SESSION = 'Session not found';

/** A session as the dashboard's queries read it. */
export interface SessionRow
  extends Omit<AdminSession, 'started_at' | 'ended_at' | 'created_at' | 'duration' | 'reason' | 'current_intent'> {
  started_at: Date;
  ended_at: Date | null;
  /** The duration as lists show it; null if unknown. */
  list_minutes: number | null;
  /**
   * The first four reasons of the newest analysis, the weightiest first, and its intent; null before any analysis.
   * Four, because up to three of them repeat what a list shows anyway.
   */
  newest: [reasons: readonly string[] | null, AdminSession['current_intent']] | null;
}

/** SQL: whether session `s` has an action item with this key. */
export const hasActionItem = (key: string, tag?: string) =>
  `EXISTS (SELECT FROM action_items c WHERE c.session_id = s.id AND c.key = '${key}'${
    tag === undefined ? '' : ` AND '${tag}' = ANY (c.tags)`
  })`;

/**
 * SQL: whether a call was requested in session `s`, according to its action item or, if that is no longer kept, to the
 * session's own form. A form carried over from an earlier session does not count: it has no event in this one. LIMIT
 * keeps the planner from reading all events instead of the session's own.
 */
const CALL_REQUESTED = `(${hasActionItem(CALL_REQUEST_KEY)} OR ${standingCall('s')} IS NOT NULL
    AND (SELECT true FROM events v WHERE v.session_id = s.id AND v.kind = 'call_requested' LIMIT 1) IS NOT NULL)`;

/** SQL: the listed columns of a session `s` that are in its own row. `next_seq` counts its utterances. */
const OWN_COLUMNS = `s.id, s.visitor_id, s.contact_name, s.email, s.phone, s.lead_score, s.final_intent,
  s.cta_chosen,
  s.started_at, s.ended_at, s.next_seq AS utterance_count,
  CASE WHEN s.ended_at IS NOT NULL THEN s.minutes WHEN s.next_seq > 0 THEN ${minutesOf('s.next_seq')} END
    AS list_minutes`;

type RelatedColumn = 'summary' | 'status' | 'call_requested' | 'booked' | 'complaint' | 'asks_person' | 'newest';

/** The listed columns of a session `s` from other tables: their SQL, and the value if they cannot be read. */
const RELATED_COLUMNS: { readonly [Name in RelatedColumn]: { sql: string; fallback: SessionRow[Name] } } = {
  summary: { sql: 'EXISTS (SELECT FROM summaries m WHERE m.session_id = s.id)', fallback: false },
  status: {
    sql: `coalesce((SELECT l.status FROM leads l WHERE l.visitor_id = s.visitor_id), 'new')`,
    fallback: 'new',
  },
  call_requested: { sql: CALL_REQUESTED, fallback: false },
  booked: {
    sql: `EXISTS (SELECT FROM bookings b WHERE b.session_id = s.id AND b.status = 'confirmed')`,
    fallback: false,
  },
  complaint: { sql: hasActionItem(COMPLAINT_KEY), fallback: false },
  asks_person: { sql: hasActionItem(COMPLAINT_KEY, 'person'), fallback: false },
  newest: {
    sql: `(SELECT jsonb_build_array(x.reasons[1:4], x.intent) FROM extracts x WHERE x.session_id = s.id
   ORDER BY x.seq DESC, x.id DESC LIMIT 1)`,
    fallback: null,
  },
};

/** SQL: all listed columns of a session `s`. */
export const SESSION_COLUMNS = [
  OWN_COLUMNS,
  ...Object.entries(RELATED_COLUMNS).map(([name, { sql }]) => `${sql} AS ${name}`),
].join(', ');

const INTENT_REASON_SET: ReadonlySet<string> = new Set(Object.values(INTENT_REASONS));

const isOfIntent = (reason: string) => INTENT_REASON_SET.has(reason);
const isOfContact = (reason: string) => Object.values(CONTACT_REASONS).some((begins) => reason.startsWith(begins));

/**
 * The weightiest reason other than the intent and the contact details, which usually weigh most but are listed anyway.
 * If there is no other, the intent's.
 * @param reasons the weightiest first
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
    booked: row.booked,
    complaint: row.complaint,
    asks_person: row.asks_person,
  };
}

/** Where lists of sessions are read from, and where a missing column is reported. */
export interface ListSource {
  pool: Pool;
  /** Called if a column from another table cannot be read. */
  onMissing(column: string, error: unknown): void;
}

/**
 * Reads sessions for a list. If data from another table cannot be read, such as the summaries, reports that and returns
 * the list with the column's fallback (specification, section 7, behaviour on answers).
 * @param statement about sessions `s`, which selects the given columns of each
 * @throws the database's error if the sessions themselves cannot be read
 */
export async function readListed<Row extends SessionRow>(
  { pool, onMissing }: ListSource,
  statement: (columns: string) => string,
  values: unknown[],
): Promise<Row[]> {
  try {
    return (await pool.query<Row>(statement(SESSION_COLUMNS), values)).rows;
  } catch (error) {
    // If the database is unavailable, reading the columns one by one would fail too.
    if (!(error instanceof DatabaseError)) throw error;
  }
  const { rows } = await pool.query<Row>(statement(OWN_COLUMNS), values);
  const ids = rows.map(({ id }) => id);
  const related = await Promise.all(
    Object.entries(RELATED_COLUMNS).map(async ([name, { sql, fallback }]) => {
      const found = await readColumn(pool, ids, sql).catch((error: unknown) => {
        onMissing(name, error);
        return null;
      });
      return [name, (id: string) => (found ? found.get(id) : fallback)] as const;
    }),
  );
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(related.map(([name, of]) => [name, of(row.id)])),
  }));
}

/** A column's values by session. */
async function readColumn(pool: Pool, ids: readonly string[], sql: string): Promise<Map<string, unknown>> {
  const { rows } = await pool.query<{ id: string; value: unknown }>(
    `SELECT s.id, ${sql} AS value FROM sessions s WHERE s.id = ANY($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, value }) => [id, value]));
}

/** The source of lists for a call; missing columns are logged. */
export const listSourceFor = (pool: Pool, request: FastifyRequest): ListSource => ({
  pool,
  onMissing: (column, error) =>
    request.log.warn(
      { err: error, part: column, request_id: request.id },
      'a part of the list of sessions could not be read',
    ),
});
