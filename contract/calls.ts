/** Body schemas of the functions (specification, section 7). */
import { z } from 'zod';
import {
  EXTRACT_FROM_MAX_CHARS,
  MEMORY_TEXT_MAX_CHARS,
  PLAYING_MAX_CHARS,
  SPEED_MAX,
  SPEED_MIN,
  SPOKEN_TEXT_MAX_CHARS,
  TEMPERATURE_MAX,
  TEMPERATURE_MIN,
} from './constants.ts';
import { ADDRESS_MAX_CHARS, emailProblem } from './email.ts';
import { RATING_MAX } from './episodes.ts';
import { LANGUAGES } from './languages.ts';
import { isTimeZone } from './settings.ts';
import { readHostPage } from './widget.ts';

/** Placeholder ids of programs that have none: shared by everybody, so valid for nobody. */
const NO_ID = /^(?:0{8}(?:-0{4}){3}-0{12}|f{8}(?:-f{4}){3}-f{12})$/i;
/** A UUID of any version except the nil and the max UUID (RFC 9562, 5.9 and 5.10). */
export const uuid = z.guid().refine((id) => !NO_ID.test(id), 'must be an id of its own');
const secret = z.string().min(1).max(200);
/** Accepted and ignored, so that a client may send back the answer of `create_session` as it is. */
const notUsed = { visitor_id: uuid.optional(), visitor_secret: secret.optional() };
const credentials = { session_id: uuid, session_secret: secret, ...notUsed };
/** Credentials that may come in the headers `x-session-id` and `x-session-secret` instead. */
const credentialsHereOrInHeaders = {
  session_id: uuid.optional(),
  session_secret: secret.optional(),
  ...notUsed,
};
/** A mode or model id. The server checks whether it exists and has its own error code for that. */
const id = z.string().min(1).max(200);

/** An IANA name of a time zone. */
export const timeZone = z.string().max(100).refine(isTimeZone, 'must be a time zone such as "Europe/Amsterdam"');
/** The locale by whose habits a visitor's dates and times are written. */
export const locale = z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must be a locale such as "en-US"');
/** A moment with its offset, such as `2026-12-01T09:00:00Z`. */
export const moment = z.iso.datetime({ offset: true, error: 'must be a time such as "2026-12-01T09:00:00Z"' });

/** A visitor's email address, shared by every call that takes one. */
export const emailAddress = z
  .email('must be an email address')
  .max(ADDRESS_MAX_CHARS, `must have at most ${ADDRESS_MAX_CHARS} characters`)
  .refine((address) => emailProblem(address) === null, 'must be an address that mail can reach');

/** `collect_email`. The server validates the address and words the error for the form. */
export const collectEmail = z.strictObject({
  email: z.string(),
  name: z.string().max(200).optional(),
  signup_type: z.literal('waitlist').default('waitlist'),
});

/** `create_session`. */
export const createSession = z.strictObject({
  visitor_id: uuid,
  /** Proves that the visitor id belongs to the caller. If missing or wrong, a new visitor is created. */
  visitor_secret: secret.optional(),
  consent: z.boolean(),
  /**
   * Version of the consent sentence shown to the visitor; defaults to the newest. A version never shown here is refused
   * with `consent_changed`.
   */
  consent_version: z.string().trim().min(1).max(100).optional(),
  /** Language in which the visitor was shown the sentence; defaults to the language of the twin's files. */
  consent_language: z.enum(LANGUAGES).optional(),
  mode: id.optional(),
  /** Whether replies will be spoken, so that the voice can be prepared before the first one. */
  speak: z.boolean().default(false),
  /** The page on which the widget stands; kept only with consent, and cut to what may be kept. */
  page: z
    .strictObject({ title: z.string().max(2_000), url: z.string().max(4_000) })
    .transform((page, context) => {
      const read = readHostPage(page);
      if (!read) context.addIssue({ code: 'custom', path: ['url'], message: 'must be an http or https address' });
      return read ?? z.NEVER;
    })
    .nullish(),
});

/** Optional context from the page; treated as bounded data, never as instructions. */
export const turnContext = z.strictObject({
  recent_messages: z
    .array(z.union([z.string().max(4_000), z.record(z.string(), z.unknown())]))
    .max(100)
    .optional(),
  is_followup: z.boolean().optional(),
  conversation_topic: z.string().max(500).nullish(),
});

/** `agent_reply`. The length of `user_message` is checked separately, with its own error code. */
export const agentReply = z.strictObject({
  ...credentials,
  user_message: z.string(),
  mode: id.optional(),
  is_performer_mode: z.boolean().default(false),
  model: id.optional(),
  context: turnContext.nullish(),
  turn_id: uuid.optional(),
  speak: z.boolean().default(false),
  /** The visitor's time zone, in which free times are offered. */
  time_zone: timeZone.optional(),
  locale: locale.optional(),
});

/** `prepare_reply`: what `agent_reply` will be sent if the visitor has finished speaking. */
export const prepareReply = z.strictObject({
  ...credentials,
  user_message: z.string(),
  mode: id.optional(),
  model: id.optional(),
  speak: z.boolean().default(false),
  time_zone: timeZone.optional(),
  locale: locale.optional(),
});

/** `{provider}_chat`. */
export const providerChat = z.strictObject({
  ...credentialsHereOrInHeaders,
  messages: z
    .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string().max(20_000) }))
    .min(1)
    .max(50),
  temperature: z.number().min(TEMPERATURE_MIN).max(TEMPERATURE_MAX).optional(),
  top_p: z.number().min(0).max(1).optional(),
  presence_penalty: z.number().min(-2).max(2).optional(),
  frequency_penalty: z.number().min(-2).max(2).optional(),
  max_tokens: z.number().int().min(1).max(500).default(500),
});

/** Emphasis of a text: a word, or 0 (flat) to 1 (strong). */
const emphasis = z.union([
  z.enum(['reduced', 'none', 'moderate', 'strong']),
  z
    .number()
    .min(0)
    .max(1)
    .transform((weight) => (weight < 0.25 ? 'none' : weight < 0.75 ? 'moderate' : 'strong')),
]);

/** `text_to_speech` and `POST /api/tts`; one names its voice `voice`, the other `voice_id` (section 7). */
export const textToSpeech = z.strictObject({
  ...credentialsHereOrInHeaders,
  text: z.string().min(1).max(SPOKEN_TEXT_MAX_CHARS),
  voice: id.nullish(),
  voice_id: id.nullish(),
  speed: z.number().min(SPEED_MIN).max(SPEED_MAX).default(1),
  emphasis: emphasis.default('none'),
});

/** `speech_to_text_{provider}`. */
export const speechToText = z.strictObject({
  ...credentialsHereOrInHeaders,
  /** A WAV file: one channel, 16-bit PCM. */
  audio_base64: z.string().min(1),
  model: id.nullish(),
  /** ISO 639-1. */
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'must be two lower-case letters')
    .nullish(),
  /** What the twin said in the last 10 s, for echo detection. */
  playing: z.string().max(PLAYING_MAX_CHARS).nullish(),
});

/** `interrupt_reply`: the visitor interrupted a spoken reply. */
export const interruptReply = z.strictObject({
  ...credentials,
  turn_id: uuid,
  /** The part of the reply that reached the visitor, from its beginning; the web app sends the text on screen. */
  heard: z.string().max(20_000),
  reason: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lower-case words joined by underscores'),
});

/** `track_event`. */
export const trackEvent = z.strictObject({
  ...credentials,
  kind: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lower-case words joined by underscores'),
  payload: z.record(z.string(), z.unknown()).default({}),
});

/** `session_history`, `session_summary` and `end_session`. */
export const sessionOnly = z.strictObject(credentials);

/** `action_items`: extracts action items from a conversation or a text. */
export const actionItems = z.strictObject({
  ...credentialsHereOrInHeaders,
  action: z.literal('extract'),
  /** `conversation`, or the text to read. */
  extract_from: z.string().min(1).max(EXTRACT_FROM_MAX_CHARS).default('conversation'),
});

/** `request_call`: the visitor asks for a call or a message at a time of their choice. */
export const requestCall = z.strictObject({
  ...credentials,
  email: emailAddress,
  /** In the visitor's own words. */
  wished_time: z.string().trim().min(1).max(200),
});

/**
 * One line of a person's own: without line breaks and other control characters, which would end a header of a mail, and
 * without marks that turn the direction of what follows, which would make it read as something else.
 */
const personLine = (max: number) =>
  z
    .string()
    .transform((text) =>
      text
        .toWellFormed()
        .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
        .trim(),
    )
    .refine((text) => text !== '', 'must not be empty')
    .refine((text) => text.length <= max, `must have at most ${max} characters`);

/** A telephone number; an extension may follow. */
const PHONE = /^\+?[0-9 ()./-]{5,30}(?:(?:x|ext\.?) ?[0-9]{1,6})?$/i;
const phoneNumber = personLine(40).refine(
  (text) => PHONE.test(text) && text.replace(/\D/g, '').length >= 5,
  'must be a telephone number',
);

/** Longest note of a booking, in characters. */
export const BOOKING_NOTE_MAX_CHARS = 1_000;
/** `list_slots`: free times in the consultant's calendar. */
export const listSlots = z.strictObject({
  ...credentials,
  /** A kind of meeting; the first if left out. */
  kind: id.optional(),
  from: moment.optional(),
  to: moment.optional(),
  zone: timeZone.optional(),
  /** In words, such as 'Thursday afternoon' or 'not before ten'. */
  wish: z.string().trim().max(200).optional(),
  /** The language of the sentence to agree to. */
  language: z.enum(LANGUAGES).default('en'),
  /** How many at most. */
  limit: z.int().min(1).max(500).default(200),
});

/** `book_slot`: books a free time, or moves a booking to it. */
export const bookSlot = z.strictObject({
  ...credentials,
  kind: id,
  start: moment,
  zone: timeZone,
  locale: locale.optional(),
  name: personLine(200),
  email: emailAddress,
  /** The number to call, for a kind of meeting that asks for it; others do not keep it. */
  phone: phoneNumber.optional(),
  /** Agreement to the sentence of `list_slots`. */
  consent: z.literal(true, 'must be true: a booking needs your agreement'),
  /** Language in which the visitor was shown the sentence. */
  consent_language: z.enum(LANGUAGES).default('en'),
  note: z
    .string()
    .max(BOOKING_NOTE_MAX_CHARS)
    .transform((text) => text.toWellFormed().trim())
    .optional(),
  /** The booking to move. */
  booking_id: uuid.optional(),
});

/** `cancel_booking`. */
export const cancelBooking = z.strictObject({ ...credentials, booking_id: uuid });

/** `GET /api/bookings/{token}`: the reader's time zone. */
export const linkedQuery = z.object({ zone: timeZone.optional() });

/** `POST /api/bookings/{token}/move`. */
export const moveLinked = z.strictObject({ start: moment, zone: timeZone, locale: locale.optional() });

/** `correct_memory`: the visitor rewrites a memory in their own words. */
export const correctMemory = z.strictObject({
  ...credentials,
  id: uuid,
  text: z.string().trim().min(1, 'must not be blank').max(MEMORY_TEXT_MAX_CHARS),
});

/** `forget_memory`: one memory, or all of them. */
export const forgetMemory = z
  .strictObject({ ...credentials, id: uuid.optional(), all: z.literal(true).optional() })
  .refine(({ id: one, all }) => (one === undefined) !== (all === undefined), {
    path: ['id'],
    message: 'name one memory, or set "all" to true',
  });

/** `rate_episode`: the visitor rates a show, and says whether its episode may be published. */
export const rateEpisode = z.strictObject({
  ...credentials,
  rating: z.int().min(1).max(RATING_MAX),
  publish: z.boolean(),
});

/** The checked body of `collect_email`. */
export type CollectEmailBody = z.infer<typeof collectEmail>;
/** The checked body of `list_slots`. */
export type ListSlotsBody = z.infer<typeof listSlots>;
/** The checked body of `book_slot`. */
export type BookSlotBody = z.infer<typeof bookSlot>;
/** The checked body of `create_session`. */
export type CreateSessionBody = z.infer<typeof createSession>;
/** The checked body of `agent_reply`. */
export type AgentReplyBody = z.infer<typeof agentReply>;
/** The checked body of `prepare_reply`. */
export type PrepareReplyBody = z.infer<typeof prepareReply>;
/** The checked body of `{provider}_chat`. */
export type ProviderChatBody = z.infer<typeof providerChat>;
/** The checked body of `text_to_speech` and `POST /api/tts`. */
export type TextToSpeechBody = z.infer<typeof textToSpeech>;
/** The checked body of `speech_to_text_{provider}`. */
export type SpeechToTextBody = z.infer<typeof speechToText>;
/** The checked body of `track_event`. */
export type TrackEventBody = z.infer<typeof trackEvent>;
/** The checked body of `action_items`. */
export type ActionItemsBody = z.infer<typeof actionItems>;
/** The checked body of `request_call`. */
export type RequestCallBody = z.infer<typeof requestCall>;
