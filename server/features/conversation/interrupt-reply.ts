import { interruptReply } from '@understudy/contract/calls';
import type { InterruptReplyAnswer } from '@understudy/contract/wire';
import { AppError } from '../../platform/http/app-error.ts';
import { gatewayFunction } from '../../platform/http/gateway-function.ts';
import { savePlayedOnly } from './interruption.ts';
import type { ConversationParts } from './parts.ts';
import { truncateToPlayed } from './played-text.ts';
import { plainText, splitReply } from './segments.ts';
import { openTurn, type TurnRow } from './store.ts';

/** How often a turn is read; more than once means that somebody else wrote it meanwhile. */
const LOOKS_MAX = 3;

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
    for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
      const turn = (await openTurn(parts.pool, session.id, turnId))?.turn;
      if (!turn) throw new AppError('not_found', 'There is no such turn in this conversation.');
      const answer = await savePlayed(parts, session.id, turn, body.heard, body.reason);
      if (answer) return answer;
    }
    throw new AppError('reply_failed', 'The reply could not be interrupted just now.');
  });

/** Null if the turn changed after it was read. */
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
