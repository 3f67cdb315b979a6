import { maskForged } from '../../platform/text/forged.ts';

/** Characters read at each end of a line; that is where visitors describe themselves. */
const HEAD_CHARS = 1_800;
const TAIL_CHARS = 600;

/** The part of a line that is read, with a map back to the original line. */
export interface SanitizedText {
  /** The text to read; forged and unprintable characters are blanked one by one. */
  text: string;
  /** Whether something in it pretended to be somebody else, or gave orders to the analysis. */
  forged: boolean;
  /** Maps a place in `text` to its place in the line. */
  at(place: number): number;
}

/** Lines without such a character contain nothing unprintable and no typographic apostrophe. */
const BEYOND_ASCII = /[^ -~]/;

/** Cache of the last line: facts and intent read the same line, one after the other. */
let latest: { line: string; sanitized: SanitizedText } | null = null;

/** Sanitizes a line: cuts it to the part that is read, in time linear in its length, and blanks forged parts. */
export function sanitize(line: string): SanitizedText {
  if (latest?.line !== line) latest = { line, sanitized: cutAndMasked(line) };
  return latest.sanitized;
}

function cutAndMasked(line: string): SanitizedText {
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
