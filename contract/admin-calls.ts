import { z } from 'zod';
import {
  DUE_GROUPS,
  LEAD_STATUSES,
  NOTE_MAX_CHARS,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  ROLES,
  rangeOf,
  SEARCH_MAX_CHARS,
  SORTS,
} from './admin.ts';
import { ANALYTICS_DAYS_MAX, CHARTS } from './analytics.ts';
import { uuid } from './calls.ts';
import { EXPORT_FORMATS, EXPORT_PRESETS } from './export-formats.ts';
import { LANGUAGES } from './languages.ts';
import { INTENTS } from './leads.ts';
import { PEOPLE_SORTS, TAG_MAX_CHARS, TAGS_MAX } from './people.ts';

/** Query and body schemas of `/api/admin/*`. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the purpose
const CONTROLS = /[\u0000-\u001F\u007F-\u009F]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the purpose
const NOTE_CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

/** A search text. Control characters count as spaces; a blank text means no search. */
const search = z
  .string()
  .max(SEARCH_MAX_CHARS, `must have at most ${SEARCH_MAX_CHARS} characters`)
  .transform((text) => text.toWellFormed().replace(CONTROLS, ' ').trim() || null)
  .nullable()
  .default(null);
const cursor = z.string().min(1, 'must not be empty').max(500, 'is not one of this list').nullable().default(null);
const limit = z
  .string()
  .regex(/^\d{1,3}$/, `must be a whole number from 1 to ${PAGE_SIZE_MAX}`)
  .transform(Number)
  .refine((size) => size >= 1 && size <= PAGE_SIZE_MAX, `must be a whole number from 1 to ${PAGE_SIZE_MAX}`)
  .default(PAGE_SIZE);
/** Falls back to seven days for an unknown range (specification, section 9). */
const range = z.string().nullish().transform(rangeOf);
const intent = z
  .enum(['all', ...INTENTS])
  .default('all')
  .transform((asked) => (asked === 'all' ? null : asked));
const shown = { range, intent, q: search, sort: z.enum(SORTS).default('score') };

/** `GET stats`. */
export const statsQuery = z.strictObject({ range });
/** `GET sessions`. */
export const sessionsQuery = z.strictObject({ ...shown, cursor, limit });
/** `GET sessions/{id}`: the transcript, starting with the utterance that follows `after`. */
export const sessionQuery = z.strictObject({
  after: z
    .string()
    .regex(/^\d{1,9}$/, 'must be the number of an utterance')
    .transform(Number)
    .optional(),
});
/** `GET export`: the sessions that the same query lists. */
export const exportQuery = z
  .strictObject({
    ...shown,
    format: z.enum(EXPORT_FORMATS).default('csv'),
    preset: z.enum(EXPORT_PRESETS).default('plain'),
    /** Whether to include transcripts: one row per utterance in CSV, one list per session in JSON Lines. */
    transcripts: z.enum(['yes', 'no']).default('no'),
  })
  .refine(({ transcripts, format, preset }) => transcripts === 'no' || format === 'jsonl' || preset === 'plain', {
    path: ['transcripts'],
    message: 'come in CSV with the columns of "plain" only: an import would take each row for a lead',
  });
/** `GET waitlist` and its export. */
export const waitlistQuery = z.strictObject({ cursor, limit });
/** `GET settings/webhook/dead-letters`. */
export const deadLettersQuery = z.strictObject({
  cursor: z.guid('is not one of this list').nullable().default(null),
  limit,
});
export const waitlistExportQuery = z.strictObject({ format: z.enum(EXPORT_FORMATS).default('csv') });
/** `GET search`: full-text search over all transcripts. */
export const searchQuery = z.strictObject({ q: search, cursor, limit });
/** Filters of action items, and the query of `GET action-items/inbox`. */
export const actionItemFilter = z.strictObject({
  status: z.enum(['open', 'done', 'all']).default('open'),
  priority: z.enum(['high', 'medium', 'low', 'all']).default('all'),
  category: z.string().min(1, 'must not be empty').max(100, 'must be shorter').nullable().default(null),
  /** A person's id, `me`, or `none` for items of nobody in particular. */
  assignee: z
    .union([z.enum(['me', 'none']), uuid])
    .nullable()
    .default(null),
  session_id: uuid.nullable().default(null),
  due: z.enum([...DUE_GROUPS, 'all']).default('all'),
});
/** `GET action-items`. */
export const actionItemsQuery = actionItemFilter.extend({
  /**
   * `asked`: items waiting for the owner, that is, calls and answers that visitors asked for, and high-priority items.
   */
  kind: z.enum(['asked', 'all']).default('all'),
  /** `due`: by due day, the earliest first. */
  order: z.enum(['newest', 'due']).default('newest'),
  cursor,
  limit,
});

/** `PATCH action-items/{id}`. */
export const actionItemBody = z
  .strictObject({
    status: z.enum(['open', 'done']).optional(),
    /** A day, `2026-12-01`; null for none. */
    due_date: z.iso
      .date('must be a day like 2026-12-01')
      .refine((day) => !day.startsWith('0000'), 'must be a day like 2026-12-01')
      .nullable()
      .optional(),
    assignee_id: uuid.nullable().optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'must change something');
/** `POST action-items/status`: completes or reopens several items. */
export const actionItemsStatusBody = z.strictObject({
  ids: z.array(uuid).min(1, 'must not be empty').max(PAGE_SIZE_MAX, `must be at most ${PAGE_SIZE_MAX}`),
  status: z.enum(['open', 'done']),
});
/** `POST sessions/{id}/notes` and `PATCH notes/{id}`. */
export const noteBody = z.strictObject({
  text: z
    .string()
    .max(NOTE_MAX_CHARS, `must have at most ${NOTE_MAX_CHARS} characters`)
    .transform((text) => text.toWellFormed().replace(/\r\n?/g, '\n').replace(NOTE_CONTROLS, '').trim())
    .refine((text) => text !== '', 'must not be empty'),
});
/** `PATCH leads/{visitor_id}`. */
export const leadBody = z.strictObject({ status: z.enum(LEAD_STATUSES) });
/** `GET people`. */
export const peopleQuery = z.strictObject({
  q: search,
  sort: z.enum(PEOPLE_SORTS).default('last_seen'),
  cursor,
  limit,
});
const tag = z
  .string()
  .max(TAG_MAX_CHARS, `must have at most ${TAG_MAX_CHARS} characters`)
  .transform((text) => text.toWellFormed().replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim())
  .refine((text) => text !== '', 'must not be empty');
const tags = z.array(tag).max(TAGS_MAX, `must be at most ${TAGS_MAX}`).default([]);
/** `PATCH people/{id}`: tags to add and to remove, and who looks after the person. What is left out stays. */
export const personBody = z
  .strictObject({ add_tags: tags, remove_tags: tags, assignee_id: uuid.nullable().optional() })
  .refine(
    ({ add_tags, remove_tags, assignee_id }) => add_tags.length + remove_tags.length > 0 || assignee_id !== undefined,
    'must change something',
  );
/** `GET` and `POST people/{id}/merge`: the person to merge into this one. */
export const mergeBody = z.strictObject({ with: uuid });
/** `POST people/{id}/part`: the merge to undo, or the visitor who only left the same address. */
export const partBody = z
  .strictObject({ link_id: uuid.optional(), visitor_id: uuid.optional() })
  .refine(
    ({ link_id, visitor_id }) => (link_id === undefined) !== (visitor_id === undefined),
    'must name either a merge or a visitor',
  );
/** `GET shows`. */
export const showsQuery = z.strictObject({ cursor, limit });
/** `GET shows/{id}` and `GET /api/episodes/{slug}`: the language of the files; otherwise that of the request. */
export const episodeQuery = z.strictObject({ lang: z.enum(LANGUAGES).optional() });
/** `PATCH shows/{id}`. */
export const publishBody = z.strictObject({ published: z.boolean() });
/** A moment with its offset, as a Date. */
const dateTime = z.iso
  .datetime({ offset: true, error: 'must be a time such as "2026-12-01T09:00:00Z"' })
  .transform((text) => new Date(text));
/** Days of bookings that one call may list. */
const BOOKINGS_DAYS_MAX = 400;
/** `GET bookings`: those of a range of time. */
export const bookingsQuery = z
  .strictObject({ from: dateTime, to: dateTime, cursor, limit })
  .refine(({ from, to }) => from < to && to.getTime() - from.getTime() <= BOOKINGS_DAYS_MAX * 86_400_000, {
    path: ['to'],
    message: `must be after "from", by at most ${BOOKINGS_DAYS_MAX} days`,
  });
/** `POST bookings/{id}/move`. */
export const bookingMoveBody = z.strictObject({ start: dateTime });
/** `GET audit`. */
export const auditQuery = z.strictObject({ cursor, limit });
/** `POST users`. */
export const inviteBody = z.strictObject({
  email: z.string().trim().toLowerCase().pipe(z.email('must be an email address').max(320)),
  role: z.enum(ROLES),
});
/** `PATCH users/{id}`. */
export const roleBody = z.strictObject({ role: z.enum(ROLES) });

/** Query schemas of `/api/admin/analytics`. */

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
/** Whether the day exists in the calendar: February 30 does not. */
const isDay = (day: string) => {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
};
const day = z
  .string()
  .regex(/^2\d{3}-\d\d-\d\d$/, 'must be a day as YYYY-MM-DD, from 2000 on')
  .refine(isDay, 'must be a day of the calendar')
  .optional();

const days = { range: z.string().nullish().transform(rangeOf), from: day, to: day };

/** The invalid field and why it is invalid. */
function problemOf(from?: string, to?: string): [field: 'from' | 'to', message: string] | null {
  if (from === undefined && to === undefined) return null;
  if (from === undefined) return ['from', 'is missing: name both days, or a range'];
  if (to === undefined) return ['to', 'is missing: name both days, or a range'];
  const count = dayNumber(to) - dayNumber(from) + 1;
  if (count < 1) return ['to', 'must not be before "from"'];
  return count > ANALYTICS_DAYS_MAX ? ['to', `must be at most ${ANALYTICS_DAYS_MAX - 1} days after "from"`] : null;
}

function checkDays(asked: { from?: string | undefined; to?: string | undefined }, context: z.RefinementCtx): void {
  const [field, message] = problemOf(asked.from, asked.to) ?? [];
  if (field) context.addIssue({ code: 'custom', path: [field], message });
}

/**
 * `GET analytics`: one chart or all. Days are those of the consultant's time zone; an unknown range means seven days.
 */
export const analyticsQuery = z
  .strictObject({ ...days, chart: z.enum(CHARTS).optional() })
  .superRefine((asked, context) => checkDays(asked, context));
/** `GET analytics/export`: the table behind one chart. */
export const analyticsExportQuery = z
  .strictObject({ ...days, chart: z.enum(CHARTS), format: z.enum(EXPORT_FORMATS).default('csv') })
  .superRefine((asked, context) => checkDays(asked, context));
/** The requested days. */
export type AskedDays = Pick<z.infer<typeof analyticsQuery>, 'range' | 'from' | 'to'>;
