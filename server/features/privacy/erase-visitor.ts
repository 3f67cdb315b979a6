import type { VisitorErasure } from '@understudy/contract/settings';
import type { Pool, PoolClient } from 'pg';
import { PATIENT_TRANSACTION, patientQuery } from '../../platform/database/patient-query.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

/**
 * Everybody who left this address, as theirs: in a conversation, at whatever time in it, by a form, or as a lead. Who
 * merely spoke of somebody else's address is not among them.
 */
const VISITORS = `SELECT visitor_id FROM sessions WHERE lower(email) = $1 OR lower(call_request ->> 'email') = $1
  UNION SELECT visitor_id FROM leads WHERE email_normalised = $1
  UNION SELECT s.visitor_id FROM extracts e JOIN sessions s ON s.id = e.session_id
    WHERE lower(e.entities ->> 'contact_email') = $1`;

/** What is counted, by table, with what finds it; $1 are visitors, $2 is the address. The rest hangs on the session. */
const COUNTED: Record<string, string> = {
  sessions: 'visitor_id = ANY ($1::uuid[])',
  utterances: 'session_id IN (SELECT id FROM sessions WHERE visitor_id = ANY ($1::uuid[]))',
  memories: 'visitor_id = ANY ($1::uuid[])',
  leads: 'visitor_id = ANY ($1::uuid[])',
  action_items: 'visitor_id = ANY ($1::uuid[])',
  notes: 'visitor_id = ANY ($1::uuid[])',
  waitlist: 'email_normalised = $2',
};

/** What goes by itself: of the tables above, those that do not hang on a session. */
const BY_VISITOR = ['visitors', 'memories', 'leads', 'action_items', 'notes'] as const;

/** Somebody whose data goes. */
export interface Erased {
  erasure: VisitorErasure;
  /** Of their conversations; running ones have to be cut. */
  sessionIds: string[];
}

/** What {@link eraseVisitor} would delete. @param email in lower case */
export async function previewErasure(pool: Pool, email: string): Promise<VisitorErasure> {
  return inTransaction(pool, async (client) => (await find(client, email)).erasure);
}

/**
 * Deletes everything about the visitors of an address, in all tables, and what was to be done for them.
 * @param email in lower case
 * @param alongside is done in the same transaction
 */
export async function eraseVisitor(
  pool: Pool,
  email: string,
  alongside: (client: PoolClient, erased: Erased) => Promise<void>,
): Promise<Erased> {
  let visitors: string[] = [];
  const erased = await inTransaction(pool, async (client) => {
    const found = await find(client, email);
    visitors = found.visitors;
    // Whoever comes back with their secret at this moment waits here, and then begins as a new visitor.
    await client.query('SELECT FROM visitors WHERE visitor_id = ANY ($1::uuid[]) ORDER BY visitor_id FOR UPDATE', [
      visitors,
    ]);
    // Whoever is about to keep a turn's words waits here, and then finds no session.
    await client.query('SELECT FROM sessions WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE', [found.sessionIds]);
    const names = await namesOf(client, visitors);
    const sessionIds = await deleteSessions(client, visitors);
    await deleteByVisitor(client, visitors, 'true');
    await client.query('DELETE FROM waitlist WHERE email_normalised = $1', [email]);
    await client.query(FORGET_IN_AUDIT_LOG, [[...names, email], visitors, sessionIds]);
    const gone = { erasure: found.erasure, sessionIds };
    await alongside(client, gone);
    return gone;
  });
  // A lead or a memory that was being written while its conversation was deleted.
  await inTransaction(pool, (client) => deleteByVisitor(client, visitors, WITHOUT_SESSION));
  return erased;
}

async function find(client: PoolClient, email: string): Promise<Erased & { visitors: string[] }> {
  // Reading every conversation for an address takes a while; nobody's turn waits for it.
  await client.query(PATIENT_TRANSACTION);
  const found = await patientQuery<{ visitor_id: string }>(client, VISITORS, [email]);
  const visitors = found.rows.map((row) => row.visitor_id);
  const ofThem = 'SELECT id FROM sessions WHERE visitor_id = ANY ($1::uuid[])';
  const sessions = await client.query<{ id: string }>(ofThem, [visitors]);
  const counts: Record<string, number> = {};
  for (const [table, where] of Object.entries(COUNTED)) {
    const values = where.includes('$2') ? [email] : [visitors];
    const { rows } = await client.query<{ n: string }>(
      `SELECT count(*) AS n FROM ${table} WHERE ${where.replace('$2', '$1')}`,
      values,
    );
    counts[table] = Number(rows[0]?.n ?? 0);
  }
  const total = Object.values(counts).reduce((all, count) => all + count, 0);
  return {
    visitors,
    sessionIds: sessions.rows.map(({ id }) => id),
    erasure: { email, visitors: visitors.length, counts, total },
  };
}

/** Who comes back meanwhile begins anew. */
const WITHOUT_SESSION = 'NOT EXISTS (SELECT FROM sessions s WHERE s.visitor_id = t.visitor_id)';

async function deleteByVisitor(client: PoolClient, visitors: readonly string[], also: string): Promise<void> {
  for (const table of BY_VISITOR) {
    await client.query(`DELETE FROM ${table} t WHERE visitor_id = ANY ($1::uuid[]) AND ${also}`, [visitors]);
  }
}

/** By what lists find them: names, addresses and their own ids, in lower case. */
async function namesOf(client: PoolClient, visitors: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT lower(name) AS name FROM (
       SELECT unnest(ARRAY[contact_name, email, visitor_id::text]) AS name FROM sessions WHERE visitor_id = ANY ($1::uuid[])
       UNION ALL SELECT unnest(ARRAY[name, email]) FROM leads WHERE visitor_id = ANY ($1::uuid[])
     ) AS known WHERE length(name) >= ${NAMED_FROM_CHARS}`,
    [visitors],
  );
  return rows.map(({ name }) => name);
}

/** Fewer letters name nobody: they stand in half of all names. */
const NAMED_FROM_CHARS = 3;

/** SQL: somebody was searched for by a name, an address or an id of theirs, or by a part of one. */
const WAS_SEARCHED = `EXISTS (SELECT FROM unnest($1::text[]) AS known, lower(detail ->> 'search') AS search
  WHERE strpos(search, known) > 0 OR (length(search) >= ${NAMED_FROM_CHARS} AND strpos(known, search) > 0))`;

/**
 * Of those who were searched for, or for whom something was done: that it was done stays in the log, for whom does not.
 * $1 are the names, $2 visitors, $3 conversations.
 */
const FORGET_IN_AUDIT_LOG = `UPDATE audit_log
  SET detail = CASE WHEN ${WAS_SEARCHED} THEN jsonb_set(detail, '{search}', '"(erased)"')
    ELSE detail - '{visitor_id,session_id}'::text[] END
  WHERE ${WAS_SEARCHED}
    OR detail ->> 'visitor_id' = ANY ($2::text[]) OR detail ->> 'session_id' = ANY ($3::text[])`;

/**
 * Deletes their conversations, one that began a moment ago too, with what was to be done for them.
 * @returns their ids
 */
async function deleteSessions(client: PoolClient, visitors: readonly string[]): Promise<string[]> {
  const { rows } = await patientQuery<{ id: string; messages: string[] }>(
    client,
    `DELETE FROM sessions s WHERE visitor_id = ANY ($1::uuid[])
     RETURNING id, ARRAY(SELECT m.id::text FROM webhook_messages m WHERE m.session_id = s.id) AS messages`,
    [visitors],
  );
  await forgetJobs(
    client,
    rows.flatMap(({ id, messages }) => [id, ...messages]),
  );
  return rows.map(({ id }) => id);
}

/** What was asked to be done for a conversation, by its id or that of a message about it, is not to be done any more. */
async function forgetJobs(client: PoolClient, keys: readonly string[]): Promise<void> {
  await client.query('DELETE FROM job_requests WHERE key = ANY ($1::text[])', [keys]);
  const runner = await client.query<{ there: boolean }>("SELECT to_regclass('jobs.job') IS NOT NULL AS there");
  if (runner.rows[0]?.there) {
    await client.query("DELETE FROM jobs.job WHERE data ->> 'key' = ANY ($1::text[])", [keys]);
  }
}
