import type { KnowledgePassage } from '@understudy/contract/twin';
import { contentWords } from '../../../platform/text/words.ts';
import { loadMatrix, type Matrix, quantise } from '../../../providers/embedder/encoder/matrix-product.ts';
import type { SentenceVector } from '../../../providers/embedder/encoder/sentence-encoder.ts';
import { VECTOR_SIZE } from '../../../providers/embedder/encoder/transformer.ts';

/** BM25's usual saturation and length weights. */
const K1 = 1.2;
const B = 0.75;
/** A word of a title or an `Asks:` line says more about what a passage answers than a word of its text. */
const FIELD_WEIGHTS = { title: 2, asks: 1.5, sentence: 1 };

/** Queries that one comparison takes: a question, the one before, and the question after a title. */
const MAX_QUERIES = 3;
/** Questions of an `Asks:` line that count together, because a single one may be near by chance. */
const NEAREST_ASKS = 3;

/** A passage with questions that count only when a question mentions one of the subject's names. */
export interface SearchPassage extends KnowledgePassage {
  named?: { alias: string; question: string; paragraph: number }[];
}

/** A text by which a passage can be found: its title, a question of its `Asks:` line, a paragraph or a sentence. */
interface Unit {
  passage: number;
  field: 'title' | 'asks' | 'named' | 'paragraph' | 'sentence';
  /** For a named question: the words of the name. */
  name?: readonly string[];
  /** A paragraph is prefixed with the title, which often says what it is about. */
  text: string;
  /** Paragraph of the text or, for a named question, of its answer; from 0. */
  paragraph: number;
}

/** The signals of a passage, in the order in which models read them. */
export const SIGNAL_NAMES = [
  'ask',
  'asks',
  'sentence',
  'inContext',
  'title',
  'words',
  'covered',
  'askCovered',
] as const;

/**
 * Similarity of a question to all passages, in their order: a column per signal, each value between 0 and about 1.
 * Those of meaning are 0 without an encoder.
 */
export interface Signals extends Record<(typeof SIGNAL_NAMES)[number], Float64Array> {
  /** Similarity to the nearest of the title and the `Asks:` questions; `asks` is the average of the three nearest. */
  ask: Float64Array;
  asks: Float64Array;
  /** Similarity to the nearest sentence, to the nearest paragraph and to the title. */
  sentence: Float64Array;
  inContext: Float64Array;
  title: Float64Array;
  /** BM25 over all its words, as a share of the best possible value of any passage. */
  words: Float64Array;
  /** Share of the question's words that the passage contains, weighted by rarity. */
  covered: Float64Array;
  /** The same for the `Asks:` question that shares most, as a share of the words of both. */
  askCovered: Float64Array;
  /** The paragraphs of a passage, in order; empty without an encoder. */
  paragraphsOf(passage: number): ParagraphSignals[];
}

/** Similarity of a question to one paragraph. */
interface ParagraphSignals {
  /** Similarity to the paragraph or to its nearest sentence, whichever is greater. */
  similarity: number;
  /** The nearest sentence. */
  sentence: string;
}

/** A search query. `vector` is null when no encoder could be loaded. */
export interface Query {
  text: string;
  vector: SentenceVector | null;
}

/** A twin's passages, ready for comparison with a question. */
export interface PassageIndex {
  passages: readonly KnowledgePassage[];
  /** The signals of each query. Takes at most {@link MAX_QUERIES}. */
  compare(queries: readonly Query[]): Signals[];
}

/** The texts by which passages are found, in the order in which their vectors are expected. */
export function unitsOf(passages: readonly SearchPassage[]): Unit[] {
  return passages.flatMap((passage, at) => [
    { passage: at, field: 'title' as const, text: passage.title, paragraph: 0 },
    ...passage.asked.map((text) => ({ passage: at, field: 'asks' as const, text, paragraph: 0 })),
    ...(passage.named ?? []).map(({ alias, question, paragraph }) => ({
      passage: at,
      field: 'named' as const,
      text: question,
      name: contentWords(alias),
      paragraph,
    })),
    ...passage.text.split(/\n\n/).flatMap((paragraph, number) => [
      { passage: at, field: 'paragraph' as const, text: `${passage.title}. ${paragraph}`, paragraph: number },
      ...paragraph
        .split(/(?<=[.!?:;])\s+/)
        .filter((sentence) => sentence.length > 3)
        .map((text) => ({ passage: at, field: 'sentence' as const, text, paragraph: number })),
    ]),
  ]);
}

/**
 * Creates the index that compares a question with each passage of the knowledge: by the meaning of sentences, which
 * finds other words for the same thing, and by words (BM25; Robertson and Zaragoza 2009), which finds names, figures
 * and rare terms.
 *
 * @param vectors one for each of {@link unitsOf}; null when no encoder could be loaded, to compare words only
 * @param ignored words that occur in every question and say nothing, such as the consultant's name
 */
export function createPassageIndex(
  passages: readonly SearchPassage[],
  vectors: readonly SentenceVector[] | null,
  ignored: ReadonlySet<string>,
): PassageIndex {
  const units = unitsOf(passages);
  const multiply = vectors?.length ? loadVectors(vectors) : null;
  const places = placesOf(units);
  const compareWords = createWordIndex(passages.length, units, ignored);

  return {
    passages,
    compare(queries) {
      const vectors = queries.flatMap(({ vector }) => vector ?? []);
      // All at once: reading the units' vectors takes longer than multiplying them.
      const similarities = multiply && vectors.length > 0 ? multiply(joined(vectors), vectors.length) : null;
      let row = 0;
      return queries.map(({ text, vector }) => {
        const signals = noSignals(passages.length);
        const words = compareWords(text, signals);
        if (vector && similarities) {
          const own = similarities.slice(row * units.length, (row + 1) * units.length);
          addSimilarities(signals, units, places, own, words);
          row += 1;
        }
        return signals;
      });
    },
  };
}

/** The signals of a question that has nothing in common with any passage. */
function noSignals(count: number): Signals {
  const all = new Float64Array(SIGNAL_NAMES.length * count);
  const [ask, asks, sentence, inContext, title, words, covered, askCovered] = SIGNAL_NAMES.map((_, at) =>
    all.subarray(at * count, (at + 1) * count),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
  return { ask, asks, sentence, inContext, title, words, covered, askCovered, paragraphsOf: () => [] };
}

/** What is known of a word of the knowledge. */
interface WordPlaces {
  rarity: number;
  /** The passages in which it occurs, and what it adds to the BM25 value of each. */
  passages: number[];
  worths: number[];
  /** The questions of `Asks:` lines in which it occurs. */
  asks: number[];
}

/** Creates the function that adds the signals of words, and returns all words of the query. */
function createWordIndex(count: number, units: readonly Unit[], ignored: ReadonlySet<string>) {
  const index = new Map<string, WordPlaces>();
  const counts = Array.from({ length: count }, () => new Map<string, number>());
  const lengths = new Float64Array(count);
  for (const [at, unit] of units.entries()) {
    // Its words also occur in its sentences, or in other named questions.
    if (unit.field === 'paragraph' || unit.field === 'named') continue;
    const weight = FIELD_WEIGHTS[unit.field];
    const own = counts[unit.passage] as Map<string, number>;
    for (const word of contentWords(unit.text)) {
      const known = index.get(word) ?? { rarity: 0, passages: [], worths: [], asks: [] };
      index.set(word, known);
      if (!own.has(word)) known.passages.push(unit.passage);
      own.set(word, (own.get(word) ?? 0) + weight);
      (lengths[unit.passage] as number) += weight;
      if (unit.field === 'asks' && known.asks.at(-1) !== at) known.asks.push(at);
    }
  }
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, count);
  const rarityOf = (held: number): number => Math.log(1 + (count - held + 0.5) / (held + 0.5));
  const unitRarity = new Float64Array(units.length);
  for (const [word, known] of index) {
    known.rarity = rarityOf(known.passages.length);
    known.worths = known.passages.map((at) => {
      const often = counts[at]?.get(word) as number;
      const norm = K1 * (1 - B + (B * (lengths[at] as number)) / averageLength);
      return (known.rarity * often) / (often + norm);
    });
    for (const unit of known.asks) (unitRarity[unit] as number) += known.rarity;
  }
  const unknown = rarityOf(0);
  /** What each question of an `Asks:` line shares with the query; zeros between queries. */
  const shared = new Float64Array(units.length);

  return (text: string, { words: sums, covered, askCovered }: Signals): ReadonlySet<string> => {
    const all = new Set(contentWords(text));
    const words = [...all].filter((word) => !ignored.has(word));
    const total = words.reduce((sum, word) => sum + (index.get(word)?.rarity ?? unknown), 0);
    const sharing: number[] = [];
    for (const word of words) {
      const known = index.get(word);
      if (!known) continue;
      const { rarity, passages, worths, asks } = known;
      for (const [place, at] of passages.entries()) {
        (sums[at] as number) += (worths[place] as number) / total;
        (covered[at] as number) += rarity / total;
      }
      for (const unit of asks) {
        if (shared[unit] === 0) sharing.push(unit);
        (shared[unit] as number) += rarity;
      }
    }
    for (const unit of sharing) {
      const weight = shared[unit] as number;
      shared[unit] = 0;
      const { passage } = units[unit] as Unit;
      const share = weight / (total + (unitRarity[unit] as number) - weight);
      if (share > (askCovered[passage] as number)) askCovered[passage] = share;
    }
    return all;
  };
}

/** Where the units of a passage stand, from one index to the one before another. */
interface PassagePlaces {
  /** The title is followed by the questions of the `Asks:` line. */
  title: number;
  asksTo: number;
  /** Questions that count only when these words are asked. */
  named: { name: readonly string[]; from: number; to: number }[];
  /** Paragraphs, each followed by its sentences. */
  textFrom: number;
  textTo: number;
}

/** The places of each passage's units, which follow each other. */
function placesOf(units: readonly Unit[]): PassagePlaces[] {
  const places: PassagePlaces[] = [];
  for (const [at, { passage, field, name = [] }] of units.entries()) {
    const own = places[passage] ?? { title: at, asksTo: at, named: [], textFrom: at, textTo: at };
    places[passage] = own;
    if (field === 'title' || field === 'asks') own.asksTo = at + 1;
    else if (field === 'named') {
      const last = own.named.at(-1);
      if (last && last.name.join() === name.join()) last.to = at + 1;
      else own.named.push({ name, from: at, to: at + 1 });
    } else own.textTo = at + 1;
    if (field === 'title' || field === 'asks' || field === 'named') own.textFrom = at + 1;
  }
  return places;
}

/** Vectors as rows, one after the other. */
function joined(vectors: readonly SentenceVector[]): Float32Array {
  const rows = new Float32Array(vectors.length * VECTOR_SIZE);
  for (const [at, vector] of vectors.entries()) rows.set(vector, at * VECTOR_SIZE);
  return rows;
}

/** Vectors as rows of a matrix: a twin that is tried out shares nearly all of them with the running one. */
const quantisedRows = new WeakMap<SentenceVector, Matrix>();

function rowOf(vector: SentenceVector): Matrix {
  const row = quantisedRows.get(vector) ?? quantise(1, VECTOR_SIZE, (_, column) => vector[column] as number);
  quantisedRows.set(vector, row);
  return row;
}

/** The function that multiplies queries' vectors with those of all units. */
function loadVectors(vectors: readonly SentenceVector[]): ReturnType<typeof loadMatrix> {
  const values = new Int8Array(vectors.length * VECTOR_SIZE);
  const scales = new Float32Array(vectors.length);
  for (const [at, vector] of vectors.entries()) {
    const row = rowOf(vector);
    values.set(row.values, at * VECTOR_SIZE);
    scales.set(row.scales, at);
  }
  return loadMatrix({ depth: VECTOR_SIZE, outputs: vectors.length, values, scales }, MAX_QUERIES);
}

/** Adds the similarities of meaning to the signals. @param similarities of the question to each unit */
function addSimilarities(
  signals: Signals,
  units: readonly Unit[],
  places: readonly PassagePlaces[],
  similarities: Float32Array,
  words: ReadonlySet<string>,
): void {
  const nearest = new Float64Array(NEAREST_ASKS);
  const namedIn = places.map(({ named }) => named.filter((one) => isNamed(one.name, words)));
  for (const [at, { title, asksTo, textFrom, textTo }] of places.entries()) {
    nearest.fill(Number.NEGATIVE_INFINITY);
    insertAll(nearest, similarities, title, asksTo);
    for (const { from, to } of namedIn[at] ?? []) insertAll(nearest, similarities, from, to);
    let [count, sum] = [0, 0];
    for (const value of nearest)
      if (Number.isFinite(value)) {
        count += 1;
        sum += value;
      }
    signals.ask[at] = count > 0 ? (nearest[0] as number) : 0;
    signals.asks[at] = sum / Math.max(1, count);
    signals.title[at] = similarities[title] as number;
    for (let unit = textFrom; unit < textTo; unit += 1) {
      const column = units[unit]?.field === 'paragraph' ? signals.inContext : signals.sentence;
      const value = similarities[unit] as number;
      if (value > (column[at] as number)) column[at] = value;
    }
  }
  signals.paragraphsOf = (passage) => {
    const { textFrom, textTo } = places[passage] as PassagePlaces;
    return paragraphsIn(units, similarities, [...(namedIn[passage] ?? []), { from: textFrom, to: textTo }]);
  };
}

/** Whether all words of a name are asked; a name without words is none. */
const isNamed = (name: readonly string[], words: ReadonlySet<string>): boolean =>
  name.length > 0 && name.every((word) => words.has(word));

/** The paragraphs of some units of one passage. */
function paragraphsIn(
  units: readonly Unit[],
  similarities: Float32Array,
  ranges: readonly { from: number; to: number }[],
): ParagraphSignals[] {
  const paragraphs: ParagraphSignals[] = [];
  const nearestSentence: number[] = [];
  for (const { from, to } of ranges)
    for (let unit = from; unit < to; unit += 1) {
      const { paragraph, field, text } = units[unit] as Unit;
      const value = similarities[unit] as number;
      paragraphs[paragraph] ??= { similarity: 0, sentence: '' };
      const own = paragraphs[paragraph];
      own.similarity = Math.max(own.similarity, value);
      if (field !== 'sentence' || value <= (nearestSentence[paragraph] ?? Number.NEGATIVE_INFINITY)) continue;
      nearestSentence[paragraph] = value;
      own.sentence = text;
    }
  return paragraphs;
}

/** Keeps the greatest of these and further values, greatest first. */
function insertAll(greatest: Float64Array, values: Float32Array, from: number, to: number): void {
  const last = greatest.length - 1;
  for (let place = from; place < to; place += 1) {
    const value = values[place] as number;
    if (value <= (greatest[last] as number)) continue;
    let at = last;
    for (; at > 0 && (greatest[at - 1] as number) < value; at -= 1) greatest[at] = greatest[at - 1] as number;
    greatest[at] = value;
  }
}
