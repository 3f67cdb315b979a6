import type { PublicConfig } from '@understudy/contract/wire';

/** One exchange of a demo. */
export type Exchange = NonNullable<PublicConfig['demo']>;

/** How long the visitor's line stands alone before the twin answers. */
const THINKING_MS = 900;
/** Time from one word to the next: brisk reading, so that the whole exchange is over in a few seconds. */
const WORD_MS = 55;

/** One step of the exchange: how many words of the reply are on screen, and for how long until the next. */
export interface Frame {
  words: number;
  holdMs: number;
}

/** The reply's words in order, each with the pause before its segment on the first word. */
export function exchangeWords(exchange: Exchange): string[] {
  return exchange.reply.flatMap((segment) => segment.text.split(/\s+/).filter(Boolean));
}

/** How the exchange plays: word by word, with the twin's own pauses between segments. The last frame has every word. */
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
