import { randomUUID } from 'node:crypto';
import { PAGE_GONE_AFTER_MS, SESSION_IDLE_MS } from '@understudy/contract/constants';
import type { Pool } from 'pg';
import { standingCall } from '../../platform/database/standing-call.ts';
import { newSecret } from './secrets.ts';

/** A call without a day in it is over after this. */
const UNDATED_CALL_DAYS = 14;

/**
 * Starts a session. The secret leaves the server here and never again. A call that the visitor asked for in an earlier
 * conversation that was kept, and that is still to come, is known in this one too.
 */
export async function createSession(
  pool: Pool,
  session: { visitorId: string; consent: boolean; consentVersion: string; mode: string },
): Promise<{ session_id: string; session_secret: string }> {
  const id = randomUUID();
  const { secret, hash } = newSecret();
  await pool.query({
    name: 'create_session',
    text: `WITH s AS (
             INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode, call_request)
             SELECT $1, $2, $3, $4, $5, $6, (
               SELECT o.call_request FROM sessions o
               WHERE $4 AND o.visitor_id = $2 AND o.consent AND ${standingCall('o')} IS NOT NULL
                 AND CASE WHEN o.call_request ->> 'due_date' IS NULL
                   THEN o.started_at > now() - interval '${UNDATED_CALL_DAYS} days'
                   ELSE (o.call_request ->> 'due_date')::date >= current_date END
               ORDER BY o.started_at DESC LIMIT 1)
             RETURNING id
           )
           INSERT INTO events (session_id, kind, payload)
           SELECT id, 'session_started', jsonb_build_object('mode', $6::text, 'consent', $4::boolean) FROM s`,
    values: [id, session.visitorId, hash, session.consent, session.consentVersion, session.mode],
  });
  return { session_id: id, session_secret: secret };
}

/** Why a session ended: `gone` is a page that was closed and did not come back. */
export type EndReason = 'visitor' | 'idle' | 'gone';
/** What is asked of the job runner when a session that is kept has ended, by the session's id. */
export const FINISH_SESSION_JOB = 'finish_session';

/** Of a session that did not consent nothing stays but a number per day. */
const FORGET = `WITH gone AS (DELETE FROM sessions WHERE NOT consent AND CONDITION RETURNING 1)
  INSERT INTO daily_totals (day, name, count)
  SELECT (now() AT TIME ZONE 'UTC')::date, 'unkept_sessions', count(*) FROM gone HAVING count(*) > 0
  ON CONFLICT (day, name) DO UPDATE SET count = daily_totals.count + excluded.count`;

/**
 * `ENDED` is the moment that the conversation was over, which is not when that was noticed: the wait for a page that is
 * gone, or for a visitor who fell silent, is not part of how long they talked.
 */
const END = `WITH s AS (
    UPDATE sessions SET ended_at = greatest(started_at, ENDED), end_reason = $2
    WHERE ended_at IS NULL AND consent AND CONDITION RETURNING id
  ), j AS (
    INSERT INTO job_requests (name, key) SELECT '${FINISH_SESSION_JOB}', id::text FROM s ON CONFLICT DO NOTHING
  )
  INSERT INTO events (session_id, kind, payload)
  SELECT id, 'session_ended', jsonb_build_object('reason', $2::text) FROM s`;

/** Ends one session; ending it again changes nothing. */
export async function endSession(pool: Pool, sessionId: string, reason: EndReason): Promise<void> {
  await pool.query(END.replace('CONDITION', 'id = $1').replace('ENDED', 'now()'), [sessionId, reason]);
  await pool.query(FORGET.replace('CONDITION', 'id = $1'), [sessionId]);
}

/**
 * Ends what has been idle for 30 minutes, or whose page is gone, and settles turns whose writer is gone. Safe to run at
 * any time, twice and on several instances.
 *
 * @param abandonedAfterMs a running turn older than this has no writer any more
 */
export async function sweepIdleSessions(pool: Pool, abandonedAfterMs: number): Promise<void> {
  // That it is open and when it started follow from the rest of the statements, and have the index.
  const longAgo = `< now() - $1 * interval '1 millisecond'`;
  const idle = `ended_at IS NULL AND started_at ${longAgo} AND last_active_at ${longAgo}`;
  await pool.query(END.replace('CONDITION', idle).replace('ENDED', 'last_active_at'), [SESSION_IDLE_MS, 'idle']);
  await pool.query(FORGET.replace('CONDITION', idle), [SESSION_IDLE_MS]);
  const gone = `ended_at IS NULL AND last_active_at < left_at AND left_at ${longAgo}`;
  await pool.query(END.replace('CONDITION', gone).replace('ENDED', 'left_at'), [PAGE_GONE_AFTER_MS, 'gone']);
  await pool.query(FORGET.replace('CONDITION', gone), [PAGE_GONE_AFTER_MS]);
  await pool.query(
    `UPDATE turns SET status = 'failed', finished_at = now()
     WHERE status = 'running' AND created_at < now() - $1 * interval '1 millisecond'`,
    [abandonedAfterMs],
  );
}
