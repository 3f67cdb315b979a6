/** The thread in which sentences are encoded: a few milliseconds each, which the event loop does not have. */
import { parentPort, workerData } from 'node:worker_threads';
import { createTransformer, VECTOR_SIZE } from './transformer.ts';
import { readWeights } from './weights.ts';
import { createTokenizer } from './word-pieces.ts';

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

const weights = readWeights(workerData.weights);
const tokenize = createTokenizer(weights.vocabulary);
const encode = createTransformer(weights);

parentPort?.on('message', ({ id, texts }: EncoderJob) => {
  const vectors = new Float32Array(texts.length * VECTOR_SIZE);
  for (const [index, text] of texts.entries()) vectors.set(encode(tokenize(text)), index * VECTOR_SIZE);
  parentPort?.postMessage({ id, vectors } satisfies EncoderAnswer, [vectors.buffer]);
});
