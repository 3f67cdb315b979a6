import { type LiveSettings, startPolling } from './settings.ts';

/** A value of which the database has at most one row, cached, as followed by every instance. */
export interface FollowedRow<Value> extends Pick<LiveSettings, 'refresh' | 'close'> {
  /** Null if there is none, or if it has not been read yet. */
  get(): Value | null;
}

/**
 * Caches a row that holds a sealed secret, and polls for changes until closed. Nothing has been read when this returns.
 * While the database is unavailable, the last known value stays.
 *
 * @param options.read reads the row, whose `id` changes with every edit
 * @param options.open unseals it; an error counts as no row
 * @param options.everyMs how often to poll for changes by other instances
 * @param options.onChange called on every change, also with the first value; null if the row was removed
 */
export function followRow<Row extends { id: string }, Value>(options: {
  read: () => Promise<Row | null>;
  open: (row: Row) => Value;
  everyMs: number;
  onChange: (value: Value | null) => void;
  onProblem: (error: unknown) => void;
}): FollowedRow<Value> {
  let value: Value | null = null;
  let seenId: string | null = null;
  const poll = async (): Promise<void> => {
    const row = await options.read();
    if ((row?.id ?? null) === seenId) return;
    seenId = row?.id ?? null;
    try {
      value = row && options.open(row);
    } catch (error) {
      value = null;
      options.onProblem(error);
    }
    options.onChange(value);
  };
  return { get: () => value, ...startPolling(poll, options.everyMs) };
}
