import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type AgentReplyBody, agentReply } from '@understudy/contract/calls';
import { FOLLOWUPS_IN_A_ROW, MESSAGE_MAX_CODE_POINTS } from '@understudy/contract/constants';
import type { AgentReplyAnswer } from '@understudy/contract/wire';
import { AppError } from '../../platform/http/app-error.ts';
import { audioAnswer } from '../../platform/http/audio-answer.ts';
import { type EventStream, openEventStream } from '../../platform/http/event-stream.ts';
import { abortWhenGone, type Call, gatewayFunction } from '../../platform/http/gateway-function.ts';
import { presentError } from '../../platform/http/present-error.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import { isBlank } from '../../platform/text/visible.ts';
import type { ConversationParts, ReplySpeech } from './parts.ts';
import { openTurn, readUnprompted, readWords, type SessionRow, type TurnKind, type TurnRow } from './store.ts';
import { codePoints, modeOf, normaliseVisitorText, presentTurn, type Turn, TurnNotFresh, turnView } from './turn.ts';
import { RunningTurn, type TurnEvent } from './turn-queue.ts';

/** Attempts to answer a turn; more than one is needed only if it had begun before, or others write it too. */
const MAX_ATTEMPTS = 3;

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
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
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

/** Builds the turn of a call: one that has not begun before, unless `particulars` say otherwise. */
export function turnOf(
  parts: ConversationParts,
  body: Omit<AgentReplyBody, 'session_secret' | 'turn_id'>,
  particulars: Pick<Turn, 'sessionId' | 'turnId' | 'kind' | 'words' | 'address' | 'modeId'> & Partial<Turn>,
): Turn {
  return {
    // Where visitors choose no model, none of theirs counts.
    model: (choosesModel(parts) ? body.model : undefined) ?? parts.languageModel.defaultModel(),
    performer: body.is_performer_mode,
    spoken: body.speak,
    topic: body.context?.conversation_topic ?? null,
    nextSeq: 0,
    kept: null,
    consent: null,
    call: null,
    page: null,
    zone: body.time_zone ?? null,
    locale: body.locale ?? null,
    isNoted: false,
    ...particulars,
  };
}

/**
 * The kind of turn, and the visitor's words.
 *
 * @throws AppError `message_too_long`, `empty_message`
 */
export function readMessage(body: Pick<AgentReplyBody, 'user_message' | 'context'>): { kind: TurnKind; words: string } {
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

/** Whether visitors choose the model. */
const choosesModel = ({ settings }: ConversationParts): boolean => settings.get('visitor_page').models;

/** @throws AppError `unknown_mode`, `unknown_model` */
export function checkChoices(parts: ConversationParts, body: Pick<AgentReplyBody, 'mode' | 'model'>): void {
  if (body.mode !== undefined) modeOf(parts.twin(), body.mode);
  if (choosesModel(parts) && body.model !== undefined && !parts.languageModel.knows(body.model)) {
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
  // What is missing of a turn that was cut is a person's to say now.
  const isPersons = session.taken_over && turn !== null;
  if (turn?.status === 'done' || turn?.status === 'interrupted' || isPersons) {
    return {
      answer: presentTurn({
        ...(turn as TurnRow),
        ...(isPersons && turn?.status !== 'interrupted' ? { status: 'done' as const } : {}),
        turnId,
        view: turnView(parts.settings, await parts.analyses.storedExtract(session.id)),
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
        page: session.host_page,
      }),
    ),
  };
}

/**
 * The session's greeting turn, if a greeting is wanted: there is one per session, whoever asks. Follow-ups are at most
 * two between the visitor's messages, and none while a turn is being answered or the visitor waits for a person.
 *
 * @throws AppError `followup_not_due`
 */
async function findUnprompted(parts: ConversationParts, session: SessionRow, kind: TurnKind): Promise<TurnRow | null> {
  if (session.taken_over) {
    throw new AppError('followup_not_due', 'A person is in this conversation; the twin says nothing unasked.');
  }
  // Before the count, after which nothing is awaited until the turn has begun: other tabs ask at the same moment.
  const person = kind === 'followup' ? await parts.takeovers.unprompted(session.id) : null;
  const { greetingId, followupsInARow } = await readUnprompted(parts.pool, session.id);
  // The last one may still be running for another tab; this caller then joins it.
  const running = parts.turnQueue.findUnprompted(session.id, kind);
  const isTooMany = kind === 'followup' && followupsInARow >= FOLLOWUPS_IN_A_ROW && !running;
  const isOwed = async () => person === 'due' || parts.shows.isClosing(session.id);
  if (person === 'waiting' && !(await isOwed())) {
    throw new AppError('followup_not_due', 'The visitor waits for a person; the twin says nothing unasked.');
  }
  if (isTooMany && !(await isOwed())) {
    throw new AppError('followup_not_due', 'The twin has followed up already; it waits for a word from the visitor.');
  }
  if (kind === 'followup' && parts.turnQueue.isBusy(session.id) && !running) {
    throw new AppError('followup_not_due', 'The twin is answering; it follows up only when the visitor is silent.');
  }
  if (kind !== 'greeting' || !greetingId) return null;
  return (await openTurn(parts.pool, session.id, greetingId))?.turn ?? null;
}

/** Queues and starts a turn. */
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

/** A turn that the caller may hear: running, or already over. */
type FoundTurn = { running: RunningTurn } | { answer: AgentReplyAnswer };

/** The turn's session, and whether its reply is spoken. */
interface Hearing {
  sessionId: string;
  speak: boolean;
}

/**
 * Waits for the turn and returns it whole. A caller that leaves cuts the turn unless somebody else hears it.
 *
 * @returns an {@link AgentReplyAnswer}; with sound, its JSON
 */
async function answerJson(
  { speech }: { speech: ReplySpeech },
  call: Call,
  found: FoundTurn,
  hearing: Hearing,
): Promise<AgentReplyAnswer | Readable> {
  const gone = abortWhenGone(call.reply);
  if ('running' in found) leaveWhenGone(gone, found.running.join(null, hearing.speak));
  const answer = 'answer' in found ? found.answer : await found.running.settled;
  if (!hearing.speak || !answer.text || !speech.mayBeSpoken()) return answer;
  const voice = voiceOf(speech, hearing.sessionId, gone);
  const leave = voice.enter();
  const turn = {
    sessionId: hearing.sessionId,
    turnId: answer.turn_id,
    modeId: answer.mode,
    pace: 'running' in found ? found.running.pace : 1,
    signal: voice.signal,
  };
  try {
    const file = await speech.speakReply(turn, answer.segments);
    return file ? audioAnswer(call.reply, { ...answer }, file) : answer;
  } finally {
    leave();
  }
}

/**
 * Answers the turn as a stream: deltas and segments as they are written, each sentence's sound as it is spoken, and
 * `done` once everything is saved, or `error`. The stream opens with the first word; earlier failures are ordinary
 * errors with their status. Returns undefined, because the reply is taken over.
 */
async function answerStream(
  { speech }: { speech: ReplySpeech },
  call: Call,
  found: FoundTurn,
  hearing: Hearing,
): Promise<undefined> {
  let stream: EventStream | null = null;
  const send = (event: string, data: unknown) => {
    stream ??= openEventStream(call.reply, 'reply');
    stream.send(event, data);
  };
  const gone = abortWhenGone(call.reply);
  const voice = streamedVoice(speech, found, hearing, gone, send);
  const hear = (event: TurnEvent) => {
    send(event.event, event.data);
    voice.hear(event);
  };
  if ('answer' in found) {
    for (const event of replay(found.answer)) hear(event);
    await voice.finish();
    send('done', found.answer);
  } else {
    leaveWhenGone(gone, found.running.join(hear, hearing.speak));
    try {
      const answer = await found.running.settled;
      await voice.finish();
      finish(answer, call.request.id, send);
    } catch (error) {
      voice.abort();
      if (!stream) throw error;
      const { body, defect } = presentError(error, call.request.id);
      if (defect) call.request.log.error({ err: error, request_id: call.request.id }, 'defect');
      send('error', { ...body, partial: true });
    }
  }
  (stream as EventStream | null)?.end();
  return undefined;
}

/** The voice of a streamed turn, which begins with its first word. Silent if the turn is not spoken. */
function streamedVoice(
  speech: ReplySpeech,
  found: FoundTurn,
  { sessionId, speak }: Hearing,
  gone: AbortSignal,
  send: (event: string, data: unknown) => void,
) {
  if (!speak || !speech.mayBeSpoken()) return { hear() {}, async finish() {}, abort() {} };
  speech.warm();
  const running = 'running' in found ? found.running : null;
  const turnId = running?.turnId ?? ('answer' in found ? found.answer.turn_id : '');
  const own = voiceOf(speech, sessionId, running ? AbortSignal.any([gone, running.signal]) : gone);
  let voice: ReturnType<ReplySpeech['voiceFor']> | null = null;
  return {
    hear(event: TurnEvent) {
      const modeId = 'answer' in found ? found.answer.mode : (running?.modeId ?? '');
      voice ??= speech.voiceFor({ sessionId, turnId, modeId, pace: running?.pace ?? 1, signal: own.signal }, send);
      voice.hear(event);
    },
    async finish() {
      const leave = own.enter();
      try {
        await voice?.finish();
      } finally {
        leave();
      }
    },
    abort: own.abort,
  };
}

/** A voice whose work ends when `cut` is aborted, or when a newer message arrives after this turn was saved. */
function voiceOf(speech: ReplySpeech, sessionId: string, cut: AbortSignal) {
  const abort = new AbortController();
  const enter = () => speech.enter(sessionId, abort);
  return { signal: AbortSignal.any([cut, abort.signal]), abort: () => abort.abort(), enter };
}

/** Leaves the turn once the caller is gone. */
function leaveWhenGone(gone: AbortSignal, leave: () => void): void {
  if (gone.aborted) leave();
  else gone.addEventListener('abort', leave, { once: true });
}

/**
 * Sends the last event: `done`, or `error` for a provider's stream that died. Its words stay, and the visitor may
 * request the rest with the same turn_id.
 */
function finish(answer: AgentReplyAnswer, requestId: string, send: (event: string, data: unknown) => void): void {
  if (answer.partial && !answer.interrupted) {
    const error = 'The reply was cut off. You can ask for the rest.';
    send('error', { error, code: 'stream_interrupted', request_id: requestId, partial: true });
  } else send('done', answer);
}

/** The events of a finished turn, as if it were written now. */
function* replay(answer: AgentReplyAnswer): Generator<TurnEvent> {
  for (const [index, segment] of answer.segments.entries()) {
    yield { event: 'delta', data: { text: segment.text } };
    yield { event: 'segment', data: { index, total: answer.segments.length, ...segment } };
  }
}
