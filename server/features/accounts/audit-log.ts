import type { AuditEntry } from '@understudy/contract/admin';
import type { Queries } from '../../platform/database/queries.ts';

/** Who acts, as the log keeps it. */
export interface AuditActor {
  /** Null for the command line and for who was not signed in. */
  id: string | null;
  email: string;
  /** The caller's network ({@link networkOf}); null for the command line. */
  address: string | null;
  /** Whether a one-time link opened the dashboard, so that it may have been somebody else at the server's machine. */
  byLink?: boolean;
}

/** Who acts where nobody is signed in: the server as it starts, and the command line. */
export const SERVER_START: AuditActor = { id: null, email: 'server start', address: null };
export const COMMAND_LINE: AuditActor = { id: null, email: 'command line', address: null };

/**
 * Adds a row to the audit log. Given the connection of the act's own transaction, there is no act without its row.
 * @param action in words joined by underscores, the thing first: `user_invited`
 * @param detail what one has to know to understand it later, without secrets
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
 * A visitor's name and the newest of their conversations, where the name stands until a first one is over; nothing once
 * they are forgotten.
 */
const ABOUT_VISITOR = `SELECT jsonb_build_object('name', coalesce(l.name, s.contact_name), 'session_id', s.id)
  FROM leads l LEFT JOIN LATERAL (
    SELECT o.id, o.contact_name FROM sessions o WHERE o.visitor_id = l.visitor_id AND o.consent
    ORDER BY o.started_at DESC LIMIT 1
  ) AS s ON true WHERE l.visitor_id = (detail ->> 'visitor_id')::uuid`;
const ABOUT_SESSION = `SELECT jsonb_build_object('name', s.contact_name, 'session_id', s.id)
  FROM sessions s WHERE s.id = (detail ->> 'session_id')::uuid AND s.consent`;

/** The log, the newest first, from before an entry on. */
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
 * The network of an address, the part of one person left out: an IPv4 address to 24 bits, an IPv6 one to 48.
 * It tells a stranger from a colleague, and nothing of anybody else.
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
