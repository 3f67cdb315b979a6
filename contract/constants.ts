/**
 * The constants of section 9 of the product specification, each with its unit. They stand here once; whoever needs a
 * figure imports it. No import of this file reaches a runtime library, so that the web app may use it for free.
 */

/** Lead score at and above which a lead is of high quality (0 to 100). */
export const HIGH_QUALITY_LEAD_SCORE = 70;
/** The chat's own scale: at and above this, priority medium; below, low. High begins at HIGH_QUALITY_LEAD_SCORE. */
export const CHAT_MEDIUM_PRIORITY_SCORE = 40;

/** How many distinct personalities the showcase page advertises (the core mode is not counted). */
export const PERSONALITY_COUNT = 6;
/** How many characters of the session id the chat's footer shows. */
export const SESSION_ID_DISPLAY_CHARS = 8;
/** Wait after a change before the message area scrolls to the newest message. */
export const SCROLL_DELAY_MS = 100;
/** Wait after a start without messages before the greeting is asked for, once. */
export const GREETING_DELAY_MS = 3_000;

/** Silence after which the agent speaks unprompted. */
export const FOLLOWUP_SILENCE_MS = 30_000;
/** Inactivity at which the chat checks whether a follow-up is due. */
export const FOLLOWUP_CHECK_MS = 25_000;
/** Follow-ups in a row without a visitor's word (settled: the turn). */
export const FOLLOWUPS_IN_A_ROW = 2;

/** Least pause after a contrast word ("but", "however"). */
export const PAUSE_AFTER_CONTRAST_MIN_MS = 800;
/** Least pause after a thinking word ("hmm", "well"). */
export const PAUSE_AFTER_THINKING_MIN_MS = 500;
/** Factor applied to a pause after a thinking word, before its least length. */
export const PAUSE_THINKING_FACTOR = 0.8;
/** Longest pause between two short segments. */
export const PAUSE_SHORT_MAX_MS = 300;
/** Factor applied to a pause between two short segments, before its greatest length. */
export const PAUSE_SHORT_FACTOR = 0.4;
/** A segment of at most this many characters is short (ours: the specification leaves the figure open). */
export const PAUSE_SHORT_NEIGHBOUR_MAX_CHARS = 20;
/** No pause is held longer than this, whatever was written (ours: a reply must not look dead). */
export const PAUSE_MAX_MS = 10_000;
/** Factor applied to every other pause. */
export const PAUSE_DEFAULT_FACTOR = 0.7;
/** Stored and shown segments of one reply lie this far apart (section 5). */
export const SEGMENT_TIMESTAMP_STEP_MS = 1_000;
/** Default speaking rate. */
export const DEFAULT_WORDS_PER_MINUTE = 150;

/** Fast mode: a message of at most this many characters counts as short. */
export const SHORT_MESSAGE_MAX_CHARS = 3;

/** Sampling temperature of a conversation: lowest, highest, default. */
export const TEMPERATURE_MIN = 0.5;
export const TEMPERATURE_MAX = 1;
export const TEMPERATURE_DEFAULT = 0.8;
/** Tokens of conversation that go to a model. */
export const CONTEXT_WINDOW_TOKENS = 4_000;
/** Most tokens of one reply (section 7, {provider}_chat). */
export const REPLY_MAX_TOKENS = 500;

/** Toasts at a time on the landing page, and elsewhere. */
export const LANDING_TOAST_LIMIT = 1;
export const TOAST_LIMIT = 3;
/** Wait between dismissing a landing page toast and removing it. */
export const LANDING_TOAST_REMOVE_DELAY_MS = 1_000_000;
/** How long a toast stays elsewhere. */
export const TOAST_DURATION_MS = 4_000;
/** Toast geometry, in CSS pixels. */
export const TOAST_WIDTH_PX = 356;
export const TOAST_GAP_PX = 14;
export const TOAST_SWIPE_THRESHOLD_PX = 20;

/** Largest visitor message, in Unicode code points (settled: the turn). */
export const MESSAGE_MAX_CODE_POINTS = 4_000;
/** Idle time after which a session ends by itself. */
export const SESSION_IDLE_MS = 30 * 60_000;
/** How long an ended session still answers its own history. */
export const ENDED_SESSION_READABLE_MS = 30 * 24 * 3_600_000;
/** Largest JSON body of a function, in bytes. */
export const JSON_BODY_MAX_BYTES = 64 * 1024;

/** Default days that a kept conversation, its extracts and its events are kept (settled: sessions, consent, leads). */
export const RETENTION_TRANSCRIPTS_DAYS = 180;
/** The same for leads, action items, notes and the waitlist. */
export const RETENTION_LEADS_DAYS = 730;
/** The same for memories. */
export const RETENTION_MEMORIES_DAYS = 365;
