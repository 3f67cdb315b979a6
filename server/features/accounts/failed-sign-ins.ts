import type { Queries } from '../../platform/database/queries.ts';
import type { UserRow } from './users.ts';

/** Logged instead of an unknown address, because a password may have been typed into the address field. */
const NOBODY = 'an address that is nobody’s';
/** Networks listed in one row. */
const MAX_NETWORKS = 10;
/** The length of '2026-11-22T04' in an ISO time. */
const HOUR_CHARS = 13;

const NOTE = `INSERT INTO audit_log (at, actor_id, actor, action, detail, address)
  VALUES ($1, $2, $3, 'sign_in_failed',
    jsonb_build_object('hour', $4::text, 'tries', 1, 'networks', jsonb_build_array($5::text)), $5)
  ON CONFLICT (actor, (detail ->> 'hour')) WHERE action = 'sign_in_failed' DO UPDATE SET
    address = CASE WHEN audit_log.address = $5 THEN $5 END,
    detail = audit_log.detail || jsonb_build_object(
      'tries', (audit_log.detail ->> 'tries')::int + 1,
      'last', $1::timestamptz,
      'networks', CASE WHEN audit_log.detail -> 'networks' ? $5
          OR jsonb_array_length(audit_log.detail -> 'networks') >= ${MAX_NETWORKS}
        THEN audit_log.detail -> 'networks' ELSE audit_log.detail -> 'networks' || to_jsonb($5::text) END)`;

/**
 * Records a wrong password. To keep guessing from filling the log, each account has one row per hour with a count and
 * the networks; all unknown addresses share one.
 * @param network the caller's, without the last part
 */
export async function noteFailure(db: Queries, user: UserRow | null, network: string, now: Date): Promise<void> {
  const hour = now.toISOString().slice(0, HOUR_CHARS);
  await db.query(NOTE, [now, user?.id ?? null, user?.email ?? NOBODY, hour, network]);
}
