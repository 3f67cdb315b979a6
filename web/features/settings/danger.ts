import { numberWords } from '../../ui/numbers.ts';

/** Labels of the tables in an erasure. */
const COUNT_WORDS: Record<string, string> = {
  sessions: 'conversations',
  utterances: 'messages',
  memories: 'memories',
  leads: 'leads',
  action_items: 'action items',
  notes: 'notes',
  waitlist: 'waitlist entries',
};

/** The counts of an erasure, without zeros. */
export function countWords(counts: Record<string, number>): [what: string, rows: number][] {
  return Object.entries(counts)
    .filter(([, rows]) => rows > 0)
    .map(([table, rows]) => [COUNT_WORDS[table] ?? table.replaceAll('_', ' '), rows]);
}

/** 'one conversation', '1,204 conversations'. */
export function conversations(number: number): string {
  return number === 1 ? 'one conversation' : `${numberWords(number)} conversations`;
}
