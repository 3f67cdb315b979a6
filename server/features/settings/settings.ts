import {
  HIGH_QUALITY_LEAD_SCORE,
  RETENTION_AUDIT_LOG_DAYS,
  RETENTION_LEADS_DAYS,
  RETENTION_MEMORIES_DAYS,
  RETENTION_TRANSCRIPTS_DAYS,
} from '@understudy/contract/constants';
import type { SettingsGroup, SettingsGroups } from '@understudy/contract/settings';
import { SETTINGS_SCHEMAS } from '@understudy/contract/settings-calls';
import type { Queries } from '../../platform/database/queries.ts';

/** What holds where nobody has set anything. */
export const USUAL_SETTINGS: Readonly<SettingsGroups> = {
  notifications: { threshold: HIGH_QUALITY_LEAD_SCORE, webhook: true },
  retention: {
    transcripts: RETENTION_TRANSCRIPTS_DAYS,
    memories: RETENTION_MEMORIES_DAYS,
    leads: RETENTION_LEADS_DAYS,
    action_items: RETENTION_LEADS_DAYS,
    notes: RETENTION_LEADS_DAYS,
    waitlist: RETENTION_LEADS_DAYS,
    audit_log: RETENTION_AUDIT_LOG_DAYS,
  },
  offers: {
    book_call: 'Book a call',
    leave_email: 'Leave an email',
    get_summary: 'Get the summary',
    invitation: 'Shall {first_name} get back to you in person?',
  },
  hours: { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone, open: [] },
  // Prices change without notice: an old one taken for today's would be worse than none.
  prices: { currency: 'USD', rows: [] },
  sign_in: { second_factor: 'optional' },
  // Whoever may ask a model spends the owner's money.
  models: { session_chat: false },
  // The twin's files say otherwise.
  visitor_page: { analysis: false },
};

/** A group as it is kept. */
export interface KeptSetting<Name extends SettingsGroup = SettingsGroup> {
  value: SettingsGroups[Name];
  /** 0 while nobody has set it. */
  version: number;
  updatedAt: Date | null;
  updatedBy: string | null;
  /** Whether what is kept cannot be read, as after going back to an earlier release: `value` is the usual one then. */
  unreadable: boolean;
}

/** The statement's row; `value` is JSON null after a reset. */
interface SettingRow {
  value: unknown;
  version: number;
  updated_at: Date;
  updated_by: string;
}

/** What a kept value means. One of an earlier release gets what it lacks; what cannot be read counts as not set. */
export function settingOf<Name extends SettingsGroup>(
  group: Name,
  kept: unknown,
  usual: Readonly<SettingsGroups> = USUAL_SETTINGS,
): SettingsGroups[Name] {
  return legible(group, kept, usual) ?? usual[group];
}

/** The same, null where it cannot be read. */
export function legible<Name extends SettingsGroup>(
  group: Name,
  kept: unknown,
  { [group]: usual }: Readonly<SettingsGroups> = USUAL_SETTINGS,
): SettingsGroups[Name] | null {
  if (kept === null || kept === undefined) return usual;
  if (typeof kept !== 'object' || Array.isArray(kept)) return null;
  // What a later release keeps for its own time is no reason to forget how long everything else is kept.
  const known = group === 'retention' ? Object.entries(kept).filter(([kind]) => kind in usual) : Object.entries(kept);
  const parsed = SETTINGS_SCHEMAS[group].safeParse({ ...usual, ...Object.fromEntries(known) });
  return parsed.success ? parsed.data : null;
}

/**
 * How long things are kept, for whoever deletes by it: 'for ever' that cannot be read must not become the usual days.
 *
 * @throws where the kept value cannot be read
 */
export async function readRetention(db: Queries): Promise<SettingsGroups['retention']> {
  const { rows } = await db.query<{ value: unknown }>("SELECT value FROM settings WHERE name = 'retention'");
  const set = legible('retention', rows[0]?.value);
  if (!set) throw new Error('The kept retention cannot be read. Nothing is deleted until it is set anew.');
  return set;
}

/** A group's value, or the usual one, as the database has it now. */
export async function readSetting<Name extends SettingsGroup>(db: Queries, group: Name): Promise<SettingsGroups[Name]> {
  return (await readKeptSetting(db, group)).value;
}

/** The same with its version. */
export async function readKeptSetting<Name extends SettingsGroup>(
  db: Queries,
  group: Name,
  usual: Readonly<SettingsGroups> = USUAL_SETTINGS,
): Promise<KeptSetting<Name>> {
  const { rows } = await db.query<SettingRow>(
    'SELECT value, version, updated_at, updated_by FROM settings WHERE name = $1',
    [group],
  );
  const row = rows[0];
  return {
    value: settingOf(group, row?.value, usual),
    unreadable: legible(group, row?.value) === null,
    version: row?.version ?? 0,
    updatedAt: row?.updated_at ?? null,
    updatedBy: row?.updated_by ?? null,
  };
}
