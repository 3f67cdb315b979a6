/** Control characters that nobody types: all except tab and newline. PostgreSQL cannot store NUL at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the purpose
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;
/**
 * Normalizes a visitor's message before it is stored, as documented: line ends become newlines, control characters
 * are removed, and lone surrogates become U+FFFD. Everything else, including right-to-left and zero-width text, stays
 * as it is.
 */
export function normaliseVisitorText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(CONTROLS, '').toWellFormed().trim();
}

/** Length in Unicode code points. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
