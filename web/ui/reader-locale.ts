/**
 * The language in which dates and figures are written: the page's, English, in the way of the reader's own country
 * where that is known ('Nov 17' for an American), else as in Britain, whose order of day and month most others share.
 */
export function readerLocale(): string {
  const [first] = navigator.languages;
  return first !== undefined && /^en-[A-Z]{2}$/.test(first) ? first : 'en-GB';
}
