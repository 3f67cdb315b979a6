/** The thread in which sentences are encoded: a few milliseconds each, which the event loop does not have. */
import { parentPort, workerData } from 'node:worker_threads';
import { createTransformer, type EncodePieces, VECTOR_SIZE } from './transformer.ts';
import { readWeights } from './weights.ts';
import { createTokenizer, type Tokenize } from './word-pieces.ts';

/** Texts for the thread. */
export interface EncoderJob {
  id: number;
  texts: readonly string[];
}

/** The texts' vectors, one after the other. */
export interface EncoderAnswer {
  id: number;
  vectors: Float32Array<ArrayBuffer>;
}

/** Keeps what encoding needs, and lets go of the rest. */
function load(from: string | undefined): { tokenize: Tokenize; encode: EncodePieces } {
  const weights = readWeights(from);
  return { tokenize: createTokenizer(weights.vocabulary), encode: createTransformer(weights) };
}
const { tokenize, encode } = load(workerData.weights);

parentPort?.on('message', ({ id, texts }: EncoderJob) => {
  const vectors = new Float32Array(texts.length * VECTOR_SIZE);
  for (const [index, text] of texts.entries()) vectors.set(encode(tokenize(text)), index * VECTOR_SIZE);
  parentPort?.postMessage({ id, vectors } satisfies EncoderAnswer, [vectors.buffer]);
});
