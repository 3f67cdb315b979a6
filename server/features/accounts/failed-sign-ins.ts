import type { Queries } from '../../platform/database/queries.ts';
import type { UserRow } from './users.ts';

/** Who is named where the address that was tried is nobody's: what was typed there may be a password. */
const NOBODY = 'an address that is nobody’s';
/** Networks that one row names. */
const MAX_NETWORKS = 10;
/** '2026-11-22T04' of an ISO time. */
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
 * Notes down a password that was wrong. Whoever guesses fills no log: an account has one row an hour, with how often and
 * from where; all addresses that are nobody's share one.
 * @param network the caller's, the last part left out
 */
export async function noteFailure(db: Queries, user: UserRow | null, network: string, now: Date): Promise<void> {
  const hour = now.toISOString().slice(0, HOUR_CHARS);
  await db.query(NOTE, [now, user?.id ?? null, user?.email ?? NOBODY, hour, network]);
}
