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

/** A line of a conversation with its place and time. */
export interface TimedLine {
  seq: number;
  speaker: 'visitor' | 'agent';
  text: string;
  at: Date;
}
