/**
 * Types of `/api/admin/people`: everybody of whom a conversation is kept, with all that belongs to them; no runtime
 * library.
 */
import type { AdminActionItem, AdminSession, LeadStatus, Note } from './admin.ts';
import type { OwnerBooking } from './bookings.ts';
import type { Intent } from './leads.ts';
import type { MailTemplate } from './mail.ts';

/** The orders of the list of people: by when they were last there, or by their score, the highest first. */
export const PEOPLE_SORTS = ['last_seen', 'score'] as const;
export type PeopleSort = (typeof PEOPLE_SORTS)[number];

/** Longest tag, in characters, and most tags of a person. */
export const TAG_MAX_CHARS = 40;
export const TAGS_MAX = 20;

/** What is known of a person, in the order in which it is shown. */
export const FACT_FIELDS = [
  'name',
  'email',
  'phone',
  'company',
  'role',
  'budget',
  'timeline',
  'use_case',
  'pain_point',
] as const;
export type FactField = (typeof FACT_FIELDS)[number];

/** A person in a list: one visitor, or several who left the same address or whom the owner merged. */
export interface Person {
  /** The id of one of their visitors; the ids of the others lead to the same person. */
  id: string;
  /** What they said of themselves, the newest of each. */
  name: string | null;
  email: string | null;
  phone: string | null;
  company: string | null;
  role: string | null;
  /** The newest intent, and the highest score of their visitors. */
  intent: Intent | null;
  score: number;
  status: LeadStatus;
  tags: string[];
  /** Who of the team looks after them; null for nobody in particular. */
  assignee: { id: string; email: string } | null;
  /** How many conversations and visitors they are. */
  conversations: number;
  visitors: number;
  open_items: number;
  first_seen_at: string;
  last_seen_at: string;
}

/** A value of a fact, as it was said or corrected. */
export interface FactValue {
  /** Null if the visitor took the fact back. */
  value: string | null;
  /** When it was said or corrected; null if its conversation is no longer kept. */
  said_at: string | null;
  /** Whether the visitor corrected it in what is held of them, instead of saying it in a conversation. */
  corrected: boolean;
  /** The visitor who said it. */
  visitor_id: string;
  /** The line in which it was said, as far as it is still kept. */
  session_id: string | null;
  seq: number | null;
  /** That line, or the part of it around the value. */
  quote: string | null;
  /** The value that it replaced; null if it was the first. */
  replaced: string | null;
}

/** A fact with its history. */
export interface Fact {
  field: FactField;
  /** The newest value; null if it was taken back. */
  value: string | null;
  /** The newest first. Of problems, which do not replace each other, the one value of this fact. */
  history: FactValue[];
}

/** A conversation of a person. */
export interface PersonSession extends AdminSession {
  /** The summary's text; null before there is one. */
  executive_summary: string | null;
}

/** A mail to a person, or to the team about them. */
export interface PersonMail {
  id: string;
  template: MailTemplate;
  recipient: string;
  session_id: string | null;
  created_at: string;
  /** When the mail server accepted it; null if it has not yet. */
  delivered_at: string | null;
  /** When it was given up, or refused; null if it was not. */
  gave_up_at: string | null;
}

/** Visitors who can be parted from the rest of a person. */
export interface PersonPart {
  /** Why they belong to the person: somebody of the team merged them, or they left the same address. */
  by: 'merge' | 'address';
  /** The merge to undo; null for an address. */
  link_id: string | null;
  /** One of their visitors; for an address the one. */
  visitor_id: string;
  name: string | null;
  email: string | null;
  conversations: number;
  last_seen_at: string;
  /** When they were merged, and by whom; null for an address. */
  merged_at: string | null;
  merged_by: string | null;
}

/** The answer of `GET /api/admin/people/{id}`. */
export interface PersonDetail extends Person {
  facts: Fact[];
  /** The newest first. */
  sessions: PersonSession[];
  /** The latest first. */
  bookings: OwnerBooking[];
  /** Open ones first, then the newest. */
  action_items: AdminActionItem[];
  /** The newest first. */
  mails: PersonMail[];
  /** On the person and on their conversations, oldest first. */
  notes: Note[];
  parts: PersonPart[];
  /** Tags that are used for anybody. */
  known_tags: string[];
  /** Who can look after a person. */
  team: { id: string; email: string }[];
  /** Lists that hold more than is answered, which are their newest 200. */
  cut: ('sessions' | 'bookings' | 'action_items' | 'mails' | 'notes')[];
}

/** What two people would be together: the answer of `GET /api/admin/people/{id}/merge`. */
export interface MergePreview {
  one: Person;
  other: Person;
  /** Facts that both have with different values, with the one that would count: the newest said. */
  facts: { field: FactField; value: string | null; instead_of: string | null }[];
  /** What the person merged in brings along. */
  brings: { sessions: number; bookings: number; action_items: number; mails: number; notes: number };
}

/** The answer of a part. */
export interface PartAnswer {
  /** The person who was parted, by one of their visitors. */
  parted_id: string;
}
