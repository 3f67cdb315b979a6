import { serverSentence } from './http.ts';

/** A failure's own sentence; the screen's where it has none for a person. */
export function sentenceOf(error: unknown, otherwise: string): string {
  const own = error instanceof Error && error.message ? error.message : otherwise;
  return serverSentence(error, own);
}
