import { z } from 'zod';
import {
  CALLBACK_QUALITY_MAX,
  EMOTIONS,
  ENERGY_MAX,
  ENGAGEMENT_MAX,
  HINT_MAX_CHARS,
  SHOW_MODES,
  THREAD_DEPTH_MAX,
} from './constants.ts';

export { SHOW_CLOSE } from './show-close.ts';

/** Largest frame of a show's connection, in bytes; a larger one closes it with 1009. */
export const SHOW_FRAME_MAX_BYTES = 16 * 1024;

/** The largest number that a message can have. */
const MAX_SEQ = 2 ** 31 - 1;

const uuid = z.uuid();
/** What neither the database nor JSON of its own can keep: NUL, and halves of characters. */
const clean = (value: string) => value.toWellFormed().replaceAll('\0', '');
const id = z.string().overwrite(clean).min(1).max(60);
const mode = z.enum(SHOW_MODES);
const text = (max: number) => z.string().overwrite(clean).trim().min(1).max(max);

/** The first message on a connection: the session's secret (performer) or an admin's access token (director). */
export const showInit = z.object({
  type: z.literal('init'),
  data: z.object({
    session_secret: z.string().max(200).optional(),
    access_token: z.string().max(4_000).optional(),
    /** The number of the last message received, to resume without loss or repetition. */
    after: z.int().min(0).max(MAX_SEQ).optional(),
  }),
});

/** What a performer may send after `init` (section 7). */
export const performerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('podcast-started'), data: z.looseObject({}).default({}) }),
  z.object({ type: z.literal('podcast-stopped'), data: z.looseObject({}).default({}) }),
  z.object({ type: z.literal('mode-change'), data: z.looseObject({ mode }) }),
  /** The page's own view of the show; the server's counts, so it is only taken as a sign of life. */
  z.object({ type: z.literal('context-update'), data: z.looseObject({}).default({}) }),
  /** 'Save moment': three words of the twin in this show or more, or a whole line; without content, its newest. */
  z.object({
    type: z.literal('moment-registered'),
    data: z.looseObject({ content: text(400).optional() }).default({}),
  }),
  /** With an id, 'Use callback'; with a setup, a new callback of words that the visitor said in this show. */
  z.object({
    type: z.literal('callback-available'),
    data: z.union([
      z.looseObject({ id, use: z.literal(true) }),
      z.looseObject({
        setup: text(120),
        quality: z.int().min(1).max(CALLBACK_QUALITY_MAX).default(5),
      }),
    ]),
  }),
  /** The page has played a reply to its end. */
  z.object({ type: z.literal('response-processed'), data: z.looseObject({}).default({}) }),
]);

/** What a director may send after `init`: what a performer receives (section 7), and a private hint. */
export const directorMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('mode-change-request'), data: z.object({ mode }) }),
  z.object({
    type: z.literal('energy-adjustment'),
    data: z.object({ delta: z.number().min(-ENERGY_MAX).max(ENERGY_MAX) }),
  }),
  z.object({
    type: z.literal('audience-update'),
    data: z.object({ engagement: z.number().min(0).max(ENGAGEMENT_MAX) }),
  }),
  z.object({
    type: z.literal('command'),
    data: z.object({
      action: z.enum(['reset', 'save-moment', 'use-callback', 'drop-callback', 'drop-hint']),
      id: id.optional(),
    }),
  }),
  z.object({ type: z.literal('hint'), data: z.object({ text: text(HINT_MAX_CHARS) }) }),
]);

/** A message of a performer after `init`. */
export type PerformerMessage = z.infer<typeof performerMessage>;
/** A message of a director after `init`. */
export type DirectorMessage = z.infer<typeof directorMessage>;

/** A callback in hand, as pages show it. */
const callback = z.object({
  id,
  setup: z.string(),
  context: z.string(),
  quality: z.int().min(1).max(CALLBACK_QUALITY_MAX),
  used: z.boolean(),
  outcome: z.enum(['landed', 'flat']).nullable(),
  expires_at: z.iso.datetime(),
});

/** Whose words they are; null for what was kept before that was noted. */
const speaker = z.enum(['visitor', 'twin']).nullable();

const moment = z.object({
  id,
  timestamp: z.iso.datetime(),
  type: z.enum(['laugh', 'callback', 'story', 'saved']),
  content: z.string(),
  speaker: speaker.default(null),
  context: z.string(),
  audience_reaction: z.enum(['laughed', 'engaged', 'quiet']).nullable(),
  tags: z.array(z.string()),
  turn_id: uuid.nullable(),
});

const theme = z.object({ topic: z.string(), depth: z.int().min(1).max(10) });

/** A show as pages show it. */
export const showView = z.object({
  active: z.boolean(),
  episode: z.int().min(1),
  started_at: z.iso.datetime(),
  mode,
  segment_started_at: z.iso.datetime(),
  emotion: z.enum(EMOTIONS),
  energy: z.number().min(0).max(ENERGY_MAX),
  engagement: z.number().min(0).max(ENGAGEMENT_MAX),
  trend: z.enum(['improving', 'declining', 'stable']),
  words_per_minute: z.int(),
  turns: z.int(),
  /** Newest last. */
  modes: z.array(z.object({ mode, at: z.iso.datetime(), by: z.enum(['start', 'engine', 'visitor', 'director']) })),
  /** Open ones, best first, then used ones. */
  callbacks: z.array(callback),
  moments: z.array(moment),
  threads: z.array(
    z.object({
      id,
      topic: z.string(),
      status: z.enum(['active', 'paused']),
      depth: z.int().max(THREAD_DEPTH_MAX),
      messages: z.int(),
    }),
  ),
  themes: z.array(theme),
  /** Name of the game being played. */
  game: z.string().nullable(),
  /** Told to directors alone: what they ordered, and what no reply has had room for yet. */
  waiting: z.object({ hint: z.string().nullable(), callback: id.nullable() }).optional(),
});

/** A show as pages show it. */
export type ShowView = z.infer<typeof showView>;

/** A message to a performer or director. `seq` numbers those that a reconnected page asks for with `after`. */
export interface ShowSocketMessage {
  type:
    | 'ready'
    | 'error'
    | 'mode-change'
    | 'context-update'
    | 'moment-registered'
    | 'callback-available'
    | 'podcast-started'
    | 'podcast-stopped'
    | 'response-processed'
    | 'mode-change-request'
    | 'energy-adjustment'
    | 'audience-update'
    | 'command'
    | 'hint'
    | 'words'
    | 'messages-erased';
  data: Record<string, unknown>;
  seq?: number;
}

/** What is kept of an episode (section 3, show memory). */
export const showMemory = z.object({
  id: uuid,
  session_id: uuid,
  episode_number: z.int().min(1),
  date: z.iso.datetime(),
  themes: z.array(theme),
  best_moments: z.array(moment),
  callbacks: z.array(callback),
  audience_stats: z.object({
    responses: z.int(),
    average_engagement: z.number(),
    peak_engagement: z.number(),
    laughs: z.int(),
    questions: z.int(),
    callbacks_landed: z.int(),
    callbacks_used: z.int(),
  }),
  /** In milliseconds. */
  duration: z.int(),
  /** 1 to 10. */
  overall_rating: z.number().min(1).max(10),
});

/** What is kept of an episode. */
export type ShowMemory = z.infer<typeof showMemory>;
