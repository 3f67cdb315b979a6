import { interruptReply } from '@understudy/contract/calls';
import type { InterruptReplyAnswer } from '@understudy/contract/wire';
import { keepHeardOnly } from '../../features/conversation/interruption.ts';
import { truncateToPlayed } from '../../features/conversation/played-text.ts';
import { plainText, splitReply } from '../../features/conversation/segments.ts';
import { openTurn, type TurnRow } from '../../features/conversation/store.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { authenticate } from '../authenticate.ts';
import type { AppContext } from '../context.ts';
import { gatewayFunction } from '../gateway.ts';

/** Times that a turn is read; more than one means that somebody else wrote it meanwhile. */
const LOOKS_MAX = 3;

/**
 * `interrupt_reply`: the visitor cut the reply off after hearing so much of it. A running turn is stopped, at the
 * providers too, and the transcript keeps what was heard. Asked again it changes nothing more.
 */
export const interruptReplyFunction = gatewayFunction(interruptReply, async (body, { context }) => {
  const turnId = body.turn_id.toLowerCase();
  const { session } = await authenticate(context, body);
  await context.limits.take('session_events', session.id);
  context.sessionVoices.silence(session.id);
  const running = context.turnQueue.find(session.id, turnId);
  running?.cut('interrupted');
  await running?.settled.catch(() => undefined);
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const turn = (await openTurn(context.pool, session.id, turnId))?.turn;
    if (!turn) throw new AppError('not_found', 'There is no such turn in this conversation.');
    const answer = await keepHeard(context, session.id, turn, body.heard, body.reason);
    if (answer) return answer;
  }
  throw new AppError('reply_failed', 'The reply could not be interrupted just now.');
});

/** Null when the turn changed while it was looked at. */
async function keepHeard(
  context: AppContext,
  sessionId: string,
  turn: TurnRow,
  heard: string,
  reason: string,
): Promise<InterruptReplyAnswer | null> {
  const text = truncateToPlayed(turn.text, heard);
  const segments = splitReply(text);
  const answer = { turn_id: turn.turn_id, text: plainText(segments) };
  // All of it was heard, or this was told before.
  if (text === turn.text) return { ...answer, interrupted: turn.status === 'interrupted' };
  const payload = { turn_id: turn.turn_id, reason, heard_characters: answer.text.length };
  const event = { kind: 'reply_interrupted', payload };
  const kept = await keepHeardOnly(context.pool, {
    sessionId,
    turnId: turn.turn_id,
    before: turn.text,
    text,
    segments,
    event,
  });
  if (!kept) return null;
  context.history.forget(sessionId);
  return { ...answer, interrupted: true };
}
