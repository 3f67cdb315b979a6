import type { PoolClient } from 'pg';
import type { SealedDatabase } from '../database/sealed-rows.ts';
import { inTransaction } from '../database/transaction.ts';
import { createKeyHash } from './rate-limits.ts';

/** A number of points per window of so many seconds; the window starts with the first point. */
interface QuotaRule {
  points: number;
  durationS: number;
}

/** Points requested from one quota. */
export interface QuotaRequest<Name extends string> {
  name: Name;
  key: string;
  points: number;
}

/** Reserved points. */
export interface QuotaHold<Name extends string> {
  /** Replaces the reserved points by those used, in the windows they were reserved in. */
  settle(used: Partial<Record<Name, number>>): Promise<void>;
}

/** Quotas by name and key: points are reserved first and settled afterwards. */
interface Quotas<Name extends string> {
  /** Reserves the points if every quota has room; otherwise takes nothing and names the full quota. */
  reserve(requests: readonly QuotaRequest<Name>[]): Promise<QuotaHold<Name> | { full: QuotaRequest<Name> }>;
}

/** One quota of a reservation, as stores count it. */
interface Entry {
  /** The quota's name and the hashed key. */
  key: string;
  points: number;
  /** The quota's points per window. */
  most: number;
  /** The end of a window that begins now, in milliseconds since 1970. */
  endsAt: number;
}

/** Where points are counted. A window is identified by its end. */
interface Store {
  /** The end of each entry's window; null for entries without room. Takes nothing unless all have room. */
  take(entries: readonly Entry[], now: number): Promise<(number | null)[]>;
  /** Adds points (or subtracts, if negative) in the window with this end; does nothing once another has begun. */
  add(key: string, endsAt: number, points: number): Promise<void>;
}

/** Maximum of the database's column. */
const MAX_POINTS = 2 ** 31 - 1;
/** How often expired windows are removed from memory. */
const SWEEP_EVERY_MS = 60_000;

/**
 * Creates quotas that are counted in this process, or in the database if several instances share one. While that is
 * unavailable, they are counted in this process. The database stores keyed hashes, never the keys.
 *
 * @param database the shared one, or null to count in memory
 */
export function createQuotas<Name extends string>(
  rules: Record<Name, QuotaRule>,
  database: SealedDatabase | null,
  now: () => Date = () => new Date(),
): Quotas<Name> {
  const keyOf = database ? createKeyHash(database) : async (key: string) => key;
  const memory = createMemoryStore();
  const shared = database && createDatabaseStore(database);
  return {
    async reserve(requests) {
      const at = now().getTime();
      const entries = await Promise.all(
        requests.map(async ({ name, key, points }) => ({
          key: `${name}:${await keyOf(key)}`,
          points,
          most: Math.min(rules[name].points, MAX_POINTS),
          endsAt: at + rules[name].durationS * 1_000,
        })),
      );
      let store: Store = shared ?? memory;
      const windows = await store.take(entries, at).catch(() => {
        store = memory;
        return store.take(entries, at);
      });
      const full = requests[windows.indexOf(null)];
      if (full) return { full };
      return {
        async settle(used) {
          await Promise.all(
            requests.map(async ({ name, points }, index) => {
              const change = (used[name] ?? 0) - points;
              if (change !== 0) await store.add(entries[index]?.key ?? '', windows[index] ?? 0, change);
            }),
          );
        },
      };
    },
  };
}

/** Counts in this process. */
function createMemoryStore(): Store {
  const windows = new Map<string, { used: number; endsAt: number }>();
  /** When to remove expired windows next. */
  let sweepAt = 0;
  const sweep = (now: number) => {
    if (now < sweepAt) return;
    sweepAt = now + SWEEP_EVERY_MS;
    for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key);
  };
  return {
    async take(entries, now) {
      sweep(now);
      const taken = entries.map(({ key, points, endsAt }) => {
        const window = windows.get(key);
        return window && window.endsAt > now
          ? { key, used: window.used + points, endsAt: window.endsAt }
          : { key, used: points, endsAt };
      });
      const ends = taken.map(({ used, endsAt }, index) => (used <= (entries[index]?.most ?? 0) ? endsAt : null));
      if (!ends.includes(null)) for (const { key, ...window } of taken) windows.set(key, window);
      return ends;
    },
    async add(key, endsAt, points) {
      const window = windows.get(key);
      if (window?.endsAt === endsAt) window.used += points;
    },
  };
}

/** Counts in rows of `rate_limits`, which the rate limits' own clean-up removes once they expire. */
function createDatabaseStore({ pool }: SealedDatabase): Store {
  return {
    async take(entries, now) {
      try {
        return await inTransaction(pool, async (client) => {
          const ends = await takeRows(client, entries, now);
          if (ends.includes(null)) throw new NoRoom(ends);
          return ends;
        });
      } catch (error) {
        if (error instanceof NoRoom) return error.ends;
        throw error;
      }
    },
    async add(key, endsAt, points) {
      await pool.query('UPDATE rate_limits SET points = points + $3 WHERE key = $1 AND expire = $2', [
        key,
        endsAt,
        points,
      ]);
    },
  };
}

/** Thrown to roll back a reservation that a quota has no room for. */
class NoRoom extends Error {
  readonly ends: (number | null)[];
  constructor(ends: (number | null)[]) {
    super('A quota has no room.');
    this.ends = ends;
  }
}

/**
 * Takes from each entry that has room. Locks rows in key order, so that concurrent reservations wait but never
 * deadlock.
 * @returns the ends of the windows; null for entries without room
 */
async function takeRows(client: PoolClient, entries: readonly Entry[], now: number): Promise<(number | null)[]> {
  const { rows } = await client.query<{ key: string; expire: string }>(
    `INSERT INTO rate_limits AS kept (key, points, expire)
     SELECT key, points, ends_at FROM unnest($1::text[], $2::int[], $3::int[], $4::bigint[])
       AS asked (key, points, most, ends_at)
     WHERE points <= most ORDER BY key
     ON CONFLICT (key) DO UPDATE SET
       points = CASE WHEN kept.expire <= $5 THEN excluded.points ELSE kept.points + excluded.points END,
       expire = CASE WHEN kept.expire <= $5 THEN excluded.expire ELSE kept.expire END
     WHERE kept.expire <= $5 OR kept.points + excluded.points
       <= (SELECT most FROM unnest($1::text[], $3::int[]) AS asked (key, most) WHERE asked.key = kept.key)
     RETURNING key, expire`,
    [
      entries.map(({ key }) => key),
      entries.map(({ points }) => points),
      entries.map(({ most }) => most),
      entries.map(({ endsAt }) => endsAt),
      now,
    ],
  );
  const ends = new Map(rows.map(({ key, expire }) => [key, Number(expire)]));
  return entries.map(({ key }) => ends.get(key) ?? null);
}
