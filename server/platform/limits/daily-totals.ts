import type { Pool } from 'pg';

/** Site-wide figures per UTC day: counted in memory, periodically written to the database. */
export interface DailyTotals {
  /** Adds to today's figure. */
  add(name: string, count?: number): void;
  /** Today's figure as far as this instance knows; other instances' counts arrive with each flush. */
  today(name: string): number;
  /** Resolves once the counts from before this process have been read, or could not be read for now. */
  loaded(): Promise<void>;
  /** Stops the timer and writes what is left. */
  close(): Promise<void>;
}

/**
 * Starts counting. Reads today's figures from the database; while it is unavailable, each flush retries that, and
 * counts made meanwhile are kept.
 *
 * @param flushMs interval between writes to the database
 */
export function createDailyTotals(pool: Pool, now: () => Date, flushMs: number): DailyTotals {
  let day = utcDay(now());
  const totals = new Map<string, number>();
  /** Counted but not yet written, by day and name. */
  const unwritten = new Map<string, Map<string, number>>();
  let running: Promise<void> | null = null;
  let loaded = false;

  /** Starts a new day at 0. */
  const startDay = () => {
    const today = utcDay(now());
    if (today === day) return;
    day = today;
    totals.clear();
  };
  const write = async () => {
    if (!loaded) {
      const rows = await pool.query<{ name: string; count: string }>(
        'SELECT name, count FROM daily_totals WHERE day = $1',
        [day],
      );
      for (const row of rows.rows) totals.set(row.name, Number(row.count) + (unwritten.get(day)?.get(row.name) ?? 0));
      loaded = true;
    }
    for (const [onDay, counts] of [...unwritten]) {
      unwritten.delete(onDay);
      try {
        const result = await pool.query<{ name: string; count: string }>(
          `INSERT INTO daily_totals (day, name, count)
           SELECT $1, * FROM unnest($2::text[], $3::bigint[])
           ON CONFLICT (day, name) DO UPDATE SET count = daily_totals.count + excluded.count
           RETURNING name, count`,
          [onDay, [...counts.keys()], [...counts.values()]],
        );
        if (onDay !== day) continue;
        for (const row of result.rows) {
          totals.set(row.name, Number(row.count) + (unwritten.get(onDay)?.get(row.name) ?? 0));
        }
      } catch (error) {
        for (const [name, count] of counts) addTo(unwritten, onDay, name, count);
        throw error;
      }
    }
  };
  // A failed write keeps its counts for the next flush; requests report the database's state themselves.
  const flush = () => {
    running ??= write()
      .catch(() => undefined)
      .finally(() => {
        running = null;
      });
    return running;
  };
  const timer = setInterval(() => {
    if (!loaded || unwritten.size > 0) void flush();
  }, flushMs);
  timer.unref();
  void flush();

  return {
    add(name, count = 1) {
      startDay();
      totals.set(name, (totals.get(name) ?? 0) + count);
      addTo(unwritten, day, name, count);
    },
    today(name) {
      startDay();
      return totals.get(name) ?? 0;
    },
    async loaded() {
      if (!loaded) await flush();
    },
    async close() {
      clearInterval(timer);
      await running;
      await flush();
    },
  };
}

function addTo(counts: Map<string, Map<string, number>>, day: string, name: string, count: number): void {
  const ofDay = counts.get(day) ?? new Map<string, number>();
  ofDay.set(name, (ofDay.get(name) ?? 0) + count);
  counts.set(day, ofDay);
}

/** The UTC day of a moment, as YYYY-MM-DD. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
