/** Body schemas of the visitor's desk. */
import { z } from 'zod';
import { emailAddress, locale, uuid } from './calls.ts';
import { LANGUAGES } from './languages.ts';
import { CORRECTABLE, CORRECTION_MAX_CHARS, ERASED_CONVERSATIONS_MAX, ERASED_MESSAGES_MAX } from './privacy.ts';

const secret = z.string().min(1).max(200);

/**
 * Who asks: the browser with its visitor's secret; the holder of a session's secret, for that session only; or whoever
 * opened a mailed link. If several are sent, the desk's token counts first and the session's secret last.
 */
const deskCredentials = {
  visitor_id: uuid.optional(),
  visitor_secret: secret.optional(),
  session_id: uuid.optional(),
  session_secret: secret.optional(),
  desk_token: secret.optional(),
};

/** The checked credentials of a desk. */
export type DeskCredentials = z.infer<z.ZodObject<typeof deskCredentials>>;

/** `my_data`: what is held. */
export const myData = z.strictObject(deskCredentials);

/** `my_conversation`: the lines of one conversation. */
export const myConversation = z.strictObject({
  ...deskCredentials,
  conversation_id: uuid,
  /** The `seq` after which to read on. */
  after: z.int().min(-1).max(2_147_483_647).default(-1),
});

/** `export_my_data`: everything that is held, as one file. */
export const exportMyData = z.strictObject({
  ...deskCredentials,
  /** `json` for programs, `html` to read. */
  format: z.enum(['json', 'html']).default('json'),
  /** Of the headings of an HTML file. */
  language: z.enum(LANGUAGES).default('en'),
  /** By whose habits an HTML file writes times. */
  locale: locale.optional(),
});

/** `erase_my_data`: messages, memories, conversations, or everything. */
export const eraseMyData = z
  .strictObject({
    ...deskCredentials,
    scope: z.enum(['message', 'memory', 'session', 'all']),
    /** Of the messages, memories or conversations; none with `all`. */
    ids: z.array(uuid).max(Math.max(ERASED_CONVERSATIONS_MAX, ERASED_MESSAGES_MAX)).default([]),
  })
  .refine(({ scope, ids }) => (scope === 'all') === (ids.length === 0), {
    path: ['ids'],
    message: 'name what is to go, and nothing with the scope "all"',
  });

/** `correct_my_data`: the visitor's own word on a fact; null takes it away. */
export const correctMyData = z
  .strictObject({
    ...deskCredentials,
    field: z.enum(CORRECTABLE),
    value: z.string().trim().min(1, 'must not be blank').max(CORRECTION_MAX_CHARS).nullable(),
  })
  .superRefine(({ field, value }, context) => {
    if (field !== 'email' || value === null) return;
    const problem = emailAddress.safeParse(value).error?.issues[0]?.message;
    if (problem) context.addIssue({ code: 'custom', path: ['value'], message: problem });
  });

/** `withdraw_consent`: running conversations are not kept once they end. */
export const withdrawConsent = z.strictObject(deskCredentials);

/** `request_desk_link`: mails a link to the desk of this address. */
export const requestDeskLink = z.strictObject({ email: emailAddress, language: z.enum(LANGUAGES).default('en') });

/** `read_desk_ways`: how a desk can be opened without the browser's secret. */
export const readDeskWays = z.strictObject({});

/** `open_desk`: opens the desk of a mailed link, once. */
export const openDesk = z.strictObject({ token: secret });

/** `PUT /api/admin/sessions/{id}/legal-hold`. */
export const legalHoldBody = z.strictObject({ reason: z.string().trim().min(3, 'must say why').max(500) });
