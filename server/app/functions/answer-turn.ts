import type { AgentReplyAnswer } from '@understudy/contract/wire';
import { type EventStream, openEventStream } from '../../platform/http/event-stream.ts';
import { presentError } from '../../platform/http/present-error.ts';
import type { Call } from '../gateway.ts';
import { abortWhenGone } from '../request-signal.ts';
import type { RunningTurn } from '../running-turn.ts';

/** A turn that the caller may hear: one that runs, or one that was over before. */
export type FoundTurn = { running: RunningTurn } | { answer: AgentReplyAnswer };

/** Waits for the turn and answers it whole. A caller that leaves cuts the turn when nobody else hears it. */
export async function answerJson(call: Call, found: FoundTurn): Promise<AgentReplyAnswer> {
  if ('answer' in found) return found.answer;
  const leave = found.running.join(null);
  leaveWhenGone(call, leave);
  return found.running.settled;
}

/**
 * Answers the turn as a stream: deltas and segments as they are written, `done` once all is kept, or `error`. The stream
 * opens with the first word; what fails before is an ordinary error with its status. Gives undefined, since the reply is
 * taken over.
 */
export async function answerStream(call: Call, found: FoundTurn): Promise<undefined> {
  let stream: EventStream | null = null;
  const send = (event: string, data: unknown) => {
    stream ??= openEventStream(call.reply);
    stream.send(event, data);
  };
  if ('answer' in found) replay(found.answer, send);
  else {
    const leave = found.running.join((event) => send(event.event, event.data));
    leaveWhenGone(call, leave);
    try {
      finish(await found.running.settled, call.request.id, send);
    } catch (error) {
      if (!stream) throw error;
      const { body, defect } = presentError(error, call.request.id);
      if (defect) call.request.log.error({ err: error, request_id: call.request.id }, 'defect');
      send('error', { ...body, partial: true });
    }
  }
  (stream as EventStream | null)?.end();
  return undefined;
}

function leaveWhenGone(call: Call, leave: () => void): void {
  const gone = abortWhenGone(call.reply);
  if (gone.aborted) leave();
  else gone.addEventListener('abort', leave, { once: true });
}

/** A provider's stream that died: the words stay, and the visitor may ask for the rest with the same turn_id. */
function finish(answer: AgentReplyAnswer, requestId: string, send: (event: string, data: unknown) => void): void {
  if (answer.partial && !answer.interrupted) {
    const error = 'The reply was cut off. You can ask for the rest.';
    send('error', { error, code: 'stream_interrupted', request_id: requestId, partial: true });
  } else send('done', answer);
}

function replay(answer: AgentReplyAnswer, send: (event: string, data: unknown) => void): void {
  for (const [index, segment] of answer.segments.entries()) {
    send('delta', { text: segment.text });
    send('segment', { index, total: answer.segments.length, ...segment });
  }
  send('done', answer);
}
