/** Query and body schemas of `/api/admin/imports*`. */
import { z } from 'zod';
import { IMPORT_MAX_CHARS, IMPORT_MAX_SITE_PAGES } from './imports.ts';

/** Largest body with a pasted text, allowing for characters of several bytes and JSON escapes. */
export const IMPORT_TEXT_BODY_MAX_BYTES = 8 * 1024 * 1024;

const title = z
  .string()
  .transform((value) =>
    value
      .toWellFormed()
      .replace(/[\s\p{C}]+/gu, ' ')
      .trim(),
  )
  .refine((value) => value !== '', 'must not be empty')
  .refine((value) => value.length <= 200, 'must have at most 200 characters');
const words = (longest: number) =>
  z
    .string()
    .max(longest, `must have at most ${longest.toLocaleString('en')} characters`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL cannot store it
    .transform((value) => value.toWellFormed().replace(/\u0000/g, ''))
    .refine((value) => value.trim() !== '', 'must not be empty');
const url = z.string().trim().min(1, 'must not be empty').max(2_000, 'must have at most 2,000 characters');

/** The fields that each kind of import needs. */
const NEEDED = { text: ['title', 'text'], page: ['url'], site: ['url', 'pages'] } as const;

/** `POST imports`: a pasted text, a page, or chosen pages of a site. Files are sent to `imports/file`. */
export const importBody = z
  .strictObject({
    kind: z.enum(['text', 'page', 'site']),
    title: title.optional(),
    text: words(IMPORT_MAX_CHARS).optional(),
    /** For a site, its sitemap. */
    url: url.optional(),
    pages: z
      .array(url)
      .min(1)
      .max(IMPORT_MAX_SITE_PAGES, `must have at most ${IMPORT_MAX_SITE_PAGES} pages`)
      .refine((pages) => new Set(pages).size === pages.length, 'must have each page once')
      .optional(),
  })
  .superRefine((body, context) => {
    for (const field of NEEDED[body.kind]) {
      if (body[field] === undefined) context.addIssue({ code: 'custom', path: [field], message: 'is missing' });
    }
  });
/** `POST imports/file?name=`: the body is the file. */
export const importFileQuery = z.strictObject({ name: title });
/** `POST imports/site-pages`. */
export const sitePagesBody = z.strictObject({ url });
/** `GET imports/{id}/passages`. */
export const importPassagesQuery = z.strictObject({
  from: z
    .string()
    .regex(/^\d{1,6}$/, 'must be a number')
    .default('0')
    .transform(Number),
});

const decision = z.enum(['proposed', 'taken', 'dropped']);
/** `PATCH imports/{id}/passages/{position}`: what is left out stays. */
export const importPassageBody = z.strictObject({
  title: title.optional(),
  text: words(20_000).optional(),
  asks: z.array(title).max(50).optional(),
  decision: decision.optional(),
});
/** `POST imports/{id}/decide`: all passages at once, or those without a decision. */
export const importDecisionBody = z.strictObject({ decision, undecided_only: z.boolean().default(false) });
