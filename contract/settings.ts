/**
 * Types of the owner's settings (`GET|PUT /api/admin/settings` and related calls); no runtime library. Each group is
 * read, changed and stored as a whole, with its own version.
 */
import type { Role } from './admin.ts';
import type { MailSettings } from './mail.ts';
import type { ProviderName } from './providers.ts';
import type { WidgetSettings } from './widget.ts';

/** Who is notified of a hot lead. */
export interface NotificationSettings {
  /** Lowest score that triggers a notice, 1 to 100. */
  threshold: number;
  /** Whether notices also go to WEBHOOK_URL, if one is configured. */
  webhook: boolean;
}

/** Kinds of data with a retention time of their own. */
export const RETENTION_KINDS = [
  'transcripts',
  'memories',
  'leads',
  'action_items',
  'notes',
  'waitlist',
  'audit_log',
] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];
/** Whole days, 1 to 36,500; null means for ever, which must be chosen explicitly. */
export type RetentionSettings = Record<RetentionKind, number | null>;

/** Texts of the offers in the chat. Empty texts are never sent: a group contains all of them. */
export interface OfferSettings {
  book_call: string;
  leave_email: string;
  get_summary: string;
  /** The sentence above the offers. */
  invitation: string;
}

/** The offers as they are until the owner words them; the page shows the unchanged ones in the reader's language. */
export const USUAL_OFFERS: Readonly<OfferSettings> = {
  book_call: 'Book a call',
  leave_email: 'Leave an email',
  get_summary: 'Get the summary',
  invitation: 'Want {first_name} to follow up?',
};

/**
 * Whether this machine's time zone database knows the name. An offset is not accepted, since it has no daylight saving
 * rules.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The consultant's office hours; if there are none, nothing is said about hours. */
export interface HoursSettings {
  /** IANA name; analytics days are counted in this zone too. */
  time_zone: string;
  /** In order, without overlaps; `day` 0 is Monday, times are HH:MM, `to` after `from`, 24:00 allowed. */
  open: { day: number; from: string; to: string }[];
}

/** Provider prices. A model may appear only once. */
export interface PriceSettings {
  /** ISO 4217. */
  currency: string;
  rows: PriceRow[];
}
export type PriceRow =
  | { kind: 'chat'; provider: string; model: string; per_million_prompt: number; per_million_completion: number }
  | { kind: 'voice'; provider: string; model: string; per_million_characters: number }
  | { kind: 'transcription'; provider: string; model: string; per_hour: number };

/** Who may call the language models besides the twin itself. */
export interface ModelSettings {
  /** Whether a visitor's session may call `{provider}_chat`. */
  session_chat: boolean;
}

/** Sign-in requirements. */
export interface SignInSettings {
  /** `required`: users without a second factor can do nothing but set one up. */
  second_factor: 'optional' | 'required';
}

/** What visitors see besides the conversation. Defaults to the twin's persona. */
export interface VisitorPageSettings {
  /** The 'Conversation Analysis' card, score and intent. When off, the visitor's page receives none of it. */
  analysis: boolean;
  /** The model picker, and which model answered. When off, every reply comes from the default model. */
  models: boolean;
  /** Speaking and listening. When off, the server refuses both for visitors. */
  voice: boolean;
  /** The waitlist on the landing page. When off, the server takes no address. */
  waitlist: boolean;
  /** Links to the dashboard on visitors' pages. */
  dashboard_link: boolean;
  /** Questions that a visitor may send with one click, three at a time; empty for none. */
  starters: string[];
}

/** What visitors see where a twin's files say nothing about it. */
export const USUAL_VISITOR_PAGE: VisitorPageSettings = {
  analysis: false,
  models: true,
  voice: true,
  waitlist: true,
  dashboard_link: true,
  starters: [],
};
/** Most starter questions, and the longest, in characters. */
export const STARTERS_MAX = 12;
export const STARTER_MAX_CHARS = 120;

/** Why a message goes to WEBHOOK_URL; `person_wanted`: a visitor waits for a person in the chat. */
export const MESSAGE_REASONS = ['score', 'call', 'complaint', 'person_wanted'] as const;
export type MessageReason = (typeof MESSAGE_REASONS)[number];

/** All groups by name. */
/** What is masked in files that the owner downloads. */
export interface ExportSettings {
  /** Email and web addresses, and streets. */
  addresses: boolean;
  /** Telephone and account numbers. */
  numbers: boolean;
  /** Names of visitors and of their companies. */
  names: boolean;
}
export const EXPORT_MASKS = ['names', 'addresses', 'numbers'] as const;

export interface SettingsGroups {
  notifications: NotificationSettings;
  mail: MailSettings;
  retention: RetentionSettings;
  offers: OfferSettings;
  hours: HoursSettings;
  prices: PriceSettings;
  sign_in: SignInSettings;
  models: ModelSettings;
  visitor_page: VisitorPageSettings;
  widget: WidgetSettings;
  exports: ExportSettings;
}
export const SETTINGS_GROUPS = [
  'notifications',
  'mail',
  'retention',
  'offers',
  'hours',
  'prices',
  'sign_in',
  'models',
  'visitor_page',
  'widget',
  'exports',
] as const;
export type SettingsGroup = keyof SettingsGroups;

/** A settings group and its state. */
export interface Setting<Value> {
  value: Value;
  /** The default value. */
  usual: Value;
  /**
   * Whether this release cannot read the stored value: `value` is then the default, and for retention nothing is
   * deleted.
   */
  unreadable: boolean;
  /** 0 if never set. A change names the version it is based on; 409 `conflict` if that is outdated. */
  version: number;
  updated_at: string | null;
  updated_by: string | null;
  /** Who may change it. */
  role: Role;
}

/** The answer of `GET /api/admin/settings`. */
export type SettingsAnswer = { [Name in SettingsGroup]: Setting<SettingsGroups[Name]> } & {
  /** Host of WEBHOOK_URL and the result of the newest message; null if none is configured. */
  webhook: { host: string; last: { at: string; ok: boolean; problem: string | null } | null } | null;
  /**
   * Set while deletion is on hold because the server's clock jumped more than a day past the last deletion. It resumes
   * when an owner confirms the clock (`POST /api/admin/settings/retention/confirm-clock`) or after the clock has run
   * steadily for a week: at `deletes_at`, if the server runs until then.
   */
  retention_held: { last_run_at: string; rows: number; since: string; deletes_at: string } | null;
};

/** The answer of `POST /api/admin/settings/retention/preview {value}`: rows that the next run would delete. */
export type RetentionPreview = Record<RetentionKind, number>;

/** The answer of `POST /api/admin/settings/webhook/test`, which sends one signed message of type `test`. */
export interface WebhookTest {
  ok: boolean;
  took_ms: number;
  /** The response, or what went wrong, in a sentence. */
  detail: string;
}

/** A message that the webhook did not accept for a day (`GET /api/admin/settings/webhook/dead-letters`). */
export interface DeadLetter {
  id: string;
  session_id: string;
  reason: MessageReason;
  lead_score: number;
  contact_name: string | null;
  created_at: string;
  gave_up_at: string;
  /** Number of delivery attempts. */
  attempts: number;
  /** Why the last attempt failed, in a few words. */
  problem: string;
}

/**
 * The answer of `POST /api/admin/danger/erase-visitor/preview` and of `POST /api/admin/danger/erase-visitor`: deleted
 * rows by table. Both take `{email}`, `{visitor_id}` or `{session_id}`: everybody who left this address, one visitor,
 * or one conversation with everything derived from it. The second also takes a confirmation: `confirm`, the address
 * typed again, or `confirm_rows`, the preview's total (409 `confirmation_needed` if that is outdated).
 */
export interface VisitorErasure {
  /** Null if the request named no address. */
  email: string | null;
  /** Visitors who are erased completely. */
  visitors: number;
  counts: Record<string, number>;
  total: number;
  /**
   * Addresses that these visitors left as their own. Other data under these addresses is deleted only when erasing by
   * address.
   */
  addresses: string[];
  /** Conversations that a legal hold keeps. They are not counted, and are erased once it is lifted. */
  held: number;
}
/**
 * The answer of `POST /api/admin/danger/delete-conversations/preview {before}`; `before` is a day in the owner's time
 * zone.
 */
export interface ConversationsPreview {
  before: string;
  sessions: number;
  /** Conversations of that time that a legal hold keeps. They are not counted, and stay. */
  held: number;
}
/**
 * Progress of the newest deletion of conversations: the answer of `POST /api/admin/danger/delete-conversations {before,
 * confirm_rows}` (202; 409 `confirmation_needed` if the number is outdated) and, within `{deletion}`, of `GET` on the
 * same path, which is null if there never was one.
 */
export interface ConversationsDeletion {
  before: string;
  /** Conversations to delete, and those deleted so far. */
  total: number;
  deleted: number;
  running: boolean;
  started_at: string;
  started_by: string;
}
/**
 * The answer of `POST /api/admin/danger/sign-out-everyone`: the number of sign-ins ended, the caller's own included.
 */
export interface SignedOutEveryone {
  signed_out: number;
}

/** A provider in use (`GET /api/admin/providers`), including the embedded ones. */
export interface ProviderState {
  id: string;
  kind: 'chat' | 'transcription' | 'voice' | 'embedding';
  provider: string;
  /** Host of its address; null for the embedded providers. */
  host: string | null;
  /** Models requested from it, the default first. */
  models: string[];
  /** The key's last four characters after dots; null if there is no key or it is shorter than twelve characters. */
  key: string | null;
  /** Position in the fallback chain, from 0. */
  place: number;
  /** Whether it is paused after consecutive failures. */
  resting: boolean;
  last_error: { at: string; problem: string } | null;
  last_success_at: string | null;
  /** Since when it has rejected the key or reported no credit (401, 402, 403); null once it answers again. */
  refused_since: string | null;
}
/**
 * A daily budget of language model use or messages, and whether it was reached today (UTC). Beyond it the embedded twin
 * answers.
 */
export interface BudgetState {
  budget: 'site_tokens' | 'site_messages' | 'address_tokens' | 'address_messages' | 'session_tokens';
  limit: number;
  /** Usage of the whole site; null for budgets counted by address or session. */
  used: number | null;
  /** How many reached it today: sessions, addresses, or 1 for the site. */
  reached: number;
}
/** The language model connected in the dashboard. Its key never leaves the server. */
export interface ConnectedModel {
  provider: ProviderName;
  /** Address of an OpenAI-compatible server; null for the others, whose address is known. */
  base_url: string | null;
  model: string;
  /** The key's last four characters after dots; null if there is no key or it is shorter than twelve characters. */
  key: string | null;
  /** Whether there is a key. */
  has_key: boolean;
  connected_at: string;
  connected_by: string;
}
/** A model server on the server's own machine. */
export interface LocalModelServer {
  /** Such as Ollama. */
  name: string;
  base_url: string;
  models: string[];
}
/** The answer of `GET /api/admin/model`. */
export interface ModelConnection {
  /**
   * Environment variables that configure providers. They take precedence: the model connected here is unused until they
   * are removed.
   */
  environment: string[];
  connected: ConnectedModel | null;
  /** Searched for only if no model is configured or connected and LOCAL_MODELS does not forbid it. */
  found: LocalModelServer[];
}
/** The answer of `POST /api/admin/model/models`: the models a provider offers for a key. */
export interface ServedModels {
  ok: boolean;
  /** What went wrong, in a sentence without any key; empty on success. */
  detail: string;
  /** Chat models, the suggested one first. */
  models: string[];
}
/** The answer of `GET /api/admin/providers`. */
export interface ProvidersAnswer {
  items: ProviderState[];
  budgets: BudgetState[];
}
/** The answer of `POST /api/admin/providers/{id}/test`, which makes one small request. */
export interface ProviderTest {
  ok: boolean;
  took_ms: number;
  /** The response, or what went wrong, in a sentence without any key. */
  detail: string;
}
