import { FIXED_MEMORIES } from '@understudy/contract/fixed-sentences';
import type { CorrectableField, WithdrawConsentAnswer } from '@understudy/contract/privacy';
import { fillForm } from '@understudy/contract/sentence-forms';
import type { Pool, PoolClient } from 'pg';
import type { SealedDatabase } from '../../platform/database/sealed-rows.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { withdrawShows } from '../show/index.ts';
import { erasedHash, eraseWhenLifted, recordErasure } from './erasure-ledger.ts';
import type { DataOwner } from './whose-data.ts';

/** Where each fact stands: in a session's own column, in an analysis, and as a memory. */
const PLACES: Record<
  CorrectableField,
  { session: string | null; entity: string; memory: { subject: string; form: string } | null }
> = {
  name: {
    session: 'contact_name',
    entity: 'person_name',
    memory: { subject: 'name', form: FIXED_MEMORIES.memory_person },
  },
  email: { session: 'email', entity: 'contact_email', memory: { subject: 'email', form: FIXED_MEMORIES.memory_email } },
  phone: { session: 'phone', entity: 'contact_phone', memory: null },
  company: { session: null, entity: 'company', memory: { subject: 'company', form: FIXED_MEMORIES.memory_company } },
  role: { session: null, entity: 'role', memory: { subject: 'role', form: FIXED_MEMORIES.memory_role } },
};

/** A memory that a correction rewords; its vector has to be made anew. */
export interface RewordedMemory {
  subject: string;
  text: string;
}

/** The memory of a fact, if there is a value to remember. */
export function memoryOf(field: CorrectableField, value: string | null): RewordedMemory | null {
  const { memory } = PLACES[field];
  return memory && value !== null ? { subject: memory.subject, text: fillForm(memory.form, { value }) } : null;
}

/**
 * Corrects a fact about visitors in their own word, wherever it is shown: lead, conversations, the newest analysis of
 * each, and what is remembered. Earlier analyses keep what was understood then. A correction wins over what is read
 * from conversations that began before it (triggers of the tables `sessions` and `leads`).
 *
 * @param value null takes the fact away
 * @param embedded the memory in its new words; null if it is taken away or cannot be remembered
 */
export async function correctFact(
  pool: Pool,
  { visitors, sessions }: DataOwner,
  field: CorrectableField,
  value: string | null,
  embedded: (RewordedMemory & { bytes: Buffer; embedder: string }) | null,
): Promise<void> {
  const { session, entity, memory } = PLACES[field];
  await inTransaction(pool, async (client) => {
    await client.query('SELECT FROM sessions WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE', [sessions]);
    await client.query(
      `INSERT INTO visitor_corrections AS c (visitor_id, field, value)
       SELECT visitor_id, $2, $3 FROM visitors WHERE visitor_id = ANY ($1::uuid[])
       ON CONFLICT (visitor_id, field) DO UPDATE SET value = excluded.value, corrected_at = now()`,
      [visitors, field, value],
    );
    if (session !== null)
      await client.query(`UPDATE sessions SET ${session} = $2 WHERE id = ANY ($1::uuid[])`, [sessions, value]);
    const normalised = field === 'email' ? ', email_normalised = lower($2)' : '';
    await client.query(`UPDATE leads SET ${field} = $2${normalised} WHERE visitor_id = ANY ($1::uuid[])`, [
      visitors,
      value,
    ]);
    await correctAnalyses(client, sessions, { entity, value, isCompany: field === 'company' });
    if (memory) await reword(client, visitors, memory.subject, embedded);
  });
}

/** SQL: the newest analysis of each of the conversations ($1). */
const NEWEST = `SELECT DISTINCT ON (session_id) * FROM extracts WHERE session_id = ANY ($1::uuid[])
  ORDER BY session_id, seq DESC, id DESC`;
/** SQL: the facts of an analysis with a value ($3) in place of the one called $2. */
const CORRECTED = "jsonb_set(n.entities, ARRAY[$2::text], coalesce(to_jsonb($3::text), 'null'::jsonb))";
const COMPANY = 'CASE WHEN $4 THEN $3 ELSE n.company END';
const CONTACT = 'CASE WHEN n.contact_info = n.entities ->> $2 THEN $3 ELSE n.contact_info END';

/** Adds to each conversation an analysis with the corrected fact, after the ones in which it was read. */
async function correctAnalyses(
  client: PoolClient,
  sessions: readonly string[],
  { entity, value, isCompany }: { entity: string; value: string | null; isCompany: boolean },
): Promise<void> {
  await client.query(
    `INSERT INTO extracts (session_id, seq, analyser, intent, confidence, lead_score, company, contact_info,
       pain_points, followup_actions, entities, reasons, next_best_question, offer)
     SELECT n.session_id, n.seq, 'visitor', n.intent, n.confidence, n.lead_score, ${COMPANY}, ${CONTACT}, n.pain_points,
       n.followup_actions, ${CORRECTED}, n.reasons, n.next_best_question, n.offer FROM (${NEWEST}) AS n
     ON CONFLICT (session_id, seq, analyser) DO UPDATE
       SET company = excluded.company, contact_info = excluded.contact_info, entities = excluded.entities`,
    [sessions, entity, value, isCompany],
  );
}

/** Rewords the memory of a fact, or takes it away. A visitor of whom it was not remembered gets none. */
async function reword(
  client: PoolClient,
  visitors: readonly string[],
  subject: string,
  embedded: { text: string; bytes: Buffer; embedder: string } | null,
): Promise<void> {
  if (!embedded) {
    await client.query('DELETE FROM memories WHERE visitor_id = ANY ($1::uuid[]) AND subject = $2', [
      visitors,
      subject,
    ]);
    return;
  }
  await client.query(
    `UPDATE memories SET text = $3, embedding = $4, embedder = $5, corrected = true
     WHERE visitor_id = ANY ($1::uuid[]) AND subject = $2`,
    [visitors, subject, embedded.text, embedded.bytes, embedded.embedder],
  );
}

/** Tables with what came of a conversation besides its own rows, and would outlive it. */
const CAME_OF_IT = ['memories', 'action_items', 'notes'] as const;

/**
 * Takes running conversations off the record: at their end, nothing of them is left, and what has come of them so far
 * is deleted at once. The ledger knows them, so that a restore brings none of them back. A conversation under a legal
 * hold stays as it is, and is erased once the hold is lifted.
 *
 * @param sessions those that the caller may take off the record
 * @returns what happened, and the conversations that are off the record now
 */
export async function withdrawConsents(
  database: SealedDatabase,
  sessions: readonly string[],
): Promise<WithdrawConsentAnswer & { sessionIds: string[] }> {
  const hash = await erasedHash(database);
  return inTransaction(database.pool, async (client) => {
    const { rows } = await client.query<{ id: string; held: boolean }>(
      `SELECT s.id, EXISTS (SELECT FROM legal_holds h WHERE h.session_id = s.id) AS held FROM sessions s
       WHERE s.id = ANY ($1::uuid[]) AND s.consent AND s.ended_at IS NULL ORDER BY s.id FOR UPDATE`,
      [sessions],
    );
    const sessionIds = rows.filter(({ held }) => !held).map(({ id }) => id);
    const held = rows.filter((row) => row.held).map(({ id }) => id);
    if (rows.length === 0) return { success: true, withdrawn: 0, held: 0, sessionIds };
    await client.query(
      'UPDATE sessions SET consent = false, consent_language = NULL, consent_hash = NULL WHERE id = ANY ($1::uuid[])',
      [sessionIds],
    );
    const counts: Record<string, number> = {};
    for (const table of CAME_OF_IT) {
      const gone = await client.query(`DELETE FROM ${table} WHERE session_id = ANY ($1::uuid[])`, [sessionIds]);
      counts[table] = gone.rowCount ?? 0;
    }
    for (const table of ['webhook_messages', 'show_memories'])
      await client.query(`DELETE FROM ${table} WHERE session_id = ANY ($1::uuid[])`, [sessionIds]);
    // What the owner noted of somebody whose first conversation it was.
    const leads = await client.query(
      `DELETE FROM leads l WHERE conversations = 0 AND visitor_id IN (
         SELECT visitor_id FROM sessions WHERE id = ANY ($1::uuid[]))
         AND NOT EXISTS (SELECT FROM sessions o WHERE o.visitor_id = l.visitor_id AND o.consent)`,
      [sessionIds],
    );
    if (leads.rowCount) counts.leads = leads.rowCount;
    await withdrawShows(client, sessionIds);
    await client.query('DELETE FROM job_requests WHERE key = ANY ($1::text[])', [sessionIds]);
    const things = [...sessionIds, ...held].map((id) => ({ kind: 'session' as const, id }));
    const entry = { scope: 'session' as const, counts, postponed: held.length, things };
    const { number } = await recordErasure(client, hash, entry);
    await eraseWhenLifted(client, held, number);
    return { success: true, withdrawn: sessionIds.length, held: held.length, sessionIds };
  });
}
