import {
  HIGH_QUALITY_LEAD_SCORE,
  RETENTION_AUDIT_LOG_DAYS,
  RETENTION_LEADS_DAYS,
  RETENTION_MEMORIES_DAYS,
  RETENTION_TRANSCRIPTS_DAYS,
} from '@understudy/contract/constants';
import {
  type RetentionSettings,
  SETTINGS_GROUPS,
  type SettingsGroup,
  type SettingsGroups,
} from '@understudy/contract/settings';
import { SETTINGS_SCHEMAS } from '@understudy/contract/settings-calls';
import type { Pool, PoolClient } from 'pg';
import type { Queries } from '../../platform/database/transaction.ts';

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
function legible<Name extends SettingsGroup>(
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

/** Reads a settings group that is about to change, and locks it until the transaction ends. */
export async function holdSetting<Name extends SettingsGroup>(
  client: PoolClient,
  group: Name,
  usual: Readonly<SettingsGroups> = USUAL_SETTINGS,
): Promise<KeptSetting<Name>> {
  // An advisory lock, because a group that was never set has no row to lock.
  await client.query("SELECT pg_advisory_xact_lock(hashtext('settings'), hashtext($1))", [group]);
  return readKeptSetting(client, group, usual);
}

/** Saves a new value of a settings group. @param value null resets it to the default, including future defaults */
export async function saveSetting<Name extends SettingsGroup>(
  client: PoolClient,
  group: Name,
  value: SettingsGroups[Name] | null,
  by: string,
  usual: Readonly<SettingsGroups> = USUAL_SETTINGS,
): Promise<KeptSetting<Name>> {
  await client.query(
    `INSERT INTO settings (name, value, version, updated_by) VALUES ($1, $2, 1, $3)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = settings.version + 1, updated_at = now(),
       updated_by = excluded.updated_by`,
    [group, JSON.stringify(value), by],
  );
  return readKeptSetting(client, group, usual);
}

/** The current settings, cached. */
export interface LiveSettings {
  /** A group's value; while the database is unavailable, the last known one. */
  get<Name extends SettingsGroup>(group: Name): SettingsGroups[Name];
  /** The defaults. */
  usual(): Readonly<SettingsGroups>;
  /**
   * The retention periods, for display to others; null until they have been read once, and while they cannot be read.
   */
  keptFor(): RetentionSettings | null;
  /** Reads them at once, for example after a change by this instance. @throws the database's error */
  refresh(): Promise<void>;
  /**
   * Called with the changed groups after the first read and after each one that found a change. @returns a function
   * that unsubscribes
   */
  onChange(listener: (changed: readonly SettingsGroup[]) => void): () => void;
  /** Stops polling, and waits for a read that is in progress. */
  close(): Promise<void>;
}

/** Returns values only for groups that have changed. */
const LOOK = `SELECT name, version, CASE WHEN version IS DISTINCT FROM ($1::jsonb ->> name)::int THEN value END AS value
  FROM settings WHERE name = ANY ($2)`;

/**
 * Caches all settings and polls for changes until closed. Nothing has been read when this returns.
 * @param options.everyMs how often to poll for changes by other instances
 */
export function createLiveSettings(
  pool: Pool,
  { everyMs, usual = () => USUAL_SETTINGS }: { everyMs: number; usual?: LiveSettings['usual'] },
): LiveSettings {
  /** Only groups that were set; the defaults follow the twin. */
  let values: Partial<SettingsGroups> = {};
  let versions: Record<string, number> = {};
  let keptFor: RetentionSettings | null = null;
  let hasLooked = false;
  const listeners = new Set<(changed: readonly SettingsGroup[]) => void>();
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    const { rows } = await pool.query<{ name: SettingsGroup; version: number; value: unknown }>({
      name: 'live_settings',
      text: LOOK,
      values: [JSON.stringify(versions), SETTINGS_GROUPS],
    });
    const newer = rows.filter(({ name, version }) => version > (versions[name] ?? 0));
    const isFirst = !hasLooked;
    hasLooked = true;
    if (newer.length === 0 && !isFirst) return;
    const retention = newer.find(({ name }) => name === 'retention');
    if (isFirst || retention) keptFor = legible('retention', retention?.value);
    values = {
      ...values,
      ...Object.fromEntries(
        newer.map(({ name, value }) => [name, value === null ? undefined : settingOf(name, value, usual())]),
      ),
    };
    versions = { ...versions, ...Object.fromEntries(newer.map(({ name, version }) => [name, version])) };
    for (const listener of listeners) listener(newer.map(({ name }) => name));
  };
  // Reads are serialized, so that an older result never replaces a newer one.
  let looking: Promise<void> = Promise.resolve();
  const refresh = (): Promise<void> => {
    const next = looking.then(look);
    looking = next.catch(() => undefined);
    return next;
  };
  const lookOn = (): void => {
    if (closed) return;
    timer = setTimeout(() => void refresh().then(lookOn, lookOn), everyMs).unref();
  };
  lookOn();
  return {
    get: (group) => values[group] ?? usual()[group],
    usual,
    keptFor: () => keptFor,
    refresh,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
