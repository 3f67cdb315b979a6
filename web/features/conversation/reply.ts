import { SEGMENT_TIMESTAMP_STEP_MS } from '@understudy/contract/constants';
import type { StreamEvent } from '@understudy/contract/wire';
import {
  type AgentReply,
  type Pace,
  segmentsOnScreen,
  type TalkSegment,
  type TurnRequest,
  textOnScreen,
} from './talk.ts';

/**
 * The pause before a segment that is still being written, whose own pause the server does not know yet: what the usual
 * marker of one second becomes (section 9, 'otherwise 0.7 x').
 */
export const PROVISIONAL_PAUSE_MS = 700;
/** A voice that does not come does not keep the words back for longer than this. */
export const VOICE_GRACE_MS = 1_000;

/** A reply that has been asked for. */
export function newReply(request: TurnRequest, at: number): AgentReply {
  return {
    kind: 'agent',
    request,
    at,
    status: 'thinking',
    script: [],
    shown: 0,
    pausingSince: at,
    floor: [],
    final: false,
    pace: 'none',
  };
}

/** Takes what the server says about the reply. */
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
      const { segments, interrupted } = message.data;
      const script = segments.map(({ text, pause_ms }, index) => ({
        text,
        pauseMs: pause_ms,
        at: timeOf(reply, index, at),
      }));
      const shown = Math.min(segmentsOnScreen(reply), script.length);
      const over: AgentReply = { ...writing(reply, at), script, shown, floor: [], final: true };
      return show({ ...over, status: interrupted ? 'interrupted' : 'done' }, at);
    }
    case 'error':
      return cutOff(reply, at);
    default:
      return reply;
  }
}

/** The words ended before the reply did: what has come stays. */
export function cutOff(reply: AgentReply, at: number): AgentReply {
  const length = Math.max(reply.script.length, reply.floor.length);
  const script = Array.from({ length }, (_, index) => settledSegment(reply, index, at));
  const shown = Math.min(segmentsOnScreen(reply), length);
  return show({ ...reply, script, shown, floor: [], status: 'cut' }, at);
}

/** The visitor stops the reply or goes on: what is on screen stays, what waited for its pause is dropped (section 4). */
export function stop(reply: AgentReply, at: number): AgentReply {
  const shown = segmentsOnScreen(reply);
  const script = Array.from({ length: shown }, (_, index) => settledSegment(reply, index, at));
  return { ...reply, script, shown, floor: [], status: 'interrupted', pace: 'none' };
}

/** The connection was lost, or the rest is asked for: the same reply will be heard again from its beginning. */
export function rejoin(reply: AgentReply): AgentReply {
  const floor = Array.from({ length: segmentsOnScreen(reply) }, (_, index) => textOnScreen(reply, index));
  return { ...reply, status: 'thinking', script: [], shown: 0, floor };
}

/** When the next segment that has arrived may be shown, in milliseconds since the epoch; null when none waits. */
export function nextRevealAt(reply: AgentReply): number | null {
  const waiting = reply.script[reply.shown];
  if (!waiting) return null;
  if (reply.shown < reply.floor.length) return 0;
  // The voice says when.
  if (reply.pace === 'playing' || reply.pace === 'held') return null;
  const grace = reply.pace === 'awaited' ? VOICE_GRACE_MS : 0;
  if (reply.shown === 0) return grace === 0 ? 0 : reply.at + grace;
  return reply.pausingSince + (waiting.pauseMs ?? PROVISIONAL_PAUSE_MS) + grace;
}

/** The voice is awaited, heard at a segment, or over. */
export function keepPace(reply: AgentReply, pace: Pace, at: number): AgentReply {
  const paced = { ...reply, pace: pace.is };
  if (pace.is !== 'playing') return show({ ...paced, pausingSince: at }, at);
  const shown = Math.max(reply.shown, Math.min(pace.segment + 1, reply.script.length));
  return { ...paced, shown, pausingSince: shown > reply.shown ? at : reply.pausingSince };
}

/** The visitor cut the voice: the reply is what was heard of it, by its words (section 4, barge-in). */
export function cutToHeard(reply: AgentReply, heard: string): AgentReply {
  let left = heard.split(/\s+/).filter(Boolean).length;
  const script = reply.script.flatMap((segment): TalkSegment[] => {
    const words = [...segment.text.matchAll(/\S+/g)];
    const last = words[Math.min(left, words.length) - 1];
    left = Math.max(0, left - words.length);
    return last
      ? [{ ...segment, pauseMs: segment.pauseMs ?? 0, text: segment.text.slice(0, last.index + last[0].length) }]
      : [];
  });
  return { ...reply, script, shown: script.length, floor: [], status: 'interrupted', final: true, pace: 'none' };
}

/**
 * The visitor went on in writing while the voice was still reading: what stands on screen was read and stays whole, what was
 * not shown yet is dropped. A reply that stood there to its end was not interrupted.
 */
export function cutToShown(reply: AgentReply, at: number): AgentReply {
  const isWhole = reply.status === 'done' && reply.shown === reply.script.length;
  return { ...stop(reply, at), status: isWhole ? 'done' : 'interrupted', final: true };
}

/** The words on screen, as one text. */
export function shownText(reply: AgentReply): string {
  return Array.from({ length: segmentsOnScreen(reply) }, (_, index) => textOnScreen(reply, index)).join(' ');
}

/** Puts on screen what is due. */
export function show(reply: AgentReply, at: number): AgentReply {
  let shown = reply;
  for (let due = nextRevealAt(shown); due !== null && due <= at; due = nextRevealAt(shown)) {
    shown = { ...shown, shown: shown.shown + 1, pausingSince: at };
  }
  return shown;
}

function writing(reply: AgentReply, at: number): AgentReply {
  return reply.script.length === 0 && reply.floor.length === 0
    ? { ...reply, status: 'writing', at }
    : { ...reply, status: 'writing' };
}

/** Deltas belong to the segment that is open; after a closed one they open the next. */
function append(reply: AgentReply, text: string, at: number): TalkSegment[] {
  const last = reply.script.at(-1);
  if (last?.pauseMs === null) return [...reply.script.slice(0, -1), { ...last, text: last.text + text }];
  return [...reply.script, { text, pauseMs: null, at: timeOf(reply, reply.script.length, at) }];
}

/** Segments lie one second apart (section 5), whatever the network did. */
function timeOf(reply: AgentReply, index: number, at: number): number {
  const first = reply.script[0]?.at ?? (reply.floor.length > 0 ? reply.at : at);
  return first + index * SEGMENT_TIMESTAMP_STEP_MS;
}

function settledSegment(reply: AgentReply, index: number, at: number): TalkSegment {
  const pauseMs = reply.script[index]?.pauseMs ?? PROVISIONAL_PAUSE_MS;
  return { text: textOnScreen(reply, index), pauseMs, at: timeOf(reply, index, at) };
}
