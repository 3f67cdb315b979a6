/**
 * Response types shared by the web app and the server; no runtime library. The schemas of `calls.ts` parse requests.
 */

import type { BookedMeeting } from './bookings.ts';
import type { Language } from './languages.ts';
import type { ActionItemAnswer, Extract, NextStepHint, RequestedCall } from './leads.ts';
import type { HoursSettings, OfferSettings, VisitorPageSettings } from './settings.ts';

/** A stretch of agent text that is shown as one bubble. */
export interface Segment {
  /** Text to show and speak; never holds a pause marker. */
  text: string;
  /** Silence before this segment, in milliseconds, after the shortening rules. */
  pause_ms: number;
}

/** The answer of `create_session`. */
export interface CreateSessionAnswer {
  session_id: string;
  session_secret: string;
  /** Only for a new visitor: their id and the secret that proves it, which is never sent again. */
  visitor_id?: string;
  visitor_secret?: string;
}

/** The JSON answer of `agent_reply`, and the payload of the stream's `done` event. */
export interface AgentReplyAnswer {
  text: string;
  audio_base64: string | null;
  /** Null if the owner does not show visitors the analysis (`visitor_page` in `/api/config`). */
  extract: Extract | null;
  /** The part of the analysis that the page still needs when `extract` is not shown. */
  next_step?: NextStepHint;
  debug_commands: unknown[];
  turn_id: string;
  segments: Segment[];
  /** Id of the mode that answered. */
  mode: string;
  /** Id of the model that answered, as in the picker; empty if the owner does not show models. */
  model: string;
  /** The provider that answered: groq, openai, custom or embedded; empty if the owner does not show models. */
  provider: string;
  /** True if a newer turn cut this one short. */
  interrupted: boolean;
  /** True if the reply is incomplete (interrupted, or the provider's stream broke). */
  partial: boolean;
  /** Ids of the knowledge passages used in the reply. */
  knowledge: string[];
  /** Buttons under the reply; none when the reply is read again later. */
  offers: ReplyOffer[];
  /** What these words have booked or moved; null if they canceled it, absent if they changed nothing. */
  meeting?: BookedMeeting | null;
  /** A person is in the conversation: the words were saved, and nothing was replied. */
  taken_over?: true;
}

/** A button under a reply. */
export interface ReplyOffer {
  /**
   * `topic` asks about a subject, `call` opens the form for a call, `summary` opens the summary of the conversation,
   * `data` opens the list of the visitor's memories to correct or forget, `slot` books a free time, or moves a booking
   * to it, `person` asks for a person, `erase` and `off_record` ask once more and then erase everything that is held
   * about the visitor, or take the conversation off the record.
   */
  kind: 'topic' | 'call' | 'summary' | 'data' | 'slot' | 'person' | 'erase' | 'off_record';
  label: string;
  /**
   * For a topic: the message that the button sends. For a slot: its beginning (ISO 8601), the kind of meeting and, if
   * it moves one, the id of the booking, separated by spaces.
   */
  payload: string;
}

/** An event of the `agent_reply` stream, requested with `Accept: text/event-stream`. */
export type StreamEvent =
  | { event: 'delta'; data: { text: string } }
  | { event: 'segment'; data: { index: number; total: number | null; text: string; pause_ms: number } }
  /** Audio of one sentence, in the reply's order. `text` holds its words, so that the listener's position is known. */
  | { event: 'audio'; data: { segment: number; text: string; audio_base64: string; mime: string } }
  | { event: 'extract'; data: Extract }
  | { event: 'done'; data: AgentReplyAnswer }
  | { event: 'error'; data: { error: string; code: string; request_id: string; partial: boolean } };

/** The answer of `text_to_speech`. */
export interface TextToSpeechAnswer {
  audio_base64: string;
  mime: string;
}

/** The answer of `prepare_reply`, once the reply is used or dropped. */
export interface PrepareReplyAnswer {
  /** Whether a turn was answered with it. */
  used: boolean;
}

/** The answer of `speech_to_text_{provider}`. */
export interface SpeechToTextAnswer {
  /** Empty if nothing was said that counts as a turn. */
  text: string;
  /** Length of the utterance. */
  duration_ms: number;
  /** Id of the model that answered. */
  model: string;
  /** Why the transcript does not count as a turn. */
  dropped: 'empty' | 'hallucination' | 'echo' | null;
  /** Whether more is to come, by the words alone; only for words that count as a turn. */
  ending?: Ending;
}

/**
 * How the words of an utterance end: `complete`, such as a question; `open`, such as a sentence without its end, a
 * number that is being dictated or a hesitation; `unsure` for all that may or may not go on.
 */
export type Ending = 'complete' | 'unsure' | 'open';

/** The answer of `interrupt_reply`: what the transcript keeps of the reply. */
export interface InterruptReplyAnswer {
  turn_id: string;
  text: string;
  interrupted: boolean;
}

/** One utterance of `session_history`, oldest first; an agent reply of n segments is n utterances. */
export interface HistoryUtterance {
  id: string;
  seq: number;
  turn_id: string;
  /** `person`: somebody who had taken the conversation over. */
  speaker: 'visitor' | 'agent' | 'person';
  /** The person's name; null for the others. */
  author: string | null;
  text: string;
  /** ISO 8601, UTC. */
  ts: string;
  segment_index: number;
  total_segments: number;
  /** True on the last segment of an interrupted reply. */
  interrupted: boolean;
}

/** The answer of `session_history`. */
export interface SessionHistoryAnswer {
  session_id: string;
  mode: string;
  consent: boolean;
  ended: boolean;
  started_at: string;
  utterances: HistoryUtterance[];
  /** The turn being answered right now; join it by its id. */
  running_turn_id: string | null;
  /** What is understood so far; null if the owner does not show it. */
  extract: Extract | null;
  next_step?: NextStepHint;
  /** The requested call (`request_call`); the newest request. */
  call: RequestedCall | null;
  /** The meeting ahead that the visitor booked in this conversation, the one that changed last; null if none. */
  meeting: BookedMeeting | null;
}

/** The answer of `action_items`. */
export interface ActionItemsAnswer {
  extracted: ActionItemAnswer[];
}

/** The answer of `session_summary`; for a running conversation, its current state. */
export interface SessionSummaryAnswer {
  session_id: string;
  started_at: string;
  ended: boolean;
  executive_summary: string;
  action_items: { text: string; owner: string; priority: string }[];
  topics: string[];
  open_questions: string[];
  sentiment: 'positive' | 'neutral' | 'negative';
}

/** The answer of `request_call`. */
export interface RequestCallAnswer {
  success: true;
  /** The day that was understood, `2026-12-01`; null if the request names none. */
  due_date: string | null;
}

/** A memory about a visitor, as that visitor sees it. */
export interface MemoryInfo {
  id: string;
  kind: 'fact' | 'preference' | 'thread' | 'promise';
  /** In the third person without naming anybody, or in the visitor's own words after a correction. */
  text: string;
  /** 0 to 1. Absent if the owner does not show visitors the analysis. */
  importance?: number;
  /** ISO 8601, UTC: when it was said. */
  created_at: string;
  /** When it is deleted automatically. */
  expires_at: string;
  /** Whether the visitor corrected it. */
  corrected: boolean;
  /** The visitor's words it was derived from; null after a correction or once that conversation is no longer kept. */
  from: string | null;
}

/** The answer of `my_memories`, newest first. */
export interface MyMemoriesAnswer {
  memories: MemoryInfo[];
}

/** The answer of `correct_memory`. */
export interface CorrectMemoryAnswer {
  success: true;
}

/** The answer of `forget_memory`. */
export interface ForgetMemoryAnswer {
  success: true;
  /** Number of memories deleted. */
  forgotten: number;
}

/** A mode as the page sees it. Prompts stay on the server. */
export interface ModeInfo {
  id: string;
  name: string;
  description: string;
  voiceId: string;
  /** CSS colour. */
  color: string;
  /** How it may open a conversation, for the page that presents the modes. */
  greeting: string;
}

/** A model in the picker. */
export interface ModelInfo {
  id: string;
  name: string;
  description: string;
  /** In tokens, as the specification writes it, for example "128k". */
  contextLength: string;
  color: string;
  available: boolean;
  /** The id that answers in its place if it is no longer served. */
  successor: string | null;
}

/** `GET /api/config`: everything a page needs before a session. */
export interface PublicConfig {
  consultant: {
    name: string;
    first_name: string;
    title: string;
    tagline: string;
    biography: string;
    /** Path on this server. */
    portrait: string;
    /** Address of a person, also for questions about personal data. */
    contact_email: string;
    /** A page elsewhere on which visitors pick a time for a call; null for none. */
    calendar: string | null;
    services: { name: string; summary: string }[];
  };
  /** For the footers; the company is the consultant if `persona.yaml` names none. */
  copyright: { year: number | null; company: string };
  modes: ModeInfo[];
  default_mode: string;
  /** Empty if the owner does not show models; the default then answers, and is empty here too. */
  models: ModelInfo[];
  default_model: string;
  /** Whether no language model is configured or connected, so that the embedded twin answers everything. */
  basic_answers: boolean;
  /** Nothing of it if the owner has switched the voice off. */
  speech: {
    transcription: { providers: string[]; browser: boolean };
    voice: { provider: string | null; voices: string[] };
  };
  /** Who embeds memories for comparison: `embedded`, or a provider that reads them. */
  memory: { provider: string };
  /**
   * The consent sentence for visitors, in the languages that the twin has it in. Null if retention times are unknown,
   * so that nobody can consent.
   */
  consent: { version: string; language: Language; text: string; translations: { [Of in Language]?: string } } | null;
  /** Days by kind, null for no limit; all null if {@link consent} is null. */
  retention_days: Record<
    'transcripts' | 'leads' | 'memories' | 'action_items' | 'notes' | 'waitlist',
    number | null
  > | null;
  /** What the owner shows visitors besides the conversation. */
  visitor_page: VisitorPageSettings;
  /** Texts of the offers in the chat, with names filled in. */
  offers: OfferSettings;
  /** Office hours; null if nothing is said about them. */
  hours: HoursSettings | null;
  /** Whether visitors book calls here, by `list_slots` and `book_slot`. */
  books_calls: boolean;
  /** Whether a service of the consultant's choice is notified of promising conversations. */
  tells_others: boolean;
  /** Whether mails are sent, by a mail server that the owner has chosen. */
  sends_mail: boolean;
  limits: { message_max_code_points: number; messages_per_minute: number };
  /** Clients by name, and what they say, for the landing page; both lists are empty if the twin's folder has none. */
  proof: { clients: string[]; quotes: { text: string; by: string }[] };
  /** Whether the twin is the sample: the consultant, the clients and what they say are invented. */
  sample: boolean;
  /** A short exchange for the landing page, from the demo scripts. */
  demo: { human: string; reply: Segment[] } | null;
}
