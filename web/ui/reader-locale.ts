/**
 * The locale of dates and figures: English, like the page, with the conventions of the reader's country if it is known
 * ('Nov 17' for an American); otherwise those of Britain, whose order of day and month most other countries share.
 */
export function readerLocale(): string {
  const [first] = navigator.languages;
  return first !== undefined && /^en-[A-Z]{2}$/.test(first) ? first : 'en-GB';
}
