import { serverSentence } from './http.ts';

/** The failure's own message for the user; the fallback if it has none. */
export function sentenceOf(error: unknown, otherwise: string): string {
  const own = error instanceof Error && error.message ? error.message : otherwise;
  return serverSentence(error, own);
}
