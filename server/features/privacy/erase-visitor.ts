import type { ErasureReceipt } from '@understudy/contract/privacy';
import type { VisitorErasure } from '@understudy/contract/settings';
import type { Pool, PoolClient } from 'pg';
import { ABOUT_VISITORS } from '../../platform/database/forget-visitors.ts';
import { SLOW_TRANSACTION, slowQuery } from '../../platform/database/pool.ts';
import type { SealedDatabase } from '../../platform/database/sealed-rows.ts';
import { inTransaction, requestJob } from '../../platform/database/transaction.ts';
import { leavePersons, lockLinks } from '../leads/index.ts';
import { REMOVE_ENTRY_JOB } from '../scheduling/index.ts';
import { forgetConversations, OTHER_SHOWS } from '../show/index.ts';
import { DATA_REGISTER } from './data-register.ts';
import { erasedHash, eraseWhenLifted, type HashErased, recordErasure } from './erasure-ledger.ts';
import { tellErased } from './forget-erased.ts';
import { FORGET_STATISTICS_JOB } from './forget-statistics.ts';
import { NEWEST_ANALYSIS, NEWEST_FACTS, SET_FACTS } from './newest-facts.ts';
import { sum } from './retention.ts';

/**
 * What to erase: everybody with an email address (in lower case), one visitor, or conversations and what came of them.
 */
export type ErasureTarget =
  | { email: string }
  | { visitor_id: string }
  | { session_id: string }
  | { session_ids: readonly string[] };

/** Shorter terms identify nobody, because they occur in half of all names. */
const MIN_NAME_CHARS = 3;

/**
 * SQL: everybody who gave this address ($1) as their own: anywhere in a conversation, in a form, or as a lead. Visitors
 * who only mentioned somebody else's address are not included.
 */
export const BY_ADDRESS = `SELECT visitor_id FROM sessions
    WHERE lower(email) = $1 OR lower(call_request ->> 'email') = $1
  UNION SELECT visitor_id FROM leads WHERE email_normalised = $1
  UNION SELECT visitor_id FROM bookings WHERE lower(email) = $1
  UNION SELECT s.visitor_id FROM extracts e JOIN sessions s ON s.id = e.session_id
    WHERE lower(e.entities ->> 'contact_email') = $1`;
/** SQL: the visitor with this id ($1), if anything is kept of them. */
const BY_ID = [...ABOUT_VISITORS, 'visitors']
  .map((table) => `SELECT visitor_id FROM ${table} WHERE visitor_id = $1`)
  .join(' UNION ');
/** SQL: addresses that visitors ($1) gave as their own, in lower case. */
const THEIR_ADDRESSES = `SELECT DISTINCT email FROM (
    SELECT unnest(ARRAY[lower(email), lower(call_request ->> 'email')]) AS email FROM sessions
      WHERE visitor_id = ANY ($1::uuid[])
    UNION ALL SELECT email_normalised FROM leads WHERE visitor_id = ANY ($1::uuid[])
    UNION ALL SELECT lower(email) FROM bookings WHERE visitor_id = ANY ($1::uuid[])
  ) AS known WHERE email IS NOT NULL ORDER BY email`;

/** Tables with rows about a visitor that are not deleted with a session, from the register. */
const BY_VISITOR = Object.entries(DATA_REGISTER).flatMap(([table, { goes }]) =>
  goes.startsWith('with its visitor') && table !== 'sessions' ? [table] : [],
);
/** Those among them whose rows also name a session. */
const BY_SESSION = BY_VISITOR.filter((table) => columnsOf(table).includes('session_id'));
/** Tables whose rows are found by an address, with its column. */
const BY_EMAIL = Object.entries(DATA_REGISTER).flatMap(([table, rule]) =>
  rule.goes === 'by its address' ? [[table, rule.column] as const] : [],
);

/** The exported and withheld columns of a table. */
function columnsOf(table: string): readonly string[] {
  const rule = DATA_REGISTER[table];
  const what = rule && 'exported' in rule ? rule.exported : null;
  return what && what.section !== null ? [...what.columns, ...what.withheld] : [];
}

/** SQL: the visitor of row `t` has a summarized conversation besides these ($1), so that a lead remains. */
const KNOWN_OTHERWISE = `EXISTS (SELECT FROM sessions o JOIN summaries m ON m.session_id = o.id
  WHERE o.visitor_id = t.visitor_id AND o.id <> ALL ($1::uuid[]))`;
/** SQL: row `t` is about the visitor of one of these conversations ($1). */
const OF_SESSIONS = 't.visitor_id IN (SELECT visitor_id FROM sessions WHERE id = ANY ($1::uuid[]))';
/** SQL: rows of a table in {@link BY_SESSION} that go; the parameters are those of {@link planned}. */
const GOES_WITH_SESSIONS = `t.session_id = ANY ($1::uuid[])
  OR (t.visitor_id = ANY ($2::uuid[]) AND (t.session_id IS NULL OR t.session_id <> ALL ($3::uuid[])))`;
/** SQL: leads that go: of whom nothing remains, and of whom no summarized conversation does. */
const LEAD_GOES = `(t.visitor_id = ANY ($2::uuid[]) OR ${OF_SESSIONS}) AND NOT ${KNOWN_OTHERWISE}`;

/** The counted tables, each with the condition that finds its rows. Rows of other tables belong to a session. */
const COUNTED: readonly (readonly [table: string, where: string])[] = [
  ['sessions', 't.id = ANY ($1::uuid[])'],
  ['utterances', 't.session_id = ANY ($1::uuid[])'],
  ...BY_SESSION.filter((table) => DATA_REGISTER[table]?.goes === 'with its visitor').map(
    (table) => [table, GOES_WITH_SESSIONS] as const,
  ),
  ['leads', LEAD_GOES],
];

/** What is to be erased for a target. */
interface Plan {
  email: string | null;
  /** Everybody about whom everything is to go. */
  visitors: string[];
  /** Those of them of whom nothing remains, as none of their conversations is held. */
  whole: string[];
  /** Conversations that go; running ones have to be cut. */
  sessionIds: string[];
  /** Conversations that a legal hold keeps for now. */
  held: string[];
}

/** What was erased. */
export interface Erased {
  erasure: VisitorErasure;
  sessionIds: string[];
  receipt: ErasureReceipt;
  /** Meetings ahead that went with the rest, and that the consultant still expects. */
  meetings: { title: string; starts_at: Date }[];
}

/** What {@link eraseVisitor} would delete; null if there is no such visitor or conversation. */
export async function previewErasure(pool: Pool, target: ErasureTarget): Promise<VisitorErasure | null> {
  return inTransaction(pool, async (client) => {
    const plan = await find(client, target);
    return plan && (await describe(client, plan));
  });
}

/**
 * Deletes everything about the target from all tables, including pending jobs, records that in the ledger, and tells
 * every instance to forget it. Conversations under a legal hold stay, and are erased once it is lifted.
 *
 * @param alongside runs in the same transaction, after the deletion; an error rolls everything back
 * @returns null if there is no such visitor or conversation
 */
export async function eraseVisitor(
  database: SealedDatabase,
  target: ErasureTarget,
  alongside: (client: PoolClient, erased: Erased) => Promise<void> = async () => undefined,
): Promise<Erased | null> {
  const { pool } = database;
  const hash = await erasedHash(database);
  let whole: string[] = [];
  const erased = await inTransaction(pool, async (client) => {
    const found = await find(client, target);
    if (!found) return null;
    // A visitor who returns with their secret at this moment waits here, and then starts as a new visitor.
    await client.query('SELECT FROM visitors WHERE visitor_id = ANY ($1::uuid[]) ORDER BY visitor_id FOR UPDATE', [
      found.visitors,
    ]);
    // A turn about to be saved, or a legal hold, waits here and then finds no session.
    await client.query(
      `SELECT FROM sessions WHERE id = ANY ($1::uuid[]) OR id IN (${OTHER_SHOWS}) ORDER BY id FOR UPDATE`,
      [[...found.sessionIds, ...found.held]],
    );
    const plan = await withHolds(client, found);
    whole = plan.whole;
    const erasure = await describe(client, plan);
    const names = await namesOf(client, plan.whole);
    const meetings = await meetingsOf(client, plan);
    const others = await forgetConversations(client, plan.sessionIds);
    const sessionIds = await carryOut(client, plan, erasure.addresses);
    if (plan.email !== null) names.push(plan.email);
    await client.query(FORGET_IN_AUDIT_LOG, [names, plan.whole, sessionIds]);
    const receipt = await receiptOf(client, hash, target, plan, erasure);
    await tellErased(client, [...sessionIds, ...others]);
    await requestJob(client, FORGET_STATISTICS_JOB, 'all');
    const gone = { erasure, sessionIds, receipt, meetings };
    await alongside(client, gone);
    return gone;
  });
  // Once more, for leads and memories that were being written while their conversation was deleted.
  await inTransaction(pool, (client) => deleteByVisitor(client, whole, WITHOUT_SESSION));
  return erased;
}

/** Records the erasure, and writes its receipt. */
async function receiptOf(
  client: PoolClient,
  hash: HashErased,
  target: ErasureTarget,
  { email, visitors, sessionIds, held }: Plan,
  { counts }: VisitorErasure,
): Promise<ErasureReceipt> {
  const isOfSessions = 'session_ids' in target || 'session_id' in target;
  const scope = isOfSessions ? 'session' : 'all';
  const things = [
    ...visitors.map((id) => ({ kind: 'visitor' as const, id })),
    ...(isOfSessions ? [...sessionIds, ...held].map((id) => ({ kind: 'session' as const, id })) : []),
    ...(email === null ? [] : [{ kind: 'address' as const, id: email }]),
  ];
  const receipt = await recordErasure(client, hash, { scope, counts, postponed: held.length, things });
  await eraseWhenLifted(client, held, receipt.number);
  return receipt;
}

/** Finds whom and what a target names. */
async function find(client: PoolClient, target: ErasureTarget): Promise<Plan | null> {
  // Searching every conversation for an address takes a while, and delays no turn.
  await client.query(SLOW_TRANSACTION);
  if ('session_id' in target) return findConversations(client, [target.session_id]);
  if ('session_ids' in target) return findConversations(client, target.session_ids);
  const email = 'email' in target ? target.email : null;
  const asked = 'email' in target ? target.email : target.visitor_id;
  const { rows } = await slowQuery<{ visitor_id: string }>(client, email === null ? BY_ID : BY_ADDRESS, [asked]);
  const visitors = rows.map((row) => row.visitor_id);
  if (email === null && visitors.length === 0) return null;
  const ofThem = 'SELECT id FROM sessions WHERE visitor_id = ANY ($1::uuid[])';
  const sessions = await client.query<{ id: string }>(ofThem, [visitors]);
  const sessionIds = sessions.rows.map(({ id }) => id);
  return withHolds(client, { email, visitors, whole: visitors, sessionIds, held: [] });
}

/** Finds conversations. Their visitors are erased too if nothing else was ever kept of them. */
async function findConversations(client: PoolClient, ids: readonly string[]): Promise<Plan | null> {
  const others = BY_SESSION.map(
    (table) => `AND NOT EXISTS (SELECT FROM ${table} WHERE visitor_id = s.visitor_id
      AND (session_id IS NULL OR session_id <> ALL ($1::uuid[])))`,
  );
  const { rows } = await client.query<{ id: string; visitor_id: string; is_only: boolean }>(
    `SELECT id, visitor_id,
       NOT EXISTS (SELECT FROM sessions o WHERE o.visitor_id = s.visitor_id AND o.id <> ALL ($1::uuid[]))
         ${others.join(' ')} AS is_only
     FROM sessions s WHERE id = ANY ($1::uuid[])`,
    [ids],
  );
  if (rows.length === 0) return null;
  const visitors = [...new Set(rows.flatMap((row) => (row.is_only ? [row.visitor_id] : [])))];
  const sessionIds = rows.map(({ id }) => id);
  return withHolds(client, { email: null, visitors, whole: visitors, sessionIds, held: [] });
}

/** Takes out of a plan what legal holds keep at this moment. */
async function withHolds(client: PoolClient, plan: Plan): Promise<Plan> {
  const all = [...plan.sessionIds, ...plan.held];
  const { rows } = await client.query<{ id: string; visitor_id: string }>(
    `SELECT s.id, s.visitor_id FROM legal_holds h JOIN sessions s ON s.id = h.session_id
     WHERE s.id = ANY ($1::uuid[])`,
    [all],
  );
  const held = rows.map(({ id }) => id);
  const keeping = new Set(rows.map((row) => row.visitor_id));
  return {
    ...plan,
    held,
    sessionIds: all.filter((id) => !held.includes(id)),
    whole: plan.visitors.filter((id) => !keeping.has(id)),
  };
}

/** The parameters of the conditions of {@link COUNTED}. */
const planned = ({ sessionIds, visitors, held }: Plan) => [sessionIds, visitors, held];

/** Counts what a plan deletes, by table. */
async function describe(client: PoolClient, plan: Plan): Promise<VisitorErasure> {
  const counts: Record<string, number> = {};
  const count = async (table: string, where: string, values: unknown[]) => {
    const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${table} t WHERE ${where}`, values);
    counts[table] = Number(rows[0]?.n ?? 0);
  };
  for (const [table, where] of COUNTED) await count(table, where, used(where, planned(plan)));
  if (plan.email !== null) {
    for (const [table, column] of BY_EMAIL)
      if (columnsOf(table).length > 0) await count(table, `t.${column} = $1`, [plan.email]);
  }
  const addresses = plan.email === null ? await addressesOf(client, plan) : [plan.email];
  const total = sum(counts);
  return { email: plan.email, visitors: plan.whole.length, counts, total, addresses, held: plan.held.length };
}

/** The parameters that a condition names, which are the first ones. */
const used = (where: string, values: unknown[]): unknown[] =>
  values.slice(0, Math.max(...[...where.matchAll(/\$(\d)/g)].map(([, place]) => Number(place))));

/** The booked meetings ahead that a plan deletes, in order. */
async function meetingsOf(client: PoolClient, plan: Plan): Promise<Erased['meetings']> {
  const { rows } = await client.query<Erased['meetings'][number]>(
    `SELECT title, starts_at FROM bookings t
     WHERE (${GOES_WITH_SESSIONS}) AND status = 'confirmed' AND starts_at > now() ORDER BY starts_at`,
    planned(plan),
  );
  return rows;
}

/** Addresses that the visitors of a plan gave as their own, in lower case. */
async function addressesOf(client: PoolClient, { visitors, sessionIds, held }: Plan): Promise<string[]> {
  const { rows: theirs } = await client.query<{ visitor_id: string }>(
    'SELECT DISTINCT visitor_id FROM sessions WHERE id = ANY ($1::uuid[])',
    [[...sessionIds, ...held]],
  );
  const whose = [...new Set([...visitors, ...theirs.map((row) => row.visitor_id)])];
  return (await client.query<{ email: string }>(THEIR_ADDRESSES, [whose])).rows.map(({ email }) => email);
}

/**
 * Deletes what a plan names. The lead of a visitor of whom something remains is recomputed from that.
 * @returns the ids of the deleted conversations; by visitor, this includes those that started a moment ago
 */
async function carryOut(client: PoolClient, plan: Plan, addresses: readonly string[]): Promise<string[]> {
  await deleteMails(client, plan, addresses);
  // Before the addresses by which others of the same person are found.
  if (plan.whole.length > 0) await lockLinks(client);
  await leavePersons(client, plan.whole);
  await client.query(`${REMOVE_ENTRIES} WHERE ${GOES_WITH_SESSIONS} ${REMOVED_ONCE}`, planned(plan));
  for (const table of BY_SESSION)
    await client.query(`DELETE FROM ${table} t WHERE ${GOES_WITH_SESSIONS}`, planned(plan));
  await client.query(`DELETE FROM leads t WHERE ${LEAD_GOES}`, [plan.sessionIds, plan.visitors]);
  await client.query(LEAD_FROM_OTHERS, [plan.sessionIds, plan.whole]);
  const gone = await deleteSessions(client, 'visitor_id', plan.whole, plan.held);
  gone.push(...(await deleteSessions(client, 'id', plan.sessionIds, plan.held)));
  await deleteByVisitor(client, plan.whole, 'true');
  if (plan.email !== null) {
    for (const [table, column] of BY_EMAIL)
      await client.query(`DELETE FROM ${table} WHERE ${column} = $1`, [plan.email]);
  }
  return gone;
}

/**
 * Deletes mails to visitors and to their addresses, with their jobs; of erased conversations, only those about them.
 * Mails to the owner's people are about a conversation or an item, and go with it.
 */
async function deleteMails(client: PoolClient, plan: Plan, addresses: readonly string[]): Promise<void> {
  const isWhole = plan.email !== null || plan.whole.length > 0;
  const { rows } = await client.query<{ id: string }>(
    `DELETE FROM outgoing_mails WHERE visitor_id = ANY ($1::uuid[])
       OR session_id = ANY ($3::uuid[])
       OR lower(recipient) = ANY ($2::text[]) AND $4 AND lower(recipient) NOT IN (SELECT email FROM users)
     RETURNING id`,
    [plan.whole, addresses, plan.sessionIds, isWhole],
  );
  await forgetJobs(
    client,
    rows.map(({ id }) => id),
  );
}

/** SQL: has the entries of bookings taken out of the owner's calendar server, to which a job brings them too. */
const REMOVE_ENTRIES = `INSERT INTO job_requests (name, key) SELECT '${REMOVE_ENTRY_JOB}', t.id::text FROM bookings t`;
const REMOVED_ONCE = 'AND t.written_sequence IS NOT NULL ON CONFLICT DO NOTHING';

/** SQL: the newest value among conversations with a real intent, or else the newest of all. */
const ofWeight = (value: string) =>
  `(array_agg(${value} ORDER BY coalesce(x.intent, 'general_chat') = 'general_chat', s.started_at DESC))[1]`;
/** SQL: recomputes leads of the visitors of conversations ($1) from their others, except of those erased whole ($2). */
const LEAD_FROM_OTHERS = `UPDATE leads l SET ${SET_FACTS}, intent = n.intent, lead_score = n.lead_score,
    conversations = n.conversations, first_seen_at = n.first_seen_at, last_seen_at = n.last_seen_at
  FROM (
    SELECT s.visitor_id, ${NEWEST_FACTS}, ${ofWeight('x.intent')} AS intent,
      coalesce(${ofWeight('x.lead_score')}, 0) AS lead_score, count(*)::int AS conversations,
      min(s.started_at) AS first_seen_at, max(s.last_active_at) AS last_seen_at
    FROM sessions s JOIN summaries m ON m.session_id = s.id ${NEWEST_ANALYSIS}
    WHERE s.id <> ALL ($1::uuid[]) AND s.visitor_id <> ALL ($2::uuid[])
      AND s.visitor_id IN (SELECT visitor_id FROM sessions WHERE id = ANY ($1::uuid[]))
    GROUP BY s.visitor_id
  ) AS n WHERE l.visitor_id = n.visitor_id`;

/** SQL: the visitor of row `t` has no session, unlike one who returned meanwhile and is to be left alone. */
const WITHOUT_SESSION = 'NOT EXISTS (SELECT FROM sessions s WHERE s.visitor_id = t.visitor_id)';

/** Deletes rows about visitors. @param also SQL of a further condition on row `t` */
async function deleteByVisitor(client: PoolClient, visitors: readonly string[], also: string): Promise<void> {
  await client.query(`${REMOVE_ENTRIES} WHERE t.visitor_id = ANY ($1::uuid[]) AND ${also} ${REMOVED_ONCE}`, [visitors]);
  for (const table of [...BY_VISITOR, 'visitors']) {
    await client.query(`DELETE FROM ${table} t WHERE visitor_id = ANY ($1::uuid[]) AND ${also}`, [visitors]);
  }
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
    ELSE detail - '{visitor_id,other_visitor_id,session_id,reason}'::text[] END
  WHERE ${WAS_SEARCHED}
    OR detail ->> 'visitor_id' = ANY ($2::text[]) OR detail ->> 'other_visitor_id' = ANY ($2::text[])
    OR detail ->> 'session_id' = ANY ($3::text[])`;

/**
 * Deletes conversations and their pending jobs, except those that are held.
 * @returns their ids
 */
async function deleteSessions(
  client: PoolClient,
  column: 'visitor_id' | 'id',
  values: readonly string[],
  held: readonly string[],
): Promise<string[]> {
  const { rows } = await slowQuery<{ id: string; messages: string[] }>(
    client,
    `DELETE FROM sessions s WHERE ${column} = ANY ($1::uuid[]) AND id <> ALL ($2::uuid[])
     RETURNING id, ARRAY(SELECT m.id::text FROM webhook_messages m WHERE m.session_id = s.id
       UNION ALL SELECT m.id::text FROM outgoing_mails m WHERE m.session_id = s.id) AS messages`,
    [values, held],
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
