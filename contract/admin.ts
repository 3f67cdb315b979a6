/**
 * Response types of the dashboard API, shared by the dashboard and the server; no runtime library. Times are ISO 8601
 * in UTC, durations end in `_ms`.
 */
import type { OwnerBooking } from './bookings.ts';
import { DEFAULT_RANGE, RANGE_DAYS } from './constants.ts';
import type { ActionItemAnswer, Intent, LeadSignal } from './leads.ts';
import type { HostPage } from './widget.ts';

/** Roles, from the fewest rights to the most (specification, section 6). */
export const ROLES = ['viewer', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role has at least the rights of `required`. */
export function allows(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(required);
}

/** The answer of `GET /api/profile`. */
export interface Profile {
  id: string;
  email: string;
  role: Role;
  /** True when nobody signed in because `LOCAL_ADMIN=on` lets the server's own machine read. */
  local: boolean;
  /** True when a one-time link opened the dashboard, which grants at most the admin role and needs no password. */
  by_link: boolean;
}

/**
 * The time span that figures and lists cover: kept conversations that started in it, running ones included. '1d' is the
 * last 24 hours; every other range is whole days in the consultant's time zone, today included.
 */
export interface CountedSpan {
  /** First and last day, YYYY-MM-DD. */
  from: string;
  to: string;
  /** IANA name. */
  time_zone: string;
  /** Exact start of the last 24 hours, ISO 8601 with the zone's offset; null when whole days count. */
  since: string | null;
}

/** One sign-in of the current user. */
export interface SignInRow {
  id: string;
  /** In plain words, such as 'Firefox on Linux'; null when unknown. */
  device: string | null;
  /** Network of the sign-in, without the last part of the address; null for sign-ins from an earlier release. */
  network: string | null;
  via: 'password' | 'invitation' | 'link';
  /** Whether a second factor was used. */
  second_factor: boolean;
  began_at: string;
  /** Accurate to a quarter of an hour. */
  last_used_at: string;
  /** Whether this is the sign-in that makes the request. */
  current: boolean;
}

/** The answer of `GET /api/profile/sign-ins`, most recently used first. */
export interface SignIns extends Page<SignInRow> {
  /** Whether a hosted issuer (AUTH_URL) manages sign-ins and second factors; the list is then empty. */
  hosted: boolean;
}

/** The answer of `POST /api/profile/sign-ins/end-others`. */
export interface EndedSignIns {
  ended: number;
}

/** How far back a list or figure reaches. */
export type Range = keyof typeof RANGE_DAYS;

/** The requested range; seven days if it is unknown (specification, section 9). */
export function rangeOf(asked: string | null | undefined): Range {
  return asked !== null && asked !== undefined && Object.hasOwn(RANGE_DAYS, asked) ? (asked as Range) : DEFAULT_RANGE;
}

export const SORTS = ['score', 'date', 'duration'] as const;
export type Sort = (typeof SORTS)[number];

/** The answer of `GET /api/admin/stats`, as the cards show it. */
export interface Stats {
  totalSessions: number;
  highQualityLeads: number;
  /** Whole minutes: '12m'. */
  avgSessionTime: string;
  /** Whole per cent: '7%'. */
  conversionRate: string;
}

/** The stats with the span that they cover. */
export interface StatsAnswer extends Stats {
  span: CountedSpan;
}

/** Shown before the first answer and after a failure. */
export const NO_STATS: Stats = { totalSessions: 0, highQualityLeads: 0, avgSessionTime: '0m', conversionRate: '0%' };

/** What became of a lead, as set by the owner. */
export const LEAD_STATUSES = ['new', 'contacted', 'qualified', 'won', 'lost'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

/** A session in a list (specification, section 3, admin session). */
export interface AdminSession {
  id: string;
  visitor_id: string;
  contact_name: string | null;
  email: string | null;
  /** The visitor's own telephone number. */
  phone: string | null;
  lead_score: number;
  final_intent: Intent | null;
  cta_chosen: string | null;
  started_at: string;
  ended_at: string | null;
  created_at: string;
  /** Whole minutes as text: '12'; null when unknown. */
  duration: string | null;
  /** Whether there is a summary. */
  summary: boolean;
  utterance_count: number;
  status: LeadStatus;
  /**
   * The strongest reason for the score other than intent and address, as a sentence; the intent's reason if there is no
   * other.
   */
  reason: string | null;
  /** Whether the visitor asked for a call, by the form or in words, whatever they chose afterwards (`cta_chosen`). */
  call_requested: boolean;
  /** Whether the visitor has booked a meeting in this conversation, and has not canceled it. */
  booked: boolean;
  /** Whether the visitor complained or asked for a person instead of the twin. */
  complaint: boolean;
  /** Whether they asked for a person and did not complain. */
  asks_person: boolean;
  /** Intent of a running conversation so far; null until it is known and once the conversation is over. */
  current_intent: Intent | null;
}

/** A page of a list. The cursor is opaque; null on the last page. */
export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

/** The answer of `GET /api/admin/sessions`. */
export interface SessionsPage extends Page<AdminSession> {
  /** Total number of sessions that match the filter. */
  total: number;
  /**
   * Whether `total` is a lower bound: matches are counted up to a thousand; for one or two letters, only those found on
   * the way to this page.
   */
  total_is_more: boolean;
  /** Intents that occur in the range, in addition to those that the filter always offers. */
  intents: Intent[];
}

/** One utterance of a transcript. */
export interface AdminUtterance {
  id: string;
  seq: number;
  turn_id: string;
  speaker: 'visitor' | 'agent' | 'person';
  author: string | null;
  text: string;
  ts: string;
  interrupted: boolean;
}

/** A stored extract. */
export interface AdminExtract {
  id: number;
  seq: number;
  intent: Intent | null;
  /** 0 to 1. */
  confidence: number;
  lead_score: number;
  /** `visitor`: as the visitor has corrected it. */
  analyser: 'embedded' | 'merged' | 'visitor';
  created_at: string;
}

export interface AdminEvent {
  id: string;
  kind: string;
  payload: unknown;
  ts: string;
}

/** An action item and where it came from. */
export interface AdminActionItem extends ActionItemAnswer {
  id: string;
  session_id: string | null;
  visitor_id: string;
  /** The visitor, as far as they said who they are. */
  contact_name: string | null;
  company: string | null;
  /** The utterance it came from. */
  seq: number | null;
  status: 'open' | 'done';
  /** Who of the owner's people does it; null for nobody in particular. */
  assignee: { id: string; email: string } | null;
  created_at: string;
}

/** When items are due: before today, today, later this week (until Sunday), later, or on no day. */
export const DUE_GROUPS = ['overdue', 'today', 'week', 'later', 'none'] as const;
export type DueGroup = (typeof DUE_GROUPS)[number];

/** The answer of `GET /api/admin/action-items/inbox`: what the inbox can be filtered by. */
export interface ItemsInbox {
  /** Today in the owner's time zone, `2026-12-01`. */
  today: string;
  /** How many items the filters match, by when they are due. */
  counts: Record<DueGroup, number>;
  /** Categories of open items. */
  categories: string[];
  /** Who items can be assigned to. */
  people: { id: string; email: string }[];
  /** The caller's id; null for a person at this machine who has not signed in. */
  me: string | null;
}

/** The summary of a finished session. */
export interface AdminSummary {
  session_id: string;
  executive_summary: string;
  action_items: { text: string; owner: string; priority: string }[];
  topics: string[];
  open_questions: string[];
  sentiment: 'positive' | 'neutral' | 'negative';
  writer: string;
}

/** The answer of `POST /api/admin/sessions/{id}/draft`: a draft of a follow-up email. Nothing is sent. */
export interface FollowupDraft {
  /** The visitor's address; null if they left none. */
  to: string | null;
  subject: string;
  /** Plain text. Text in square brackets is for the owner to fill in. */
  body: string;
  /** Who wrote it: `embedded` or a model id. */
  writer: string;
}

export interface Note {
  id: string;
  session_id: string | null;
  text: string;
  /** The author's address, kept after the author is removed. */
  author: string;
  /** Whether the requester may change it, as its author or as an owner. */
  mine: boolean;
  created_at: string;
  updated_at: string;
}

/** One step of the score log and its place in the transcript. */
export interface ScoreStep extends Omit<LeadSignal, 'utterance_id'> {
  seq: number;
  /** The score after this step. */
  score: number;
  created_at: string;
}

/** Timings of a spoken turn, in milliseconds since the end of the visitor's speech; null when unknown. */
export interface TurnWaterfall {
  turn_id: string;
  utterance_sent_ms: number | null;
  transcribed_ms: number | null;
  first_word_ms: number | null;
  first_audio_ms: number | null;
  playback_start_ms: number | null;
}

/** The answer of `GET /api/admin/sessions/{id}`. */
export interface SessionDetail {
  session: AdminSession & {
    company: string | null;
    role: string | null;
    mode: string;
    /** The page on which the widget stood when the conversation began; null without the widget. */
    page: HostPage | null;
  };
  utterances: AdminUtterance[];
  /** Set when the transcript continues; fetch the rest with `?after={seq}`. */
  more_after: number | null;
  summary: AdminSummary | null;
  /** Newest first. */
  extracts: AdminExtract[];
  /** Oldest first. */
  events: AdminEvent[];
  notes: Note[];
  action_items: AdminActionItem[];
  reasons: string[];
  score: ScoreStep[];
  waterfalls: TurnWaterfall[];
  /** Other sessions of the same lead, newest first. */
  other_sessions: AdminSession[];
  /** Whether its show is on now; null for a conversation without a show. */
  show: { active: boolean } | null;
  /** Bookings of its visitor, the latest first. */
  bookings: OwnerBooking[];
}

/** Someone who asked for early access. */
export interface WaitlistEntry {
  id: string;
  email: string;
  name: string | null;
  created_at: string;
}

/** A match of a transcript search. */
export interface SearchHit {
  session: AdminSession;
  seq: number;
  speaker: 'visitor' | 'agent' | 'person';
  /** The match in context; matched text stands between U+0002 and U+0003. */
  excerpt: string;
}

/** An entry of the audit log. */
export interface AuditEntry {
  id: number;
  at: string;
  actor: string;
  action: string;
  detail: Record<string, unknown>;
  /** The subject, if `detail` names a visitor or a conversation that is still kept. */
  subject: { name: string | null; session_id: string | null } | null;
  /** The caller's network address without its last part. */
  address: string | null;
}

/** A user who may sign in. */
export interface AdminUser {
  id: string;
  email: string;
  role: Role;
  created_at: string;
  last_sign_in_at: string | null;
  /** Whether the invitation is still pending. */
  invited: boolean;
  /** Whether sign-in requires a second factor. */
  second_factor: boolean;
}

/** The answer of `POST /api/admin/users` and `POST /api/admin/users/{id}/invitation`. The link is shown only once. */
export interface Invitation {
  user: AdminUser;
  /**
   * One-time link for choosing a password; null when a hosted issuer keeps the passwords. Only a path when the server
   * does not know its own address.
   */
  url: string | null;
  expires_at: string | null;
  /** What the inviter needs to know about the link, in a sentence. */
  note: string | null;
  /** Whether the link was mailed to the user too. */
  mailed: boolean;
}

/** Server-sent events of `GET /api/admin/events`. */
export type AdminLiveEvent =
  | { event: 'session'; data: { id: string; change: 'started' | 'changed' | 'ended' } }
  | {
      event: 'notice';
      data: {
        id: string;
        contact_name: string | null;
        lead_score: number;
        /** Its score reached the threshold or, whatever the score, a call was requested or a complaint made. */
        reason: NoticeReason;
      };
    }
  | { event: 'waiting'; data: { visitors: number } };

/** `score`: the threshold was reached; `call`: one was requested; `complaint`: one, or a request for a person. */
export const NOTICE_REASONS = ['score', 'call', 'complaint'] as const;
/** Why a conversation is worth a notice and a message to WEBHOOK_URL. */
export type NoticeReason = (typeof NOTICE_REASONS)[number];

/** Longest search text (no kept text matches a longer one) and longest note, in characters. */
export const SEARCH_MAX_CHARS = 200;
export const NOTE_MAX_CHARS = 10_000;
/** Default and largest number of items on a page of a list. */
export const PAGE_SIZE = 25;
export const PAGE_SIZE_MAX = 100;
