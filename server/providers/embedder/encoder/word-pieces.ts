/**
 * Splits a text into the encoder's pieces: lower-case words without accents, each cut into the longest pieces in the
 * vocabulary (WordPiece; Devlin and others 2019).
 */
import { LRUCache } from 'lru-cache';

/** Prefix of a piece that continues a word. */
const WITHIN = '##';
/** Longer words are unknown as a whole, as in training. */
const LONGEST_WORD = 100;
/** Number of words whose pieces are cached. A folder has thirty thousand words, four thousand of them distinct. */
const WORDS_KEPT = 10_000;
const LONGEST_KEPT = 30;

/** Punctuation marks and Chinese characters one by one, and everything else up to the next space. */
const WORDS = /[\p{P}\p{Script=Han}$+<=>^`|~]|[^\s\p{P}\p{Script=Han}$+<=>^`|~]+/gu;

/** Ids of the pieces of `text`, in order, without the begin and end markers. */
export type Tokenize = (text: string) => number[];

/** @param vocabulary ids by piece */
export function createTokenizer(vocabulary: ReadonlyMap<string, number>): Tokenize {
  const unknown = vocabulary.get('[UNK]') ?? 0;
  const known = new LRUCache<string, number[]>({ max: WORDS_KEPT });

  const cut = (word: string): number[] => {
    if (word.length > LONGEST_WORD) return [unknown];
    const pieces: number[] = [];
    for (let begin = 0; begin < word.length; ) {
      let end = word.length;
      let id: number | undefined;
      for (; end > begin && id === undefined; end -= 1) {
        id = vocabulary.get((begin > 0 ? WITHIN : '') + word.slice(begin, end));
      }
      if (id === undefined) return [unknown];
      pieces.push(id);
      begin = end + 1;
    }
    return pieces;
  };

  return (text) => {
    const plain = text
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{Mn}|[^\P{C}\s]/gu, '');
    return (plain.match(WORDS) ?? []).flatMap((word) => {
      let pieces = known.get(word);
      if (!pieces) {
        pieces = cut(word);
        if (word.length <= LONGEST_KEPT) known.set(word, pieces);
      }
      return pieces;
    });
  };
}
