/** The visitor's desk (`/privacy`): types shared by the web app and the server; no runtime library. */
import type { MemoryInfo, PublicConfig } from './wire.ts';

/** Facts that visitors can correct. */
export const CORRECTABLE = ['name', 'email', 'phone', 'company', 'role'] as const;
export type CorrectableField = (typeof CORRECTABLE)[number];

/** Longest corrected value, in characters. */
export const CORRECTION_MAX_CHARS = 200;
/** Messages that one call takes away. */
export const ERASED_MESSAGES_MAX = 100;
/** Conversations that one call takes away. */
export const ERASED_CONVERSATIONS_MAX = 100;
/** Lines of a conversation that one call reads. */
export const DESK_LINES_PER_READ = 200;
/** Conversations that the desk lists, newest first. */
export const DESK_CONVERSATIONS = 100;
/** How long a mailed link opens a desk, and how long a desk that it opened stays open, in milliseconds. */
export const DESK_LINK_LASTS_MS = 3_600_000;
export const DESK_LASTS_MS = 1_800_000;

/** Kinds of what is held, as the desk counts them. */
export const HELD_KINDS = [
  'conversations',
  'messages',
  'memories',
  'inquiry',
  'bookings',
  'action_items',
  'notes',
  'episodes',
  'sent',
  'waitlist',
] as const;
export type HeldKind = (typeof HELD_KINDS)[number];

/** By what the visitor of a desk is known. */
export type DeskOf = 'visitor' | 'session' | 'address';

/** A conversation as the desk lists it. */
export interface DeskConversation {
  id: string;
  /** ISO 8601, UTC, as all times. */
  started_at: string;
  /** Null while it runs. */
  ended_at: string | null;
  /** Whether it is kept after its end. */
  consent: boolean;
  messages: number;
  /** The first words of the visitor's first message; empty if there is none. */
  beginning: string;
  /** When it is deleted by itself if nothing more is said; null: never, or at its end without consent. */
  expires_at: string | null;
  /** Whether a legal hold keeps it, and whether it is erased once that is lifted. */
  held: boolean;
  erased_when_lifted: boolean;
}

/** A fact about the visitor. */
export interface DeskFact {
  field: CorrectableField;
  value: string | null;
  /** Whether the visitor has corrected it. */
  corrected: boolean;
}

/** The answer of `my_data`. */
export interface MyDataAnswer {
  of: DeskOf;
  /** The address of a mailed link; null for other desks. */
  email: string | null;
  counts: Record<HeldKind, number>;
  facts: DeskFact[];
  /** The newest ones; `counts` has them all. */
  conversations: DeskConversation[];
  memories: MemoryInfo[];
  retention_days: PublicConfig['retention_days'];
}

/** One line of `my_conversation`. */
export interface DeskLine {
  id: string;
  seq: number;
  speaker: 'visitor' | 'agent';
  text: string;
  ts: string;
}

/** The answer of `my_conversation`: lines in their order. */
export interface MyConversationAnswer {
  lines: DeskLine[];
  /** The `after` of the next read; null at the end. */
  next: number | null;
}

/** What `erase_my_data` takes away. */
export type ErasureScope = 'message' | 'memory' | 'session' | 'all';

/** The answer of `erase_my_data`: the receipt. */
export interface ErasureReceipt {
  /** For questions about this erasure, such as 'E-7K2M9QXA'. */
  number: string;
  scope: ErasureScope;
  at: string;
  /** Deleted rows by table. */
  counts: Record<string, number>;
  total: number;
  /** Conversations that a legal hold keeps for now; they are erased once it is lifted. */
  postponed: number;
}

/** The answer of `correct_my_data`. */
export interface CorrectMyDataAnswer {
  success: true;
  fact: DeskFact;
}

/** The answer of `withdraw_consent`. */
export interface WithdrawConsentAnswer {
  success: true;
  /** Running conversations that are not kept any more once they end. */
  withdrawn: number;
  /** Running conversations that a legal hold keeps: erased once it is lifted. */
  held: number;
}

/** The answer of `request_desk_link`; the same whether anything is held under the address. */
export interface RequestDeskLinkAnswer {
  success: true;
}

/** The answer of `read_desk_ways`. */
export interface DeskWaysAnswer {
  /** Whether a link can be mailed. */
  mail: boolean;
}

/** The answer of `open_desk`. */
export interface OpenDeskAnswer {
  desk_token: string;
  expires_at: string;
}

/** A legal hold on a conversation, as the dashboard shows it. */
export interface LegalHold {
  reason: string;
  placed_at: string;
  placed_by: string;
  /** Whether its visitor has asked for it to be erased. */
  erasure_waits: boolean;
}
