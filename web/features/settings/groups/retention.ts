import {
  RETENTION_KINDS,
  type RetentionKind,
  type RetentionPreview,
  type RetentionSettings,
} from '@understudy/contract/settings';
import { counted } from '../../../ui/numbers.ts';
import { fromTo, type GroupForm, type Problem, readingOf, wholeNumber } from './group-form.ts';

/** Retention of one kind as typed. The days are kept while 'forever' is selected, in case the user switches back. */
export interface Keeping {
  forever: boolean;
  days: string;
}
export type RetentionForm = Record<RetentionKind, Keeping>;

/** Labels of the kinds. */
export const KIND_WORDS: Record<RetentionKind, string> = {
  transcripts: 'Transcripts',
  memories: 'Memories',
  leads: 'Leads',
  action_items: 'Action items',
  notes: 'Notes',
  waitlist: 'Waitlist',
  audit_log: 'Audit log',
};

/** What each kind contains, and from when its days are counted. */
export const KIND_ABOUT: Record<RetentionKind, string> = {
  transcripts: 'What was said, with summaries, scores and events, counted from the end of the conversation',
  memories: 'What the twin remembers about a visitor, counted from its last change',
  leads: 'Name, address and status of a lead, counted from the visitor’s last visit',
  action_items: 'What was promised or requested, counted from the day it was recorded',
  notes: 'What you and others wrote about sessions',
  waitlist: 'Who asked for early access',
  audit_log: 'Who did what in the dashboard',
};

/** The unit of each kind, singular and plural. */
const COUNTED: Record<RetentionKind, readonly [one: string, many: string]> = {
  transcripts: ['conversation', 'conversations'],
  memories: ['memory', 'memories'],
  leads: ['lead', 'leads'],
  action_items: ['action item', 'action items'],
  notes: ['note', 'notes'],
  waitlist: ['person on the waitlist', 'people on the waitlist'],
  audit_log: ['audit log entry', 'audit log entries'],
};

/** '1,204 conversations'. */
export const countOf = (kind: RetentionKind, number: number): string => counted(number, ...COUNTED[kind]);

/** Everything a deletion removes: named if it is of one kind, as records if it is of several. */
export function wholeCount(preview: RetentionPreview): string {
  const [kind, ...others] = RETENTION_KINDS.filter((one) => preview[one] > 0);
  return kind && others.length === 0 ? countOf(kind, preview[kind]) : counted(rowsOf(preview), 'record');
}

const MAX_DAYS = 36_500;

const words = ({ forever, days }: Keeping) => (forever ? 'forever' : `${days || '?'} ${days === '1' ? 'day' : 'days'}`);
const byKind = <Value>(make: (kind: RetentionKind) => Value) =>
  Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, make(kind)])) as Record<RetentionKind, Value>;

export const retentionForm: GroupForm<RetentionSettings, RetentionForm> = {
  toForm: (value) => byKind((kind) => ({ forever: value[kind] === null, days: String(value[kind] ?? '') })),
  read(form) {
    const daysOf = (kind: RetentionKind) => wholeNumber(form[kind].days, 1, MAX_DAYS);
    const problems: Problem[] = RETENTION_KINDS.filter((kind) => !form[kind].forever && daysOf(kind) === null).map(
      (kind) => ({ field: kind, message: 'Enter whole days from 1 to 36,500, or choose ‘Forever’.' }),
    );
    return readingOf(problems, () => byKind((kind) => (form[kind].forever ? null : daysOf(kind))));
  },
  changes: (before, after) =>
    RETENTION_KINDS.filter((kind) => words(before[kind]) !== words(after[kind])).map((kind) =>
      fromTo(KIND_WORDS[kind].toLowerCase(), words(before[kind]), words(after[kind])),
    ),
};

/** Kinds whose retention would become shorter. */
export function shortened(before: RetentionSettings, after: RetentionSettings): RetentionKind[] {
  const length = (days: number | null) => days ?? Number.POSITIVE_INFINITY;
  return RETENTION_KINDS.filter((kind) => length(after[kind]) < length(before[kind]));
}

/** The total rows of a preview, as sent for confirmation. */
export const rowsOf = (preview: RetentionPreview): number =>
  RETENTION_KINDS.reduce((sum, kind) => sum + preview[kind], 0);
