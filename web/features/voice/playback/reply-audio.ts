import type { Sound } from './output.ts';

/** A sentence of a reply with its sound. */
export interface Piece {
  segment: number;
  /** The words that are heard in it. */
  text: string;
  /** Null while it is being decoded, 'broken' when it cannot be. */
  sound: Sound | 'broken' | null;
}

/** One whole reply: an item of the queue. */
export interface ReplyAudio {
  turnId: string;
  pieces: Piece[];
  /** Silence before each segment, in milliseconds, as far as it is known. */
  pauses: Map<number, number>;
  /** No more pieces come. */
  complete: boolean;
  /** Characters of base64 in which its sound came. */
  audioLength: number;
}

/** A reply of which nothing has come yet. */
export function newReplyAudio(turnId: string): ReplyAudio {
  return { turnId, pieces: [], pauses: new Map(), complete: false, audioLength: 0 };
}

/** A piece with its place on the reply's own time line, in seconds from the reply's first sample. */
export interface Placed {
  index: number;
  piece: Piece;
  sound: Sound;
  start: number;
  end: number;
}

/**
 * Places the pieces one after the other with nothing between them but each segment's pause, as far as everything before
 * is known: a piece that is not decoded, or whose pause the server has not told, ends the line for now.
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

/** Whether every piece that came, and every one that will, stands on the line. */
export function isWhole(reply: ReplyAudio, placed: readonly Placed[]): boolean {
  const sounding = reply.pieces.filter(({ sound }) => sound !== 'broken').length;
  return reply.complete && placed.length === sounding;
}
