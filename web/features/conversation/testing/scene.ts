import type { AgentReplyAnswer, HistoryUtterance, SessionHistoryAnswer, StreamEvent } from '@understudy/contract/wire';
import { freshTalk, segmentsOnScreen, type TalkState, type TurnRequest, textOnScreen } from '../talk.ts';
import { reduceTalk, type TalkEvent } from '../talk-reducer.ts';

/** Builders for test scenes of a conversation. */

/** The session of every scene. */
export const SESSION = { sessionId: '5e55101d-0000-4000-8000-000000000000', secret: 'secret', consent: true };

/** A conversation started at time 0. */
export function startedTalk(): TalkState {
  const fresh = freshTalk({ mode: 'mentor', model: 'asked-model', draft: '', consentAsked: null });
  return play(fresh, { type: 'starting' }, { type: 'started', session: SESSION, at: 0 });
}

/** The state after these events. */
export function play(talk: TalkState, ...events: TalkEvent[]): TalkState {
  return events.reduce(reduceTalk, talk);
}

export function request(turnId: string, text = 'Hello', kind: TurnRequest['kind'] = 'message'): TurnRequest {
  return { turnId, kind, text: kind === 'message' ? text : '', mode: 'mentor', model: 'asked-model' };
}

/** The visitor asks at the given time. */
export const asks = (turnId: string, at: number, text?: string, spoken = false): TalkEvent => ({
  type: 'asked',
  request: request(turnId, text),
  spoken,
  at,
});

/** The page receives a message of a turn at the given time. */
export const hears = (turnId: string, message: StreamEvent, at: number): TalkEvent => ({
  type: 'heard',
  turnId,
  message,
  at,
});

/** A piece of text in a stream. */
export const delta = (text: string): StreamEvent => ({ event: 'delta', data: { text } });

/** A segment after a silence of `pause_ms`. */
export const segment = (index: number, text: string, pause_ms = 0): StreamEvent => ({
  event: 'segment',
  data: { index, total: null, text, pause_ms },
});

/** The stream breaks. */
export const died: StreamEvent = {
  event: 'error',
  data: { error: 'The reply was cut off.', code: 'stream_interrupted', request_id: 'r', partial: true },
};

/** The answer that ends a stream; segments as [text, pause_ms] or text. */
export function answer(
  segments: (string | [string, number])[],
  more: Partial<AgentReplyAnswer> = {},
): { event: 'done'; data: AgentReplyAnswer } {
  const split = segments.map((one) =>
    typeof one === 'string' ? { text: one, pause_ms: 0 } : { text: one[0], pause_ms: one[1] },
  );
  const data: AgentReplyAnswer = {
    text: split.map((one) => one.text).join(' '),
    audio_base64: null,
    extract: null,
    debug_commands: [],
    turn_id: 't',
    segments: split,
    mode: 'mentor',
    model: 'asked-model',
    provider: 'custom',
    interrupted: false,
    partial: false,
    knowledge: [],
    offers: [],
    ...more,
  };
  return { event: 'done', data };
}

/** The screen as a script: `> ` for the visitor, `? ` for an unsent line. */
export function screen(talk: TalkState): string[] {
  return talk.entries.flatMap((entry) => {
    if (entry.kind === 'visitor') return [`${entry.delivery === 'unsent' ? '?' : '>'} ${entry.request.text}`];
    return Array.from({ length: segmentsOnScreen(entry) }, (_, index) => textOnScreen(entry, index));
  });
}

/** One stored utterance. */
export function kept(
  turn_id: string,
  speaker: HistoryUtterance['speaker'],
  text: string,
  more: Partial<HistoryUtterance> = {},
): HistoryUtterance {
  const ts = '2026-11-20T10:00:00.000Z';
  return {
    id: `${turn_id}-${text}`,
    seq: 0,
    turn_id,
    speaker,
    author: null,
    text,
    ts,
    segment_index: 0,
    total_segments: 1,
    interrupted: false,
    ...more,
  };
}

/** The session history on the server. */
export function history(
  utterances: HistoryUtterance[],
  more: Partial<SessionHistoryAnswer> = {},
): SessionHistoryAnswer {
  return {
    session_id: SESSION.sessionId,
    mode: 'storyteller',
    consent: true,
    ended: false,
    started_at: '2026-11-20T10:00:00.000Z',
    utterances,
    running_turn_id: null,
    extract: null,
    call: null,
    meeting: null,
    ...more,
  };
}
