/** Body schemas of `/api/admin/settings` and related calls, and the schema of each settings group. */
import { z } from 'zod';
import { emailAddress, uuid } from './calls.ts';
import { importFileQuery } from './import-calls.ts';
import { LANGUAGES } from './languages.ts';
import { MAIL_TEMPLATES, readSender } from './mail.ts';
import { PROVIDER_NAMES } from './providers.ts';
import {
  isTimeZone,
  RETENTION_KINDS,
  type RetentionKind,
  SETTINGS_GROUPS,
  type SettingsGroups,
  STARTER_MAX_CHARS,
  STARTERS_MAX,
} from './settings.ts';
import {
  ORIGIN_PROBLEMS,
  readColor,
  readOrigin,
  WIDGET_LABEL_MAX_CHARS,
  WIDGET_ORIGIN_MAX_CHARS,
  WIDGET_ORIGINS_MAX,
  WIDGET_POSITIONS,
  type WidgetSettings,
} from './widget.ts';

/** Longest finite retention time, in days. */
export const RETENTION_MAX_DAYS = 36_500;
/** Longest offer text, also for the sentence above the offers, in characters. */
export const OFFER_MAX_CHARS = 40;
export const INVITATION_MAX_CHARS = 200;
/** Most opening intervals in a week, and most prices. */
export const OPEN_MAX = 50;
export const PRICES_MAX = 200;
/** Largest body of a settings call, in bytes. */
export const SETTINGS_BODY_MAX_BYTES = 1024 * 1024;

// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the purpose
const CONTROLS = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]+/g;

/** One line of text; control characters count as spaces. */
const line = (max: number) =>
  z
    .string('must be a text')
    .transform((text) => text.toWellFormed().replace(CONTROLS, ' ').trim())
    .refine((text) => text !== '', 'must not be empty')
    .refine((text) => text.length <= max, `must have at most ${max} characters`);

const whole = (from: number, to: number, also = '') => {
  const sentence = `must be a whole number from ${from} to ${to}${also}`;
  return z.number(sentence).int(sentence).min(from, sentence).max(to, sentence);
};

const days = whole(1, RETENTION_MAX_DAYS, ' (days), or null to keep it for ever').nullable();

const clock = z
  .string('must be a time like 09:30')
  .regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'must be a time like 09:30');
const openHours = z
  .array(z.strictObject({ day: whole(0, 6, ' (0 is Monday)'), from: clock, to: clock }))
  .max(OPEN_MAX, `must be at most ${OPEN_MAX}`)
  .transform((open) => open.toSorted((a, b) => a.day - b.day || a.from.localeCompare(b.from)))
  .superRefine((open, context) => {
    for (const [index, { day, from, to }] of open.entries()) {
      const before = open[index - 1];
      const refuse = (message: string) => context.addIssue({ code: 'custom', path: [index], message });
      if (to <= from) refuse(`the time ${to} must be later than ${from}`);
      else if (before?.day === day && before.to > from) {
        refuse(`${from} to ${to} overlaps ${before.from} to ${before.to} of the same day`);
      }
    }
  });

const price = z
  .number('must be a price, 0 or more')
  .min(0, 'must be a price, 0 or more')
  .max(1_000_000, 'must be at most 1000000');
const priced = { provider: line(100), model: line(200) };
const priceRows = z
  .array(
    z.discriminatedUnion(
      'kind',
      [
        z.strictObject({
          kind: z.literal('chat'),
          ...priced,
          per_million_prompt: price,
          per_million_completion: price,
        }),
        z.strictObject({ kind: z.literal('voice'), ...priced, per_million_characters: price }),
        z.strictObject({ kind: z.literal('transcription'), ...priced, per_hour: price }),
      ],
      'must be chat, voice or transcription',
    ),
  )
  .max(PRICES_MAX, `must be at most ${PRICES_MAX}`)
  .superRefine((rows, context) => {
    const seen = new Set<string>();
    for (const [index, { kind, provider, model }] of rows.entries()) {
      const key = JSON.stringify([kind, provider, model]);
      if (seen.has(key)) {
        context.addIssue({ code: 'custom', path: [index, 'model'], message: `${model} of ${provider} stands twice` });
      }
      seen.add(key);
    }
  });

const flag = z.boolean('must be true or false');

const currencySentence = 'must be a currency code like EUR';
const currency = z
  .string(currencySentence)
  .regex(/^[A-Z]{3}$/, currencySentence)
  .refine((code) => Intl.supportedValuesOf('currency').includes(code), currencySentence);

/** An origin as browsers send it. */
const origin = z.string('must be a text').transform((text, context) => {
  const read = readOrigin(text);
  if ('origin' in read) return read.origin;
  const values: Record<string, string> = { '{origin}': read.found, '{most}': String(WIDGET_ORIGIN_MAX_CHARS) };
  const problem = ORIGIN_PROBLEMS[read.problem].replace(/\{\w+\}/g, (name) => values[name] ?? name);
  context.addIssue({ code: 'custom', message: `${text.slice(0, 60)} ${problem}` });
  return z.NEVER;
});
const colorSentence = 'must be a color like #e7a13a';
const widget: z.ZodType<WidgetSettings> = z.strictObject({
  origins: z
    .array(origin)
    .max(WIDGET_ORIGINS_MAX, `must be at most ${WIDGET_ORIGINS_MAX}`)
    .transform((origins) => [...new Set(origins)]),
  color: z.string(colorSentence).transform((text, context) => {
    const color = readColor(text);
    if (!color) context.addIssue({ code: 'custom', message: colorSentence });
    return color ?? z.NEVER;
  }),
  position: z.enum(WIDGET_POSITIONS, 'must be right or left'),
  label: line(WIDGET_LABEL_MAX_CHARS),
});

/** The schema of each group. */
export const SETTINGS_SCHEMAS: { [Name in keyof SettingsGroups]: z.ZodType<SettingsGroups[Name]> } = {
  notifications: z.strictObject({ threshold: whole(1, 100), webhook: z.boolean('must be true or false') }),
  mail: z.strictObject({
    off: z
      .array(z.enum(MAIL_TEMPLATES, `must be one of ${MAIL_TEMPLATES.join(', ')}`))
      .transform((templates) => MAIL_TEMPLATES.filter((template) => templates.includes(template))),
    digest_day: whole(0, 6, ' (0 is Monday)'),
    language: z.enum(LANGUAGES, `must be one of ${LANGUAGES.join(', ')}`),
  }),
  retention: z.strictObject(
    Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, days])) as Record<RetentionKind, typeof days>,
  ),
  offers: z.strictObject({
    book_call: line(OFFER_MAX_CHARS),
    leave_email: line(OFFER_MAX_CHARS),
    get_summary: line(OFFER_MAX_CHARS),
    invitation: line(INVITATION_MAX_CHARS),
  }),
  hours: z.strictObject({
    time_zone: z
      .string('must be a time zone like Europe/Berlin')
      .max(100, 'must be a time zone like Europe/Berlin')
      .refine(isTimeZone, 'must be a time zone like Europe/Berlin'),
    open: openHours,
  }),
  prices: z.strictObject({ currency, rows: priceRows }),
  sign_in: z.strictObject({ second_factor: z.enum(['optional', 'required'], 'must be optional or required') }),
  models: z.strictObject({ session_chat: z.boolean('must be true or false') }),
  visitor_page: z.strictObject({
    analysis: flag,
    models: flag,
    voice: flag,
    waitlist: flag,
    dashboard_link: flag,
    starters: z
      .array(line(STARTER_MAX_CHARS))
      .max(STARTERS_MAX, `must be at most ${STARTERS_MAX}`)
      .transform((starters) => [...new Set(starters)]),
  }),
  widget,
  exports: z.strictObject({ addresses: flag, numbers: flag, names: flag }),
};

const version = whole(0, 2_147_483_646);

/** `PUT settings`; `value` is parsed with the group's schema in {@link SETTINGS_SCHEMAS}. */
export const settingsBody = z.strictObject({
  group: z.enum(SETTINGS_GROUPS, `must be one of ${SETTINGS_GROUPS.join(', ')}`),
  value: z.unknown(),
  version,
  confirm_rows: whole(0, Number.MAX_SAFE_INTEGER).optional(),
});
/** `POST settings/retention/preview`. */
export const retentionPreviewBody = z.strictObject({ value: SETTINGS_SCHEMAS.retention });
/** `POST settings/reset`; a reset that deletes data needs the same confirmation as the equivalent change. */
export const resetBody = settingsBody.omit({ value: true });

const email = z
  .string('must be an email address')
  .trim()
  .toLowerCase()
  .pipe(z.email('must be an email address').max(320));
const erased = { email: email.optional(), visitor_id: uuid.optional(), session_id: uuid.optional() };
const namesOne = (body: Partial<Record<keyof typeof erased, string>>) =>
  [body.email, body.visitor_id, body.session_id].filter((one) => one !== undefined).length === 1;
const nameOne = {
  path: ['email'],
  message: 'name an address, a visitor or a conversation, and no more than one of them',
};
/** `POST danger/erase-visitor/preview`. */
export const eraseVisitorPreviewBody = z.strictObject(erased).refine(namesOne, nameOne);
/** `POST danger/erase-visitor`: confirmed by typing the address again or by the preview's number of rows. */
export const eraseVisitorBody = z
  .strictObject({
    ...erased,
    confirm: email.optional(),
    confirm_rows: whole(0, Number.MAX_SAFE_INTEGER).optional(),
  })
  .refine(namesOne, nameOne)
  .refine(({ email, confirm }) => email === confirm, { path: ['confirm'], message: 'must be the same address' })
  .refine((body) => (body.email === undefined) === (body.confirm_rows !== undefined), {
    path: ['confirm_rows'],
    message: 'must be the total that the preview told, where no address is named',
  });

const daySentence = 'must be a day like 2026-01-31';
/** The database has no year 0. */
const before = z.iso.date(daySentence).refine((day) => !day.startsWith('0000'), daySentence);
/**
 * `POST danger/delete-conversations/preview`: conversations that ended before the start of that day, in the owner's
 * time zone.
 */
export const deleteConversationsPreviewBody = z.strictObject({ before });
/** `POST danger/delete-conversations`: confirmed by the preview's number. */
export const deleteConversationsBody = z.strictObject({ before, confirm_rows: whole(0, Number.MAX_SAFE_INTEGER) });
/** The address of a model server. It must not contain secrets: it is displayed and written to the audit log. */
const baseUrl = z
  .string('must be an http or https address')
  .trim()
  .max(500, 'must have at most 500 characters')
  .pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https address' }))
  .refine((address) => {
    const { username, password, search, hash } = new URL(address);
    return !username && !password && !search && !hash;
  }, 'must be an address alone, without a name, a password, or anything after a ? or #')
  .transform((address) => address.replace(/\/+$/, ''));
const providerKey = z
  .string('must be a text')
  .trim()
  .min(1, 'must not be empty')
  .max(500, 'must have at most 500 characters')
  // It is sent in a header.
  .regex(/^[\x21-\x7e]+$/, 'must be a key as the provider shows it: letters, figures and signs without spaces');

/** `POST model/models`: the server to query and its key. */
export const modelServerBody = z
  .strictObject({
    provider: z.enum(PROVIDER_NAMES, `must be one of ${PROVIDER_NAMES.join(', ')}`),
    base_url: baseUrl.optional(),
    /** If left out, the stored key is used, provided it belongs to the same address. Null: no key. */
    key: providerKey.nullish(),
  })
  .refine(({ provider, base_url }) => (provider === 'custom') === (base_url !== undefined), {
    path: ['base_url'],
    message: 'must be given for an OpenAI-compatible server, and for no other provider',
  })
  .refine(({ base_url, key }) => !key || !base_url || isPrivateWay(base_url), {
    path: ['base_url'],
    message: 'must begin with https:// where a key is sent, unless it names this machine',
  });
/** Whether requests to the address are protected from eavesdropping. */
const isPrivateWay = (address: string) =>
  address.startsWith('https:') || /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:|\/|$)/i.test(address);
/** `POST model/test` and `PUT model`. */
export const modelConnectionBody = modelServerBody.safeExtend({ model: line(200) });
/** Calls without parameters. */
export const emptyBody = z.strictObject({}).nullish();

const mailHostSentence = 'must be the name or address of a server, such as smtp.example.com';
/** `PUT mail`: the mail server to use. It is called and signed in to first; if that fails, nothing is changed. */
export const mailConnectionBody = z.strictObject({
  host: z
    .string(mailHostSentence)
    .trim()
    .max(253, mailHostSentence)
    .regex(/^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|[0-9A-Fa-f:]+)$/, mailHostSentence),
  port: whole(1, 65_535),
  /** Encrypted from the start; otherwise STARTTLS is used where the server offers it. */
  secure: flag,
  user: line(320).nullable(),
  /** If left out, the stored password is used, provided host, port and user are the same. Null: no password. */
  password: z.string('must be a text').min(1, 'must not be empty').max(1_000, 'must be shorter').nullish(),
  from: z
    .string('must be an address, or a name and <address>')
    .trim()
    .max(400, 'must be shorter')
    .refine((text) => readSender(text) !== null, 'must be an address, or a name and <address>'),
});
/** `POST mail/test`. */
export const mailTestBody = z.strictObject({ to: emailAddress });
/** `GET mail/preview`. */
export const mailPreviewQuery = z.strictObject({
  template: z.enum(MAIL_TEMPLATES, `must be one of ${MAIL_TEMPLATES.join(', ')}`),
  language: z.enum(LANGUAGES, `must be one of ${LANGUAGES.join(', ')}`).default('en'),
});
/** `POST mail/resubscribe`: the caller gets mails of a template again. */
export const mailResubscribeBody = z.strictObject({ template: z.enum(MAIL_TEMPLATES) });
/** `POST calendar/files?name=&replaces=`: the body is the file. */
export const calendarFileQuery = importFileQuery.extend({ replaces: z.guid().optional() });
/** `POST calendar/sources`: a secret iCalendar address, or a calendar on a CalDAV server. */
export const calendarSourceBody = z
  .strictObject({
    kind: z.enum(['address', 'caldav']),
    url: z
      .string()
      .trim()
      .max(2_000)
      .transform((url) => url.replace(/^webcal:/i, 'https:'))
      .pipe(z.url({ protocol: /^https?$/, error: 'must be an address that begins with https://' })),
    user: z.string().max(200).optional(),
    password: z.string().max(500).optional(),
    /** Whether bookings are written to it. */
    writes: z.boolean().default(false),
  })
  .refine(({ kind, user, password }) => kind === 'address' || Boolean(user && password), {
    path: ['password'],
    message: 'a calendar server needs a user name and a password',
  });
