import type { MemoryInfo } from '@understudy/contract/wire';

/** Labels of the kinds of memories. */
export const KIND_WORDS: Record<MemoryInfo['kind'], string> = {
  fact: 'About you',
  preference: 'What you prefer',
  thread: 'Left open',
  promise: 'Promised',
};

/** The day of a timestamp on the visitor's calendar: 'November 21, 2026'. */
export function dayOf(moment: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(moment));
}
