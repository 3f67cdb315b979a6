import { eld } from 'eld/extrasmall';

/** Lead that another language needs over English, because short English lines resemble many languages. */
const MIN_LEAD = 0.175;
const MIN_WORDS = 2;
/** 'Thx' and 'k' belong to no language. */
const SPOKEN = /[aeiouy\u00C0-\u024F]/i;
/** Addresses, links and anything with a digit belong to no language. */
const NO_LANGUAGE = /\S*[@/\p{N}]\S*/gu;
const MAX_READ = 500;

/** The ISO 639-1 code of a text's language; 'en' when there is no evidence for another. */
export function languageOf(text: string): string {
  const words = text.slice(0, MAX_READ).replace(NO_LANGUAGE, ' ').trim();
  const guess = eld.detect(words);
  if (!guess.language || guess.language === 'en') return 'en';
  const scores: Record<string, number> = guess.getScores();
  // In scripts without spaces, a text is one word.
  const known =
    /[^\p{Script=Latin}\p{Script=Common}]/u.test(words) ||
    words.split(/\s+/).filter((word) => SPOKEN.test(word)).length >= MIN_WORDS;
  const lead = (scores[guess.language] ?? 0) - (scores['en'] ?? 0);
  return known && guess.isReliable() && lead > MIN_LEAD ? guess.language : 'en';
}
