import {
  type AdminTakeoverView,
  type HintOutcome,
  type LiveLine,
  PERSON_WAIT_MS,
  TAKEOVER_UNATTENDED_MS,
  type TakeoverEnd,
  type TakeoverState,
  type TakeoverView,
  type WaitingVisitor,
} from '@understudy/contract/takeover';
import type { Pool } from 'pg';
import { isTakenOver, TAKEOVER_CHANNEL } from '../../platform/database/taken-over.ts';

/** How long the lines of a conversation are announced after its watchers were last heard of. */
const WATCHED_MS = 20_000;
/** Lines that one read returns; who is further behind gets the newest. */
const MAX_LINES = 500;
/** An interrupted reply moves later lines down, so that lines below the last one seen are read again. */
const OVERLAP = 50;
/** Visitors who wait, as one list shows them. */
const MAX_WAITING = 50;

/** The state of a conversation, with what only the server uses. */
export interface TakeoverRow {
  state: TakeoverState;
  version: number;
  since: Date;
  reason: TakeoverEnd | null;
  user_id: string | null;
  person_name: string | null;
  person_role: string | null;
  agreed_from: number | null;
  declined_at: Date | null;
  message_due: boolean;
  hint: string | null;
  hint_outcome: HintOutcome | null;
  consent: boolean;
  ended: boolean;
}

/** SQL: notifies all instances of a change of the row `o`. */
const told = (what: string) => `pg_notify('${TAKEOVER_CHANNEL}', o.session_id || ' ${what}')`;

/** SQL: the person of the row `o` is at their page. */
const ATTENDED = `o.last_seen_at > now() - interval '${TAKEOVER_UNATTENDED_MS} milliseconds'`;

/** Reads the state of a conversation; null for an unknown session. One without a row is in the state `none`. */
export async function readTakeover(pool: Pool, sessionId: string): Promise<TakeoverRow | null> {
  const { rows } = await pool.query<TakeoverRow>({
    name: 'takeover_read',
    text: `SELECT coalesce(o.state, 'none') AS state, coalesce(o.version, 0) AS version,
        coalesce(o.since, s.started_at) AS since, o.reason, o.user_id, o.person_name, o.person_role, o.agreed_from,
        o.declined_at, coalesce(o.message_due, false) AS message_due, o.hint, o.hint_outcome, s.consent,
        s.ended_at IS NOT NULL AS ended
      FROM sessions s LEFT JOIN takeovers o ON o.session_id = s.id WHERE s.id = $1`,
    values: [sessionId],
  });
  return rows[0] ?? null;
}

/** What a visitor is told of it. */
export function presentTakeover(row: TakeoverRow): TakeoverView {
  const { state, version, since, reason, person_name: name, person_role: role } = row;
  return {
    state,
    version,
    person: name === null || state === 'none' || state === 'wanted' ? null : { name, role: role ?? '' },
    since: state === 'none' ? null : since.toISOString(),
    reason,
  };
}

/** What an administrator is told of it. @param userId the reader's; null without an account */
export const presentToAdmin = (row: TakeoverRow, userId: string | null): AdminTakeoverView => ({
  ...presentTakeover(row),
  mine: userId !== null && row.user_id === userId && (row.state === 'asked' || row.state === 'active'),
  kept: row.consent,
  hint: row.hint,
  hint_outcome: row.hint_outcome,
});

/** Who joins, and how the visitor is told of them. */
export interface Person {
  userId: string;
  name: string;
  role: string;
}

/**
 * Asks the visitor whether the person may join, or joins if they have agreed before. In one statement, so that of two
 * people at once one is the first.
 *
 * @returns false if it changed nothing: another person is there, the visitor declined, it has ended, or it is not kept
 * and its visitor did not ask for a person
 */
export async function askToJoin(pool: Pool, sessionId: string, person: Person): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'takeover_ask',
    text: `WITH s AS (
        SELECT id FROM sessions s WHERE id = $1 AND ended_at IS NULL AND (consent OR EXISTS (
          SELECT FROM takeovers w WHERE w.session_id = s.id AND w.agreed_at IS NOT NULL)) FOR NO KEY UPDATE
      ), o AS (
        INSERT INTO takeovers AS o (session_id, state, user_id, person_name, person_role, last_seen_at)
        SELECT id, 'asked', $2::uuid, $3, $4, now() FROM s
        ON CONFLICT (session_id) DO UPDATE SET
          state = CASE WHEN o.agreed_at IS NULL THEN 'asked' ELSE 'active' END, version = o.version + 1, since = now(),
          reason = NULL, message_due = false, user_id = excluded.user_id, person_name = excluded.person_name,
          person_role = excluded.person_role, last_seen_at = now()
        WHERE o.declined_at IS NULL
          AND (o.state NOT IN ('asked', 'active') OR o.user_id IS NULL OR o.user_id = excluded.user_id
            OR NOT ${ATTENDED})
        RETURNING o.session_id
      ) SELECT ${told('state')}::text FROM o`,
    values: [sessionId, person.userId, person.name, person.role],
  });
  return rowCount === 1;
}

/** The visitor's answer to a person who asked to join. @returns false if nobody asks any more */
export async function answerPerson(pool: Pool, sessionId: string, accept: boolean): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'takeover_answer',
    // The session first, as everywhere: a turn that begins at the same time is the twin's, or the person's.
    text: `WITH s AS (SELECT id, next_seq FROM sessions WHERE id = $1 AND ended_at IS NULL FOR NO KEY UPDATE), o AS (
        UPDATE takeovers o SET state = CASE WHEN $2 THEN 'active' ELSE 'over' END, version = o.version + 1,
          since = now(), reason = CASE WHEN $2 THEN NULL ELSE 'declined' END,
          agreed_at = CASE WHEN $2 THEN now() END, agreed_from = CASE WHEN $2 THEN s.next_seq END,
          declined_at = CASE WHEN $2 THEN NULL ELSE now() END, last_seen_at = CASE WHEN $2 THEN now() END
        FROM s WHERE o.session_id = s.id AND o.state = 'asked' RETURNING o.session_id
      ) SELECT ${told('state')}::text FROM o`,
    values: [sessionId, accept],
  });
  return rowCount === 1;
}

/**
 * The visitor asks for a person, which is a yes to whoever comes. Somebody who asks to join already has joined then.
 *
 * @returns false if the conversation has ended
 */
export async function wantPerson(pool: Pool, sessionId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'takeover_want',
    text: `WITH s AS (SELECT id, next_seq FROM sessions WHERE id = $1 AND ended_at IS NULL FOR NO KEY UPDATE), o AS (
        INSERT INTO takeovers AS o (session_id, state, agreed_at, agreed_from)
        SELECT id, 'wanted', now(), next_seq FROM s
        ON CONFLICT (session_id) DO UPDATE SET
          state = CASE WHEN o.state IN ('asked', 'active') AND ${ATTENDED} THEN 'active' ELSE 'wanted' END,
          since = CASE WHEN o.state = 'wanted' OR o.state = 'active' AND ${ATTENDED} THEN o.since ELSE now() END,
          agreed_at = coalesce(o.agreed_at, now()), agreed_from = coalesce(o.agreed_from, excluded.agreed_from),
          version = o.version + 1, reason = NULL, declined_at = NULL, message_due = false
        RETURNING o.session_id
      ) SELECT ${told('state')}::text FROM o`,
    values: [sessionId],
  });
  return rowCount === 1;
}

/** The visitor no longer waits for a person; one who comes later has to ask again. */
export async function stopWaiting(pool: Pool, sessionId: string): Promise<void> {
  await pool.query({
    name: 'takeover_stop_waiting',
    text: `WITH o AS (
        UPDATE takeovers o SET state = 'over', version = version + 1, since = now(), reason = 'withdrawn',
          agreed_at = NULL, agreed_from = NULL WHERE session_id = $1 AND state = 'wanted' RETURNING o.session_id
      ) SELECT ${told('state')}::text FROM o`,
    values: [sessionId],
  });
}

/** The person hands the conversation back to the twin. @returns false if it was not theirs */
export async function handBack(pool: Pool, sessionId: string, userId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'takeover_hand_back',
    text: `WITH o AS (
        UPDATE takeovers o SET state = 'over', version = version + 1, since = now(), reason = 'handed_back'
        WHERE session_id = $1 AND user_id = $2 AND state IN ('asked', 'active') RETURNING o.session_id
      ) SELECT ${told('state')}::text FROM o`,
    values: [sessionId, userId],
  });
  return rowCount === 1;
}

/** The person's page is open. @returns false if the conversation is not theirs, or no longer */
export async function noteAttended(pool: Pool, sessionId: string, userId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'takeover_attended',
    text: `UPDATE takeovers o SET last_seen_at = now()
      WHERE session_id = $1 AND user_id = $2 AND state IN ('asked', 'active')`,
    values: [sessionId, userId],
  });
  return rowCount === 1;
}

/** Ends those that nobody attends, and the waiting of visitors to whom nobody came. */
export async function endUnattended(pool: Pool): Promise<void> {
  await pool.query({
    name: 'takeover_sweep',
    text: `WITH o AS (
        UPDATE takeovers o SET state = 'over', version = version + 1, since = now(), message_due = state = 'wanted',
          reason = CASE state WHEN 'wanted' THEN 'unanswered' ELSE 'unattended' END
        WHERE state IN ('wanted', 'asked', 'active') AND CASE state
          WHEN 'wanted' THEN since < now() - interval '${PERSON_WAIT_MS} milliseconds' ELSE NOT ${ATTENDED} END
        RETURNING o.session_id
      ) SELECT ${told('state')}::text FROM o`,
  });
}

/** PostgreSQL's code for a duplicate key. */
const UNIQUE_VIOLATION = '23505';

/**
 * Saves a person's line, in one statement; one with a known id is the one that was saved.
 *
 * @returns null if the conversation is not theirs, or has ended
 */
export async function savePersonLine(
  pool: Pool,
  sessionId: string,
  { userId, lineId, text }: { userId: string; lineId: string; text: string },
): Promise<LiveLine | null> {
  const saving = pool.query<LineRow>({
    name: 'takeover_save_line',
    text: `WITH s AS (
        UPDATE sessions s SET next_seq = next_seq + 1, newest_line_at = greatest(now(), newest_line_at),
          last_active_at = now()
        WHERE id = $1 AND ended_at IS NULL AND ${isTakenOver('s.id')}
          AND EXISTS (SELECT FROM takeovers o WHERE o.session_id = s.id AND o.user_id = $2)
        RETURNING id, next_seq - 1 AS seq, newest_line_at AS ts
      ), o AS (
        UPDATE takeovers o SET last_seen_at = now() FROM s WHERE o.session_id = s.id
        RETURNING o.session_id, o.person_name
      ), u AS (
        INSERT INTO utterances (session_id, seq, turn_id, speaker, author, text, ts)
        SELECT s.id, s.seq, $3, 'person', o.person_name, $4, s.ts FROM s JOIN o ON o.session_id = s.id
        RETURNING *
      ) SELECT ${LINE}, ${told('line')}::text FROM u JOIN o ON o.session_id = u.session_id`,
    values: [sessionId, userId, lineId, text],
  });
  const { rows } = await saving.catch((error) => {
    if (error.code !== UNIQUE_VIOLATION) throw error;
    return pool.query<LineRow>(
      `SELECT ${LINE} FROM utterances u WHERE session_id = $1 AND turn_id = $2 AND speaker = 'person'`,
      [sessionId, lineId],
    );
  });
  return rows[0] ? presentLine(rows[0]) : null;
}

interface LineRow extends Omit<LiveLine, 'ts'> {
  ts: Date;
}
const LINE = 'u.id, u.seq, u.turn_id, u.speaker, u.author, u.text, u.ts';
const presentLine = ({ id, seq, turn_id, speaker, author, text, ts }: LineRow): LiveLine => ({
  ...{ id, seq, turn_id, speaker, author, text },
  ts: ts.toISOString(),
});

/**
 * The lines of a conversation behind a place, oldest first, and some before it; at most the newest of them.
 *
 * @param from the first line that may be read
 * @param only whose lines; null for everybody's
 */
export async function readLiveLines(
  pool: Pool,
  sessionId: string,
  { after, from, only }: { after: number; from: number; only: 'person' | null },
): Promise<LiveLine[]> {
  const { rows } = await pool.query<LineRow>({
    name: 'takeover_lines',
    text: `SELECT ${LINE} FROM utterances u WHERE session_id = $1 AND seq > $2 AND seq >= $3
        AND ($4::text IS NULL OR speaker = $4) ORDER BY seq DESC LIMIT ${MAX_LINES}`,
    values: [sessionId, after - OVERLAP, from, only],
  });
  return rows.reverse().map(presentLine);
}

/** Somebody watches a conversation: for a while, its lines are announced. */
export async function noteWatched(pool: Pool, sessionId: string): Promise<void> {
  await pool.query({
    name: 'takeover_watched',
    text: `INSERT INTO takeovers (session_id, watched_until)
      SELECT id, now() + interval '${WATCHED_MS} milliseconds' FROM sessions WHERE id = $1 AND ended_at IS NULL
      ON CONFLICT (session_id) DO UPDATE SET watched_until = excluded.watched_until`,
    values: [sessionId],
  });
}

/** Tells all instances that a side types, or no longer does, or that a conversation is over. */
export async function notify(
  pool: Pool,
  sessionId: string,
  news: 'visitor_types' | 'visitor_typed' | 'person_types' | 'person_typed' | 'ended',
): Promise<void> {
  await pool.query({
    name: 'takeover_notify',
    text: 'SELECT pg_notify($1, $2)',
    values: [TAKEOVER_CHANNEL, `${sessionId} ${news}`],
  });
}

/** Of these sessions, those that have ended or are gone. */
export async function readEnded(pool: Pool, sessionIds: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'takeover_ended',
    text: `SELECT i.id FROM unnest($1::uuid[]) AS i (id)
      WHERE NOT EXISTS (SELECT FROM sessions s WHERE s.id = i.id AND s.ended_at IS NULL)`,
    values: [sessionIds],
  });
  return rows.map(({ id }) => id);
}

/** Saves a hint for the twin's next reply; an earlier one that is still to come is replaced. */
export async function saveHint(pool: Pool, sessionId: string, hint: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'takeover_hint',
    text: `WITH o AS (
        INSERT INTO takeovers AS o (session_id, hint)
        SELECT id, $2 FROM sessions s WHERE id = $1 AND ended_at IS NULL AND (consent OR EXISTS (
          SELECT FROM takeovers w WHERE w.session_id = s.id AND w.agreed_at IS NOT NULL))
        ON CONFLICT (session_id) DO UPDATE SET hint = excluded.hint, hint_outcome = NULL, version = o.version + 1
        RETURNING o.session_id
      ) SELECT ${told('state')}::text FROM o`,
    values: [sessionId, hint],
  });
  return rowCount === 1;
}

/** What became of a hint; a newer one stays as it is. */
export async function saveHintOutcome(
  pool: Pool,
  sessionId: string,
  hint: string,
  outcome: HintOutcome,
): Promise<void> {
  await pool.query({
    name: 'takeover_hint_outcome',
    text: `WITH o AS (
        UPDATE takeovers o SET hint = NULL, hint_outcome = $3, version = version + 1
        WHERE session_id = $1 AND hint = $2 RETURNING o.session_id
      ) SELECT ${told('state')}::text FROM o`,
    values: [sessionId, hint, outcome],
  });
}

/** The twin has said that nobody came. */
export async function noteMessageTaken(pool: Pool, sessionId: string): Promise<void> {
  await pool.query({
    name: 'takeover_message_taken',
    text: 'UPDATE takeovers SET message_due = false WHERE session_id = $1',
    values: [sessionId],
  });
}

/** Visitors who wait for a person, the longest first; of conversations that are not kept, nothing but that. */
export async function readWaiting(pool: Pool): Promise<WaitingVisitor[]> {
  const { rows } = await pool.query<Omit<WaitingVisitor, 'since'> & { since: Date }>({
    name: 'takeover_waiting',
    text: `SELECT o.session_id, o.since, CASE WHEN s.consent THEN s.contact_name END AS contact_name, s.consent AS kept
      FROM takeovers o JOIN sessions s ON s.id = o.session_id
      WHERE o.state = 'wanted' AND s.ended_at IS NULL ORDER BY o.since LIMIT ${MAX_WAITING}`,
  });
  return rows.map(({ since, ...visitor }) => ({ ...visitor, since: since.toISOString() }));
}

/** An administrator has the dashboard open. */
export async function noteDashboardOpen(pool: Pool, userId: string): Promise<void> {
  await pool.query({
    name: 'dashboard_open',
    text: `INSERT INTO open_dashboards (user_id) VALUES ($1) ON CONFLICT (user_id) DO UPDATE SET seen_at = now()`,
    values: [userId],
  });
}

/** Whether any administrator has the dashboard open. @param withinMs how recent its last heartbeat must be */
export async function isDashboardOpen(pool: Pool, withinMs: number): Promise<boolean> {
  const { rows } = await pool.query<{ open: boolean }>({
    name: 'dashboard_is_open',
    text: `SELECT EXISTS (
      SELECT FROM open_dashboards d JOIN users u ON u.id = d.user_id AND u.role IN ('admin', 'owner')
      WHERE d.seen_at > now() - $1 * interval '1 millisecond') AS open`,
    values: [withinMs],
  });
  return rows[0]?.open ?? false;
}
