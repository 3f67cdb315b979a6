import {
  type RetentionSettings,
  SETTINGS_GROUPS,
  type SettingsGroup,
  type SettingsGroups,
} from '@understudy/contract/settings';
import type { Pool } from 'pg';
import { legible, settingOf, USUAL_SETTINGS } from './settings.ts';

/** The settings as they are now, without a query. */
export interface LiveSettings {
  /** A group's value; where the database is away, as it was last seen. */
  get<Name extends SettingsGroup>(group: Name): SettingsGroups[Name];
  /** What holds where nobody has set anything. */
  usual(): Readonly<SettingsGroups>;
  /** How long things are kept, to be told to others; null until it has been read once, and while it cannot be read. */
  keptFor(): RetentionSettings | null;
  /** Looks at once, as after a change of one's own. @throws the database's error */
  refresh(): Promise<void>;
  /** Called after the first look and each that found a change, with the groups that changed. @returns what ends it */
  onChange(listener: (changed: readonly SettingsGroup[]) => void): () => void;
  /** Looks no more, and waits for a look that is under way. */
  close(): Promise<void>;
}

/** Values come only with what is new. */
const LOOK = `SELECT name, version, CASE WHEN version IS DISTINCT FROM ($1::jsonb ->> name)::int THEN value END AS value
  FROM settings WHERE name = ANY ($2)`;

/**
 * Holds all settings and looks for changes until it is closed. Nothing has been read when it is made.
 * @param options.everyMs how often other instances' changes are looked for
 */
export function createLiveSettings(
  pool: Pool,
  { everyMs, usual = () => USUAL_SETTINGS }: { everyMs: number; usual?: LiveSettings['usual'] },
): LiveSettings {
  /** Groups that somebody has set; the usual ones follow the twin. */
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
  // One after the other: an older answer must not come after a newer one.
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
