import { AUDIO_QUEUE_GAP_MS, AUDIO_QUEUE_MAX } from '@understudy/contract/constants';
import type { Clock } from '../../../platform/clock.ts';
import type { Output, Sound } from './output.ts';
import { isWhole, newReplyAudio, type Piece, type Placed, type ReplyAudio, timelineOf } from './reply-audio.ts';

/** Receives the playback events of a reply. */
export interface PlayerListener {
  started(turnId: string, audioLength: number): void;
  /** A sentence begins to be heard. */
  said(text: string): void;
  /** The reply was played to its end, or the browser keeps the audio suspended so that the rest will not be heard. */
  ended(turnId: string): void;
}

/** Speaks replies one after the other. */
export interface Player {
  /** Adds a sentence of a reply, in the reply's order. */
  add(turnId: string, piece: { segment: number; text: string; audioBase64: string }): void;
  /** The silence before a segment, in milliseconds. */
  pause(turnId: string, segment: number, pauseMs: number): void;
  /** All of the reply has been added. */
  complete(turnId: string): void;
  /** Lowers the volume for a moment. */
  duck(): void;
  /** Silences playback within a frame until `resume` continues at the same place. New audio waits too. */
  hold(): void;
  resume(): void;
  /** Discards the reply, including audio that is still to arrive. */
  drop(turnId: string): void;
  dropAll(): void;
  /** Whether any part of the reply is queued or playing. */
  has(turnId: string): boolean;
  /** The text spoken in the last `ms` milliseconds. */
  spokenWithin(ms: number): string;
}

/** Scheduling lead, so that the first samples are not late. In seconds. */
const LEAD = 0.02;
const ASLEEP_POLL_MS = 250;
/** Audio suspended for longer is abandoned: the text is on the screen. */
const ASLEEP_MAX_MS = 4_000;
/** Less than a sample: sums of fractions are inexact. */
const EPSILON = 1e-6;

interface Playing {
  reply: ReplyAudio;
  /**
   * Where on the reply's timeline it starts or continues, in seconds, and the corresponding time on the output's clock.
   */
  from: number;
  at: number;
  /** Pieces scheduled on the output, by index in the reply. */
  given: Map<number, () => void>;
  announced: Set<number>;
  started: boolean;
}

/** The playback queue of section 9: at most 2 replies, 200 ms between them. */
export function createPlayer<Decoded extends Sound>(
  output: Output<Decoded>,
  clock: Clock,
  listener: PlayerListener,
): Player {
  let playing: Playing | null = null;
  let waiting: ReplyAudio[] = [];
  let held = false;
  /** Earliest start of the next reply, on the output's clock. */
  let notBefore = 0;
  let cancelTimer = () => {};
  let asleepSince: number | null = null;
  const refused = new Set<string>();
  const log = createSpokenLog(clock);

  const replyOf = (turnId: string): ReplyAudio | undefined =>
    playing?.reply.turnId === turnId ? playing.reply : waiting.find((reply) => reply.turnId === turnId);

  const open = (turnId: string): ReplyAudio | null => {
    if (refused.has(turnId)) return null;
    const known = replyOf(turnId);
    if (known) return known;
    const reply = newReplyAudio(turnId);
    waiting.push(reply);
    if (waiting.length > AUDIO_QUEUE_MAX) {
      for (const { turnId: older } of waiting.slice(0, -1)) refused.add(older);
      waiting = [reply];
    }
    return reply;
  };

  const positionOf = ({ from, at, given }: Playing) =>
    given.size === 0 ? from : Math.max(from, from + output.now() - output.latency() - at);

  /** Schedules audio that has become known, reports what has started, and sets the next timer. */
  function advance(): void {
    cancelTimer();
    if (held) return;
    if (!playing) {
      const reply = waiting[0];
      if (!reply || (timelineOf(reply).length === 0 && !reply.complete)) return;
      waiting = waiting.slice(1);
      playing = { reply, from: 0, at: 0, given: new Map(), announced: new Set(), started: false };
    }
    const line = timelineOf(playing.reply);
    schedule(playing, line);
    announce(playing, line);
  }

  function schedule(now: Playing, line: readonly Placed[]): void {
    for (const { index, sound, start, end } of line) {
      if (now.given.has(index) || end <= now.from) continue;
      const earliest = Math.max(output.now() + LEAD, notBefore);
      if (now.given.size === 0) {
        now.at = earliest;
      } else if (now.at + start - now.from < earliest) {
        // The queue ran dry: everything from here on is delayed by the same amount.
        now.at = earliest - (start - now.from);
      }
      const offset = Math.max(0, now.from - start);
      now.given.set(index, output.play(sound as Decoded, now.at + Math.max(0, start - now.from), offset));
    }
  }

  function announce(now: Playing, line: readonly Placed[]): void {
    const { reply } = now;
    const position = now.from + output.now() - now.at;
    for (const placed of line.filter(({ index, start }) => now.given.has(index) && start <= position + EPSILON)) {
      if (!now.started) {
        now.started = true;
        listener.started(reply.turnId, reply.audioLength);
      }
      if (now.announced.has(placed.index)) continue;
      now.announced.add(placed.index);
      log.begin(placed.piece.text, placed.end - placed.start);
      listener.said(placed.piece.text);
      // A listener may have stopped playback.
      if (playing !== now || held) return;
    }
    if (output.isRunning()) {
      asleepSince = null;
    } else {
      asleepSince ??= clock.now();
      if (clock.now() - asleepSince >= ASLEEP_MAX_MS) {
        giveUp(now);
        return;
      }
    }
    const next = line.find(({ index, start }) => now.given.has(index) && start > position + EPSILON);
    const end = line.at(-1)?.end ?? 0;
    if (next) lookAfter(next.start - position);
    else if (end > position + EPSILON) lookAfter(end - position);
    else if (isWhole(reply, line)) finish(now);
  }

  function lookAfter(seconds: number): void {
    // While the browser keeps the audio suspended, its clock stands still.
    const least = output.isRunning() ? 1 : ASLEEP_POLL_MS;
    cancelTimer = clock.after(Math.max(least, Math.ceil(seconds * 1000)), advance);
  }

  function finish(now: Playing): void {
    playing = null;
    refused.add(now.reply.turnId);
    notBefore = output.now() + AUDIO_QUEUE_GAP_MS / 1000;
    // A reply without any sound has nothing to report.
    if (now.started) listener.ended(now.reply.turnId);
    advance();
  }

  function giveUp(now: Playing): void {
    const { turnId } = now.reply;
    asleepSince = null;
    player.drop(turnId);
    listener.ended(turnId);
  }

  function silence(now: Playing): void {
    for (const stop of now.given.values()) stop();
    now.given.clear();
    log.cut();
  }

  const player: Player = {
    add(turnId, { segment, text, audioBase64 }) {
      const reply = open(turnId);
      if (!reply) return;
      const piece: Piece = { segment, text, sound: null };
      reply.pieces.push(piece);
      reply.audioLength += audioBase64.length;
      output.decode(bytesOf(audioBase64)).then(
        (sound) => {
          piece.sound = sound;
          advance();
        },
        () => {
          piece.sound = 'broken';
          advance();
        },
      );
    },
    pause(turnId, segment, pauseMs) {
      open(turnId)?.pauses.set(segment, pauseMs);
      advance();
    },
    complete(turnId) {
      const reply = replyOf(turnId);
      if (reply) reply.complete = true;
      advance();
    },
    duck: () => output.duck(),
    hold() {
      if (held) return;
      held = true;
      cancelTimer();
      if (!playing) return;
      const position = positionOf(playing);
      silence(playing);
      playing.from = position;
      // An interrupted sentence is reported again when it continues.
      for (const { index, end } of timelineOf(playing.reply)) if (end > position) playing.announced.delete(index);
    },
    resume() {
      if (!held) return;
      held = false;
      advance();
    },
    drop(turnId) {
      refused.add(turnId);
      waiting = waiting.filter((reply) => reply.turnId !== turnId);
      if (playing?.reply.turnId !== turnId) return;
      silence(playing);
      playing = null;
      held = false;
      cancelTimer();
      notBefore = output.now();
      advance();
    },
    dropAll() {
      for (const { turnId } of waiting) refused.add(turnId);
      waiting = [];
      if (playing) player.drop(playing.reply.turnId);
      held = false;
    },
    has: (turnId) => replyOf(turnId) !== undefined,
    spokenWithin: log.within,
  };
  return player;
}

function bytesOf(base64: string): ArrayBuffer {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes.buffer;
}

/** Longest retention: earlier speech is never compared. */
const KEPT_MS = 15_000;

interface Spoken {
  text: string;
  from: number;
  to: number;
}

/** What the twin's voice said recently, and when, for echo detection. */
function createSpokenLog(clock: Clock) {
  let spoken: Spoken[] = [];
  return {
    /** A sentence starts playing. @param seconds its length */
    begin(text: string, seconds: number): void {
      const now = clock.now();
      // A sentence that was held and continues is still one sentence.
      const others = spoken.filter((one) => one.to > now - KEPT_MS && one.text !== text);
      spoken = [...others, { text, from: now, to: now + seconds * 1000 }];
    },
    /** The voice fell silent. */
    cut(): void {
      const now = clock.now();
      spoken = spoken.map((one) => ({ ...one, to: Math.min(one.to, now) }));
    },
    /** Every sentence that was audible in the last `ms` milliseconds. */
    within(ms: number): string {
      const now = clock.now();
      return spoken
        .filter(({ from, to }) => to > now - ms && from <= now)
        .map(({ text }) => text)
        .join(' ');
    },
  };
}
