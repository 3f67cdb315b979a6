/** Something to be done after a conversation. */
export interface ActionItem {
  /** Two items of one session with one key are the same. */
  key: string;
  title: string;
  description: string;
  priority: 'high' | 'medium' | 'low';
  owner: 'you' | 'visitor';
  category: 'sales' | 'promise' | 'follow-up' | 'support';
  tags: string[];
  /** A day, `2026-12-01`; null when none was named. */
  due_date: string | null;
  /** The utterance from which it came. */
  seq: number | null;
}

/** A line of a conversation with its place and time. */
export interface TimedLine {
  seq: number;
  speaker: 'visitor' | 'agent';
  text: string;
  at: Date;
}
