import { readFileSync } from 'node:fs';
import { createFixedWords, type FixedWords } from '@understudy/contract/fixed-words';
import type { Language } from '@understudy/contract/languages';
import { fillForm } from '@understudy/contract/sentence-forms';
import { dayWords } from '../../../platform/text/moment-words.ts';

const words = new Map<Language, FixedWords>();

/**
 * Words what is kept in English, such as titles and reasons, in a language: with the page's own texts, which are read
 * from its catalogue at the first mail in that language. A text that is missing there stays in English.
 */
export function fixedWordsIn(language: Language): FixedWords {
  const known = words.get(language);
  if (known) return known;
  const texts: Record<string, string | undefined> = { ...readTexts('en'), ...readTexts(language) };
  const created = createFixedWords({
    language: () => language,
    text: (id, values = {}) => fillForm(texts[id] ?? '', values),
    day: (day) => dayWords(day, 'dateOfYear', { language }),
  });
  words.set(language, created);
  return created;
}

const readTexts = (language: Language) =>
  JSON.parse(readFileSync(new URL(`../../../../web/texts/${language}/server.json`, import.meta.url), 'utf8'));
