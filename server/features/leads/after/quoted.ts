/** Longest quote, in characters. */
const MAX_CHARS = 160;

/**
 * Puts words in quotation marks and drops the full stop at their end. Each run of stops is scanned only once from its
 * beginning, so that a long run takes linear and not quadratic time.
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
