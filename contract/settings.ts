/**
 * What the owner can set (`GET|PUT /api/admin/settings` and beside it), as types without a runtime library. Each group
 * is read, changed and kept as a whole, with a version of its own.
 */
import type { NoticeReason, Role } from './admin.ts';

/** Who hears of a hot lead. */
export interface NotificationSettings {
  /** The score from which a lead is worth a notice, 1 to 100. */
  threshold: number;
  /** Whether it goes to WEBHOOK_URL too, where one is configured. */
  webhook: boolean;
}

/** Kinds of data that are kept for a time of their own. */
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
/** Whole days, 1 to 36,500; null: for ever, which somebody has to have chosen. */
export type RetentionSettings = Record<RetentionKind, number | null>;

/** Words of the offers in the chat. Empty ones are never sent: a group has all of them. */
export interface OfferSettings {
  book_call: string;
  leave_email: string;
  get_summary: string;
  /** The sentence above the offers. */
  invitation: string;
}

/**
 * Whether it is a name of the time zone database that this machine knows; an offset is none, and says nothing of
 * summer.
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

/** When the consultant can be reached; none: nothing is said about hours. */
export interface HoursSettings {
  /** IANA name; days of the figures are counted in it too. */
  time_zone: string;
  /** In order, not overlapping; `day` 0 is Monday, times are HH:MM, `to` after `from`, 24:00 allowed. */
  open: { day: number; from: string; to: string }[];
}

/** What providers ask for. A model that stands here twice is refused. */
export interface PriceSettings {
  /** ISO 4217. */
  currency: string;
  rows: PriceRow[];
}
export type PriceRow =
  | { kind: 'chat'; provider: string; model: string; per_million_prompt: number; per_million_completion: number }
  | { kind: 'voice'; provider: string; model: string; per_million_characters: number }
  | { kind: 'transcription'; provider: string; model: string; per_hour: number };

/** Who may ask the language models besides the twin itself. */
export interface ModelSettings {
  /** Whether a visitor's session may call `{provider}_chat`. */
  session_chat: boolean;
}

/** What signing in asks for. */
export interface SignInSettings {
  /** `required`: whoever has no second factor can do nothing but set one up. */
  second_factor: 'optional' | 'required';
}

/** What visitors see besides the conversation. Where nobody has set it, the twin's persona says it. */
export interface VisitorPageSettings {
  /** How they are read: the 'Conversation Analysis' card, score and intent. Off: their page receives none of it. */
  analysis: boolean;
}

/** All groups by their names. */
export interface SettingsGroups {
  notifications: NotificationSettings;
  retention: RetentionSettings;
  offers: OfferSettings;
  hours: HoursSettings;
  prices: PriceSettings;
  sign_in: SignInSettings;
  models: ModelSettings;
  visitor_page: VisitorPageSettings;
}
export const SETTINGS_GROUPS = [
  'notifications',
  'retention',
  'offers',
  'hours',
  'prices',
  'sign_in',
  'models',
  'visitor_page',
] as const;
export type SettingsGroup = keyof SettingsGroups;

/** One group as it is set. */
export interface Setting<Value> {
  value: Value;
  /** What holds where nobody has set anything. */
  usual: Value;
  /** What is kept cannot be read by this release: `value` is the usual one, and of retention nothing is deleted. */
  unreadable: boolean;
  /**
   * 0 while nobody has set it. A change names the version that it changes: 409 `conflict` where it is another by now.
   */
  version: number;
  updated_at: string | null;
  updated_by: string | null;
  /** Who may change it. */
  role: Role;
}

/** The answer of `GET /api/admin/settings`. */
export type SettingsAnswer = { [Name in SettingsGroup]: Setting<SettingsGroups[Name]> } & {
  /** Whether WEBHOOK_URL is configured, with the host that it names, and what became of the newest message. */
  webhook: { host: string; last: { at: string; ok: boolean; problem: string | null } | null } | null;
  /**
   * Nothing is deleted since the server's clock went more than a day ahead of the last deletion, until somebody says
   * that the clock is right (`POST /api/admin/settings/retention/confirm-clock`, owner) or it has gone on steadily for
   * a week: at `deletes_at`, if the server runs until then.
   */
  retention_held: { last_run_at: string; rows: number; since: string; deletes_at: string } | null;
};

/** The answer of `POST /api/admin/settings/retention/preview {value}`: rows that its next run would delete. */
export type RetentionPreview = Record<RetentionKind, number>;

/** The answer of `POST /api/admin/settings/webhook/test`: one signed message of type `test` was sent. */
export interface WebhookTest {
  ok: boolean;
  took_ms: number;
  /** What was answered, or what went wrong, in a sentence. */
  detail: string;
}

/** A message that the webhook did not take for a day (`GET /api/admin/settings/webhook/dead-letters`). */
export interface DeadLetter {
  id: string;
  session_id: string;
  reason: NoticeReason;
  lead_score: number;
  contact_name: string | null;
  created_at: string;
  gave_up_at: string;
  /** How often it was sent. */
  attempts: number;
  /** What went wrong the last time, in a few words. */
  problem: string;
}

/**
 * The answer of `POST /api/admin/danger/erase-visitor/preview` and of `POST /api/admin/danger/erase-visitor`: rows that
 * go, by table. Each takes `{email}`, `{visitor_id}` or `{session_id}`: everybody who left this address, one visitor,
 * or one conversation with what came of it. The second takes a confirmation as well: `confirm`, the address typed once
 * more, or `confirm_rows`, the preview's total (409 `confirmation_needed` where it is another by now).
 */
export interface VisitorErasure {
  /** Null where no address was asked for. */
  email: string | null;
  /** Visitors of whom nothing stays. */
  visitors: number;
  counts: Record<string, number>;
  total: number;
  /** What the visitors left as their own. Whatever else is kept under these addresses goes by address only. */
  addresses: string[];
}
/**
 * The answer of `POST /api/admin/danger/delete-conversations/preview {before}`; `before` is a day of the owner's zone.
 */
export interface ConversationsPreview {
  before: string;
  sessions: number;
}
/**
 * How far the newest deletion of conversations is: the answer of `POST /api/admin/danger/delete-conversations {before,
 * confirm_rows}` (202; 409 `confirmation_needed` where the number is another by now) and, within `{deletion}`, of `GET`
 * on the same path, which is null where there never was one.
 */
export interface ConversationsDeletion {
  before: string;
  /** Conversations that were to be deleted, and those that were. */
  total: number;
  deleted: number;
  running: boolean;
  started_at: string;
  started_by: string;
}
/** The answer of `POST /api/admin/danger/sign-out-everyone`: sign-ins that were ended, the asker's own among them. */
export interface SignedOutEveryone {
  signed_out: number;
}

/** A provider in use (`GET /api/admin/providers`); the embedded ones are there too. */
export interface ProviderState {
  id: string;
  kind: 'chat' | 'transcription' | 'voice' | 'embedding';
  provider: string;
  /** Of its address; null for the embedded. */
  host: string | null;
  /** Models that it is asked for, the first as the usual one. */
  models: string[];
  /** The key's last four characters behind dots; null where it has none or is shorter than twelve. */
  key: string | null;
  /** Place in the chain, from 0. */
  place: number;
  /** Left alone for now, after failures in a row. */
  resting: boolean;
  last_error: { at: string; problem: string } | null;
  last_success_at: string | null;
  /** Since when it refuses our key, or has no credit left for us (401, 402, 403); null once it has answered again. */
  refused_since: string | null;
}
/**
 * What language models, or messages, may use in a day, and whether that was reached today (UTC). Over it the embedded
 * twin answers.
 */
export interface BudgetState {
  budget: 'site_tokens' | 'site_messages' | 'address_tokens' | 'address_messages' | 'session_tokens';
  limit: number;
  /** Of the whole site; null for what is counted by address or session. */
  used: number | null;
  /** How many reached it today: sessions, addresses, or 1 for the site. */
  reached: number;
}
/** The language model that was connected in the dashboard. Its key never leaves the server. */
export interface ConnectedModel {
  provider: ChatProviderName;
  /** Of an OpenAI-compatible server; null for the others, whose address is known. */
  base_url: string | null;
  model: string;
  /** The key's last four characters behind dots; null where it has none or is shorter than twelve. */
  key: string | null;
  /** Whether there is a key. */
  has_key: boolean;
  connected_at: string;
  connected_by: string;
}
/** Providers of language models, by their names in function names and events. */
export const CHAT_PROVIDERS = ['groq', 'openai', 'custom'] as const;
export type ChatProviderName = (typeof CHAT_PROVIDERS)[number];
/** A model server that runs on the server's own machine. */
export interface LocalModelServer {
  /** Such as Ollama. */
  name: string;
  base_url: string;
  models: string[];
}
/** The answer of `GET /api/admin/model`. */
export interface ModelConnection {
  /** Environment variables that name providers. They win: what is connected here waits until they are taken out. */
  environment: string[];
  connected: ConnectedModel | null;
  /** Looked for only where no model is configured or connected, and LOCAL_MODELS does not forbid it. */
  found: LocalModelServer[];
}
/** The answer of `POST /api/admin/model/models`: what a provider serves to a key. */
export interface ServedModels {
  ok: boolean;
  /** What went wrong, in a sentence without any key; empty where nothing did. */
  detail: string;
  /** Those that chat, the suggested one first. */
  models: string[];
}
/** The answer of `GET /api/admin/providers`. */
export interface ProvidersAnswer {
  items: ProviderState[];
  budgets: BudgetState[];
}
/** The answer of `POST /api/admin/providers/{id}/test`: one real, small request. */
export interface ProviderTest {
  ok: boolean;
  took_ms: number;
  /** What came back, or what went wrong, in a sentence without any key. */
  detail: string;
}

/** A text of the twin that can be edited. */
export interface TwinText {
  /** Path inside the twin's folder, like 'knowledge/prices.md'. */
  file: string;
  kind: 'persona' | 'mode' | 'knowledge' | 'demo';
  /** Null: as the folder has it. */
  edited_at: string | null;
  edited_by: string | null;
  /** The folder's own file has changed since it was edited here. */
  folder_changed: boolean;
  /** A knowledge file that was taken out here; it can be restored. */
  removed: boolean;
  /** Ids of its passages, which no other file may have; none where it is removed or no knowledge. */
  passage_ids: string[];
}
/** The answer of `GET /api/admin/twin`. */
export interface TwinTexts {
  items: TwinText[];
  /** Whom the twin that runs speaks for. */
  consultant: { name: string; first_name: string; email: string };
  /**
   * Why another twin runs than the one that stands here, in a sentence with file and line; null while it is that one.
   */
  problem: string | null;
}
/** `GET /api/admin/twin/{file}`, and what changing, removing and restoring it answers. */
export interface TwinTextDetail extends TwinText {
  /** Empty where it is removed. */
  text: string;
  /** The folder's own; null where it has no such file. */
  folder_text: string | null;
  /**
   * 0: never edited here. Named by `PUT /api/admin/twin/{file} {text, version}`: 409 `conflict` where it is another.
   */
  version: number;
  /** The newest first, at most the last fifty; `text` is null where it was removed or put back to the folder's. */
  history: {
    version: number;
    at: string;
    by: string;
    text: string | null;
    removed: boolean;
    /** Other files that were saved with it: `POST /api/admin/twin/undo {file, version}` undoes them together. */
    with: string[];
  }[];
}
/** The answer of `POST /api/admin/twin/rename`, `/save` and `/undo`: what was saved together. */
export interface TwinTextsSaved {
  saved: { file: string; version: number }[];
}
/** The answer of `POST /api/admin/twin/rename/preview`. Nothing is kept. */
export interface TwinRenamePreview {
  texts: { file: string; version: number; before: string; after: string }[];
  /** Offers of the settings that name the consultant, before and after. */
  offers: { before: string; after: string }[];
  /** Lines that still have a part of the old name, and that no rename changes. */
  left: { file: string; line: number; text: string }[];
  /** Why the texts would not fit together; null where they do. */
  problem: string | null;
}
/** The answer of `POST /api/admin/prompt {message, mode}`: what a language model is told for such a first message. */
export interface ToldPrompt {
  text: string;
  /** Estimated, at four characters a token. */
  tokens: number;
  /** So many characters of it are the same for every visitor in this mode, so that a provider can cache them. */
  shared_chars: number;
}
/**
 * The answer of `POST /api/admin/twin/preview {file, text, message, mode}`: what it would do. Nothing is kept. Without
 * a message the text is only checked; a `text` of null asks the twin as it stands.
 */
export interface TwinPreview {
  /** What does not fit, with its line; null where it is fine, and then the twin answers the message with it. */
  problem: { message: string; line: number | null } | null;
  reply: string | null;
}
