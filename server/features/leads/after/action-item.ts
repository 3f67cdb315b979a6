import { fixedSentence, fixedValue } from '@understudy/contract/fixed-sentences';

/** Something to do after a conversation. */
export interface ActionItem {
  /** Unique per session: two items with the same key are the same item. */
  key: string;
  title: string;
  description: string;
  priority: 'high' | 'medium' | 'low';
  owner: 'you' | 'visitor';
  category: 'sales' | 'promise' | 'follow-up' | 'support';
  tags: string[];
  /** A day such as `2026-12-01`; null when no day was named. */
  due_date: string | null;
  /** The utterance it came from. */
  seq: number | null;
}

/** A number or an address, or both; null if there is neither. */
export const eitherOf = (one: string | null, other: string | null): string | null =>
  one && other ? fixedValue('either', { one, other }) : (one ?? other);

/** How to reach them, in a sentence. */
export function reachSentence(at: string | null): string {
  return at ? fixedSentence('reach', { at }) : fixedSentence('no_address');
}

/** Whom to call or answer, as far as it is known. */
export interface Reach {
  name: string | null;
  phone: string | null;
  email: string | null;
}
