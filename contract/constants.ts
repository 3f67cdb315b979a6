/**
 * The constants of section 9 of the product specification, each with its unit. This is their only definition. The file
 * imports no runtime library, so that the web app can use it at no cost.
 */

/** Lowest score of a high-quality lead (0 to 100). */
export const HIGH_QUALITY_LEAD_SCORE = 70;
/** Chat scale: lowest score of medium priority; below it priority is low. High starts at HIGH_QUALITY_LEAD_SCORE. */
export const CHAT_MEDIUM_PRIORITY_SCORE = 40;
/** Dashboard scale: lowest score of a hot lead. */
export const HOT_LEAD_SCORE = 75;
/** Lowest score of a warm lead; below it a lead is cold. */
export const WARM_LEAD_SCORE = 50;

/** The dashboard's time ranges in days, by the id used in addresses. */
export const RANGE_DAYS = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 } as const;
/** The range if none or an unknown one is named. */
export const DEFAULT_RANGE = '7d';
/** Sessions in the overview's priority list. */
export const PRIORITY_LIST_SIZE = 5;
/** Estimates the duration of a session without an end: one minute per this many utterances, at least one minute. */
export const UTTERANCES_PER_MINUTE = 2;

/** Number of distinct personalities on the showcase page (the core mode is not counted). */
export const PERSONALITY_COUNT = 6;
/** Characters of the session id shown in the chat's footer. */
export const SESSION_ID_DISPLAY_CHARS = 8;
/** Delay between a change and scrolling the message area to the newest message. */
export const SCROLL_DELAY_MS = 100;
/** Delay after a start without messages before the greeting is requested, once. */
export const GREETING_DELAY_MS = 3_000;

/** Silence after which the twin speaks unprompted. */
export const FOLLOWUP_SILENCE_MS = 30_000;
/** Inactivity after which the chat checks whether a follow-up is due. */
export const FOLLOWUP_CHECK_MS = 25_000;
/** Consecutive follow-ups without a word from the visitor. */
export const FOLLOWUPS_IN_A_ROW = 2;

/** Base level of the energy detector, from which its thresholds are derived (samples range from -1 to 1). */
export const VOICE_BASE_LEVEL = 0.01;
/** Level at which speech starts: the larger of a floor and a multiple of the base level. */
export const VOICE_START_LEVEL = Math.max(0.08, 8 * VOICE_BASE_LEVEL);
/** Level at which speech stops. */
export const VOICE_STOP_LEVEL = Math.max(0.04, 4 * VOICE_BASE_LEVEL);
/** Shortest speech that the energy detector accepts. */
export const VOICE_MIN_SPEECH_MS = 1_200;
/** Silence that ends speech. */
export const VOICE_END_SILENCE_MS = 1_000;
/** Number of levels that the energy detector averages. */
export const VOICE_SMOOTHING_SAMPLES = 5;
/** Samples per captured frame. */
export const VOICE_FRAME_SAMPLES = 4_096;
/** Channels and bits per sample of the WAV that is sent. */
export const VOICE_CHANNELS = 1;
export const VOICE_BITS_PER_SAMPLE = 16;
/** How long the microphone is ignored when playback starts, unless a longer time is known. */
export const PLAYBACK_SUPPRESSION_MS = 3_000;
/** Suppression per thousand units of length of the agent's audio, before the minimum applies. */
export const PLAYBACK_SUPPRESSION_PER_THOUSAND_MS = 50;
/** Delay after playback before the microphone is heard again. */
export const PLAYBACK_REENABLE_MS = 500;
/** Replies that may wait to be spoken; beyond that, only the latest stays. */
export const AUDIO_QUEUE_MAX = 2;
/** Silence between two queued replies. */
export const AUDIO_QUEUE_GAP_MS = 200;

/** Shortest pause after a contrast word ("but", "however"). */
export const PAUSE_AFTER_CONTRAST_MIN_MS = 800;
/** Shortest pause after a thinking word ("hmm", "well"). */
export const PAUSE_AFTER_THINKING_MIN_MS = 500;
/** Factor for a pause after a thinking word, before the minimum applies. */
export const PAUSE_THINKING_FACTOR = 0.8;
/** Longest pause between two short segments. */
export const PAUSE_SHORT_MAX_MS = 300;
/** Factor for a pause between two short segments, before the maximum applies. */
export const PAUSE_SHORT_FACTOR = 0.4;
/** Longest short segment, in characters (our figure: the specification leaves it open). */
export const PAUSE_SHORT_NEIGHBOUR_MAX_CHARS = 20;
/** Longest pause, whatever the text says (our figure: a reply must not look dead). */
export const PAUSE_MAX_MS = 10_000;
/** Factor for every other pause. */
export const PAUSE_DEFAULT_FACTOR = 0.7;
/** Interval between stored and shown segments of one reply (section 5). */
export const SEGMENT_TIMESTAMP_STEP_MS = 1_000;
/** Default speaking rate. */
export const DEFAULT_WORDS_PER_MINUTE = 150;

/** Fast mode: longest message that counts as short. */
export const SHORT_MESSAGE_MAX_CHARS = 3;
/** Fast mode: memory is not consulted for messages up to this length. */
export const MEMORY_SKIP_MAX_CHARS = 15;
/** Fast mode: memories recalled per turn. */
export const MEMORY_LIMIT = 2;
/** Fast mode: minimum importance of a recalled memory (0 to 1). */
export const MEMORY_MIN_IMPORTANCE = 0.5;
/** Longest text of a memory, in characters (our figure). */
export const MEMORY_TEXT_MAX_CHARS = 200;

/** Sampling temperature of a conversation: lowest, highest, default. */
export const TEMPERATURE_MIN = 0.5;
export const TEMPERATURE_MAX = 1;
export const TEMPERATURE_DEFAULT = 0.8;
/** Tokens of conversation sent to a model. */
export const CONTEXT_WINDOW_TOKENS = 4_000;
/** Most tokens of one reply (section 7, {provider}_chat). */
export const REPLY_MAX_TOKENS = 500;

/** Responses, modes and moments that a show remembers. */
export const RESPONSE_HISTORY_MAX = 100;
export const MODE_HISTORY_MAX = 100;
export const MOMENTS_MAX = 100;
/** Engagement and energy of a show: maximum (from 0) and starting value. */
export const ENGAGEMENT_MAX = 10;
export const ENGAGEMENT_START = 5;
export const ENERGY_MAX = 10;
export const ENERGY_START = 5;
/** Lifetime of a callback. */
export const CALLBACK_LIFE_MS = 30 * 60_000;
/** Quality of a callback: from 1 to this value. */
export const CALLBACK_QUALITY_MAX = 10;
/** Autosave interval of a show. */
export const SHOW_AUTOSAVE_MS = 5 * 60_000;
/** Phrases with which a visitor starts a new thread; the one before pauses (section 4). */
export const THREAD_BRANCH_PHRASES = [
  'but what about',
  'speaking of',
  'that reminds me',
  'on a different note',
  'changing topics',
] as const;
/** Maximum depth of a thread. */
export const THREAD_DEPTH_MAX = 10;
/** Chance that a show changes its mode when another one is suggested. */
export const MODE_CHANGE_CHANCE = 0.4;
/** Length of a segment, after which it restarts and another mode is suggested. */
export const SHOW_SEGMENT_MS = 5 * 60_000;
/** Engagement trend: responses averaged, compared with as many before, and the difference that counts. */
export const TREND_RESPONSES = 10;
export const TREND_DIFFERENCE = 0.5;
/** The modes of a show (section 3). */
export const SHOW_MODES = [
  'philosophical',
  'comedy',
  'banter',
  'storytelling',
  'debate',
  'riffing',
  'segment-transition',
  'audience-interaction',
] as const;
/** A mode of a show. */
export type ShowMode = (typeof SHOW_MODES)[number];
/** The mode in which a show begins. */
export const SHOW_MODE_DEFAULT: ShowMode = 'banter';
/** The emotional states of a show (section 3). */
export const EMOTIONS = [
  'curious',
  'playful',
  'thoughtful',
  'excited',
  'contemplative',
  'amused',
  'challenging',
  'supportive',
] as const;
/** An emotional state of a show. */
export type Emotion = (typeof EMOTIONS)[number];
/**
 * Sampling temperature of each mode. The specification names comedy, riffing and debate; the others are ours, within
 * its range: the more a mode depends on facts or on keeping the thread, the lower.
 */
export const SHOW_TEMPERATURE: Readonly<Record<ShowMode, number>> = {
  philosophical: 0.75,
  comedy: 0.9,
  banter: 0.85,
  storytelling: 0.8,
  debate: 0.7,
  riffing: 0.95,
  'segment-transition': 0.6,
  'audience-interaction': 0.85,
};
/** What the audience does that deserves a word before a reply goes on. */
export const SHOW_BEATS = [
  'laughed',
  'flat',
  'silence',
  'interrupted',
  'agreed',
  'disagreed',
  'complimented',
  'heckled',
  'short',
  'told',
] as const;
/** One of SHOW_BEATS. */
export type ShowBeat = (typeof SHOW_BEATS)[number];
/** Time before a connection of a show is tried again after it closed or failed (section 7). */
export const SHOW_RECONNECT_MS = 5_000;
/** Interval of heartbeats on a show's connections (section 9, sign-in client defaults: realtime heartbeat). */
export const SHOW_HEARTBEAT_MS = 25_000;
/** Longest hint to the twin, by a director or on the live desk, in characters (our figure). */
export const HINT_MAX_CHARS = 400;
/** How often a person's page says that somebody is there (this and the next three are our figures). */
export const TAKEOVER_BEAT_MS = 20_000;
/** How long one signal of typing lasts; a page repeats it meanwhile at most once in half of that. */
export const TYPING_MS = 6_000;
/** Longest line of a person, in Unicode code points. */
export const PERSON_LINE_MAX_CODE_POINTS = 4_000;
/** Longest name of a person, and longest description of who they are, in characters. */
export const PERSON_NAME_MAX_CHARS = 60;

/** Interval between two enhancements by a demo. */
export const DEMO_ENHANCEMENT_EVERY_MS = 30_000;
/** Demo examples given to a model. */
export const DEMO_EXAMPLES = 2;
/** Dimensions of an embedding. */
export const EMBEDDING_SIZE = 384;
/** How long a used demo is not used again. */
export const DEMO_REUSE_BLOCK_MS = 5 * 60_000;
/** Weights for ranking demos; they add up to 1. */
export const DEMO_WEIGHTS = { semantic: 0.4, context: 0.25, performance: 0.2, freshness: 0.1, mode: 0.05 } as const;
/** Minimum performance of a demo (0 to 1) and its learning rate. */
export const DEMO_PERFORMANCE_MIN = 0.7;
/** Performance of a demo that says nothing about it: it is used until it has shown what it is worth. */
export const DEMO_PERFORMANCE_START = 0.75;
export const DEMO_LEARNING_RATE = 0.1;

/** Simultaneous toasts on the landing page and elsewhere. */
export const LANDING_TOAST_LIMIT = 1;
export const TOAST_LIMIT = 3;
/** Delay between dismissing a toast on the landing page and removing it. */
export const LANDING_TOAST_REMOVE_DELAY_MS = 1_000_000;
/** Duration of a toast on other pages. */
export const TOAST_DURATION_MS = 4_000;
/** Toast geometry, in CSS pixels. */
export const TOAST_WIDTH_PX = 356;
export const TOAST_GAP_PX = 14;
export const TOAST_SWIPE_THRESHOLD_PX = 20;

/** Largest visitor message, in Unicode code points. */
export const MESSAGE_MAX_CODE_POINTS = 4_000;
/** Longest text for extracting action items, in characters. */
export const EXTRACT_FROM_MAX_CHARS = 20_000;
/** Idle time after which a session ends. */
export const SESSION_IDLE_MS = 30 * 60_000;
/**
 * How long after its page was closed a session ends, unless the page returns (our figure: the specification says
 * 'browser gone').
 */
export const PAGE_GONE_AFTER_MS = 5 * 60_000;
/** How long the history of an ended session stays readable. */
export const ENDED_SESSION_READABLE_MS = 30 * 24 * 3_600_000;
/** Longest utterance accepted for transcription. */
export const UTTERANCE_MAX_MS = 60_000;
/** Largest utterance, as a WAV file and as JSON. */
export const UTTERANCE_MAX_BYTES = 4 * 1024 * 1024;
export const UTTERANCE_BODY_MAX_BYTES = 6 * 1024 * 1024;
/** Longest text spoken in one call, in UTF-16 units. */
export const SPOKEN_TEXT_MAX_CHARS = 5_000;
/** Slowest and fastest speech, as a factor. */
export const SPEED_MIN = 0.5;
export const SPEED_MAX = 2;
/** Longest text of the twin's last 10 s sent with an utterance, in characters. */
export const PLAYING_MAX_CHARS = 2_000;
/** Default transcription model (section 7). */
export const DEFAULT_TRANSCRIPTION_MODEL = 'distil-whisper-large-v3-en';
/** Largest JSON body of a function, in bytes. */
export const JSON_BODY_MAX_BYTES = 64 * 1024;

/** Default retention of conversations, their extracts and events, in days. */
export const RETENTION_TRANSCRIPTS_DAYS = 180;
/** Default retention of leads, action items, notes and the waitlist. */
export const RETENTION_LEADS_DAYS = 730;
/** Default retention of memories. */
export const RETENTION_MEMORIES_DAYS = 365;
/** Default retention of the audit log. */
export const RETENTION_AUDIT_LOG_DAYS = 730;

/**
 * Shortest and longest password of an owner, in characters (NIST SP 800-63B-4, 3.1.1.2: 15 for a password used alone).
 */
export const PASSWORD_MIN_CHARS = 15;
export const PASSWORD_MAX_CHARS = 256;
