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

/** The default settings. */
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
  // Empty, because prices change without notice, and an outdated one would be worse than none.
  prices: { currency: 'USD', rows: [] },
  sign_in: { second_factor: 'optional' },
  // Off, because anyone who may call a model spends the owner's money.
  models: { session_chat: false },
  // The twin's files may turn it on.
  visitor_page: { analysis: false },
};

/** A stored settings group. */
export interface KeptSetting<Name extends SettingsGroup = SettingsGroup> {
  value: SettingsGroups[Name];
  /** 0 if it was never set. */
  version: number;
  updatedAt: Date | null;
  updatedBy: string | null;
  /** Whether the stored value cannot be read, for example after a downgrade; `value` is the default then. */
  unreadable: boolean;
}

/** A row of the table; `value` is JSON null after a reset. */
interface SettingRow {
  value: unknown;
  version: number;
  updated_at: Date;
  updated_by: string;
}

/**
 * Parses a stored value. A value of an earlier release is completed with defaults; one that cannot be read counts as
 * not set.
 */
export function settingOf<Name extends SettingsGroup>(
  group: Name,
  kept: unknown,
  usual: Readonly<SettingsGroups> = USUAL_SETTINGS,
): SettingsGroups[Name] {
  return legible(group, kept, usual) ?? usual[group];
}

/** Like {@link settingOf}, but null if the value cannot be read. */
export function legible<Name extends SettingsGroup>(
  group: Name,
  kept: unknown,
  { [group]: usual }: Readonly<SettingsGroups> = USUAL_SETTINGS,
): SettingsGroups[Name] | null {
  if (kept === null || kept === undefined) return usual;
  if (typeof kept !== 'object' || Array.isArray(kept)) return null;
  // Retention periods that only a later release knows must not make the known ones unreadable.
  const known = group === 'retention' ? Object.entries(kept).filter(([kind]) => kind in usual) : Object.entries(kept);
  const parsed = SETTINGS_SCHEMAS[group].safeParse({ ...usual, ...Object.fromEntries(known) });
  return parsed.success ? parsed.data : null;
}

/**
 * The retention periods, for deletion: an unreadable 'for ever' must not become the default number of days.
 *
 * @throws if the stored value cannot be read
 */
export async function readRetention(db: Queries): Promise<SettingsGroups['retention']> {
  const { rows } = await db.query<{ value: unknown }>("SELECT value FROM settings WHERE name = 'retention'");
  const set = legible('retention', rows[0]?.value);
  if (!set) throw new Error('The kept retention cannot be read. Nothing is deleted until it is set anew.');
  return set;
}

/** Reads a group's value, or its default, from the database. */
export async function readSetting<Name extends SettingsGroup>(db: Queries, group: Name): Promise<SettingsGroups[Name]> {
  return (await readKeptSetting(db, group)).value;
}

/** Like {@link readSetting}, with its version. */
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
