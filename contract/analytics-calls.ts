/** Query schemas of `/api/admin/analytics`. */
import { z } from 'zod';
import { EXPORT_FORMATS, rangeOf } from './admin.ts';
import { ANALYTICS_DAYS_MAX, CHARTS } from './analytics.ts';

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
