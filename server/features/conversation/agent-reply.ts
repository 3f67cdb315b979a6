import { randomUUID } from 'node:crypto';
import { type AgentReplyBody, agentReply } from '@understudy/contract/calls';
import { FOLLOWUPS_IN_A_ROW, MESSAGE_MAX_CODE_POINTS } from '@understudy/contract/constants';
import { AppError } from '../../platform/http/app-error.ts';
import { type Call, gatewayFunction } from '../../platform/http/gateway-function.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import { isBlank } from '../../platform/text/visible.ts';
import { answerJson, answerStream, type FoundTurn } from './answer-turn.ts';
import type { ConversationParts } from './parts.ts';
import { openTurn, readUnprompted, readWords, type SessionRow, type TurnKind, type TurnRow } from './store.ts';
import { codePoints, modeOf, normaliseVisitorText, presentTurn, type Turn, TurnNotFresh, visitorView } from './turn.ts';
import { RunningTurn } from './turn-queue.ts';

/**
 * How often a turn is read again after it turned out not to be fresh; more than once means that others write it too.
 */
const LOOKS_MAX = 3;

/** `agent_reply`: one turn, as JSON or as a stream of events. */
export const agentReplyFunction = (parts: ConversationParts) =>
  gatewayFunction(agentReply, async (body, call) => {
    const { kind, words } = readMessage(body);
    checkChoices(parts, body);
    const wantsStream = call.request.headers.accept?.includes('text/event-stream') ?? false;
    const answer = wantsStream ? answerStream : answerJson;
    const fresh = await beginFresh(parts, call, body, kind, words);
    let found: FoundTurn = fresh ? { running: fresh } : await findTurn(parts, call, body, kind, words);
    const hearing = { sessionId: body.session_id.toLowerCase(), speak: body.speak };
    // The credentials are valid, and a new message ends the sound of the previous reply.
    if (kind === 'message') parts.speech.silence(hearing.sessionId);
    for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
      try {
        return await answer(parts, call, found, hearing);
      } catch (error) {
        if (!(error instanceof TurnNotFresh)) throw error;
        found = await findTurn(parts, call, body, kind, words);
      }
    }
    throw new AppError('reply_failed', 'The twin could not answer just now. Please try again.');
  });

/**
 * Starts a message of a known session without reading anything first, as nearly every turn does. Null if the turn may
 * have begun before, or the caller has to be looked up.
 */
async function beginFresh(
  parts: ConversationParts,
  { address }: Call,
  body: AgentReplyBody,
  kind: TurnKind,
  words: string,
): Promise<RunningTurn | null> {
  const sessionId = body.session_id.toLowerCase();
  if (kind !== 'message' || !parts.authenticator.isKnown(sessionId, body.session_secret)) return null;
  const turnId = body.turn_id?.toLowerCase() ?? randomUUID();
  if (body.turn_id && parts.history.hasTurn(sessionId, turnId)) return null;
  if (parts.turnQueue.find(sessionId, turnId)) return null;
  await takeMessageLimits(parts.limits, sessionId);
  // Another call may have started the same turn during the limit checks.
  const running = parts.turnQueue.find(sessionId, turnId);
  return (
    running ?? begin(parts, turnOf(parts, body, { sessionId, turnId, kind, words, address, modeId: body.mode ?? null }))
  );
}

/** A turn that has not begun before, unless `particulars` say otherwise. */
function turnOf(
  parts: ConversationParts,
  body: AgentReplyBody,
  particulars: Pick<Turn, 'sessionId' | 'turnId' | 'kind' | 'words' | 'address' | 'modeId'> & Partial<Turn>,
): Turn {
  return {
    model: body.model ?? parts.languageModel.defaultModel(),
    performer: body.is_performer_mode,
    spoken: body.speak,
    topic: body.context?.conversation_topic ?? null,
    nextSeq: 0,
    kept: null,
    consent: null,
    call: null,
    ...particulars,
  };
}

/** The kind of turn, and the visitor's words. */
function readMessage(body: AgentReplyBody): { kind: TurnKind; words: string } {
  const words = normaliseVisitorText(body.user_message);
  if (codePoints(words) > MESSAGE_MAX_CODE_POINTS) {
    throw new AppError('message_too_long', `A message has at most ${MESSAGE_MAX_CODE_POINTS} characters.`);
  }
  if (body.context?.is_followup) {
    const isGreeting = words === '' && !body.context.recent_messages?.length;
    return { kind: isGreeting ? 'greeting' : 'followup', words: '' };
  }
  if (isBlank(words)) throw new AppError('empty_message', 'The message is empty.');
  return { kind: 'message', words };
}

/** @throws AppError `unknown_mode`, `unknown_model` */
function checkChoices(parts: ConversationParts, body: AgentReplyBody): void {
  if (body.mode !== undefined) modeOf(parts.twin(), body.mode);
  if (body.model !== undefined && !parts.languageModel.knows(body.model)) {
    throw new AppError('unknown_model', 'There is no such model; /api/config lists those there are.');
  }
}

/**
 * Authenticates, then joins, replays, continues or starts the turn.
 *
 * @param reread whether the turn was read before and nobody here answered it then
 */
async function findTurn(
  parts: ConversationParts,
  call: Call,
  body: AgentReplyBody,
  kind: TurnKind,
  words: string,
  reread = false,
): Promise<FoundTurn> {
  const asked = body.turn_id?.toLowerCase() ?? randomUUID();
  const { session, turn: askedTurn } = await parts.authenticator.session(body, { turnId: asked });
  const earlier = askedTurn || kind === 'message' ? null : await findUnprompted(parts, session, kind);
  const turn = askedTurn ?? earlier;
  const turnId = turn?.turn_id ?? asked;
  const writing = parts.turnQueue.find(session.id, turnId);
  // A turn that was cut may still be saving its words, and one may have ended while it was read. Reading too early
  // would answer either from the beginning a second time.
  const unanswered = !writing && turn?.status === 'running';
  if (writing?.cutBy || (unanswered && !reread)) {
    await writing?.settled.catch(() => undefined);
    return findTurn(parts, call, body, kind, words, unanswered);
  }
  if (writing) return { running: writing };
  if (turn?.status === 'done' || turn?.status === 'interrupted') {
    return {
      answer: presentTurn({
        ...turn,
        turnId,
        view: visitorView(parts.settings, await parts.analyses.stored(session.id)),
      }),
    };
  }
  if (!turn) await takeMessageLimits(parts.limits, session.id);
  // A repeated turn: what was stored of it is what was said.
  const said = turn ? await readWords(parts.pool, session.id, turnId) : words;
  // Another caller may have started the same turn, or another tab the same greeting, in the meantime.
  const begun =
    parts.turnQueue.find(session.id, turnId) ?? (turn ? null : parts.turnQueue.findUnprompted(session.id, kind));
  if (begun) return { running: begun };
  return {
    running: begin(
      parts,
      turnOf(parts, body, {
        sessionId: session.id,
        turnId,
        kind: turn?.kind ?? kind,
        words: said,
        address: call.address,
        modeId: body.mode ?? session.mode,
        nextSeq: session.next_seq,
        kept: turn ? turn.text : null,
        consent: session.consent,
        call: session.call_request,
      }),
    ),
  };
}

/**
 * One greeting per session, whoever asks; at most two follow-ups between the visitor's messages, and none while one is
 * being answered.
 */
async function findUnprompted(parts: ConversationParts, session: SessionRow, kind: TurnKind): Promise<TurnRow | null> {
  const { greetingId, followupsInARow } = await readUnprompted(parts.pool, session.id);
  // The last one may still be running for another tab; this caller then joins it.
  const running = parts.turnQueue.findUnprompted(session.id, kind);
  if (kind === 'followup' && followupsInARow >= FOLLOWUPS_IN_A_ROW && !running) {
    throw new AppError('followup_not_due', 'The twin has followed up already; it waits for a word from the visitor.');
  }
  if (kind === 'followup' && parts.turnQueue.isBusy(session.id) && !running) {
    throw new AppError('followup_not_due', 'The twin is answering; it follows up only when the visitor is silent.');
  }
  if (kind !== 'greeting' || !greetingId) return null;
  return (await openTurn(parts.pool, session.id, greetingId))?.turn ?? null;
}

function begin(parts: ConversationParts, turn: Turn): RunningTurn {
  const running = new RunningTurn(turn.sessionId, turn.turnId, turn.kind, turn.spoken, (self) =>
    parts.converse(turn, self),
  );
  parts.turnQueue.enqueue(running);
  return running;
}

/**
 * Takes one message from a session's limits.
 *
 * @throws AppError `rate_limited`
 */
export async function takeMessageLimits(limits: Pick<Limits, 'take'>, limitKey: string): Promise<void> {
  await limits.take('session_messages_minute', limitKey);
  await limits.take('session_messages_day', limitKey);
}
