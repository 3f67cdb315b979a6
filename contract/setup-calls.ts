/** Body schemas of `/api/admin/setup*`. */
import { z } from 'zod';
import { WORKS } from './leads.ts';
import { SETUP_STEPS } from './setup.ts';
import { DEFAULT_MODE_ID, MODE_IDS } from './twin.ts';
import { messageText } from './twin-calls.ts';

/** A field of the wizard: a few paragraphs. Empty means left out. */
const text = (longest: number) =>
  z
    .string()
    .max(longest, `must have at most ${longest.toLocaleString('en')} characters`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL cannot store it
    .transform((value) => value.toWellFormed().replace(/\u0000/g, ''));
/** A field of one line. */
const line = (longest: number) => text(longest).transform((value) => value.replace(/\s+/g, ' '));
/** Largest body with all answers, allowing for JSON escapes. */
export const SETUP_BODY_MAX_BYTES = 1024 * 1024;
const degree = z.int().min(1).max(5);

/** All answers together: each sentence of them is encoded before visitors meet it, and a text has a limit. */
const MAX_CHARS = 60_000;

/** {@link import('./setup.ts').SetupAnswers} */
export const setupAnswers = z
  .strictObject({
    base: z.enum(['scratch', 'current']),
    name: line(200),
    first_name: line(200),
    title: line(500),
    // Answers of an older release have none.
    work: z.enum(WORKS).default('advice'),
    location: line(500),
    // As long as an operator's own persona may be.
    does: line(2_000),
    audience: text(4_000),
    about: text(15_000),
    languages: line(500),
    portrait: z
      .string()
      .max(200)
      .regex(/^[\w.-]+$/, 'must be the name of a picture')
      .nullable(),
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as "#c47a1c"')
      .nullable(),
    services: z
      .array(
        z.strictObject({
          id: z
            .string()
            .max(200)
            .regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and hyphens')
            .optional(),
          name: line(200),
          summary: text(4_000),
          price: line(500),
          duration: line(500),
        }),
      )
      .max(100, 'must be at most 100'),
    answers: z.array(z.strictObject({ question: line(300), answer: text(4_000) })).max(30, 'must be at most 30'),
    manner: z.strictObject({ formality: degree, length: degree, humour: degree }),
    email: line(254),
    call: text(4_000),
    calendar: line(500),
  })
  .refine(
    (answers) => JSON.stringify(answers).length <= MAX_CHARS,
    `must have at most ${MAX_CHARS.toLocaleString('en')} characters in all`,
  );

const version = z.int().min(0).max(2_147_483_647);
/** `PUT setup`: the answers so far. */
export const setupBody = z.strictObject({ answers: setupAnswers, step: z.enum(SETUP_STEPS), version });
/** `POST setup/preview`: what a twin with these answers would reply. */
export const setupPreviewBody = z.strictObject({
  answers: setupAnswers,
  message: messageText.optional(),
  mode: z.enum(MODE_IDS).default(DEFAULT_MODE_ID),
  /** Whether to answer without a language model, as while the owner types. */
  quick: z.boolean().default(false),
});
/** `POST setup/publish`, `POST setup/undo` and `POST setup/later`. */
export const setupVersionBody = z.strictObject({ version });
