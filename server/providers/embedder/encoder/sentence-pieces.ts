/**
 * Splits a text into the encoder's pieces: the most likely way to cut it, by the log probability of each piece
 * (a unigram language model; Kudo 2018, "Subword Regularization").
 */

import { LRUCache } from 'lru-cache';

/** Stands for a space, and begins every text. */
const SPACE = '▁';
/** Pieces before this id are markers that no text contains. */
const FIRST_PIECE = 6;
const UNKNOWN = 0;
/** An unknown character is less likely than any piece by this much. */
const UNKNOWN_PENALTY = 10;
const BEFORE_SPACE = new RegExp(`(?=${SPACE})`);
/** Words whose pieces are kept, and characters of the longest of them. */
const WORDS_KEPT = 10_000;
const LONGEST_KEPT = 30;

/** Ids of the pieces of `text`, in order; a run of unknown characters is one id 0. */
export type Tokenize = (text: string) => number[];

/** @param vocabulary each piece with its log probability; a piece's id is its index. */
export function createTokenizer(vocabulary: readonly (readonly [string, number])[]): Tokenize {
  const ids = new Map<string, number>();
  let longest = 1;
  let least = 0;
  for (const [id, [piece, score]] of vocabulary.entries()) {
    if (id < FIRST_PIECE) continue;
    ids.set(piece, id);
    longest = Math.max(longest, piece.length);
    least = Math.min(least, score);
  }
  const unknown = least - UNKNOWN_PENALTY;

  /** Pieces of one word with the space before it; no piece reaches over a space. */
  const cut = (word: string): number[] => {
    // best[end] is the score of the best way to cut the first `end` characters, whose last piece is `last[end]`.
    const best = new Float64Array(word.length + 1).fill(Number.NEGATIVE_INFINITY);
    const from = new Int32Array(word.length + 1);
    const last = new Int32Array(word.length + 1);
    best[0] = 0;
    for (let start = 0; start < word.length; start += 1) {
      const before = best[start] as number;
      if (before === Number.NEGATIVE_INFINITY) continue;
      const most = Math.min(longest, word.length - start);
      for (let length = 1; length <= most; length += 1) {
        const id = ids.get(word.slice(start, start + length));
        if (id === undefined && length > 1) continue;
        const score = before + (id === undefined ? unknown : (vocabulary[id] as readonly [string, number])[1]);
        if (score <= (best[start + length] as number)) continue;
        best[start + length] = score;
        from[start + length] = start;
        last[start + length] = id ?? UNKNOWN;
      }
    }
    const pieces: number[] = [];
    for (let end = word.length; end > 0; end = from[end] as number) {
      const id = last[end] as number;
      if (id !== UNKNOWN || pieces.at(-1) !== UNKNOWN) pieces.push(id);
    }
    return pieces.reverse();
  };
  /** A folder has thirty thousand words, and four thousand different ones. */
  const known = new LRUCache<string, number[]>({ max: WORDS_KEPT });

  return (text) => {
    const line = SPACE + text.normalize('NFKC').trim().replace(/\s+/g, SPACE);
    return line.split(BEFORE_SPACE).flatMap((word) => {
      let pieces = known.get(word);
      if (!pieces) {
        pieces = cut(word);
        if (word.length <= LONGEST_KEPT) known.set(word, pieces);
      }
      return pieces;
    });
  };
}
