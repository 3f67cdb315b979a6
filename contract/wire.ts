/**
 * What the server says on the wire, as types without a runtime: the web app and the server share these, and the schemas
 * of `calls.ts` parse what comes in.
 */

import type { Extract, NextStepHint, RequestedCall } from './leads.ts';
import type { HoursSettings, OfferSettings, VisitorPageSettings } from './settings.ts';

/** What a stretch of agent text looks like when it is shown: one bubble. */
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
  /**
   * Only where a new visitor begins: who they are from now on, and the secret that proves it. It is never told again.
   */
  visitor_id?: string;
  visitor_secret?: string;
}

/** The JSON answer of `agent_reply`, and the payload of the stream's `done` event. */
export interface AgentReplyAnswer {
  text: string;
  audio_base64: string | null;
  /** Null where the owner does not show visitors how they are read (`visitor_page` in `/api/config`). */
  extract: Extract | null;
  /** Where `extract` is not shown: what is left of it for the page. */
  next_step?: NextStepHint;
  debug_commands: unknown[];
  turn_id: string;
  segments: Segment[];
  /** Mode id that answered. */
  mode: string;
  /** Model id that answered, as the picker names it. */
  model: string;
  /** Provider that answered: groq, openai, custom or embedded. */
  provider: string;
  /** True when a newer turn cut this one. */
  interrupted: boolean;
  /** True when the words are not the whole reply (interrupted, or the provider's stream died). */
  partial: boolean;
  /** Ids of the knowledge passages that the reply used. */
  knowledge: string[];
  /** Buttons under the reply; none where it is read again later. */
  offers: ReplyOffer[];
}

/** A button under a reply. */
export interface ReplyOffer {
  /**
   * `topic` asks about a subject, `call` opens the form for a call, `summary` the summary of the conversation, `data`
   * the list of what is remembered of the visitor, to be put right or forgotten.
   */
  kind: 'topic' | 'call' | 'summary' | 'data';
  label: string;
  /** Of a topic: the words that the visitor sends with it. */
  payload: string;
}

/** One event of the stream that `agent_reply` gives when asked with `Accept: text/event-stream`. */
export type StreamEvent =
  | { event: 'delta'; data: { text: string } }
  | { event: 'segment'; data: { index: number; total: number | null; text: string; pause_ms: number } }
  /** One sentence's sound, in the reply's order. `text`: the words in it, so that who hears it knows how far it got. */
  | { event: 'audio'; data: { segment: number; text: string; audio_base64: string; mime: string } }
  | { event: 'extract'; data: Extract }
  | { event: 'done'; data: AgentReplyAnswer }
  | { event: 'error'; data: { error: string; code: string; request_id: string; partial: boolean } };

/** The answer of `text_to_speech`. */
export interface TextToSpeechAnswer {
  audio_base64: string;
  mime: string;
}

/** The answer of `speech_to_text_{provider}`. */
export interface SpeechToTextAnswer {
  /** Empty when nothing was said that is a turn. */
  text: string;
  /** Length of the utterance. */
  duration_ms: number;
  /** Model id that answered. */
  model: string;
  /** Why what was understood is no turn. */
  dropped: 'empty' | 'hallucination' | 'echo' | null;
}

/** The answer of `interrupt_reply`: what the transcript keeps of the reply. */
export interface InterruptReplyAnswer {
  turn_id: string;
  text: string;
  interrupted: boolean;
}

/** One utterance of `session_history`, oldest first; an agent reply of n segments is n of these. */
export interface HistoryUtterance {
  id: string;
  seq: number;
  turn_id: string;
  speaker: 'visitor' | 'agent';
  text: string;
  /** ISO 8601, UTC. */
  ts: string;
  segment_index: number;
  total_segments: number;
  /** True on the last segment of a reply that was cut. */
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
  /** The turn that is being answered right now, to be joined by its id. */
  running_turn_id: string | null;
  /** What was understood so far; null where the owner does not show it. */
  extract: Extract | null;
  next_step?: NextStepHint;
  /** The call that was asked for (`request_call`); the newest wish. */
  call: RequestedCall | null;
}

/** Something to be done, as `action_items` gives it (section 3). */
export interface ActionItemAnswer {
  title: string;
  description: string;
  priority: 'high' | 'medium' | 'low';
  owner: 'you' | 'visitor';
  category: string;
  tags: string[];
  /** A day, `2026-12-01`. */
  due_date: string | null;
}

/** The answer of `action_items`. */
export interface ActionItemsAnswer {
  extracted: ActionItemAnswer[];
}

/** The answer of `session_summary`: of a conversation that runs, as it stands. */
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
  /** The day that was understood, `2026-12-01`; null where the wish names none. */
  due_date: string | null;
}

/** Something that is remembered about a visitor, as that visitor sees it. */
export interface MemoryInfo {
  id: string;
  kind: 'fact' | 'preference' | 'thread' | 'promise';
  /** In the third person without naming anybody, or in the visitor's own words once they put it right. */
  text: string;
  /** 0 to 1. Absent where the owner does not show visitors how they are read. */
  importance?: number;
  /** ISO 8601, UTC: when it was said. */
  created_at: string;
  /** When it is forgotten by itself. */
  expires_at: string;
  /** Whether the visitor put it right. */
  corrected: boolean;
  /** The visitor's words from which it was read; null once it was put right or that conversation is no longer kept. */
  from: string | null;
}

/** The answer of `my_memories`, the newest first. */
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
  /** How many memories were forgotten. */
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
}

/** A model as the picker shows it. */
export interface ModelInfo {
  id: string;
  name: string;
  description: string;
  /** In tokens, as the spec writes it, for example "128k". */
  contextLength: string;
  color: string;
  available: boolean;
  /** The id that answers in its place today, when it is not served. */
  successor: string | null;
}

/** `GET /api/config`: all that a page needs before a session. */
export interface PublicConfig {
  consultant: {
    name: string;
    first_name: string;
    title: string;
    tagline: string;
    biography: string;
    /** Path on this server. */
    portrait: string;
    /** Where a person is reached, also about their data. */
    contact_email: string;
    services: { name: string; summary: string }[];
  };
  /** For the footers; the company is the consultant where `persona.yaml` names none. */
  copyright: { year: number | null; company: string };
  modes: ModeInfo[];
  default_mode: string;
  models: ModelInfo[];
  default_model: string;
  /** Whether no language model is configured or connected, so that the embedded twin answers everything. */
  basic_answers: boolean;
  speech: {
    transcription: { providers: string[]; browser: boolean };
    voice: { provider: string | null; voices: string[] };
  };
  /** Who makes memories comparable: embedded, or a provider that reads them for it. */
  memory: { provider: string };
  /**
   * What a visitor is asked to agree to. Null: it cannot be told for how long things are kept, so nobody can agree to
   * it.
   */
  consent: { version: string; text: string } | null;
  /** Days by kind, of which null is without a limit; all null where {@link consent} is. */
  retention_days: Record<
    'transcripts' | 'leads' | 'memories' | 'action_items' | 'notes' | 'waitlist',
    number | null
  > | null;
  /** What the owner shows visitors besides the conversation. */
  visitor_page: VisitorPageSettings;
  /** Words of the offers in the chat, names filled in. */
  offers: OfferSettings;
  /** When the consultant can be reached, in a sentence's words too; null where nothing is said of it. */
  hours: (HoursSettings & { words: string }) | null;
  /** Whether a service of the consultant's choice is told of conversations that promise much. */
  tells_others: boolean;
  limits: { message_max_code_points: number; messages_per_minute: number };
  /** A short exchange for the landing page, from the demo scripts. */
  demo: { human: string; reply: Segment[] } | null;
}
