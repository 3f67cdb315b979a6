/**
 * What the owner's side says on the wire, as types without a runtime library: the dashboard and
 * the server share these. Times are ISO 8601 in UTC, durations end in `_ms`.
 */
import { DEFAULT_RANGE, RANGE_DAYS } from './constants.ts';
import type { Intent, LeadSignal } from './leads.ts';
import type { ActionItemAnswer } from './wire.ts';

/** Who may do what, the least first (specification, section 6). */
export const ROLES = ['viewer', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role may do what another is required for. */
export function allows(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(required);
}

/** The answer of `GET /api/profile`. */
export interface Profile {
  id: string;
  email: string;
  role: Role;
  /** True where nobody signed in, because `LOCAL_ADMIN=on` lets the server's own machine read. */
  local: boolean;
  /** True where a one-time link opened the dashboard, in the role admin at most and without a password. */
  by_link: boolean;
}

/**
 * What figures and lists of a range count: kept conversations that started in it, running ones included. '1d' is the
 * last 24 hours; every other range is whole days of the consultant's time zone, today included.
 */
export interface CountedSpan {
  /** The first and the last day, YYYY-MM-DD. */
  from: string;
  to: string;
  /** IANA name. */
  time_zone: string;
  /** The exact beginning of the last 24 hours, ISO 8601 with the zone's offset; null where whole days count. */
  since: string | null;
}

/** One of somebody's own sign-ins. */
export interface SignInRow {
  id: string;
  /** In plain words, such as 'Firefox on Linux'; null where it cannot be told. */
  device: string | null;
  /** Where it began, the last part of the address left out; null for one of an earlier release. */
  network: string | null;
  via: 'password' | 'invitation' | 'link';
  /** Whether a second factor was given. */
  second_factor: boolean;
  began_at: string;
  /** Within a quarter of an hour. */
  last_used_at: string;
  /** The one that asks. */
  current: boolean;
}

/** The answer of `GET /api/profile/sign-ins`, the one that was used last first. */
export interface SignIns extends Page<SignInRow> {
  /** Whether a hosted issuer (AUTH_URL) keeps sign-ins and second factors; the list is empty then. */
  hosted: boolean;
}

/** The answer of `POST /api/profile/sign-ins/end-others`. */
export interface EndedSignIns {
  ended: number;
}

/** How far back a list or a figure reaches. */
export type Range = keyof typeof RANGE_DAYS;

/** The range that was asked for; an unknown one means seven days (specification, section 9). */
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
  /** A whole per cent: '7%'. */
  conversionRate: string;
}

/** The same with what they count. */
export interface StatsAnswer extends Stats {
  span: CountedSpan;
}

/** What the cards show before there is an answer, and after a failure. */
export const NO_STATS: Stats = { totalSessions: 0, highQualityLeads: 0, avgSessionTime: '0m', conversionRate: '0%' };

/** What became of a lead, set by the owner. */
export const LEAD_STATUSES = ['new', 'contacted', 'qualified', 'won', 'lost'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

/** A session as lists show it (specification, section 3, admin session). */
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
  /** Whole minutes, as a number's text: '12'; null when it is not known. */
  duration: string | null;
  /** Whether there is a summary. */
  summary: boolean;
  utterance_count: number;
  status: LeadStatus;
  /**
   * The weightiest reason of the score but the intent and the address, in a sentence; the intent's where there is no
   * other.
   */
  reason: string | null;
  /**
   * Whether the visitor asked for a call, by the page's form or in words, whatever they chose after it (`cta_chosen`).
   */
  call_requested: boolean;
  /** Whether the visitor complained, or asked for a person in place of the twin. */
  complaint: boolean;
  /** What a conversation that still runs seems to be about so far; null before that is known, and once it is over. */
  current_intent: Intent | null;
}

/** A session as an export has it: with what is known of who held it, and of the call that they asked for. */
export interface ExportedSession extends Omit<AdminSession, 'visitor_id'> {
  /** The same for all sessions of one visitor, in every export of this installation, and of no use anywhere else. */
  visitor_ref: string;
  company: string | null;
  role: string | null;
  /** The visitor's own words in which they asked for a call, at most 200 characters; null when they asked for none. */
  call_wish: string | null;
  /** The day that was understood of it, '2026-12-01'; null when none was named. */
  call_day: string | null;
  /** By time; only where transcripts were asked for. */
  transcript?: ExportedUtterance[];
}

/** What was said, as an export has it. */
export type ExportedUtterance = Pick<AdminUtterance, 'seq' | 'ts' | 'speaker' | 'text' | 'interrupted'>;

/** A page of a list. The cursor is opaque; null on the last page. */
export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

/** The answer of `GET /api/admin/sessions`. */
export interface SessionsPage extends Page<AdminSession> {
  /** How many the filter shows altogether. */
  total: number;
  /**
   * There are `total` at least: hits are counted up to a thousand, of one or two letters those on the way to the page.
   */
  total_is_more: boolean;
  /** Intents that occur in the range, beyond those that the filter always has. */
  intents: Intent[];
}

/** One utterance of a transcript. */
export interface AdminUtterance {
  id: string;
  seq: number;
  turn_id: string;
  speaker: 'visitor' | 'agent';
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
  analyser: 'embedded' | 'merged';
  created_at: string;
}

export interface AdminEvent {
  id: string;
  kind: string;
  payload: unknown;
  ts: string;
}

/** Something to be done, with where it came from. */
export interface AdminActionItem extends ActionItemAnswer {
  id: string;
  session_id: string | null;
  visitor_id: string;
  /** The utterance from which it came. */
  seq: number | null;
  status: 'open' | 'done';
  created_at: string;
}

/** The summary of a session that is over. */
export interface AdminSummary {
  session_id: string;
  executive_summary: string;
  action_items: { text: string; owner: string; priority: string }[];
  topics: string[];
  open_questions: string[];
  sentiment: 'positive' | 'neutral' | 'negative';
  writer: string;
}

/** The answer of `POST /api/admin/sessions/{id}/draft`: an email that could follow the conversation. Nothing is sent. */
export interface FollowupDraft {
  /** Where the visitor can be reached; null where they left no address. */
  to: string | null;
  subject: string;
  /** Plain text. What stands in square brackets is for the owner to fill in. */
  body: string;
  /** Who wrote it: `embedded`, or a model's id. */
  writer: string;
}

export interface Note {
  id: string;
  session_id: string | null;
  text: string;
  /** The author's address, also after they were removed. */
  author: string;
  /** Whether the one who asks wrote it, or is an owner, and may change it. */
  mine: boolean;
  created_at: string;
  updated_at: string;
}

/** A step of the score's log with its place in the transcript. */
export interface ScoreStep extends Omit<LeadSignal, 'utterance_id'> {
  seq: number;
  /** The score after it. */
  score: number;
  created_at: string;
}

/** Where the time of a spoken turn went, in milliseconds since the end of the visitor's speech; null: not known. */
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
  session: AdminSession & { company: string | null; role: string | null; mode: string };
  utterances: AdminUtterance[];
  /** More was said than is given here; the rest comes with `?after={seq}`. */
  more_after: number | null;
  summary: AdminSummary | null;
  /** The newest first. */
  extracts: AdminExtract[];
  /** The oldest first. */
  events: AdminEvent[];
  notes: Note[];
  action_items: AdminActionItem[];
  reasons: string[];
  score: ScoreStep[];
  waterfalls: TurnWaterfall[];
  /** Other sessions of the same lead, the newest first. */
  other_sessions: AdminSession[];
}

/** One who asked for early access. */
export interface WaitlistEntry {
  id: string;
  email: string;
  name: string | null;
  created_at: string;
}

/** A place where words were found in a transcript. */
export interface SearchHit {
  session: AdminSession;
  seq: number;
  speaker: 'visitor' | 'agent';
  /** Words around it; what was found stands between U+0002 and U+0003. */
  excerpt: string;
}

/** An entry of the audit log. */
export interface AuditEntry {
  id: number;
  at: string;
  actor: string;
  action: string;
  detail: Record<string, unknown>;
  /** Whom it is about, where `detail` names a visitor or a conversation that is still kept. */
  subject: { name: string | null; session_id: string | null } | null;
  /** The caller's network, the last part left out. */
  address: string | null;
}

/** Somebody who may sign in. */
export interface AdminUser {
  id: string;
  email: string;
  role: Role;
  created_at: string;
  last_sign_in_at: string | null;
  /** An invitation that was not taken up yet. */
  invited: boolean;
  /** Whether they are asked for a second factor when they sign in. */
  second_factor: boolean;
}

/** The answer of `POST /api/admin/users` and `POST /api/admin/users/{id}/invitation`; the link is told this once. */
export interface Invitation {
  user: AdminUser;
  /**
   * Where a password is chosen, once; null where a hosted issuer keeps the passwords. A path alone where the server
   * does not know its own address.
   */
  url: string | null;
  expires_at: string | null;
  /** What has to be known about the link, in a sentence. */
  note: string | null;
}

/** What `GET /api/admin/events` sends, as server-sent events. */
export type AdminLiveEvent =
  | { event: 'session'; data: { id: string; change: 'started' | 'changed' | 'ended' } }
  | {
      event: 'notice';
      data: {
        id: string;
        contact_name: string | null;
        lead_score: number;
        /**
         * Its score reached the threshold; or, whatever the score, a call was asked for, or something was complained
         * of.
         */
        reason: NoticeReason;
      };
    };

/** A score that was reached, a call that was asked for, a complaint or the wish for a person. */
export const NOTICE_REASONS = ['score', 'call', 'complaint'] as const;
/** Why a conversation is worth a notice, and a message to WEBHOOK_URL. */
export type NoticeReason = (typeof NOTICE_REASONS)[number];

/** Formats of `GET /api/admin/export`, and whose column names a CSV file has. */
export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_PRESETS = ['plain', 'hubspot', 'salesforce', 'pipedrive'] as const;
export type ExportPreset = (typeof EXPORT_PRESETS)[number];

/** Longest search, in characters: longer ones name nothing that is kept. */
export const SEARCH_MAX_CHARS = 200;
/** Longest note, in characters. */
export const NOTE_MAX_CHARS = 10_000;
/** Items on a page of a list, unless the call says otherwise, and at the most. */
export const PAGE_SIZE = 25;
export const PAGE_SIZE_MAX = 100;
