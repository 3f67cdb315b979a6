import type { Readable } from 'node:stream';
import type { AgentReplyAnswer } from '@understudy/contract/wire';
import { audioAnswer } from '../../platform/http/audio-answer.ts';
import { type EventStream, openEventStream } from '../../platform/http/event-stream.ts';
import type { Call } from '../../platform/http/gateway-function.ts';
import { presentError } from '../../platform/http/present-error.ts';
import { abortWhenGone } from '../../platform/http/request-signal.ts';
import type { ReplySpeech } from './parts.ts';
import type { RunningTurn, TurnEvent } from './turn-queue.ts';

/** A turn that the caller may hear: running, or already over. */
export type FoundTurn = { running: RunningTurn } | { answer: AgentReplyAnswer };

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
export async function answerJson(
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
  const turn = { sessionId: hearing.sessionId, turnId: answer.turn_id, modeId: answer.mode, signal: voice.signal };
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
export async function answerStream(
  { speech }: { speech: ReplySpeech },
  call: Call,
  found: FoundTurn,
  hearing: Hearing,
): Promise<undefined> {
  let stream: EventStream | null = null;
  const send = (event: string, data: unknown) => {
    stream ??= openEventStream(call.reply);
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
      voice ??= speech.voiceFor({ sessionId, turnId, modeId, signal: own.signal }, send);
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

/** Ends a voice's work when the caller leaves, or a newer message of the session arrives after this turn was saved. */
function voiceOf(speech: ReplySpeech, sessionId: string, cut: AbortSignal) {
  const abort = new AbortController();
  const enter = () => speech.enter(sessionId, abort);
  return { signal: AbortSignal.any([cut, abort.signal]), abort: () => abort.abort(), enter };
}

function leaveWhenGone(gone: AbortSignal, leave: () => void): void {
  if (gone.aborted) leave();
  else gone.addEventListener('abort', leave, { once: true });
}

/**
 * Handles a provider's stream that died: the words stay, and the visitor may request the rest with the same turn_id.
 */
function finish(answer: AgentReplyAnswer, requestId: string, send: (event: string, data: unknown) => void): void {
  if (answer.partial && !answer.interrupted) {
    const error = 'The reply was cut off. You can ask for the rest.';
    send('error', { error, code: 'stream_interrupted', request_id: requestId, partial: true });
  } else send('done', answer);
}

function* replay(answer: AgentReplyAnswer): Generator<TurnEvent> {
  for (const [index, segment] of answer.segments.entries()) {
    yield { event: 'delta', data: { text: segment.text } };
    yield { event: 'segment', data: { index, total: answer.segments.length, ...segment } };
  }
}
