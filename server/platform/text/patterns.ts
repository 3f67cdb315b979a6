/** Pattern source for any of some words in a row, or of some phrases: `(?:one|two)`. */
export const oneOf = (words: string | readonly string[]): string =>
  `(?:${(typeof words === 'string' ? words.split(/\s+/) : words).join('|')})`;
