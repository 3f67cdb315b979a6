import { contentWords } from '../../platform/text/words.ts';

/**
 * Words of which a line must have one for a phrase to occur in it, as {@link wordsOf} gives them: whole words, or the
 * beginnings of words with `*`.
 */
type NeededWords = readonly string[];

/** A phrase to look for only in lines that have one of the words by which it is indexed. */
interface IndexedPhrase {
  row: number;
  /** Its other parts, each of which must occur as well. */
  others: readonly NeededWords[];
}

/** Longer beginnings are told by as many letters. */
const BEGINNING_CHARS = 4;
const MIN_BEGINNING_CHARS = 3;

/** A part of one of the phrases with these tables' signs taken apart. */
const SIGNS = /([*9_])/;

/**
 * The words of which an alternative has the longest, if a line that has it has that word for certain; null if none is
 * certain. A number or letters of one's own that stand beside a word make another word of it.
 */
function neededWord(alternative: string): string | null {
  // Beyond ASCII, the expression's letters are not told by the same rule.
  if (!/^[\0-\x7f]*$/.test(alternative)) return null;
  const pieces = alternative.split(SIGNS);
  const found = pieces.flatMap((piece, at) => {
    if (at % 2 === 1) return [];
    const isJoined = (sign: string | undefined): boolean => sign === '*' || sign === '9';
    return [...piece.matchAll(/[a-z0-9]+/g)].flatMap(({ 0: word, index }) => {
      if (index === 0 && isJoined(pieces[at - 1])) return [];
      if (index + word.length < piece.length || !isJoined(pieces[at + 1])) return [word];
      const isBeginning = pieces[at + 1] === '*' && word.length >= MIN_BEGINNING_CHARS;
      return isBeginning ? [`${word.slice(0, BEGINNING_CHARS)}*`] : [];
    });
  });
  return found.sort((one, other) => other.length - one.length)[0] ?? null;
}

/** What must occur for one part of a phrase to occur, its alternatives; null where nothing certain can be told. */
function neededWords(alternatives: readonly string[]): NeededWords | null {
  const needed = alternatives.map(neededWord);
  return needed.every((word) => word !== null) ? needed : null;
}

/** How likely any of these words is in a line, roughly: everyday words are in most. */
const frequencyOf = (words: NeededWords): number =>
  words.reduce((sum, word) => sum + (contentWords(word).length === 0 ? 1 : 0.05), 0);

/**
 * An index of the phrases of some rows, so that a line is compared only with those that may occur in it. Exact: it
 * leaves out no row that does.
 *
 * @param rows of each row's phrases, the parts that are not optional and stand between word boundaries
 */
export function createPhraseIndex(rows: readonly (readonly (readonly (readonly string[])[])[])[]) {
  const index = new Map<string, IndexedPhrase[]>();
  const always = new Set<number>();
  for (const [row, phrases] of rows.entries())
    for (const parts of phrases) {
      const needed = parts.flatMap((part) => [neededWords(part) ?? []]).filter(({ length }) => length > 0);
      const [rarest, ...others] = needed.sort((one, other) => frequencyOf(one) - frequencyOf(other));
      if (!rarest) always.add(row);
      for (const word of new Set(rarest)) {
        const known = index.get(word);
        if (known) known.push({ row, others });
        else index.set(word, [{ row, others }]);
      }
    }
  return {
    /** The rows that may occur in a line with these words. */
    rowsFor(words: ReadonlySet<string>): Set<number> {
      const found = new Set(always);
      for (const word of words)
        for (const { row, others } of index.get(word) ?? [])
          if (!found.has(row) && others.every((part) => part.some((one) => words.has(one)))) found.add(row);
      return found;
    },
  };
}

/** The words of a folded line and the beginnings of them. @param word matches them, with the flag `g` */
export function wordsOf(line: string, word: RegExp): Set<string> {
  const words = new Set<string>();
  for (const one of line.match(word) ?? []) {
    if (words.has(one)) continue;
    words.add(one);
    for (let length = MIN_BEGINNING_CHARS; length <= BEGINNING_CHARS && length <= one.length; length += 1)
      words.add(`${one.slice(0, length)}*`);
  }
  return words;
}
