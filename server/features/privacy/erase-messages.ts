import type { ErasureReceipt } from '@understudy/contract/privacy';
import type { PoolClient } from 'pg';
import type { SealedDatabase } from '../../platform/database/sealed-rows.ts';
import { inTransaction, requestJob } from '../../platform/database/transaction.ts';
import { FINISH_SESSION_JOB } from '../conversation/index.ts';
import { forgetTurns, OTHER_SHOWS } from '../show/index.ts';
import { erasedHash, recordErasure } from './erasure-ledger.ts';
import { tellErased } from './forget-erased.ts';
import { FORGET_STATISTICS_JOB } from './forget-statistics.ts';
import { NEWEST_ANALYSIS, NEWEST_FACTS, SET_FACTS } from './newest-facts.ts';

/** What taking messages away did. */
interface ErasedMessages {
  receipt: ErasureReceipt;
  /** Conversations that lost lines. */
  sessionIds: string[];
}

/**
 * SQL: the turns of messages ($2) in these conversations ($1). A message goes with its whole turn, since the other half
 * repeats it or answers it.
 */
const TURNS = `SELECT DISTINCT session_id, turn_id FROM utterances
  WHERE session_id = ANY ($1::uuid[]) AND id = ANY ($2::uuid[])`;

/** What is read from a conversation line by line: the rest of them is read anew. A booking is asked for anew, too. */
const READ_FROM_LINES = [
  'extracts',
  'lead_signals',
  'transcripts',
  'unanswered_questions',
  'session_figures',
  'booking_talks',
];

/** SQL: a quote in an action item ($3: texts of the messages) comes from one of the messages. */
const QUOTES = `EXISTS (SELECT FROM
  regexp_matches(a.title || ' ' || a.description, '[“"]([^”"]{3,})[”"]', 'g') AS q (quote),
  unnest($3::text[]) AS said WHERE strpos(lower(said), lower(q.quote[1])) > 0)`;

/**
 * Takes messages away, with the other half of their turns and everything that was derived from their conversations.
 * What the rest of a conversation says is then read anew: facts and score by the caller, summary and action items of
 * one that has ended by its job, those of a running one with its next message.
 *
 * @param sessions the conversations that may lose lines
 * @returns null if none of the messages is there
 */
export async function eraseMessages(
  database: SealedDatabase,
  sessions: readonly string[],
  messageIds: readonly string[],
): Promise<ErasedMessages | null> {
  const hash = await erasedHash(database);
  return inTransaction(database.pool, async (client) => {
    const found = await client.query<{ session_id: string; turn_id: string }>(TURNS, [sessions, messageIds]);
    if (found.rowCount === 0) return null;
    const touched = [...new Set(found.rows.map((row) => row.session_id))];
    // Turns about to be saved, and legal holds, wait here.
    await client.query(
      `SELECT FROM sessions WHERE id = ANY ($1::uuid[]) OR id IN (${OTHER_SHOWS}) ORDER BY id FOR UPDATE`,
      [touched],
    );
    const holds = await client.query<{ session_id: string }>(
      'SELECT session_id FROM legal_holds WHERE session_id = ANY ($1::uuid[])',
      [touched],
    );
    const held = new Set(holds.rows.map((row) => row.session_id));
    const turns = found.rows.filter((row) => !held.has(row.session_id));
    const sessionIds = touched.filter((id) => !held.has(id));
    const counts = { utterances: 0, memories: 0, action_items: 0 };
    const things: { kind: 'message'; id: string; within: string }[] = [];
    const reached = new Set(sessionIds);
    for (const sessionId of sessionIds) {
      const ofIt = turns.filter((row) => row.session_id === sessionId).map((row) => row.turn_id);
      const gone = await takeAway(client, sessionId, ofIt);
      things.push(...gone.ids.map((id) => ({ kind: 'message' as const, id, within: sessionId })));
      for (const other of gone.others) reached.add(other);
      counts.utterances += gone.ids.length;
      counts.memories += gone.memories;
      counts.action_items += gone.items;
    }
    const receipt = await recordErasure(client, hash, { scope: 'message', counts, postponed: held.size, things });
    await tellErased(client, [...reached]);
    await requestJob(client, FORGET_STATISTICS_JOB, 'all');
    return { receipt, sessionIds };
  });
}

/**
 * Takes memories away, and records that in the ledger. Nothing more is read from the lines that they came from.
 *
 * @param ids null for all of theirs
 * @returns null if none of them is the visitors', or of the conversations
 */
export async function eraseMemories(
  database: SealedDatabase,
  { visitors, sessions }: { visitors: readonly string[]; sessions: readonly string[] },
  ids: readonly string[] | null,
): Promise<ErasureReceipt | null> {
  const hash = await erasedHash(database);
  return inTransaction(database.pool, async (client) => {
    const gone = await client.query<{ id: string }>(
      `DELETE FROM memories WHERE ($1::uuid[] IS NULL OR id = ANY ($1::uuid[]))
         AND (visitor_id = ANY ($2::uuid[]) OR session_id = ANY ($3::uuid[])) RETURNING id`,
      [ids, visitors, sessions],
    );
    if (gone.rows.length === 0) return null;
    const counts = { memories: gone.rows.length };
    const things = gone.rows.map(({ id }) => ({ kind: 'memory' as const, id }));
    const receipt = await recordErasure(client, hash, { scope: 'memory', counts, postponed: 0, things });
    await requestJob(client, FORGET_STATISTICS_JOB, 'all');
    return receipt;
  });
}

/**
 * Takes turns out of a conversation, and what was read from it.
 *
 * @returns how much is gone, and the other conversations whose shows had come back to it
 */
async function takeAway(
  client: PoolClient,
  sessionId: string,
  turnIds: readonly string[],
): Promise<{ ids: string[]; memories: number; items: number; others: string[] }> {
  const lines = await client.query<{ id: string; seq: number; text: string; speaker: string }>(
    `DELETE FROM utterances WHERE session_id = $1 AND turn_id = ANY ($2::uuid[]) RETURNING id, seq, text, speaker`,
    [sessionId, turnIds],
  );
  const seqs = lines.rows.map(({ seq }) => seq);
  const said = lines.rows.filter(({ speaker }) => speaker === 'visitor').map(({ text }) => text);
  const removed = await client.query<{ performer: boolean }>(
    'DELETE FROM turns WHERE session_id = $1 AND turn_id = ANY ($2::uuid[]) RETURNING performer',
    [sessionId, turnIds],
  );
  const memories = await client.query('DELETE FROM memories WHERE session_id = $1 AND seq = ANY ($2::int[])', [
    sessionId,
    seqs,
  ]);
  const items = await client.query(
    `DELETE FROM action_items a WHERE session_id = $1 AND (status = 'open' OR seq = ANY ($2::int[]) OR ${QUOTES})`,
    [sessionId, seqs, said],
  );
  await client.query("DELETE FROM events WHERE session_id = $1 AND payload ->> 'turn_id' = ANY ($2::text[])", [
    sessionId,
    turnIds,
  ]);
  const others: string[] = [];
  if (removed.rows.some(({ performer }) => performer)) {
    // An episode tells everything that was said in it: without some of it, it is another one.
    await client.query('DELETE FROM show_memories WHERE session_id = $1', [sessionId]);
    const left = await client.query<{ text: string }>(
      "SELECT text FROM utterances WHERE session_id = $1 AND speaker = 'visitor'",
      [sessionId],
    );
    const kept = left.rows.map(({ text }) => text);
    const twin = lines.rows.filter(({ speaker }) => speaker !== 'visitor').map(({ text }) => text);
    others.push(...(await forgetTurns(client, sessionId, { turnIds, visitor: said, twin, kept })));
  }
  // What was understood after a line holds what was understood of it.
  for (const table of READ_FROM_LINES) await client.query(`DELETE FROM ${table} WHERE session_id = $1`, [sessionId]);
  const { rowCount: counted } = await client.query('DELETE FROM summaries WHERE session_id = $1', [sessionId]);
  await client.query(
    `UPDATE sessions SET contact_name = NULL, email = call_request ->> 'email', phone = NULL, lead_score = 0,
       final_intent = NULL, erasures = erasures + 1 WHERE id = $1`,
    [sessionId],
  );
  // What is known of the visitor is what their conversations say now, and comes back as far as they say it. Their lead
  // counts those that are summarised.
  await client.query(
    `UPDATE leads l SET name = NULL, email = NULL, email_normalised = NULL, phone = NULL, company = NULL, role = NULL,
       conversations = greatest(0, conversations - $2)
     FROM sessions s WHERE s.id = $1 AND l.visitor_id = s.visitor_id`,
    [sessionId, counted],
  );
  await client.query(RESTORE_FACTS, [sessionId]);
  const ended = await client.query('SELECT FROM sessions WHERE id = $1 AND consent AND ended_at IS NOT NULL', [
    sessionId,
  ]);
  if (ended.rowCount === 1) await requestJob(client, FINISH_SESSION_JOB, sessionId);
  return {
    ids: lines.rows.map(({ id }) => id),
    memories: memories.rowCount ?? 0,
    items: items.rowCount ?? 0,
    others,
  };
}

/** SQL: writes into the lead of a conversation's visitor ($1) what their other conversations say. */
const RESTORE_FACTS = `UPDATE leads l SET ${SET_FACTS}
  FROM (
    SELECT s.visitor_id, ${NEWEST_FACTS} FROM sessions s ${NEWEST_ANALYSIS}
    WHERE s.id <> $1 AND s.visitor_id = (SELECT visitor_id FROM sessions WHERE id = $1)
    GROUP BY s.visitor_id
  ) AS n WHERE l.visitor_id = n.visitor_id`;
