import { expect, test } from 'vitest';
import type { SentenceEncoder } from '../../../providers/embedder/encoder/sentence-encoder.ts';
import { temporaryFolder } from '../../../testing/spawned-writer.ts';
import { createPassageEncoder } from './passage-vectors.ts';

/** An encoder that fails after that many texts. */
function encoderOf(most: number): { encoder: SentenceEncoder; encoded: string[] } {
  const encoded: string[] = [];
  const encode: SentenceEncoder['encode'] = async (texts) => {
    if (encoded.length + texts.length > most) return null;
    encoded.push(...texts);
    return texts.map((text) => new Float32Array(384).fill(text.length));
  };
  return { encoder: { encode } as SentenceEncoder, encoded };
}

const TEXTS = Array.from({ length: 2_000 }, (_, at) => `text ${at}`);

test('what was made before an interruption is kept, and not made again', async () => {
  const folder = await temporaryFolder();
  const first = encoderOf(1_200);
  expect(await createPassageEncoder(first.encoder, folder)(TEXTS)).toBeNull();
  const second = encoderOf(2_000);
  const vectors = await createPassageEncoder(second.encoder, folder)(TEXTS);
  expect(vectors).toHaveLength(TEXTS.length);
  expect(vectors?.[7]?.[0]).toBeCloseTo(6, 1);
  expect(first.encoded.length + second.encoded.length).toBe(TEXTS.length);
});

test('a process that is killed in between has kept most of it', async () => {
  const folder = await temporaryFolder();
  const killed = encoderOf(Number.POSITIVE_INFINITY);
  const { encode } = killed.encoder;
  const halfway = Promise.withResolvers<void>();
  killed.encoder.encode = (texts) => {
    if (killed.encoded.length < 1_500) return encode(texts);
    halfway.resolve();
    return new Promise(() => undefined);
  };
  void createPassageEncoder(killed.encoder, folder)(TEXTS);
  await halfway.promise;
  const next = encoderOf(2_000);
  await createPassageEncoder(next.encoder, folder)(TEXTS);
  expect(next.encoded.length).toBeLessThan(1_200);
});

test('it tells how far it is, and nothing where all is known', async () => {
  const folder = await temporaryFolder();
  const told: [number, number][] = [];
  const tell = (made: number, of: number) => void told.push([made, of]);
  await createPassageEncoder(encoderOf(100).encoder, folder, tell)(TEXTS.slice(0, 40));
  expect(told).toEqual([
    [16, 40],
    [32, 40],
    [40, 40],
  ]);
  await createPassageEncoder(encoderOf(100).encoder, folder, tell)(TEXTS.slice(0, 40));
  expect(told).toHaveLength(3);
});
