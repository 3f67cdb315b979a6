/** After these, or at the beginning, a quote opens. */
const BEFORE_OPENING = '(?<=^|[\\s(\\[{“‘—–/])';
const OPENING_DOUBLE = new RegExp(`${BEFORE_OPENING}"`, 'g');
const OPENING_SINGLE = new RegExp(`${BEFORE_OPENING}'`, 'g');

/**
 * The text with typographic quotes and apostrophes, for a page. What precedes a mark decides which one replaces it, so
 * that text which is still being written never changes. Languages that quote otherwise write their own marks, which
 * stay.
 */
export const typographic = (text: string): string =>
  text.replace(OPENING_DOUBLE, '“').replace(/"/g, '”').replace(OPENING_SINGLE, '‘').replace(/'/g, '’');
