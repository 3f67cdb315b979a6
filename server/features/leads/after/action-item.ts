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

/** Whom to call or answer, as far as it is known. */
export interface Reach {
  name: string | null;
  phone: string | null;
  email: string | null;
}
