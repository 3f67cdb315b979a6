import {
  RETENTION_LEADS_DAYS,
  RETENTION_MEMORIES_DAYS,
  RETENTION_TRANSCRIPTS_DAYS,
} from '@understudy/contract/constants';

/** How long data is kept, in days; null for ever. */
export interface RetentionDays {
  transcripts: number | null;
  memories: number | null;
  leads: number | null;
}

/** The retention of an installation whose owner has not changed it. */
export const DEFAULT_RETENTION: RetentionDays = {
  transcripts: RETENTION_TRANSCRIPTS_DAYS,
  memories: RETENTION_MEMORIES_DAYS,
  leads: RETENTION_LEADS_DAYS,
};

/** Whether any kind of data is kept longer than the other periods say. */
export function isLonger(days: RetentionDays, than: RetentionDays): boolean {
  const length = (count: number | null) => count ?? Number.POSITIVE_INFINITY;
  return (['transcripts', 'memories', 'leads'] as const).some((kind) => length(days[kind]) > length(than[kind]));
}

/** What each placeholder stands for; null for an unlimited number of days. */
type Fillings = Record<string, string | number | null>;
interface Named {
  name: string;
  first_name: string;
  contact: { email: string };
}

/** Values for the placeholders in the twin's texts, so that a rename changes one line. */
export function placeholderValues(persona: Named, days: RetentionDays): Fillings {
  return { ...namePlaceholders(persona), ...placeholderDays(days) };
}

/** The placeholders that stand for the retention. */
export const placeholderDays = (days: RetentionDays): Fillings => ({
  transcript_days: days.transcripts,
  lead_days: days.leads,
  memory_days: days.memories,
});

/** The placeholders that stand for the consultant. */
export const namePlaceholders = (persona: Named): Fillings => ({
  name: persona.name,
  first_name: persona.first_name,
  last_name: lastNameOf(persona),
  email: persona.contact.email,
});

/** The name without the first name; the whole name when nothing is left. */
export function lastNameOf({ name, first_name }: { name: string; first_name: string }): string {
  const rest = name.startsWith(`${first_name} `) ? name.slice(first_name.length) : (name.split(/\s+/).at(-1) ?? '');
  return rest.trim() || name;
}

/** Fills in the placeholders in all texts of a value; unknown ones stay. */
export function fillIn<T>(value: T, fill: Fillings): T {
  if (typeof value === 'string') {
    return value.replace(/\{(\w+)\}(?:(\s+)(days|Tage|días)\b)?/g, (whole, key: string, gap = '', days = '') => {
      const filling = fill[key];
      if (filling === undefined) return whole;
      return typeof filling === 'string' ? filling + gap + days : counted(filling, gap, days);
    }) as T;
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, fill)) as T;
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, fill)])) as T;
  }
  return value;
}

/** A single day, and days without a limit, by the word for days. */
const DAYS: Readonly<Record<string, { one: string; unlimited: string }>> = {
  days: { one: '1 day', unlimited: 'an unlimited number of days' },
  Tage: { one: '1 Tag', unlimited: 'unbegrenzt viele Tage' },
  días: { one: '1 día', unlimited: 'un número ilimitado de días' },
};

/** A number followed by its unit, if there is one. */
function counted(number: number | null, gap: string, days: string): string {
  if (number === null) return DAYS[days]?.unlimited ?? 'unlimited';
  return (number === 1 && DAYS[days]?.one) || `${number}${gap}${days}`;
}
