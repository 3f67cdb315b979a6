import { randomUUID } from 'node:crypto';
import { type AgentReplyBody, agentReply } from '@understudy/contract/calls';
import { FOLLOWUPS_IN_A_ROW, MESSAGE_MAX_CODE_POINTS } from '@understudy/contract/constants';
import type { AppContext } from '../../app/context.ts';
import { type Call, gatewayFunction } from '../../app/gateway.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { isBlank } from '../../platform/text/visible.ts';
import { readExtract } from '../leads/store.ts';
import { answerJson, answerStream, type FoundTurn } from './answer-turn.ts';
import { authenticate } from './authenticate.ts';
import { takeMessageLimits } from './message-limits.ts';
import { modeOf } from './mode-of.ts';
import { presentTurn, visitorView } from './present-turn.ts';
import { RunningTurn } from './running-turn.ts';
import { openTurn, readUnprompted, readWords, type SessionRow, type TurnKind, type TurnRow } from './store.ts';
import { type Turn, TurnNotFresh } from './turn.ts';
import { codePoints, normaliseVisitorText } from './visitor-text.ts';

/**
 * How often a turn is read again after it turned out not to be fresh; more than once means that others write it too.
 */
const LOOKS_MAX = 3;

/** `agent_reply`: one turn, as JSON or as a stream of events. */
export const agentReplyFunction = gatewayFunction(agentReply, async (body, call) => {
  const { kind, words } = readMessage(body);
  checkChoices(call.context, body);
  const wantsStream = call.request.headers.accept?.includes('text/event-stream') ?? false;
  const answer = wantsStream ? answerStream : answerJson;
  const fresh = await beginFresh(call, body, kind, words);
  let found: FoundTurn = fresh ? { running: fresh } : await findTurn(call, body, kind, words);
  const hearing = { sessionId: body.session_id.toLowerCase(), speak: body.speak };
  // The credentials are valid, and a new message ends the sound of the previous reply.
  if (kind === 'message') call.context.sessionVoices.silence(hearing.sessionId);
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    try {
      return await answer(call, found, hearing);
    } catch (error) {
      if (!(error instanceof TurnNotFresh)) throw error;
      found = await findTurn(call, body, kind, words);
    }
  }
  throw new AppError('reply_failed', 'The twin could not answer just now. Please try again.');
});

/**
 * Starts a message of a known session without reading anything first, as nearly every turn does. Null if the turn may
 * have begun before, or the caller has to be looked up.
 */
async function beginFresh(
  { context, address }: Call,
  body: AgentReplyBody,
  kind: TurnKind,
  words: string,
): Promise<RunningTurn | null> {
  const sessionId = body.session_id.toLowerCase();
  if (kind !== 'message' || !context.sessionCache.matches(sessionId, body.session_secret)) return null;
  const turnId = body.turn_id?.toLowerCase() ?? randomUUID();
  if (body.turn_id && context.history.hasTurn(sessionId, turnId)) return null;
  if (context.turnQueue.find(sessionId, turnId)) return null;
  await takeMessageLimits(context, sessionId);
  // Another call may have started the same turn during the limit checks.
  const running = context.turnQueue.find(sessionId, turnId);
  return (
    running ??
    begin(context, turnOf(context, body, { sessionId, turnId, kind, words, address, modeId: body.mode ?? null }))
  );
}

/** A turn that has not begun before, unless `particulars` say otherwise. */
function turnOf(
  context: AppContext,
  body: AgentReplyBody,
  particulars: Pick<Turn, 'sessionId' | 'turnId' | 'kind' | 'words' | 'address' | 'modeId'> & Partial<Turn>,
): Turn {
  return {
    model: body.model ?? context.models.defaultModel(),
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
function checkChoices(context: AppContext, body: AgentReplyBody): void {
  if (body.mode !== undefined) modeOf(context.twin(), body.mode);
  if (body.model !== undefined && !context.models.knows(body.model)) {
    throw new AppError('unknown_model', 'There is no such model; /api/config lists those there are.');
  }
}

/**
 * Authenticates, then joins, replays, continues or starts the turn.
 *
 * @param reread whether the turn was read before and nobody here answered it then
 */
async function findTurn(
  call: Call,
  body: AgentReplyBody,
  kind: TurnKind,
  words: string,
  reread = false,
): Promise<FoundTurn> {
  const { context, address } = call;
  const asked = body.turn_id?.toLowerCase() ?? randomUUID();
  const { session, turn: askedTurn } = await authenticate(context, body, { turnId: asked });
  const earlier = askedTurn || kind === 'message' ? null : await findUnprompted(context, session, kind);
  const turn = askedTurn ?? earlier;
  const turnId = turn?.turn_id ?? asked;
  const writing = context.turnQueue.find(session.id, turnId);
  // A turn that was cut may still be saving its words, and one may have ended while it was read. Reading too early
  // would answer either from the beginning a second time.
  const unanswered = !writing && turn?.status === 'running';
  if (writing?.cutBy || (unanswered && !reread)) {
    await writing?.settled.catch(() => undefined);
    return findTurn(call, body, kind, words, unanswered);
  }
  if (writing) return { running: writing };
  if (turn?.status === 'done' || turn?.status === 'interrupted') {
    return {
      answer: presentTurn({ ...turn, turnId, view: visitorView(context, await readExtract(context.pool, session.id)) }),
    };
  }
  if (!turn) await takeMessageLimits(context, session.id);
  // A repeated turn: what was stored of it is what was said.
  const said = turn ? await readWords(context.pool, session.id, turnId) : words;
  // Another caller may have started the same turn, or another tab the same greeting, in the meantime.
  const begun =
    context.turnQueue.find(session.id, turnId) ?? (turn ? null : context.turnQueue.findUnprompted(session.id, kind));
  if (begun) return { running: begun };
  return {
    running: begin(
      context,
      turnOf(context, body, {
        sessionId: session.id,
        turnId,
        kind: turn?.kind ?? kind,
        words: said,
        address,
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
async function findUnprompted(context: AppContext, session: SessionRow, kind: TurnKind): Promise<TurnRow | null> {
  const { greetingId, followupsInARow } = await readUnprompted(context.pool, session.id);
  // The last one may still be running for another tab; this caller then joins it.
  const running = context.turnQueue.findUnprompted(session.id, kind);
  if (kind === 'followup' && followupsInARow >= FOLLOWUPS_IN_A_ROW && !running) {
    throw new AppError('followup_not_due', 'The twin has followed up already; it waits for a word from the visitor.');
  }
  if (kind === 'followup' && context.turnQueue.isBusy(session.id) && !running) {
    throw new AppError('followup_not_due', 'The twin is answering; it follows up only when the visitor is silent.');
  }
  if (kind !== 'greeting' || !greetingId) return null;
  return (await openTurn(context.pool, session.id, greetingId))?.turn ?? null;
}

function begin(context: AppContext, turn: Turn): RunningTurn {
  const running = new RunningTurn(turn.sessionId, turn.turnId, turn.kind, turn.spoken, (self) =>
    context.converse(turn, self),
  );
  context.turnQueue.enqueue(running);
  return running;
}
