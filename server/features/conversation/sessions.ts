import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { PAGE_GONE_AFTER_MS, SESSION_IDLE_MS } from '@understudy/contract/constants';
import type { HostPage } from '@understudy/contract/widget';
import type { CreateSessionAnswer } from '@understudy/contract/wire';
import type { Pool } from 'pg';
import { forgetVisitors } from '../../platform/database/forget-visitors.ts';
import { standingCall } from '../../platform/database/standing-call.ts';
import type { AgreedSentence } from './parts.ts';

/** A session's secret of 256 random bits, of which the server keeps only a hash. */
interface NewSecret {
  secret: string;
  hash: Buffer;
}

/** Generates a secret. */
export function newSecret(): NewSecret {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

/** SHA-256 without a salt is enough for 256 random bits, which cannot be guessed. */
function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Compared with the secret of a session that does not exist, so that the answer takes as long. */
const NOBODY = randomBytes(32);

/** Whether the secret matches the hash, in constant time, also for a session that does not exist. */
export function secretMatches(secret: string, hash: Buffer | null): boolean {
  return timingSafeEqual(hashSecret(secret), hash ?? NOBODY) && hash !== null;
}

/** A call request without a date expires after this. */
const UNDATED_CALL_DAYS = 14;

/** Who starts a session. Anybody may claim an id; the secret proves that it is theirs. */
interface Caller {
  visitorId: string;
  secret: string | undefined;
}

/**
 * Starts a session. This is the only time that secrets leave the server. With the visitor's secret, the session
 * belongs to that visitor: their memories apply, and so does a pending call request from a conversation that was
 * kept. Otherwise it creates a new visitor, about whom nothing is known.
 */
export async function createSession(
  pool: Pool,
  session: {
    caller: Caller;
    /** What the visitor agreed to; null if they did not agree. */
    agreed: AgreedSentence | null;
    consentVersion: string;
    mode: string;
    page: HostPage | null;
  },
): Promise<CreateSessionAnswer> {
  const id = randomUUID();
  const { agreed } = session;
  const { secret, hash } = newSecret();
  const known = await isVisitor(pool, session.caller);
  const fresh = { id: randomUUID(), ...newSecret() };
  const { rows } = await pool.query<{ visitor_id: string }>({
    name: 'create_session',
    // Updating the visitor's row locks it, so that it is not deleted concurrently as a visitor without any data.
    text: `WITH known AS (
             UPDATE visitors SET seen_at = CASE WHEN $4 THEN now() ELSE seen_at END WHERE visitor_id = $2
             RETURNING visitor_id
           ), fresh AS (
             INSERT INTO visitors (visitor_id, secret_hash) SELECT $7, $8 WHERE NOT EXISTS (SELECT FROM known)
             RETURNING visitor_id
           ), sentence AS (
             INSERT INTO consent_texts (hash, text) SELECT $11::bytea, $12 WHERE $4 ON CONFLICT DO NOTHING
           ), s AS (
             INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, consent_language,
               consent_hash, mode, host_page, call_request)
             SELECT $1, v.visitor_id, $3, $4, $5, $10, $11, $6, CASE WHEN $4 THEN $9::jsonb END, (
               SELECT o.call_request FROM sessions o
               WHERE $4 AND o.visitor_id = v.visitor_id AND o.consent AND ${standingCall('o')} IS NOT NULL
                 AND CASE WHEN o.call_request ->> 'due_date' IS NULL
                   THEN o.started_at > now() - interval '${UNDATED_CALL_DAYS} days'
                   ELSE (o.call_request ->> 'due_date')::date >= current_date END
               ORDER BY o.started_at DESC LIMIT 1)
             FROM (SELECT visitor_id FROM known UNION ALL SELECT visitor_id FROM fresh) AS v
             RETURNING id, visitor_id
           ), e AS (
             INSERT INTO events (session_id, kind, payload)
             SELECT id, 'session_started', jsonb_build_object('mode', $6::text, 'consent', $4::boolean) FROM s
           )
           SELECT visitor_id FROM s`,
    values: [
      id,
      known ? session.caller.visitorId : null,
      hash,
      agreed !== null,
      session.consentVersion,
      session.mode,
      fresh.id,
      fresh.hash,
      session.page && JSON.stringify(session.page),
      agreed?.language ?? null,
      agreed && createHash('sha256').update(agreed.text).digest(),
      agreed?.text ?? null,
    ],
  });
  const started = { session_id: id, session_secret: secret };
  return rows[0]?.visitor_id === fresh.id
    ? { ...started, visitor_id: fresh.id, visitor_secret: fresh.secret }
    : started;
}

/** Whether the secret is this visitor's; a missing one is not. An unknown id takes as long as a wrong secret. */
export async function isVisitor(pool: Pool, { visitorId, secret }: Caller): Promise<boolean> {
  if (secret === undefined) return false;
  const { rows } = await pool.query<{ secret_hash: Buffer }>({
    name: 'visitor_secret',
    text: 'SELECT secret_hash FROM visitors WHERE visitor_id = $1',
    values: [visitorId],
  });
  return secretMatches(secret, rows[0]?.secret_hash ?? null);
}

/** Why a session ended; `gone` means that its page was closed and did not come back. */
type EndReason = 'visitor' | 'idle' | 'gone';
/** The job that follows the end of a kept session, keyed by the session's id. */
export const FINISH_SESSION_JOB = 'finish_session';

/**
 * SQL: deletes sessions without consent, of which only a daily count remains, and visitors that have no other session.
 * `CONDITION` says which.
 */
const FORGET = `WITH gone AS (DELETE FROM sessions WHERE NOT consent AND CONDITION RETURNING id, visitor_id),
  left_nothing AS (${forgetVisitors({ visitors: 'SELECT visitor_id FROM gone', sessions: 'SELECT id FROM gone' })})
  INSERT INTO daily_totals (day, name, count)
  SELECT (now() AT TIME ZONE 'UTC')::date, 'unkept_sessions', count(*) FROM gone HAVING count(*) > 0
  ON CONFLICT (day, name) DO UPDATE SET count = daily_totals.count + excluded.count`;

/**
 * SQL: ends sessions with consent. `CONDITION` says which; `ENDED` is when the conversation was over, not when that was
 * noticed: the wait for a closed page or a silent visitor does not count towards its duration.
 */
const END = `WITH s AS (
    UPDATE sessions SET ended_at = greatest(started_at, ENDED), end_reason = $2
    WHERE ended_at IS NULL AND consent AND CONDITION RETURNING id
  ), j AS (
    INSERT INTO job_requests (name, key) SELECT '${FINISH_SESSION_JOB}', id::text FROM s ON CONFLICT DO NOTHING
  )
  INSERT INTO events (session_id, kind, payload)
  SELECT id, 'session_ended', jsonb_build_object('reason', $2::text) FROM s`;

/** Ends a session; ending it again has no effect. */
export async function endSession(pool: Pool, sessionId: string, reason: EndReason): Promise<void> {
  await pool.query(END.replace('CONDITION', 'id = $1').replace('ENDED', 'now()'), [sessionId, reason]);
  await pool.query(FORGET.replace('CONDITION', 'id = $1'), [sessionId]);
}

/**
 * Ends sessions that have been idle for 30 minutes or whose page is gone, and fails turns whose writer is gone. Safe
 * to run at any time, twice and on several instances.
 *
 * @param abandonedAfterMs the age in milliseconds from which a running turn has no writer any more
 */
export async function sweepIdleSessions(pool: Pool, abandonedAfterMs: number): Promise<void> {
  // The conditions on `ended_at` and `started_at` are redundant, but let the query use the index.
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
