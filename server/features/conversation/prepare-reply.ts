import { prepareReply } from '@understudy/contract/calls';
import type { PrepareReplyAnswer } from '@understudy/contract/wire';
import { abortWhenGone, gatewayFunction } from '../../platform/http/gateway-function.ts';
import { checkChoices, readMessage, turnOf } from './agent-reply.ts';
import { recallFor, saidBefore } from './converse.ts';
import type { ConversationParts } from './parts.ts';
import type { PreparedReplies } from './prepared-replies.ts';
import type { SessionRow } from './store.ts';
import { saveCompletionUsage } from './token-budgets.ts';
import { NO_TURN, type ReplyInput, type TurnInMode } from './turn.ts';
import type { TurnEvent } from './turn-queue.ts';

/** Characters of a reply that are spoken before it is known to be wanted: its first sentence. */
const SPOKEN_AHEAD_CHARS = 160;

/**
 * `prepare_reply`: begins the reply to words after which the visitor may go on speaking. Nothing is saved, and nothing
 * shown; the `agent_reply` that follows with the same words is answered with it. Responds once the reply is used or
 * dropped: by another message, or by closing the connection, which ends it at the provider too. What it cost counts.
 */
export const prepareReplyFunction = (parts: ConversationParts & { prepared: PreparedReplies }) =>
  gatewayFunction(prepareReply, async (body, call): Promise<PrepareReplyAnswer> => {
    const asked = { ...body, is_performer_mode: false };
    const { words } = readMessage(asked);
    checkChoices(parts, asked);
    const gone = abortWhenGone(call.reply);
    const { session } = await parts.authenticator.session(body);
    await parts.limits.take('session_hearing', session.id);
    // A person answers, or the twin answers something else first.
    if (session.taken_over || parts.turnQueue.isBusy(session.id)) return { used: false };
    const modeId = body.mode ?? session.mode;
    const turn: TurnInMode = {
      ...turnOf(parts, asked, {
        ...{ sessionId: session.id, turnId: NO_TURN, kind: 'message', words, address: call.address, modeId },
        ...{ consent: session.consent, call: session.call_request, page: session.host_page },
      }),
      modeId,
    };
    const recalled = await foresee(parts, turn, session, gone);
    const tokens = parts.languageModel.mostTokens(recalled.request);
    const reservation = tokens > 0 ? await parts.budgets.reserve(turn, { tokens, message: false }) : null;
    // The turn itself may have begun meanwhile.
    if (gone.aborted || parts.turnQueue.isBusy(session.id) || (tokens > 0 && !reservation)) {
      reservation?.settle([]);
      return { used: false };
    }
    const voice = new AbortController();
    const hear = speakAhead(parts, turn, voice.signal);
    const { languageModel } = parts;
    const { used, usage } = await parts.prepared.write({ sessionId: session.id, recalled, languageModel, hear }, gone);
    if (!used) voice.abort();
    reservation?.settle(usage);
    await saveCompletionUsage(parts.pool, session.id, usage);
    return { used };
  });

/** What the writer would be told if these were the visitor's next words. Changes nothing. */
async function foresee(
  parts: ConversationParts,
  turn: TurnInMode,
  { next_seq: seq }: SessionRow,
  signal: AbortSignal,
): Promise<ReplyInput> {
  const { sessionId, turnId, modeId: mode } = turn;
  const lines = await parts.history.linesBefore(sessionId, seq, turnId, Number.POSITIVE_INFINITY);
  const before = saidBefore(lines);
  const earlier = await parts.history.newestVisitorLines(sessionId, seq - 1);
  const newestFirst = [{ seq, turnId, text: turn.words, before }, ...earlier];
  const { isCallRefused, ...step } = await parts.analyses.foresee({ sessionId, turnId, seq, mode, newestFirst });
  const line = await parts.understand(turn.words, { before });
  const remembered = await parts.memory.recall(turn, line, signal);
  const understood = step.row.extract;
  // What is agreed about a booking is done only when it is said for certain: such a reply is not prepared.
  return recallFor(parts, turn, lines, step, { understood, isCallRefused, remembered, booking: null });
}

/** Has the first sentence spoken as soon as it is written, so that the voices know its sound when it is wanted. */
function speakAhead(
  { speech }: ConversationParts,
  { spoken, sessionId, turnId, modeId }: TurnInMode,
  signal: AbortSignal,
): (event: TurnEvent) => void {
  if (!spoken || !speech.mayBeSpoken()) return () => undefined;
  speech.warm();
  const voice = speech.voiceFor({ sessionId, turnId, modeId, signal }, () => undefined);
  let characters = 0;
  return (event) => {
    if (characters > SPOKEN_AHEAD_CHARS || event.event === 'extract') return;
    if (event.event === 'delta') characters += event.data.text.length;
    voice.hear(event);
  };
}
