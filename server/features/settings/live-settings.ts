import {
  type RetentionSettings,
  SETTINGS_GROUPS,
  type SettingsGroup,
  type SettingsGroups,
} from '@understudy/contract/settings';
import type { Pool } from 'pg';
import { legible, settingOf, USUAL_SETTINGS } from './settings.ts';

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
