/**
 * The constants of section 9 of the product specification, each with its unit. They stand here once; whoever needs a
 * figure imports it. No import of this file reaches a runtime library, so that the web app may use it for free.
 */

/** Lead score at and above which a lead is of high quality (0 to 100). */
export const HIGH_QUALITY_LEAD_SCORE = 70;
/** The chat's own scale: at and above this, priority medium; below, low. High begins at HIGH_QUALITY_LEAD_SCORE. */
export const CHAT_MEDIUM_PRIORITY_SCORE = 40;
/** The dashboard's own scale: at and above this a lead is hot. */
export const HOT_LEAD_SCORE = 75;
/** At and above this, and below HOT_LEAD_SCORE, a lead is warm; below it is cold. */
export const WARM_LEAD_SCORE = 50;

/** The dashboard's time ranges, in days, by the id that stands in an address. */
export const RANGE_DAYS = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 } as const;
/** The range of a dashboard that names none, or an unknown one. */
export const DEFAULT_RANGE = '7d';
/** Sessions in the overview's priority list. */
export const PRIORITY_LIST_SIZE = 5;
/** A session without an end is guessed to have lasted a minute for so many utterances, and a minute at least. */
export const UTTERANCES_PER_MINUTE = 2;

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
/** Follow-ups in a row without a visitor's word. */
export const FOLLOWUPS_IN_A_ROW = 2;

/** Base level of the energy detector, from which its thresholds follow (samples lie between -1 and 1). */
export const VOICE_BASE_LEVEL = 0.01;
/** Level at which speech starts: the larger of a floor and a multiple of the base level. */
export const VOICE_START_LEVEL = Math.max(0.08, 8 * VOICE_BASE_LEVEL);
/** Level at which speech stops. */
export const VOICE_STOP_LEVEL = Math.max(0.04, 4 * VOICE_BASE_LEVEL);
/** Shortest speech that the energy detector takes for speech. */
export const VOICE_MIN_SPEECH_MS = 1_200;
/** Silence that ends speech. */
export const VOICE_END_SILENCE_MS = 1_000;
/** Levels over which the energy detector smooths. */
export const VOICE_SMOOTHING_SAMPLES = 5;
/** Samples of one captured frame. */
export const VOICE_FRAME_SAMPLES = 4_096;
/** Channels and bits a sample of the WAV that is sent. */
export const VOICE_CHANNELS = 1;
export const VOICE_BITS_PER_SAMPLE = 16;
/** The microphone is deaf for this long when sound is played, unless something longer is known. */
export const PLAYBACK_SUPPRESSION_MS = 3_000;
/** Suppression for each thousand units of length of the agent's audio, before its least length. */
export const PLAYBACK_SUPPRESSION_PER_THOUSAND_MS = 50;
/** Wait after playback before the microphone hears again. */
export const PLAYBACK_REENABLE_MS = 500;
/** Replies that wait to be spoken; of more, only the latest stays. */
export const AUDIO_QUEUE_MAX = 2;
/** Silence between two replies of the queue. */
export const AUDIO_QUEUE_GAP_MS = 200;

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
/** Fast mode: memory is not consulted for a message of at most this many characters. */
export const MEMORY_SKIP_MAX_CHARS = 15;
/** Fast mode: memories recalled for one turn. */
export const MEMORY_LIMIT = 2;
/** Fast mode: least importance of a recalled memory (0 to 1). */
export const MEMORY_MIN_IMPORTANCE = 0.5;
/** Longest text of a memory (ours), in characters. */
export const MEMORY_TEXT_MAX_CHARS = 200;

/** Sampling temperature of a conversation: lowest, highest, default. */
export const TEMPERATURE_MIN = 0.5;
export const TEMPERATURE_MAX = 1;
export const TEMPERATURE_DEFAULT = 0.8;
/** Tokens of conversation that go to a model. */
export const CONTEXT_WINDOW_TOKENS = 4_000;
/** Most tokens of one reply (section 7, {provider}_chat). */
export const REPLY_MAX_TOKENS = 500;

/** Responses, modes and moments that a show remembers. */
export const RESPONSE_HISTORY_MAX = 100;
export const MODE_HISTORY_MAX = 100;
export const MOMENTS_MAX = 100;
/** Engagement and energy of a show: both from 0 to this, and where they start. */
export const ENGAGEMENT_MAX = 10;
export const ENGAGEMENT_START = 5;
export const ENERGY_MAX = 10;
export const ENERGY_START = 5;
/** Life of a callback from its creation. */
export const CALLBACK_LIFE_MS = 30 * 60_000;
/** Quality of a callback: from 1 to this. */
export const CALLBACK_QUALITY_MAX = 10;
/** How often a show saves itself. */
export const SHOW_AUTOSAVE_MS = 5 * 60_000;
/** Greatest depth of a thread. */
export const THREAD_DEPTH_MAX = 10;
/** Sampling temperatures of show modes that the specification names. */
export const SHOW_TEMPERATURE = { comedy: 0.9, riffing: 0.95, debate: 0.7 } as const;

/** Time between two enhancements by a demo. */
export const DEMO_ENHANCEMENT_EVERY_MS = 30_000;
/** Demo examples given to a model. */
export const DEMO_EXAMPLES = 2;
/** Numbers in an embedding. */
export const EMBEDDING_SIZE = 384;
/** Time for which a demo is not used again. */
export const DEMO_REUSE_BLOCK_MS = 5 * 60_000;
/** Weights by which demos are ranked; they add up to 1. */
export const DEMO_WEIGHTS = { semantic: 0.4, context: 0.25, performance: 0.2, freshness: 0.1, mode: 0.05 } as const;
/** Performance below which a demo is not used (0 to 1), and how fast performance is learnt. */
export const DEMO_PERFORMANCE_MIN = 0.7;
export const DEMO_LEARNING_RATE = 0.1;

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

/** Largest visitor message, in Unicode code points. */
export const MESSAGE_MAX_CODE_POINTS = 4_000;
/** Longest text from which action items are read, in characters. */
export const EXTRACT_FROM_MAX_CHARS = 20_000;
/** Idle time after which a session ends by itself. */
export const SESSION_IDLE_MS = 30 * 60_000;
/** A session whose page was closed ends after this, unless the page came back (ours: the spec says 'browser gone'). */
export const PAGE_GONE_AFTER_MS = 5 * 60_000;
/** How long an ended session still answers its own history. */
export const ENDED_SESSION_READABLE_MS = 30 * 24 * 3_600_000;
/** Longest utterance that is transcribed. */
export const UTTERANCE_MAX_MS = 60_000;
/** Largest utterance, as a WAV file and as the JSON in which it comes. */
export const UTTERANCE_MAX_BYTES = 4 * 1024 * 1024;
export const UTTERANCE_BODY_MAX_BYTES = 6 * 1024 * 1024;
/** Longest text that is spoken at a time, in UTF-16 units. */
export const SPOKEN_TEXT_MAX_CHARS = 5_000;
/** Slowest and fastest speech, as a factor. */
export const SPEED_MIN = 0.5;
export const SPEED_MAX = 2;
/** Words of the twin's last 10 s that come with an utterance, in characters. */
export const PLAYING_MAX_CHARS = 2_000;
/** The transcription model of a call that names none (section 7). */
export const DEFAULT_TRANSCRIPTION_MODEL = 'distil-whisper-large-v3-en';
/** Largest JSON body of a function, in bytes. */
export const JSON_BODY_MAX_BYTES = 64 * 1024;

/** Default days that a kept conversation, its extracts and its events are kept. */
export const RETENTION_TRANSCRIPTS_DAYS = 180;
/** The same for leads, action items, notes and the waitlist. */
export const RETENTION_LEADS_DAYS = 730;
/** The same for memories. */
export const RETENTION_MEMORIES_DAYS = 365;
/** The same for what was done on the owner's side. */
export const RETENTION_AUDIT_LOG_DAYS = 730;

/** Least and most characters of an owner's password (NIST SP 800-63B-4, 3.1.1.2: 15 where it is all there is). */
export const PASSWORD_MIN_CHARS = 15;
export const PASSWORD_MAX_CHARS = 256;
