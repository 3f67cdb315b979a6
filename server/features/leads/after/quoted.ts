/** Longest words that are quoted, in characters. */
const MAX_CHARS = 160;

/**
 * Somebody's words in quotation marks, without the point at their end. A run of points is looked at from its beginning
 * only, so that a long one costs its length and not its square.
 */
export function quoted(text: string, most = MAX_CHARS): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  const cut =
    plain.length > most
      ? `${plain
          .slice(0, most)
          .toWellFormed()
          .replace(/\s\S*$/, '')} …`
      : plain;
  return `“${cut.replace(/(?<!\.)\.+$/, '').replace(/["“”]/g, "'")}”`;
}
