import { createFixedWords } from '@understudy/contract/fixed-words';
import { language } from '../platform/language.ts';
import { type TextId, t } from '../platform/texts.ts';
import { writtenDay } from './dates.ts';

/** What the server keeps in English, in the page's language. */
export const { fixedWords, reasonWords, memoryWords } = /* @__PURE__ */ createFixedWords({
  language,
  text: (id, values) => t(id as TextId, values),
  day: (day) => writtenDay(day, 'dayOfYear'),
});
