import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { quantise } from '../../../providers/embedder/encoder/matrix-product.ts';
import type { SentenceEncoder, SentenceVector } from '../../../providers/embedder/encoder/sentence-encoder.ts';
import { VECTOR_SIZE } from '../../../providers/embedder/encoder/transformer.ts';

/** Encodes texts, in order; null when the encoder cannot be loaded. */
export type EncodePassages = (texts: readonly string[]) => Promise<SentenceVector[] | null>;

/** Texts per batch; visitors' lines are read in between. */
const BATCH = 16;
/** Texts that are encoded at once, in between those of a larger folder; they take about two seconds. */
const MAX_AT_ONCE = 400;
/** New vectors after which the file is written, so that an interrupted start keeps its progress. */
const SAVE_EVERY = 512;
/** Vectors in the file, about 100 MB; beyond that only those of the newest folder are kept. */
const MAX_SAVED = 200_000;
const KEY_BYTES = 16;
const RECORD_BYTES = KEY_BYTES + 4 + VECTOR_SIZE;
/** The name changes with the encoder; vectors of an older encoder are ignored. */
const FILE = 'passage-vectors-2.bin';
/**
 * Vectors of the product's own texts and of the sample twin's, so that a first start need not make them. Of the same
 * name, so that those of an older encoder are not taken either.
 */
const SHIPPED = path.join(import.meta.dirname, FILE);

const keyOf = (text: string): string =>
  createHash('sha256').update(text).digest().subarray(0, KEY_BYTES).toString('latin1');

/**
 * Creates the encoder of a twin's passages. A folder has some thousand sentences, each of which takes the encoder
 * milliseconds, so vectors are cached in a file, keyed by the text. Those of the last texts stay in memory: a twin that
 * is tried out differs from the running one by a few sentences.
 *
 * @param folder where to keep the file; null keeps nothing
 * @param onMade called after each batch with how many of the missing vectors are made
 */
export function createPassageEncoder(
  encoder: SentenceEncoder,
  folder: string | null,
  onMade: (made: number, of: number) => void = () => undefined,
): EncodePassages {
  const file = folder && path.join(folder, FILE);
  let last: ReadonlyMap<string, SentenceVector> = new Map();
  /** @param inUse texts whose vectors stay in a full file */
  const encodeAll = async (texts: readonly string[], inUse: readonly string[]): Promise<SentenceVector[] | null> => {
    const shipped = await readRecords(SHIPPED);
    const known = new Map([...shipped, ...(file ? await readRecords(file) : [])]);
    const missing = [...new Set(texts)].filter((text) => !known.has(keyOf(text)));
    const recordsOf = (wanted: readonly string[]) => wanted.flatMap((text) => known.get(keyOf(text)) ?? []);
    let unsaved = 0;
    const save = async (): Promise<void> => {
      if (!file || unsaved === 0) return;
      unsaved = 0;
      // The file is only a cache: when it cannot be written, the next start encodes again.
      const own = known.size > MAX_SAVED ? new Map(inUse.map((text) => [keyOf(text), known.get(keyOf(text))])) : known;
      const records = [...own].flatMap(([key, record]) => (record && !shipped.has(key) ? [record] : []));
      await writeRecords(file, records).catch(() => undefined);
    };
    for (let at = 0; at < missing.length; at += BATCH) {
      const batch = missing.slice(at, at + BATCH);
      const made = await encoder.encode(batch, true);
      if (!made) {
        await save();
        return null;
      }
      for (const [place, text] of batch.entries())
        known.set(keyOf(text), recordOf(text, made[place] as SentenceVector));
      unsaved += batch.length;
      if (unsaved >= SAVE_EVERY) await save();
      onMade(at + batch.length, missing.length);
    }
    await save();
    return recordsOf(texts).map(vectorOf);
  };
  const encodeNew = async (texts: readonly string[]): Promise<SentenceVector[] | null> => {
    const before = last;
    const fresh = [...new Set(texts)].filter((text) => !before.has(text));
    const made = fresh.length > 0 ? await encodeAll(fresh, texts) : [];
    if (!made) return null;
    const added = new Map(fresh.map((text, at) => [text, made[at] as SentenceVector]));
    const vectors = texts.map((text) => (before.get(text) ?? added.get(text)) as SentenceVector);
    last = new Map(texts.map((text, at) => [text, vectors[at] as SentenceVector]));
    return vectors;
  };
  let work: Promise<unknown> = Promise.resolve();
  return (texts) => {
    // A twin of few texts, as the setup begins with, does not wait until all of the sample is read at a first start.
    if (texts.length <= MAX_AT_ONCE) return encodeNew(texts);
    // One after the other: a twin that is tried out while the running one is read finds nearly all of it read.
    const made = work.then(() => encodeNew(texts));
    work = made.catch(() => undefined);
    return made;
  };
}

/** Those of these texts whose vectors are not shipped. */
export async function notShipped(texts: readonly string[]): Promise<string[]> {
  const shipped = await readRecords(SHIPPED);
  return [...new Set(texts)].filter((text) => !shipped.has(keyOf(text)));
}

/** Writes the vectors of these texts to the file that is shipped. @throws if the encoder cannot be loaded */
export async function shipVectors(encoder: SentenceEncoder, texts: readonly string[]): Promise<number> {
  const known = await readRecords(SHIPPED);
  const wanted = [...new Set(texts)].sort();
  const missing = wanted.filter((text) => !known.has(keyOf(text)));
  for (let at = 0; at < missing.length; at += BATCH) {
    const batch = missing.slice(at, at + BATCH);
    const made = await encoder.encode(batch, true);
    if (!made) throw new Error('the encoder could not be loaded');
    for (const [place, text] of batch.entries()) known.set(keyOf(text), recordOf(text, made[place] as SentenceVector));
  }
  await writeRecords(
    SHIPPED,
    wanted.map((text) => known.get(keyOf(text)) as Buffer),
  );
  return missing.length;
}

function recordOf(text: string, vector: SentenceVector): Buffer {
  const { values, scales } = quantise(1, VECTOR_SIZE, (_, column) => vector[column] as number);
  const scale = Buffer.alloc(4);
  scale.writeFloatLE(scales[0] as number);
  return Buffer.concat([Buffer.from(keyOf(text), 'latin1'), scale, Buffer.from(values.buffer)]);
}

function vectorOf(record: Buffer): SentenceVector {
  const scale = record.readFloatLE(KEY_BYTES);
  const vector = new Float32Array(VECTOR_SIZE);
  for (let at = 0; at < VECTOR_SIZE; at += 1) vector[at] = scale * record.readInt8(KEY_BYTES + 4 + at);
  return vector;
}

async function readRecords(file: string): Promise<Map<string, Buffer>> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  const records = new Map<string, Buffer>();
  for (let at = 0; at + RECORD_BYTES <= bytes.length; at += RECORD_BYTES) {
    const record = bytes.subarray(at, at + RECORD_BYTES);
    records.set(record.toString('latin1', 0, KEY_BYTES), record);
  }
  return records;
}

/** Writes atomically: another process may read or write the file at the same time. */
async function writeRecords(file: string, records: readonly Buffer[]): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const fresh = `${file}.${randomUUID()}`;
  try {
    await writeFile(fresh, Buffer.concat(records));
    await rename(fresh, file);
  } finally {
    await rm(fresh, { force: true });
  }
}
