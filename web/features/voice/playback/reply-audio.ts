import type { Sound } from './output.ts';

/** One sentence of a reply with its sound. */
export interface Piece {
  segment: number;
  /** The words spoken in it. */
  text: string;
  /** Null while decoding, 'broken' if decoding failed. */
  sound: Sound | 'broken' | null;
}

/** One whole reply: an item of the queue. */
export interface ReplyAudio {
  turnId: string;
  pieces: Piece[];
  /** Silence before each segment in milliseconds, as far as known. */
  pauses: Map<number, number>;
  /** No more pieces will arrive. */
  complete: boolean;
  /** Length of its audio in base64 characters. */
  audioLength: number;
}

/** A reply before any audio has arrived. */
export function newReplyAudio(turnId: string): ReplyAudio {
  return { turnId, pieces: [], pauses: new Map(), complete: false, audioLength: 0 };
}

/** A piece with its position on the reply's timeline, in seconds from the reply's first sample. */
export interface Placed {
  index: number;
  piece: Piece;
  sound: Sound;
  start: number;
  end: number;
}

/**
 * Places the pieces back to back, separated only by the segments' pauses, as far as everything before is known: a piece
 * that is not decoded, or whose pause is unknown, ends the timeline for now.
 */
export function timelineOf(reply: ReplyAudio): Placed[] {
  const placed: Placed[] = [];
  let at = 0;
  let segment = 0;
  for (const [index, piece] of reply.pieces.entries()) {
    const { sound } = piece;
    if (sound === null) break;
    if (sound === 'broken') continue;
    const isFirst = placed.length === 0;
    const pause = piece.segment === segment && !isFirst ? 0 : pauseBefore(reply, piece.segment, isFirst);
    if (pause === null) break;
    const start = at + pause;
    at = start + sound.duration;
    segment = piece.segment;
    placed.push({ index, piece, sound, start, end: at });
  }
  return placed;
}

function pauseBefore(reply: ReplyAudio, segment: number, isFirst: boolean): number | null {
  const known = reply.pauses.get(segment);
  if (known !== undefined) return known / 1000;
  return isFirst || reply.complete ? 0 : null;
}

/** Whether every piece of the reply, including those still to arrive, is on the timeline. */
export function isWhole(reply: ReplyAudio, placed: readonly Placed[]): boolean {
  const sounding = reply.pieces.filter(({ sound }) => sound !== 'broken').length;
  return reply.complete && placed.length === sounding;
}
