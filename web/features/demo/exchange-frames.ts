import type { PublicConfig } from '@understudy/contract/wire';

/** One exchange of a demo. */
export type Exchange = NonNullable<PublicConfig['demo']>;

/** How long the visitor's line stands alone before the twin answers. */
const THINKING_MS = 900;
/** Time per word: brisk reading, so that the whole exchange takes only a few seconds. */
const WORD_MS = 55;

/** One step of the exchange: the number of visible words, and the time until the next step. */
export interface Frame {
  words: number;
  holdMs: number;
}

/** The reply's words in order; the first word of each segment carries its pause. */
export function exchangeWords(exchange: Exchange): string[] {
  return exchange.reply.flatMap((segment) => segment.text.split(/\s+/).filter(Boolean));
}

/**
 * The animation steps: word by word, with the twin's own pauses between segments. The last frame contains every word.
 */
export function exchangeFrames(exchange: Exchange): Frame[] {
  const frames: Frame[] = [{ words: 0, holdMs: THINKING_MS }];
  let words = 0;
  for (const segment of exchange.reply) {
    const last = frames[frames.length - 1];
    if (last) last.holdMs += segment.pause_ms;
    for (const _ of segment.text.split(/\s+/).filter(Boolean)) {
      words += 1;
      frames.push({ words, holdMs: WORD_MS });
    }
  }
  return frames;
}
