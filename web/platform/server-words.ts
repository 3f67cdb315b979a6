import type { ReadProblem } from '@understudy/contract/read-problems';
import { language } from './language.ts';

/** A sentence that the server wrote, and what it is about. */
export interface ServerWords {
  /** An error code of the contract, or another `errors` of the catalogue. */
  code: string;
  /** The server's own sentence, in English. */
  said: string;
  retryAfterMs?: number | null;
  values?: Record<string, string>;
  /** Why something cannot be read. */
  problem?: ReadProblem | undefined;
}

/**
 * A sentence of the server for the reader: its own in English, otherwise the catalogue's for its code. English readers
 * load none of that; if it cannot be loaded, others read the server's sentence.
 */
export async function inReadersWords(words: ServerWords): Promise<string> {
  if (language() === 'en') return words.said;
  try {
    return await (await import('./translate-server-words.ts')).translated(words);
  } catch {
    return words.said;
  }
}
