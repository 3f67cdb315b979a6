import type { Queries } from '../../platform/database/transaction.ts';
import {
  type ErasedTurns,
  erasedPhrases,
  repeatsErased,
  touchesErased,
  withoutPhrases,
} from './engine/erased-turns.ts';
import type { ShowState } from './engine/show-state.ts';
import { step } from './engine/step.ts';
import { SHOW_CHANNEL, type ShowEventRow } from './show-store.ts';

/** All texts of a message. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];

/**
 * Takes erased turns out of a conversation's show, and out of what the twin has said later: the show goes on, and every
 * page that watches it hears of it. Runs in the transaction of the erasure, which has locked the session.
 */
export async function forgetTurns(db: Queries, sessionId: string, erased: ErasedTurns): Promise<void> {
  const { rows } = await db.query<{ state: ShowState }>('SELECT state FROM shows WHERE session_id = $1 FOR UPDATE', [
    sessionId,
  ]);
  const before = rows[0]?.state;
  if (!before) return;
  const phrases = erasedPhrases(before, erased);
  const { state } = step(before, { kind: 'erased', at: before.clock, turns: erased });
  const gone = await forgetMessages(db, sessionId, erased, phrases);
  // Pages take these entries away.
  const told: ShowEventRow = { type: 'messages-erased', data: { seqs: gone }, isPrivate: true };
  await db.query(
    `WITH u AS (
       UPDATE shows SET state = $2, version = version + 1, next_event = next_event + 1, updated_at = now()
       WHERE session_id = $1 RETURNING version, next_event - 1 AS seq
     ), e AS (
       INSERT INTO show_events (session_id, seq, type, data, is_private) SELECT $1, seq, $3, $4, $5 FROM u
     )
     SELECT pg_notify('${SHOW_CHANNEL}', concat($1::text, ' ', version)) FROM u`,
    [sessionId, JSON.stringify(state), told.type, JSON.stringify(told.data), told.isPrivate],
  );
  await forgetRepeats(db, sessionId, phrases);
}

/** Deletes the show's messages that hold erased words. @returns their numbers */
async function forgetMessages(
  db: Queries,
  sessionId: string,
  erased: ErasedTurns,
  phrases: readonly string[],
): Promise<number[]> {
  const { rows } = await db.query<ShowEventRow & { seq: number }>(
    'SELECT seq, type, data FROM show_events WHERE session_id = $1',
    [sessionId],
  );
  const holds = ({ type, data }: ShowEventRow) =>
    erased.turnIds.includes(String(data['turn_id'])) ||
    textsOf(data).some((text) => repeatsErased(text, erased, phrases) || erased.visitor.includes(text)) ||
    (type === 'hint' && textsOf(data).some((text) => touchesErased(text, erased)));
  const gone = rows.filter(holds).map(({ seq }) => seq);
  await db.query('DELETE FROM show_events WHERE session_id = $1 AND seq = ANY ($2::int[])', [sessionId, gone]);
  return gone;
}

/** Takes phrases out of what the twin has said in the conversation. */
async function forgetRepeats(db: Queries, sessionId: string, phrases: readonly string[]): Promise<void> {
  if (phrases.length === 0) return;
  const lines = await db.query<{ id: string; text: string }>(
    "SELECT id, text FROM utterances WHERE session_id = $1 AND speaker = 'agent'",
    [sessionId],
  );
  const turns = await db.query<{ id: string; text: string }>(
    "SELECT turn_id AS id, text FROM turns WHERE session_id = $1 AND text <> ''",
    [sessionId],
  );
  for (const { id, text } of lines.rows) {
    const clean = withoutPhrases(text, phrases);
    if (clean !== text) await db.query('UPDATE utterances SET text = $2 WHERE id = $1', [id, clean]);
  }
  for (const { id, text } of turns.rows) {
    const clean = withoutPhrases(text, phrases);
    const change = 'UPDATE turns SET text = $3 WHERE session_id = $1 AND turn_id = $2';
    if (clean !== text) await db.query(change, [sessionId, id, clean]);
  }
}
