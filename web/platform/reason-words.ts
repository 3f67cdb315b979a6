import { readReason } from '@understudy/contract/score-reasons';
import { language } from './language.ts';
import { t } from './texts.ts';

/** A reason for a score in the reader's language. @param sentence as the server keeps it */
export function reasonWords(sentence: string): string {
  const reason = language() === 'en' ? null : readReason(sentence);
  return reason ? t(`reasons.${reason.code}`, { value: reason.value }) : sentence;
}
