import type { AuditEntry } from '@understudy/contract/admin';
import type { Queries } from '../../platform/database/transaction.ts';
import type { UserRow } from './users.ts';

/** Who performed an action, as the log records it. */
export interface AuditActor {
  /** Null for the command line and for anyone not signed in. */
  id: string | null;
  email: string;
  /** The caller's network ({@link networkOf}); null for the command line. */
  address: string | null;
  /**
   * Whether a one-time link opened the dashboard, in which case it may have been anyone with access to the server's
   * machine.
   */
  byLink?: boolean;
}

/** Actors without a sign-in: the server at its start, and the command line. */
export const SERVER_START: AuditActor = { id: null, email: 'server start', address: null };
export const COMMAND_LINE: AuditActor = { id: null, email: 'command line', address: null };

/** Logged instead of an unknown address, because a password may have been typed into the address field. */
const NOBODY = 'an address that is nobody’s';
/** Networks that one row lists. */
const MAX_NETWORKS = 10;
/** The length of an ISO time up to its hour: '2026-11-22T04'. */
const HOUR_CHARS = 13;

/**
 * Adds a row to the audit log. Pass the connection of the action's own transaction, so that neither is committed
 * without the other.
 * @param action words joined by underscores, subject first: `user_invited`
 * @param detail what a reader needs to understand the row later, without secrets
 */
export async function audit(
  db: Queries,
  actor: AuditActor,
  action: string,
  detail: Record<string, unknown> = {},
  now = new Date(),
): Promise<void> {
  await db.query(
    'INSERT INTO audit_log (at, actor_id, actor, action, detail, address) VALUES ($1, $2, $3, $4, $5, $6)',
    [now, actor.id, actor.byLink ? `${actor.email} (by link)` : actor.email, action, detail, actor.address],
  );
}

/**
 * SQL: the name and the newest session of the visitor whom an entry names; nothing once the visitor was erased. Until
 * their first conversation has ended, only its session has their name.
 */
const ABOUT_VISITOR = `SELECT jsonb_build_object('name', coalesce(l.name, s.contact_name), 'session_id', s.id)
  FROM leads l LEFT JOIN LATERAL (
    SELECT o.id, o.contact_name FROM sessions o WHERE o.visitor_id = l.visitor_id AND o.consent
    ORDER BY o.started_at DESC LIMIT 1
  ) AS s ON true WHERE l.visitor_id = (detail ->> 'visitor_id')::uuid`;
/** SQL: the same for an entry that names a session. */
const ABOUT_SESSION = `SELECT jsonb_build_object('name', s.contact_name, 'session_id', s.id)
  FROM sessions s WHERE s.id = (detail ->> 'session_id')::uuid AND s.consent`;

/**
 * Reads the log, newest first.
 * @param before the id of the entry to continue before; null to start with the newest
 */
export async function readAudit(db: Queries, before: number | null, limit: number): Promise<AuditEntry[]> {
  const { rows } = await db.query<Omit<AuditEntry, 'id' | 'at'> & { id: string; at: Date }>(
    `SELECT id, at, actor, action, detail, address, CASE
         WHEN detail ? 'visitor_id' THEN (${ABOUT_VISITOR})
         WHEN detail ? 'session_id' THEN (${ABOUT_SESSION}) END AS subject
       FROM audit_log
      WHERE $1::bigint IS NULL OR id < $1 ORDER BY id DESC LIMIT $2`,
    [before, limit],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id), at: row.at.toISOString() }));
}

/**
 * The network part of an address: 24 bits of IPv4, 48 bits of IPv6. That is enough to tell a stranger from a
 * colleague, and identifies nobody.
 */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address);
  if (v4) return `${v4[1]}.0/24`;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const whole = [...groups, ...Array<string>(Math.max(0, missing)).fill('0')];
  return `${[...whole, '0', '0', '0'].slice(0, 3).join(':')}::/48`;
}

const ADD_FAILED_SIGN_IN = `INSERT INTO audit_log (at, actor_id, actor, action, detail, address)
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
 * Records a wrong password. Each account has one row per hour with a count and the networks, and all unknown addresses
 * share one, so that guessing does not fill the log.
 * @param network from {@link networkOf}
 */
export async function auditFailedSignIn(db: Queries, user: UserRow | null, network: string, now: Date): Promise<void> {
  const hour = now.toISOString().slice(0, HOUR_CHARS);
  await db.query(ADD_FAILED_SIGN_IN, [now, user?.id ?? null, user?.email ?? NOBODY, hour, network]);
}
