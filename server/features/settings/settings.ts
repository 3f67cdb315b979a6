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
  USUAL_OFFERS,
  USUAL_VISITOR_PAGE,
} from '@understudy/contract/settings';
import { SETTINGS_SCHEMAS } from '@understudy/contract/settings-calls';
import type { Pool, PoolClient } from 'pg';
import type { Queries } from '../../platform/database/transaction.ts';

/** The default settings, without what the twin's files change. */
export const DEFAULT_SETTINGS: Readonly<SettingsGroups> = {
  notifications: { threshold: HIGH_QUALITY_LEAD_SCORE, webhook: true },
  mail: { off: [], digest_day: 0, language: 'en' },
  retention: {
    transcripts: RETENTION_TRANSCRIPTS_DAYS,
    memories: RETENTION_MEMORIES_DAYS,
    leads: RETENTION_LEADS_DAYS,
    action_items: RETENTION_LEADS_DAYS,
    notes: RETENTION_LEADS_DAYS,
    waitlist: RETENTION_LEADS_DAYS,
    audit_log: RETENTION_AUDIT_LOG_DAYS,
  },
  offers: USUAL_OFFERS,
  hours: { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone, open: [] },
  // Empty, because prices change without notice, and an outdated one would be worse than none.
  prices: { currency: 'USD', rows: [] },
  sign_in: { second_factor: 'optional' },
  // Off, because anyone who may call a model spends the owner's money.
  models: { session_chat: false },
  // The twin's files may say otherwise.
  visitor_page: USUAL_VISITOR_PAGE,
  // No site may show it until the owner names one.
  widget: { origins: [], color: '#e7a13a', position: 'right', label: 'Ask AI {first_name}' },
  exports: { addresses: false, numbers: false, names: false },
};

/** A settings group as stored. */
export interface StoredSetting<Name extends SettingsGroup = SettingsGroup> {
  value: SettingsGroups[Name];
  /** 0 if it was never set. */
  version: number;
  updatedAt: Date | null;
  updatedBy: string | null;
  /** Whether the stored value cannot be read, for example after a downgrade; `value` is the default then. */
  unreadable: boolean;
}

/** A row of `settings`; `value` is JSON null after a reset. */
interface SettingRow {
  value: unknown;
  version: number;
  updated_at: Date;
  updated_by: string;
}

/**
 * Parses a stored value. A value of an earlier release is completed with defaults; an invalid one is replaced by them.
 */
export function settingOf<Name extends SettingsGroup>(
  group: Name,
  kept: unknown,
  usual: Readonly<SettingsGroups> = DEFAULT_SETTINGS,
): SettingsGroups[Name] {
  return parseSetting(group, kept, usual) ?? usual[group];
}

/** Like {@link settingOf}, but null if the value is invalid. */
function parseSetting<Name extends SettingsGroup>(
  group: Name,
  kept: unknown,
  { [group]: usual }: Readonly<SettingsGroups> = DEFAULT_SETTINGS,
): SettingsGroups[Name] | null {
  if (kept === null || kept === undefined) return usual;
  if (typeof kept !== 'object' || Array.isArray(kept)) return null;
  // Retention periods that only a later release knows must not make the known ones unreadable.
  const known = group === 'retention' ? Object.entries(kept).filter(([kind]) => kind in usual) : Object.entries(kept);
  const parsed = SETTINGS_SCHEMAS[group].safeParse({ ...usual, ...Object.fromEntries(known) });
  return parsed.success ? parsed.data : null;
}

/**
 * The retention periods, for deletion. Defaults do not replace an invalid value here, because 'for ever' must not
 * become a number of days.
 *
 * @throws Error if the stored value is invalid
 */
export async function readRetention(db: Queries): Promise<SettingsGroups['retention']> {
  const { rows } = await db.query<{ value: unknown }>("SELECT value FROM settings WHERE name = 'retention'");
  const value = parseSetting('retention', rows[0]?.value);
  if (!value) throw new Error('The kept retention cannot be read. Nothing is deleted until it is set anew.');
  return value;
}

/** Reads a group's value, or its default, from the database. */
export async function readSetting<Name extends SettingsGroup>(db: Queries, group: Name): Promise<SettingsGroups[Name]> {
  return (await readStoredSetting(db, group)).value;
}

/**
 * Like {@link readSetting}, with its version and author.
 * @param usual the defaults
 */
export async function readStoredSetting<Name extends SettingsGroup>(
  db: Queries,
  group: Name,
  usual: Readonly<SettingsGroups> = DEFAULT_SETTINGS,
): Promise<StoredSetting<Name>> {
  const { rows } = await db.query<SettingRow>(
    'SELECT value, version, updated_at, updated_by FROM settings WHERE name = $1',
    [group],
  );
  const row = rows[0];
  return {
    value: settingOf(group, row?.value, usual),
    unreadable: parseSetting(group, row?.value) === null,
    version: row?.version ?? 0,
    updatedAt: row?.updated_at ?? null,
    updatedBy: row?.updated_by ?? null,
  };
}

/** Reads a settings group that is about to change, and locks it until the transaction ends. */
export async function lockSetting<Name extends SettingsGroup>(
  client: PoolClient,
  group: Name,
  usual: Readonly<SettingsGroups> = DEFAULT_SETTINGS,
): Promise<StoredSetting<Name>> {
  // An advisory lock, because a group that was never set has no row to lock.
  await client.query("SELECT pg_advisory_xact_lock(hashtext('settings'), hashtext($1))", [group]);
  return readStoredSetting(client, group, usual);
}

/**
 * Saves a new value of a settings group.
 * @param value null resets it to the defaults, including those of later releases
 * @param by the email address of the person who changes it
 */
export async function saveSetting<Name extends SettingsGroup>(
  client: PoolClient,
  group: Name,
  value: SettingsGroups[Name] | null,
  by: string,
  usual: Readonly<SettingsGroups> = DEFAULT_SETTINGS,
): Promise<StoredSetting<Name>> {
  await client.query(
    `INSERT INTO settings (name, value, version, updated_by) VALUES ($1, $2, 1, $3)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = settings.version + 1, updated_at = now(),
       updated_by = excluded.updated_by`,
    [group, JSON.stringify(value, group === 'widget' ? withoutColor(usual.widget.color) : undefined), by],
  );
  return readStoredSetting(client, group, usual);
}

/** Leaves the usual color out of what is stored: that of the widget's button follows the brand's until it is set. */
const withoutColor = (usual: string) => (key: string, value: unknown) =>
  key === 'color' && value === usual ? undefined : value;

/** The current settings, cached. */
export interface LiveSettings {
  /** A group's value; while the database is unavailable, the last known one. */
  get<Name extends SettingsGroup>(group: Name): SettingsGroups[Name];
  /** The defaults. */
  usual(): Readonly<SettingsGroups>;
  /**
   * The retention periods that visitors are told; null until they have been read, and if the stored value is invalid.
   */
  statedRetention(): RetentionSettings | null;
  /** Reads at once, for example after a change by this instance. @throws the database's error */
  refresh(): Promise<void>;
  /**
   * Calls the listener with the changed groups after the first read, and after each one that found a change.
   * @returns a function that unsubscribes
   */
  onChange(listener: (changed: readonly SettingsGroup[]) => void): () => void;
  /** Stops polling, and waits for a read that is in progress. */
  close(): Promise<void>;
}

/** SQL: the versions of all groups, and the values of those that have changed. */
const POLL = `SELECT name, version, CASE WHEN version IS DISTINCT FROM ($1::jsonb ->> name)::int THEN value END AS value
  FROM settings WHERE name = ANY ($2)`;

/**
 * Caches all settings and polls for changes until closed. Nothing has been read when this returns.
 * @param options.everyMs how often to poll for changes by other instances
 * @param options.usual the current defaults, some of which the twin's files set
 */
export function createLiveSettings(
  pool: Pool,
  { everyMs, usual = () => DEFAULT_SETTINGS }: { everyMs: number; usual?: LiveSettings['usual'] },
): LiveSettings {
  /** Only groups that were set, as stored. */
  const kept = new Map<SettingsGroup, unknown>();
  /** The same with defaults for what is left out in them; the defaults follow the twin. */
  const read = new Map<SettingsGroup, { defaults: string; value: unknown }>();
  let versions: Record<string, number> = {};
  let statedRetention: RetentionSettings | null = null;
  let hasRead = false;
  const listeners = new Set<(changed: readonly SettingsGroup[]) => void>();

  const poll = async (): Promise<void> => {
    const { rows } = await pool.query<{ name: SettingsGroup; version: number; value: unknown }>({
      name: 'live_settings',
      text: POLL,
      values: [JSON.stringify(versions), SETTINGS_GROUPS],
    });
    const newer = rows.filter(({ name, version }) => version > (versions[name] ?? 0));
    const isFirst = !hasRead;
    hasRead = true;
    if (newer.length === 0 && !isFirst) return;
    const retention = newer.find(({ name }) => name === 'retention');
    if (isFirst || retention) statedRetention = parseSetting('retention', retention?.value);
    for (const { name, value } of newer) {
      read.delete(name);
      if (value === null) kept.delete(name);
      else kept.set(name, value);
    }
    versions = { ...versions, ...Object.fromEntries(newer.map(({ name, version }) => [name, version])) };
    for (const listener of listeners) listener(newer.map(({ name }) => name));
  };
  const get = <Name extends SettingsGroup>(group: Name): SettingsGroups[Name] => {
    const now = usual();
    if (!kept.has(group)) return now[group];
    const defaults = JSON.stringify(now[group]);
    const known = read.get(group);
    if (known?.defaults === defaults) return known.value as SettingsGroups[Name];
    const value = settingOf(group, kept.get(group), now);
    read.set(group, { defaults, value });
    return value;
  };
  const { refresh, close } = startPolling(poll, everyMs);
  return {
    get,
    usual,
    statedRetention: () => statedRetention,
    refresh,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close,
  };
}

/**
 * Polls until closed, for the first time after `everyMs`. Reads run one after the other, so that an older result never
 * replaces a newer one.
 * @param poll reads once; a failed read is repeated with the next
 */
export function startPolling(poll: () => Promise<void>, everyMs: number): Pick<LiveSettings, 'refresh' | 'close'> {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> = Promise.resolve();
  const refresh = (): Promise<void> => {
    const next = polling.then(poll);
    polling = next.catch(() => undefined);
    return next;
  };
  const schedule = (): void => {
    if (closed) return;
    timer = setTimeout(() => void refresh().then(schedule, schedule), everyMs).unref();
  };
  schedule();
  return {
    refresh,
    async close() {
      closed = true;
      clearTimeout(timer);
      await polling;
    },
  };
}
