/** The failure's own message for the user; the fallback if it has none. */
export function sentenceOf(error: unknown, otherwise = 'The server cannot be reached.'): string {
  return error instanceof Error && error.message ? error.message : otherwise;
}
