/** How much of a line is read: all of it, or of a long one its beginning and its end. */
import { type Token, tokensOf } from './tokens.ts';

/** Words and marks at the beginning and the end; visitors say there who they are and what they want. */
const HEAD = 350;
const TAIL = 150;

/** The words and marks that are read. */
export function windowTokens(line: string): Token[] {
  const tokens = tokensOf(line);
  return tokens.length > HEAD + TAIL ? [...tokens.slice(0, HEAD), ...tokens.slice(-TAIL)] : tokens;
}

/** The one or two stretches that are read, as UTF-16 offsets. */
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

/** The text that is read; shorter than the line where that is long. */
export const windowText = (line: string): string =>
  windowRanges(line)
    .map(([from, to]) => line.slice(from, to))
    .join('\n');
