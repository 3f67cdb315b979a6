import type { VisitorErasure } from '@understudy/contract/settings';
import type { Pool, PoolClient } from 'pg';
import { ABOUT_VISITORS } from '../../platform/database/forget-visitors.ts';
import { SLOW_TRANSACTION, slowQuery } from '../../platform/database/pool.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { REMOVE_ENTRY_JOB } from '../scheduling/index.ts';

/**
 * What to erase: everybody with an email address (in lower case), one visitor, or one conversation and what came of
 * it.
 */
export type ErasureTarget = { email: string } | { visitor_id: string } | { session_id: string };

/** Shorter terms identify nobody, because they occur in half of all names. */
const MIN_NAME_CHARS = 3;

/**
 * SQL: everybody who gave this address ($1) as their own: anywhere in a conversation, in a form, or as a lead. Visitors
 * who only mentioned somebody else's address are not included.
 */
const BY_ADDRESS = `SELECT visitor_id FROM sessions WHERE lower(email) = $1 OR lower(call_request ->> 'email') = $1
  UNION SELECT visitor_id FROM leads WHERE email_normalised = $1
  UNION SELECT visitor_id FROM bookings WHERE lower(email) = $1
  UNION SELECT s.visitor_id FROM extracts e JOIN sessions s ON s.id = e.session_id
    WHERE lower(e.entities ->> 'contact_email') = $1`;
/** SQL: the visitor with this id ($1), if anything is kept of them. */
const BY_ID = ABOUT_VISITORS.map((table) => `SELECT visitor_id FROM ${table} WHERE visitor_id = $1`).join(' UNION ');
/** SQL: addresses that visitors ($1) gave as their own, in lower case. */
const THEIR_ADDRESSES = `SELECT DISTINCT email FROM (
    SELECT unnest(ARRAY[lower(email), lower(call_request ->> 'email')]) AS email FROM sessions
      WHERE visitor_id = ANY ($1::uuid[])
    UNION ALL SELECT email_normalised FROM leads WHERE visitor_id = ANY ($1::uuid[])
    UNION ALL SELECT lower(email) FROM bookings WHERE visitor_id = ANY ($1::uuid[])
  ) AS known WHERE email IS NOT NULL ORDER BY email`;

/** Tables with rows about a visitor that are not deleted with a session. */
const BY_VISITOR = [
  ...(['visitors', 'memories', 'leads', 'action_items', 'notes', 'bookings'] as const),
  ...(['outgoing_mails', 'reminders'] as const),
] as const;
/** Those among them whose rows also name a session. */
const BY_SESSION = ['memories', 'action_items', 'notes', 'bookings'] as const;

/** SQL: the visitor of row `t` has another summarized conversation than this one ($1), so that a lead remains. */
const KNOWN_OTHERWISE = `EXISTS (SELECT FROM sessions o JOIN summaries m ON m.session_id = o.id
  WHERE o.visitor_id = t.visitor_id AND o.id <> $1)`;
/** SQL: row `t` is about the visitor of this conversation ($1). */
const OF_SESSION = 't.visitor_id = (SELECT visitor_id FROM sessions WHERE id = $1)';

const counted = (tables: readonly string[], where: string) => tables.map((table): [string, string] => [table, where]);
/** The counted tables, each with the condition that finds its rows. Rows of other tables belong to a session. */
const COUNTED = {
  /** $1 are the visitors. */
  visitors: [
    ['sessions', 'visitor_id = ANY ($1::uuid[])'],
    ['utterances', 'session_id IN (SELECT id FROM sessions WHERE visitor_id = ANY ($1::uuid[]))'],
    ...counted(['memories', 'leads', 'action_items', 'notes', 'bookings'], 'visitor_id = ANY ($1::uuid[])'),
  ],
  /** $1 is the session. */
  session: [
    ['sessions', 'id = $1'],
    ...counted(['utterances', ...BY_SESSION], 'session_id = $1'),
    ['leads', `${OF_SESSION} AND NOT ${KNOWN_OTHERWISE}`],
  ],
  /** $1 is the address. */
  address: [['waitlist', 'email_normalised = $1']],
} satisfies Record<string, [string, string][]>;

/** What was found for a target. */
interface Found {
  erasure: VisitorErasure;
  /** Visitors of whom nothing remains. */
  visitors: string[];
  /** Their conversations; running ones have to be cut. */
  sessionIds: string[];
}

/** What was erased. */
type Erased = Pick<Found, 'erasure' | 'sessionIds'>;

/** What {@link eraseVisitor} would delete; null if there is no such visitor or conversation. */
export async function previewErasure(pool: Pool, target: ErasureTarget): Promise<VisitorErasure | null> {
  return inTransaction(pool, async (client) => (await find(client, target))?.erasure ?? null);
}

/**
 * Deletes everything about the target from all tables, including pending jobs.
 * @param alongside runs in the same transaction, after the deletion; an error rolls everything back
 * @returns null if there is no such visitor or conversation
 */
export async function eraseVisitor(
  pool: Pool,
  target: ErasureTarget,
  alongside: (client: PoolClient, erased: Erased) => Promise<void>,
): Promise<Erased | null> {
  let visitors: string[] = [];
  const erased = await inTransaction(pool, async (client) => {
    const found = await find(client, target);
    if (!found) return null;
    visitors = found.visitors;
    // A visitor who returns with their secret at this moment waits here, and then starts as a new visitor.
    await client.query('SELECT FROM visitors WHERE visitor_id = ANY ($1::uuid[]) ORDER BY visitor_id FOR UPDATE', [
      visitors,
    ]);
    // A turn about to be saved waits here, and then finds no session.
    await client.query('SELECT FROM sessions WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE', [found.sessionIds]);
    const names = await namesOf(client, visitors);
    const sessionIds =
      'session_id' in target
        ? await deleteConversation(client, target.session_id)
        : await deleteSessions(client, 'visitor_id', visitors);
    await deleteMails(client, found, 'session_id' in target ? target.session_id : null);
    await deleteByVisitor(client, visitors, 'true');
    if ('email' in target) {
      names.push(target.email);
      await client.query('DELETE FROM waitlist WHERE email_normalised = $1', [target.email]);
    }
    await client.query(FORGET_IN_AUDIT_LOG, [names, visitors, sessionIds]);
    const gone = { erasure: found.erasure, sessionIds };
    await alongside(client, gone);
    return gone;
  });
  // Once more, for leads and memories that were being written while their conversation was deleted.
  await inTransaction(pool, (client) => deleteByVisitor(client, visitors, WITHOUT_SESSION));
  return erased;
}

/** Finds and counts what the target has. */
async function find(client: PoolClient, target: ErasureTarget): Promise<Found | null> {
  // Searching every conversation for an address takes a while, and delays no turn.
  await client.query(SLOW_TRANSACTION);
  if ('session_id' in target) return findConversation(client, target.session_id);
  const email = 'email' in target ? target.email : null;
  const asked = 'email' in target ? target.email : target.visitor_id;
  const { rows } = await slowQuery<{ visitor_id: string }>(client, email === null ? BY_ID : BY_ADDRESS, [asked]);
  const visitors = rows.map((row) => row.visitor_id);
  if (email === null && visitors.length === 0) return null;
  const ofThem = 'SELECT id FROM sessions WHERE visitor_id = ANY ($1::uuid[])';
  const sessions = await client.query<{ id: string }>(ofThem, [visitors]);
  const counts = {
    ...(await countRows(client, COUNTED.visitors, visitors)),
    ...(email === null ? {} : await countRows(client, COUNTED.address, email)),
  };
  const addresses = email === null ? await addressesOf(client, visitors) : [email];
  return {
    visitors,
    sessionIds: sessions.rows.map(({ id }) => id),
    erasure: { email, visitors: visitors.length, counts, total: sumOf(counts), addresses },
  };
}

/** Finds one conversation. Its visitor is erased too if nothing else was ever kept of them. */
async function findConversation(client: PoolClient, sessionId: string): Promise<Found | null> {
  const { rows } = await client.query<{ visitor_id: string; is_only: boolean }>(
    `SELECT visitor_id, NOT EXISTS (SELECT FROM sessions o WHERE o.visitor_id = s.visitor_id AND o.id <> s.id)
       AND NOT EXISTS (SELECT FROM memories WHERE visitor_id = s.visitor_id AND session_id IS DISTINCT FROM s.id)
       AND NOT EXISTS (SELECT FROM action_items WHERE visitor_id = s.visitor_id AND session_id IS DISTINCT FROM s.id)
       AND NOT EXISTS (SELECT FROM notes WHERE visitor_id = s.visitor_id AND session_id IS DISTINCT FROM s.id)
       AND NOT EXISTS (SELECT FROM bookings WHERE visitor_id = s.visitor_id AND session_id IS DISTINCT FROM s.id)
         AS is_only
     FROM sessions s WHERE id = $1`,
    [sessionId],
  );
  const [session] = rows;
  if (!session) return null;
  const counts = await countRows(client, COUNTED.session, sessionId);
  const addresses = await addressesOf(client, [session.visitor_id]);
  const visitors = session.is_only ? [session.visitor_id] : [];
  return {
    visitors,
    sessionIds: [sessionId],
    erasure: { email: null, visitors: visitors.length, counts, total: sumOf(counts), addresses },
  };
}

/** The number of rows by table. @param value of the conditions' parameter $1 */
async function countRows(
  client: PoolClient,
  what: readonly (readonly [table: string, where: string])[],
  value: unknown,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, where] of what) {
    const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${table} t WHERE ${where}`, [value]);
    counts[table] = Number(rows[0]?.n ?? 0);
  }
  return counts;
}

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0);

/** Addresses that visitors gave as their own, in lower case. */
async function addressesOf(client: PoolClient, visitors: readonly string[]): Promise<string[]> {
  return (await client.query<{ email: string }>(THEIR_ADDRESSES, [visitors])).rows.map(({ email }) => email);
}

/**
 * Deletes a conversation with what came of it. The visitor's lead is recomputed from their other conversations;
 * without any, it is deleted.
 */
async function deleteConversation(client: PoolClient, sessionId: string): Promise<string[]> {
  await client.query(`${REMOVE_ENTRIES} WHERE t.session_id = $1 ${REMOVED_ONCE}`, [sessionId]);
  for (const table of BY_SESSION) await client.query(`DELETE FROM ${table} WHERE session_id = $1`, [sessionId]);
  await client.query(`DELETE FROM leads t WHERE ${OF_SESSION} AND NOT ${KNOWN_OTHERWISE}`, [sessionId]);
  await client.query(LEAD_FROM_OTHERS, [sessionId]);
  return deleteSessions(client, 'id', [sessionId]);
}

/** SQL: has the entries of bookings taken out of the owner's calendar server, to which a job brings them too. */
const REMOVE_ENTRIES = `INSERT INTO job_requests (name, key) SELECT '${REMOVE_ENTRY_JOB}', t.id::text FROM bookings t`;
const REMOVED_ONCE = 'AND t.written_sequence IS NOT NULL ON CONFLICT DO NOTHING';

/** SQL: the newest value over several conversations that is not null. */
const newest = (value: string) =>
  `(array_agg(${value} ORDER BY s.started_at DESC) FILTER (WHERE ${value} IS NOT NULL))[1]`;
/** SQL: the newest value among conversations with a real intent, or else the newest of all. */
const ofWeight = (value: string) =>
  `(array_agg(${value} ORDER BY coalesce(x.intent, 'general_chat') = 'general_chat', s.started_at DESC))[1]`;
/** SQL: recomputes the lead of this conversation's visitor ($1) from their other conversations. */
const LEAD_FROM_OTHERS = `UPDATE leads l SET name = n.name, email = n.email, email_normalised = lower(n.email),
    phone = n.phone, company = n.company, role = n.role, intent = n.intent, lead_score = n.lead_score,
    conversations = n.conversations, first_seen_at = n.first_seen_at, last_seen_at = n.last_seen_at
  FROM (
    SELECT s.visitor_id, ${newest(`x.entities ->> 'person_name'`)} AS name,
      ${newest(`x.entities ->> 'contact_email'`)} AS email, ${newest(`x.entities ->> 'contact_phone'`)} AS phone,
      ${newest('x.company')} AS company, ${newest(`x.entities ->> 'role'`)} AS role, ${ofWeight('x.intent')} AS intent,
      coalesce(${ofWeight('x.lead_score')}, 0) AS lead_score, count(*)::int AS conversations,
      min(s.started_at) AS first_seen_at, max(s.last_active_at) AS last_seen_at
    FROM sessions s JOIN summaries m ON m.session_id = s.id LEFT JOIN LATERAL (
      SELECT * FROM extracts e WHERE e.session_id = s.id ORDER BY e.seq DESC, e.id DESC LIMIT 1
    ) AS x ON true
    WHERE s.id <> $1 AND s.visitor_id = (SELECT visitor_id FROM sessions WHERE id = $1)
    GROUP BY s.visitor_id
  ) AS n WHERE l.visitor_id = n.visitor_id`;

/** SQL: the visitor of row `t` has no session, unlike one who returned meanwhile and is to be left alone. */
const WITHOUT_SESSION = 'NOT EXISTS (SELECT FROM sessions s WHERE s.visitor_id = t.visitor_id)';

/** Deletes rows about visitors. @param also SQL of a further condition on row `t` */
async function deleteByVisitor(client: PoolClient, visitors: readonly string[], also: string): Promise<void> {
  await client.query(`${REMOVE_ENTRIES} WHERE t.visitor_id = ANY ($1::uuid[]) AND ${also} ${REMOVED_ONCE}`, [visitors]);
  for (const table of BY_VISITOR) {
    await client.query(`DELETE FROM ${table} t WHERE visitor_id = ANY ($1::uuid[]) AND ${also}`, [visitors]);
  }
}

/**
 * Deletes mails to visitors and to their addresses, with their jobs; of an erased conversation, only those about it.
 * Mails to the owner's people are about a conversation or an item, and go with it.
 */
async function deleteMails(client: PoolClient, { visitors, erasure }: Found, sessionId: string | null): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `DELETE FROM outgoing_mails WHERE visitor_id = ANY ($1::uuid[])
       OR lower(recipient) = ANY ($2::text[]) AND ($3::uuid IS NULL OR session_id = $3)
         AND lower(recipient) NOT IN (SELECT email FROM users)
     RETURNING id`,
    [visitors, erasure.addresses, sessionId],
  );
  const ids = rows.map(({ id }) => id);
  await forgetJobs(client, ids);
}

/** The terms by which the dashboard finds the visitors: names, addresses and their ids, in lower case. */
async function namesOf(client: PoolClient, visitors: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT lower(name) AS name FROM (
       SELECT unnest(ARRAY[contact_name, email, visitor_id::text]) AS name FROM sessions
         WHERE visitor_id = ANY ($1::uuid[])
       UNION ALL SELECT unnest(ARRAY[name, email]) FROM leads WHERE visitor_id = ANY ($1::uuid[])
       UNION ALL SELECT unnest(ARRAY[name, email]) FROM bookings WHERE visitor_id = ANY ($1::uuid[])
     ) AS known WHERE length(name) >= ${MIN_NAME_CHARS}`,
    [visitors],
  );
  return rows.map(({ name }) => name);
}

/** SQL: the entry records a search for one of the names, addresses or ids, or for a part of one. */
const WAS_SEARCHED = `EXISTS (SELECT FROM unnest($1::text[]) AS known, lower(detail ->> 'search') AS search
  WHERE strpos(search, known) > 0 OR (length(search) >= ${MIN_NAME_CHARS} AND strpos(known, search) > 0))`;

/**
 * SQL: anonymizes audit log entries about searches for these visitors and actions on them. The action stays in the log,
 * but not whom it was about. $1 are the names, $2 the visitors, $3 the conversations.
 */
const FORGET_IN_AUDIT_LOG = `UPDATE audit_log
  SET detail = CASE WHEN ${WAS_SEARCHED} THEN jsonb_set(detail, '{search}', '"(erased)"')
    ELSE detail - '{visitor_id,session_id}'::text[] END
  WHERE ${WAS_SEARCHED}
    OR detail ->> 'visitor_id' = ANY ($2::text[]) OR detail ->> 'session_id' = ANY ($3::text[])`;

/**
 * Deletes conversations and their pending jobs; by visitor, this includes conversations that started a moment ago.
 * @returns their ids
 */
async function deleteSessions(
  client: PoolClient,
  column: 'visitor_id' | 'id',
  values: readonly string[],
): Promise<string[]> {
  const { rows } = await slowQuery<{ id: string; messages: string[] }>(
    client,
    `DELETE FROM sessions s WHERE ${column} = ANY ($1::uuid[])
     RETURNING id, ARRAY(SELECT m.id::text FROM webhook_messages m WHERE m.session_id = s.id
       UNION ALL SELECT m.id::text FROM outgoing_mails m WHERE m.session_id = s.id) AS messages`,
    [values],
  );
  await forgetJobs(
    client,
    rows.flatMap(({ id, messages }) => [id, ...messages]),
  );
  return rows.map(({ id }) => id);
}

/** Cancels jobs keyed by a conversation's id, or by the id of a message about it. */
async function forgetJobs(client: PoolClient, keys: readonly string[]): Promise<void> {
  await client.query('DELETE FROM job_requests WHERE key = ANY ($1::text[])', [keys]);
  const runner = await client.query<{ there: boolean }>("SELECT to_regclass('jobs.job') IS NOT NULL AS there");
  if (runner.rows[0]?.there) {
    await client.query("DELETE FROM jobs.job WHERE data ->> 'key' = ANY ($1::text[])", [keys]);
  }
}
