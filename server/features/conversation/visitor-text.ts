/** Controls that no person types: all but tab and newline. PostgreSQL cannot keep NUL at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the purpose
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;
/**
 * The documented normalisation of a visitor's words before they are kept: line ends become newlines, control characters
 * go, lone surrogates become U+FFFD. Everything else, right-to-left and zero-width text too, is kept as it was written.
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
