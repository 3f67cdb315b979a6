/** Caches vectors of lines and of their sentences for repeated readings. */
import { LRUCache } from 'lru-cache';
import type { SentenceEncoder, SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
import { shippedEntityModel } from './entities.ts';
import type { Token } from './tokens.ts';

/** Number of sentences, and of the twin's lines, to cache. */
const KEPT_TEXTS = 2_000;
/** Numbers to cache for visitors' lines, because a whole conversation is read again at its end. */
const KEPT_NUMBERS = 1_500_000;

/** The encoder's output for a line; all null when it cannot be loaded. */
export interface LineVectors {
  line: SentenceVector | null;
  /** Per token. */
  words: Float32Array | null;
  /** Per sentence. */
  sentences: readonly (SentenceVector | null)[];
  /** For what the twin said before. */
  before: SentenceVector | null;
}

/** A line encoded from its tokens. */
interface EncodedLine {
  vector: SentenceVector;
  words: Float32Array;
}

/**
 * Encodes a line from its tokens, whose vectors entities need, and everything else from its text. The two differ for
 * unusual tokens, so they are cached separately: a reading must not depend on what was read before.
 */
export function createLineVectors(encoder: SentenceEncoder | null) {
  const texts = new LRUCache<string, SentenceVector>({ max: KEPT_TEXTS });
  const lines = new LRUCache<string, EncodedLine>({
    maxSize: KEPT_NUMBERS,
    sizeCalculation: ({ vector, words }) => vector.length + words.length,
  });

  const encodeLine = async (line: string, tokens: readonly Token[]): Promise<EncodedLine | null> => {
    const known = lines.get(line);
    if (known || !encoder) return known ?? null;
    const words = tokens.map(({ text }) => text);
    const encoded = await encoder.encodeWords(words, shippedEntityModel().network.layer);
    if (encoded) lines.set(line, encoded);
    return encoded;
  };

  const encodeTexts = async (wanted: Iterable<string>): Promise<ReadonlyMap<string, SentenceVector>> => {
    const found = new Map<string, SentenceVector>();
    const missing: string[] = [];
    for (const text of new Set(wanted)) {
      const known = texts.get(text);
      if (known) found.set(text, known);
      else missing.push(text);
    }
    const made = missing.length > 0 && encoder ? await encoder.encode(missing) : null;
    for (const [at, vector] of (made ?? []).entries()) {
      const text = missing[at] as string;
      // Vectors of one batch share a buffer, and each would keep all of it alive.
      const own = vector.slice();
      texts.set(text, own);
      found.set(text, own);
    }
    return found;
  };

  return async (
    line: string,
    tokens: readonly Token[],
    sentences: readonly string[],
    before: string | null,
  ): Promise<LineVectors> => {
    const encoded = await encodeLine(line, tokens);
    const others = sentences.filter((text) => text !== line);
    const vectors = await encodeTexts(before === null ? others : [...others, before]);
    return {
      line: encoded?.vector ?? null,
      words: encoded?.words ?? null,
      sentences: sentences.map((text) => (text === line ? encoded?.vector : vectors.get(text)) ?? null),
      before: before === null ? null : (vectors.get(before) ?? null),
    };
  };
}
