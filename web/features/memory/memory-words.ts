import type { MemoryInfo } from '@understudy/contract/wire';

/** What kind of thing is remembered, in words. */
export const KIND_WORDS: Record<MemoryInfo['kind'], string> = {
  fact: 'About you',
  preference: 'What you prefer',
  thread: 'Left open',
  promise: 'Promised',
};

/** A moment's day on the visitor's own calendar: 'November 21, 2026'. */
export function dayOf(moment: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(moment));
}
