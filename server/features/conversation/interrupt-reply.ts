import { interruptReply } from '@understudy/contract/calls';
import type { InterruptReplyAnswer, Segment } from '@understudy/contract/wire';
import type { Pool } from 'pg';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { gatewayFunction } from '../../platform/http/gateway-function.ts';
import type { ConversationParts } from './parts.ts';
import { PauseScanner, plainText, splitReply } from './segments.ts';
import { openTurn, type TurnRow } from './store.ts';

/** Attempts to read and shorten a turn; more than one is needed only if somebody else wrote it meanwhile. */
const MAX_READS = 3;

/**
 * `interrupt_reply`: the visitor cut the reply off after hearing part of it. A running turn is stopped, at the
 * providers too, and the transcript keeps the played text. Idempotent.
 */
export const interruptReplyFunction = (parts: ConversationParts) =>
  gatewayFunction(interruptReply, async (body) => {
    const turnId = body.turn_id.toLowerCase();
    const { session } = await parts.authenticator.session(body);
    await parts.limits.take('session_events', session.id);
    parts.speech.silence(session.id);
    const running = parts.turnQueue.find(session.id, turnId);
    running?.cut('interrupted');
    await running?.settled.catch(() => undefined);
    for (let reads = 0; reads < MAX_READS; reads += 1) {
      const turn = (await openTurn(parts.pool, session.id, turnId))?.turn;
      if (!turn) throw new AppError('not_found', 'There is no such turn in this conversation.');
      const answer = await savePlayed(parts, session.id, turn, body.heard, body.reason);
      if (answer) return answer;
    }
    throw new AppError('reply_failed', 'The reply could not be interrupted just now.');
  });

/** Reduces a turn to what was heard of it; null if the turn changed after it was read. */
async function savePlayed(
  parts: ConversationParts,
  sessionId: string,
  turn: TurnRow,
  heard: string,
  reason: string,
): Promise<InterruptReplyAnswer | null> {
  const text = truncateToPlayed(turn.text, heard);
  const segments = splitReply(text);
  const answer = { turn_id: turn.turn_id, text: plainText(segments) };
  // All of it was heard, or this was reported before.
  if (text === turn.text) return { ...answer, interrupted: turn.status === 'interrupted' };
  const payload = { turn_id: turn.turn_id, reason, heard_characters: answer.text.length };
  const event = { kind: 'reply_interrupted', payload };
  const kept = await savePlayedOnly(parts.pool, {
    sessionId,
    turnId: turn.turn_id,
    before: turn.text,
    text,
    segments,
    event,
  });
  if (!kept) return null;
  parts.history.forget(sessionId);
  return { ...answer, interrupted: true };
}

/** The heard part of a reply that was interrupted. */
interface Interruption {
  sessionId: string;
  turnId: string;
  /** The turn's expected current text; the update is skipped if another writer has changed it. */
  before: string;
  /** The text that was heard, with pause markers, and as segments. */
  text: string;
  segments: readonly Segment[];
  event: { kind: string; payload: unknown };
}

/**
 * Reduces a reply to what was heard, in one transaction: later segments are deleted, the last one is marked as
 * interrupted, and the utterances that follow are renumbered so that the sequence has no gap.
 *
 * @returns false if the turn's text has changed meanwhile, or the session no longer exists
 */
function savePlayedOnly(pool: Pool, cut: Interruption): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    // Lock the session first, as everywhere else, to avoid deadlocks.
    await client.query('SELECT id FROM sessions WHERE id = $1 FOR NO KEY UPDATE', [cut.sessionId]);
    const turn = await client.query(
      `UPDATE turns SET text = $4, status = 'interrupted' WHERE session_id = $1 AND turn_id = $2 AND text = $3
       AND status <> 'running'`,
      [cut.sessionId, cut.turnId, cut.before, cut.text],
    );
    if (turn.rowCount === 0) return false;
    await cutUtterances(client, cut);
    await client.query('INSERT INTO events (session_id, kind, payload) VALUES ($1, $2, $3)', [
      cut.sessionId,
      cut.event.kind,
      JSON.stringify(cut.event.payload),
    ]);
    return true;
  });
}

/** Deletes or shortens the turn's utterances and renumbers those after it. */
async function cutUtterances(client: Queries, cut: Interruption): Promise<void> {
  const texts = cut.segments.map((segment) => segment.text);
  const removed = await client.query<{ seq: number }>(
    `DELETE FROM utterances WHERE session_id = $1 AND turn_id = $2 AND speaker = 'agent' AND segment_index >= $3
     RETURNING seq`,
    [cut.sessionId, cut.turnId, texts.length],
  );
  await client.query(
    `UPDATE utterances SET text = ($3::text[])[segment_index + 1], total_segments = cardinality($3::text[]),
       interrupted = segment_index + 1 = cardinality($3::text[])
     WHERE session_id = $1 AND turn_id = $2 AND speaker = 'agent'`,
    [cut.sessionId, cut.turnId, texts],
  );
  if (removed.rows.length === 0) return;
  const last = Math.max(...removed.rows.map(({ seq }) => seq));
  // In two steps, because each new number must be free when it is assigned.
  await client.query('UPDATE utterances SET seq = -1 - seq WHERE session_id = $1 AND seq > $2', [cut.sessionId, last]);
  await client.query('UPDATE utterances SET seq = -1 - seq - $2::int WHERE session_id = $1 AND seq < 0', [
    cut.sessionId,
    removed.rows.length,
  ]);
  await client.query('UPDATE sessions SET next_seq = next_seq - $2::int WHERE id = $1', [
    cut.sessionId,
    removed.rows.length,
  ]);
}

/**
 * The part of an agent text that a visitor heard before interrupting it. Whitespace is ignored; where `heard` differs
 * from the text, their common beginning counts. A partly heard word does not count.
 *
 * @param raw agent text with its pause markers
 * @param heard the beginning of its words
 * @returns agent text with its pause markers; `raw` itself if only punctuation is missing at its end
 */
export function truncateToPlayed(raw: string, heard: string): string {
  const wanted = heard.replaceAll(/\s/gu, '');
  const scanner = new PauseScanner();
  const pieces = [...scanner.push(raw), ...scanner.end()];
  let kept = '';
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'pause') {
      kept += `[pause:${piece.ms / 1000}s]`;
      continue;
    }
    for (const [offset, char] of [...piece.text].entries()) {
      if (!/\s/u.test(char) && !wanted.startsWith(char, at)) {
        const rest = [...piece.text].slice(offset).join('');
        const later = pieces.slice(index + 1).map((more) => (more.kind === 'words' ? more.text : ''));
        return hasWords([rest, ...later].join('')) ? wholeWords(kept, char) : raw;
      }
      if (!/\s/u.test(char)) at += char.length;
      kept += char;
    }
  }
  return raw;
}

const hasWords = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** Removes a last word that continues after the cut, and trailing pauses. */
function wholeWords(kept: string, next: string): string {
  // Neither expression backtracks: a word or a run of spaces may be as long as a reply.
  let whole = /[\p{L}\p{N}]/u.test(next) ? kept.replace(/(?<![\p{L}\p{N}\p{M}'’-])[\p{L}\p{N}\p{M}'’-]+$/u, '') : kept;
  for (;;) {
    const shorter = whole.trimEnd().replace(/\[pause:[\d.]{1,8}s\]$/u, '');
    if (shorter === whole) return whole;
    whole = shorter;
  }
}
