/**
 * How well the words of a question are found in a passage one by one, each by the word that is most like it ('late
 * interaction'; Khattab and Zaharia 2020), with what stands for each piece of a word before the encoder reads it.
 */
import { createMatrixMemory, type Matrix, quantise } from '../../../providers/embedder/encoder/matrix-product.ts';
import { createTokenizer } from '../../../providers/embedder/encoder/sentence-pieces.ts';
import { readPieces } from '../../../providers/embedder/encoder/weights.ts';
import type { Unit } from './passage-index.ts';

/** What a passage has of a question's words; each up to 1. */
export interface PieceMatch {
  /** Of its sentence that fits best: how well each is covered by the other. */
  pieces: number;
  /** How well all of it covers the question. */
  piecesCovered: number;
  /** How well it covers the rare word that it covers least. */
  leastCovered: number;
}

/** Compares a question with every passage, in their order. */
export type MatchPieces = (question: string) => PieceMatch[];

/** Pieces of a question that are looked at. */
const PIECES_READ = 48;
/** A piece is rare that stands in fewer than one of so many passages. */
const RARE_SHARE = 4;

interface Alphabet {
  tokenize(text: string): number[];
  embeddings: Matrix;
}
let alphabet: Alphabet | undefined;

function readAlphabet(): Alphabet {
  const { vocabulary, embeddings } = readPieces();
  return { tokenize: createTokenizer(vocabulary), embeddings };
}

/** @param count of passages */
export function createPieceMatch(units: readonly Unit[], count: number): MatchPieces {
  alphabet ??= readAlphabet();
  const { tokenize, embeddings } = alphabet;
  const { depth } = embeddings;
  const places = new Map<number, number>();
  const passagesWith = new Map<number, Set<number>>();
  const piecesOf = units.map(({ text, passage }) =>
    Int32Array.from(tokenize(text), (piece) => {
      if (!places.has(piece)) places.set(piece, places.size);
      const holders = passagesWith.get(piece) ?? new Set();
      passagesWith.set(piece, holders.add(passage));
      return places.get(piece) as number;
    }),
  );
  const weightOf = (piece: number): number => Math.log(1 + (count + 1) / ((passagesWith.get(piece)?.size ?? 0) + 0.5));
  const rareFrom = Math.log(1 + (count + 1) / (count / RARE_SHARE + 0.5));
  const known = [...places.keys()];
  const weights = Float64Array.from(known, weightOf);

  // All pieces have much in common, which tells nothing of any.
  const centre = new Float64Array(depth);
  const often = new Uint32Array(known.length);
  for (const unit of piecesOf) for (const place of unit) (often[place] as number) += 1;
  const read = often.reduce((sum, count) => sum + count, 0);
  for (const [place, piece] of known.entries())
    addRow(centre, embeddings, piece, (often[place] as number) / Math.max(1, read));
  const rows = known.map((piece) => directionOf(embeddings, piece, centre));
  const multiply = createMatrixMemory(PIECES_READ).load(
    quantise(rows.length, depth, (row, column) => rows[row]?.[column] as number),
  );

  return (question) => {
    const asked = tokenize(question).slice(0, PIECES_READ);
    const numbers = new Float32Array(asked.length * depth);
    for (const [at, piece] of asked.entries()) numbers.set(directionOf(embeddings, piece, centre), at * depth);
    const alike = multiply(numbers, asked.length);
    const askedWeights = asked.map(weightOf);
    const total = askedWeights.reduce((sum, weight) => sum + weight, 0);
    const covered = Array.from({ length: count }, () => new Float32Array(asked.length).fill(-1));
    const found = Array.from({ length: count }, (): PieceMatch => ({ pieces: 0, piecesCovered: 0, leastCovered: 1 }));
    for (const [at, unit] of units.entries()) {
      const own = piecesOf[at] as Int32Array;
      const best = covered[unit.passage] as Float32Array;
      const back = new Float32Array(own.length).fill(-1);
      let forth = 0;
      for (let piece = 0; piece < asked.length; piece += 1) {
        let most = -1;
        for (let place = 0; place < own.length; place += 1) {
          const value = alike[piece * known.length + (own[place] as number)] as number;
          if (value > most) most = value;
          if (value > (back[place] as number)) back[place] = value;
        }
        forth += most * (askedWeights[piece] as number);
        if (most > (best[piece] as number)) best[piece] = most;
      }
      let backwards = 0;
      let ownTotal = 0;
      for (let place = 0; place < own.length; place += 1) {
        const weight = weights[own[place] as number] as number;
        backwards += weight * (back[place] as number);
        ownTotal += weight;
      }
      const match = found[unit.passage] as PieceMatch;
      match.pieces = Math.max(match.pieces, (forth / total + backwards / ownTotal) / 2);
    }
    for (const [passage, best] of covered.entries()) {
      const match = found[passage] as PieceMatch;
      for (let piece = 0; piece < asked.length; piece += 1) {
        const [value, weight] = [best[piece] as number, askedWeights[piece] as number];
        match.piecesCovered += (weight * value) / total;
        if (weight >= rareFrom) match.leastCovered = Math.min(match.leastCovered, value);
      }
    }
    return found;
  };
}

function addRow(sum: Float64Array, { values, scales, depth }: Matrix, row: number, weight = 1): void {
  const scale = weight * (scales[row] as number);
  for (let at = 0; at < depth; at += 1) (sum[at] as number) += scale * (values[row * depth + at] as number);
}

/** A piece's numbers less what all have in common, with squares that add up to 1. */
function directionOf(embeddings: Matrix, piece: number, centre: Float64Array): Float32Array {
  const sum = centre.map((value) => -value);
  addRow(sum, embeddings, piece);
  let squares = 0;
  for (let at = 0; at < sum.length; at += 1) squares += (sum[at] as number) ** 2;
  const length = Math.sqrt(squares) || 1;
  return Float32Array.from(sum, (value) => value / length);
}
