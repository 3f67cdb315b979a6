import type { Queries } from '../../platform/database/transaction.ts';
import {
  type ErasedTurns,
  erasedPhrases,
  repeatsErased,
  touchesErased,
  withoutPhrases,
} from './engine/erased-turns.ts';
import { step } from './engine/step.ts';
import { type ShowEventRow, type StoredShow, saveShow } from './show-store.ts';

/** All texts of a message. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];

/**
 * Takes erased turns out of a conversation's show, and out of what the twin has said later: the show goes on, and every
 * page that watches it hears of it. Runs in the transaction of the erasure, which has locked the session.
 */
export async function forgetTurns(db: Queries, sessionId: string, erased: ErasedTurns): Promise<void> {
  const { rows } = await db.query<StoredShow>('SELECT state, version FROM shows WHERE session_id = $1 FOR UPDATE', [
    sessionId,
  ]);
  const [before] = rows;
  if (!before) return;
  const phrases = erasedPhrases(before.state, erased);
  const { state } = step(before.state, { kind: 'erased', at: before.state.clock, turns: erased });
  const gone = await forgetMessages(db, sessionId, erased, phrases);
  // Pages take these entries away.
  const events = [{ type: 'messages-erased', data: { seqs: gone }, isPrivate: true }];
  await saveShow(db, sessionId, before.version, { state, events, memory: null });
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
