import type { Queries } from '../../platform/database/transaction.ts';
import {
  type ErasedTurns,
  erasedPhrases,
  repeatsErased,
  touchesErased,
  withoutPhrases,
} from './engine/erased-turns.ts';
import { step } from './engine/step.ts';
import { rememberShow } from './present-show.ts';
import { type ShowEventRow, type StoredShow, saveShow } from './show-store.ts';

/** All texts of a message. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];

/**
 * Takes erased turns out of a conversation's show, and out of what the twin has said later: the show goes on, and every
 * page that watches it hears of it. The visitor's other episodes lose what they had of them, since a show comes back to
 * the themes of the one before. Runs in the transaction of the erasure, which has locked the sessions of
 * {@link OTHER_SHOWS}.
 *
 * @returns the other conversations that lost words
 */
export async function forgetTurns(db: Queries, sessionId: string, erased: ErasedTurns): Promise<string[]> {
  await forgetIn(db, sessionId, erased, false);
  return forgetElsewhere(db, [sessionId], erased);
}

/**
 * The same for conversations that are about to be erased as a whole: their visitors' other shows come back to nothing
 * of them.
 *
 * @returns the other conversations that lost words
 */
export async function forgetConversations(db: Queries, sessionIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ text: string }>(
    `SELECT u.text FROM utterances u
     JOIN turns t ON t.session_id = u.session_id AND t.turn_id = u.turn_id AND t.performer
     WHERE u.session_id = ANY ($1::uuid[]) AND u.speaker = 'visitor'`,
    [sessionIds],
  );
  return forgetElsewhere(db, sessionIds, { visitor: rows.map(({ text }) => text), kept: [] });
}

/** Takes erased words of some conversations out of the other shows of their visitors. @returns those that had any */
async function forgetElsewhere(
  db: Queries,
  sessionIds: readonly string[],
  { visitor, kept }: Pick<ErasedTurns, 'visitor' | 'kept'>,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string; said: string[] }>(
    `SELECT id, ARRAY(SELECT text FROM utterances u WHERE u.session_id = o.id AND speaker = 'visitor') AS said
     FROM (${OTHER_SHOWS}) AS o ORDER BY id`,
    [sessionIds],
  );
  const touched: string[] = [];
  for (const { id, said } of rows)
    if (await forgetIn(db, id, { turnIds: [], visitor, twin: [], kept: [...kept, ...said] }, true)) touched.push(id);
  return touched;
}

/** SQL: the other conversations with a show of the visitors of conversations ($1), except those on legal hold. */
export const OTHER_SHOWS = `SELECT DISTINCT h.session_id AS id FROM shows h
  JOIN sessions s ON s.visitor_id = h.visitor_id AND s.id = ANY ($1::uuid[])
  WHERE h.session_id <> ALL ($1::uuid[])
    AND NOT EXISTS (SELECT FROM legal_holds l WHERE l.session_id = h.session_id)`;

/**
 * Takes erased turns out of one show.
 *
 * @param isOther whether they were another conversation's: the show is left alone unless it has something of them
 * @returns whether it had
 */
async function forgetIn(db: Queries, sessionId: string, erased: ErasedTurns, isOther: boolean): Promise<boolean> {
  const { rows } = await db.query<StoredShow>('SELECT state, version FROM shows WHERE session_id = $1 FOR UPDATE', [
    sessionId,
  ]);
  const [before] = rows;
  if (!before) return false;
  const phrases = erasedPhrases(before.state, erased);
  if (isOther && phrases.length === 0) return false;
  const { state } = step(before.state, { kind: 'erased', at: before.state.clock, turns: erased });
  const gone = await forgetMessages(db, sessionId, erased, phrases);
  // Pages take these entries away.
  const events = [{ type: 'messages-erased', data: { seqs: gone }, isPrivate: true }];
  await saveShow(db, sessionId, before.version, { state, events, memory: null, lapses: false });
  // What was published tells them too. A show's own episode goes as a whole.
  await db.query(
    'UPDATE show_memories SET memory = $2, slug = NULL, published = NULL, published_at = NULL WHERE session_id = $1',
    [sessionId, JSON.stringify(rememberShow(state))],
  );
  await forgetRepeats(db, sessionId, phrases);
  return true;
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
