/** Limits how much of a line is read: all of it or, when it is long, its beginning and its end. */
import { type Token, tokensOf } from './tokens.ts';

/** Tokens to read at the beginning and at the end, where visitors say who they are and what they want. */
const HEAD = 350;
const TAIL = 150;

export function windowTokens(line: string): Token[] {
  const tokens = tokensOf(line);
  return tokens.length > HEAD + TAIL ? [...tokens.slice(0, HEAD), ...tokens.slice(-TAIL)] : tokens;
}

/** The one or two ranges to read, as UTF-16 offsets. */
export function windowRanges(line: string): [from: number, to: number][] {
  const tokens = line.length > HEAD + TAIL ? tokensOf(line) : [];
  const [last, first] = [tokens[HEAD - 1], tokens.at(-TAIL)];
  return tokens.length > HEAD + TAIL && last && first
    ? [
        [0, last.to],
        [first.from, line.length],
      ]
    : [[0, line.length]];
}

/** The text to read; shorter than the line when the line is long. */
export const windowText = (line: string): string =>
  windowRanges(line)
    .map(([from, to]) => line.slice(from, to))
    .join('\n');
