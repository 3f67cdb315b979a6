import { createHmac, randomBytes } from 'node:crypto';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { keptSecret, type SealedDatabase } from '../database/sealed-rows.ts';
import { AppError } from '../http/app-error.ts';

/** A limit: points per window in seconds, and the message to the person. */
export interface LimitRule {
  points: number;
  durationS: number;
  sentence: string;
  /** Counted in this process even if several instances share a database. */
  local?: boolean;
}

/** Takes points from named limits. */
export interface RateLimits<Name extends string> {
  /**
   * Takes one point of `key` from the limit.
   *
   * @param durationS the window that a first point opens, if it differs from the rule's
   * @throws AppError `rate_limited` with the time after which a call may succeed
   */
  take(name: Name, key: string, durationS?: number): Promise<void>;
  /** Takes one point without ever refusing, and returns by how many points the limit is now overdrawn. */
  overdraw(name: Name, key: string): Promise<number>;
  /** Returns one point. */
  giveBack(name: Name, key: string): Promise<void>;
  /** Resets the count of `key`. */
  forget(name: Name, key: string): Promise<void>;
}

/**
 * Creates limits that are counted in this process, or in the database if several instances share one. While that is
 * unavailable, they are counted in this process, so that the site stays open. The database stores keyed hashes, never
 * addresses.
 *
 * @param database the shared one, or null to count in memory
 * @param onRefused told of each refusal
 */
export function createRateLimits<Name extends string>(
  rules: Record<Name, LimitRule>,
  database: SealedDatabase | null,
  onRefused: (name: Name) => void = () => undefined,
): RateLimits<Name> {
  const keyOf = database ? createKeyHash(database) : async (key: string) => key;
  const limiters = new Map<string, RateLimiterAbstract>();
  for (const [name, rule] of Object.entries<LimitRule>(rules)) {
    const options = { keyPrefix: name, points: rule.points, duration: rule.durationS };
    const memory = new RateLimiterMemory(options);
    limiters.set(
      name,
      database && !rule.local
        ? new RateLimiterPostgres({
            ...options,
            storeClient: database.pool,
            storeType: 'pool',
            tableName: 'rate_limits',
            tableCreated: true,
            insuranceLimiter: memory,
            // One more than the limit, because the last point may be given back.
            inMemoryBlockOnConsumed: rule.points + 1,
          })
        : memory,
    );
  }
  const limiterOf = (name: Name): RateLimiterAbstract => {
    const limiter = limiters.get(name);
    if (!limiter) throw new Error(`There is no limit '${name}'.`);
    return limiter;
  };
  return {
    async take(name, key, durationS) {
      try {
        const options = durationS === undefined ? {} : { customDuration: durationS };
        await limiterOf(name).consume(await keyOf(key), 1, options);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        onRefused(name);
        throw new AppError('rate_limited', rules[name].sentence, { retryAfterMs: refusal.msBeforeNext });
      }
    },
    async overdraw(name, key) {
      const { consumedPoints } = await limiterOf(name).penalty(await keyOf(key));
      return Math.max(0, consumedPoints - rules[name].points);
    },
    async giveBack(name, key) {
      await limiterOf(name).reward(await keyOf(key));
    },
    async forget(name, key) {
      await limiterOf(name).delete(await keyOf(key));
    },
  };
}

/** Creates a hash of keys with the installation's secret or, while that cannot be read, with one of this process. */
export function createKeyHash(database: SealedDatabase): (key: string) => Promise<string> {
  const ownSecret = randomBytes(32);
  const shared = keptSecret(database, 'rate_limits');
  return async (key) => {
    const secret = await shared().catch(() => ownSecret);
    return createHmac('sha256', secret).update(key).digest('base64url');
  };
}

/**
 * The part of an address that one person controls: the whole of an IPv4 address, the first 64 bits of an IPv6 one. A
 * connection that is already gone has no address; those all share one key.
 */
export function addressKey(address: string | undefined): string {
  if (!address) return 'gone';
  if (!address.includes(':') || address.startsWith('::ffff:')) return address.replace('::ffff:', '');
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const whole = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail?.split(':') ?? [])];
  return whole.slice(0, 4).join(':');
}
