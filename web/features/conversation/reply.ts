import { SEGMENT_TIMESTAMP_STEP_MS } from '@understudy/contract/constants';
import type { StreamEvent } from '@understudy/contract/wire';
import { type AgentReply, segmentsOnScreen, type TalkSegment, type TurnRequest, textOnScreen } from './talk.ts';

/**
 * The pause before a segment that is still being written, whose real pause is not known yet: the result of the usual
 * marker of one second (section 9, 'otherwise 0.7 x').
 */
export const PROVISIONAL_PAUSE_MS = 700;

/** A reply that has just been requested. */
export function newReply(request: TurnRequest, at: number, spoken = false): AgentReply {
  return {
    kind: 'agent',
    request,
    at,
    status: 'thinking',
    spoken,
    script: [],
    shown: 0,
    pausingSince: at,
    floor: [],
    final: false,
    offers: [],
  };
}

/** Applies a server event to the reply. */
export function hear(reply: AgentReply, message: StreamEvent, at: number): AgentReply {
  switch (message.event) {
    case 'delta':
      return show({ ...writing(reply, at), script: append(reply, message.data.text, at) }, at);
    case 'segment': {
      const { index, text, pause_ms } = message.data;
      const script = [...reply.script];
      script[index] = { text, pauseMs: pause_ms, at: timeOf(reply, index, at) };
      const isNewestShown = index === reply.shown - 1;
      return show({ ...writing(reply, at), script, pausingSince: isNewestShown ? at : reply.pausingSince }, at);
    }
    case 'done': {
      // During a rolling update, an older server instance sends no buttons.
      const { segments, interrupted, offers = [] } = message.data;
      const script = segments.map(({ text, pause_ms }, index) => ({
        text,
        pauseMs: pause_ms,
        at: timeOf(reply, index, at),
      }));
      const shown = Math.min(segmentsOnScreen(reply), script.length);
      const over: AgentReply = { ...writing(reply, at), script, shown, floor: [], final: true, offers };
      return show({ ...over, status: interrupted ? 'interrupted' : 'done' }, at);
    }
    case 'error':
      return cutOff(reply, at);
    default:
      return reply;
  }
}

/** The stream ended before the reply did: the text so far stays. */
export function cutOff(reply: AgentReply, at: number): AgentReply {
  const script = settled(reply, at);
  const shown = Math.min(segmentsOnScreen(reply), script.length);
  return show({ ...reply, script, shown, floor: [], status: 'cut' }, at);
}

/**
 * The visitor stops the reply or moves on: text on screen stays, segments waiting for their pause are dropped (section
 * 4).
 */
export function stop(reply: AgentReply, at: number): AgentReply {
  const script = settled(reply, at, segmentsOnScreen(reply));
  return { ...reply, script, shown: script.length, floor: [], status: 'interrupted' };
}

/** The connection was lost or the rest is requested: the same reply will be streamed again from its beginning. */
export function rejoin(reply: AgentReply): AgentReply {
  return { ...reply, status: 'thinking', script: [], shown: 0, floor: textsOnScreen(reply) };
}

/** When the next segment that has arrived may be shown, in milliseconds since the epoch; null if none is waiting. */
export function nextRevealAt(reply: AgentReply): number | null {
  const waiting = reply.script[reply.shown];
  if (!waiting) return null;
  if (reply.shown < reply.floor.length) return 0;
  return reply.shown === 0 ? 0 : reply.pausingSince + (waiting.pauseMs ?? PROVISIONAL_PAUSE_MS);
}

/**
 * The visitor interrupted a spoken reply: text on screen stays, the rest is dropped (section 4, barge-in). A reply that
 * was fully on screen does not count as interrupted.
 */
export function cutToShown(reply: AgentReply, at: number): AgentReply {
  const isWhole = reply.shown === reply.script.length && reply.script.at(-1)?.pauseMs != null;
  return { ...stop(reply, at), status: isWhole ? 'done' : 'interrupted', final: true };
}

/**
 * The conversation continues in writing or ends: everything that has arrived appears at once, and the reply ends
 * without a mark. The server may still send words that were in flight.
 */
export function reveal(reply: AgentReply, at: number): AgentReply {
  const script = settled(reply, at);
  return { ...reply, script, shown: script.length, floor: [], status: 'done' };
}

/** The text on screen. */
export function shownText(reply: AgentReply): string {
  return textsOnScreen(reply).join(' ');
}

/** Shows every segment that is due. */
export function show(reply: AgentReply, at: number): AgentReply {
  let shown = reply;
  for (let due = nextRevealAt(shown); due !== null && due <= at; due = nextRevealAt(shown)) {
    shown = { ...shown, shown: shown.shown + 1, pausingSince: at };
  }
  return shown;
}

function writing(reply: AgentReply, at: number): AgentReply {
  return reply.script.length === 0 && reply.floor.length === 0
    ? { ...reply, status: 'writing', at: Math.max(reply.at, at) }
    : { ...reply, status: 'writing' };
}

/** Deltas extend the open segment; after a closed one they start the next. */
function append(reply: AgentReply, text: string, at: number): TalkSegment[] {
  const last = reply.script.at(-1);
  if (last?.pauseMs === null) return [...reply.script.slice(0, -1), { ...last, text: last.text + text }];
  return [...reply.script, { text, pauseMs: null, at: timeOf(reply, reply.script.length, at) }];
}

/** Segments are one second apart (section 5), whatever the network did; none is earlier than the visitor's message. */
function timeOf(reply: AgentReply, index: number, at: number): number {
  const first = reply.script[0]?.at ?? (reply.floor.length > 0 ? reply.at : Math.max(reply.at, at));
  return first + index * SEGMENT_TIMESTAMP_STEP_MS;
}

/** The first segments, or all that have arrived, as they are on screen and no longer being written. */
function settled(
  reply: AgentReply,
  at: number,
  length = Math.max(reply.script.length, reply.floor.length),
): TalkSegment[] {
  return Array.from({ length }, (_, index) => ({
    text: textOnScreen(reply, index),
    pauseMs: reply.script[index]?.pauseMs ?? PROVISIONAL_PAUSE_MS,
    at: timeOf(reply, index, at),
  }));
}

function textsOnScreen(reply: AgentReply): string[] {
  return Array.from({ length: segmentsOnScreen(reply) }, (_, index) => textOnScreen(reply, index));
}
