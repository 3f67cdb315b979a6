import { maskForged } from '../../platform/text/forged.ts';

/** Characters at a line's beginning and end that are read; what a visitor tells of themselves stands there. */
const HEAD_CHARS = 1_800;
const TAIL_CHARS = 600;

/** The part of a line that is read, with the way back to the line as it was written. */
export interface Readable {
  /** What is read; what was forged or unprintable is blanked, character for character. */
  text: string;
  /** Whether something in it pretended to be somebody else, or gave orders to the analysis. */
  forged: boolean;
  /** Place in the line of a place in `text`. */
  at(place: number): number;
}

/** Without one of these nothing in a line is unprintable or a typographic apostrophe. */
const BEYOND_ASCII = /[^ -~]/;

/** The line that was read last: facts and intent are read of the same one, one after the other. */
let latest: { line: string; readable: Readable } | null = null;

/** Cuts a line to what is read of it: linear in its length, and bounded after that. */
export function readableOf(line: string): Readable {
  if (latest?.line !== line) latest = { line, readable: cutAndMasked(line) };
  return latest.readable;
}

function cutAndMasked(line: string): Readable {
  const cut = line.length > HEAD_CHARS + TAIL_CHARS;
  const gap = cut ? line.length - HEAD_CHARS - TAIL_CHARS - 1 : 0;
  const kept = cut ? `${line.slice(0, HEAD_CHARS)}\n${line.slice(-TAIL_CHARS)}`.toWellFormed() : line;
  const printable = BEYOND_ASCII.test(kept) ? withoutControls(kept) : kept;
  const text = maskForged(printable);
  return { text, forged: text !== printable, at: (place) => (place > HEAD_CHARS ? place + gap : place) };
}

const withoutControls = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}]/gu, (one) => (one === '\n' ? one : ' '.repeat(one.length)))
    .replace(/[\u2018\u2019\u02bc]/g, "'");
