import { readerLocale } from './numbers.ts';

/** 'a, b and c', 'a, b or c'. */
export const listed = (words: readonly string[], type: Intl.ListFormatType = 'conjunction'): string =>
  new Intl.ListFormat(readerLocale(), { type }).format(words);
