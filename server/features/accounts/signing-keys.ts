import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { type SealedDatabase, signingKeyPurpose } from '../../platform/database/sealed-rows.ts';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import type { Sealer } from '../../platform/sealer.ts';
import { audit } from './audit-log.ts';
import { ACCESS_TOKEN_S } from './sign-in-rules.ts';

/** An elliptic curve signature that the browser's client can verify by itself (RFC 7518, 3.4). */
export const SIGNING_ALGORITHM = 'ES256';

const MINUTE_MS = 60_000;
/** How long a key stays the newest one. */
const ROTATE_AFTER_MS = 90 * 24 * 60 * MINUTE_MS;
/**
 * A new key is published this long before it signs: clients cache the key set for 10 minutes, other instances for
 * {@link CACHED_MS}, and clocks differ.
 */
const PUBLISHED_BEFORE_MS = 20 * MINUTE_MS;
/** An old key stays until the last token signed with it has expired, and a little longer. */
const KEPT_AFTER_MS = ACCESS_TOKEN_S * 1_000 + 10 * MINUTE_MS;
/** How long an instance caches the keys, and thus misses one that another instance has made. */
const CACHED_MS = MINUTE_MS;

/**
 * Advisory lock held while the keys change, across all instances (pg_advisory_xact_lock). The number is arbitrary.
 */
const KEYS_LOCK = 7_303_115;
/** The server as an actor of the audit log. */
const SERVER = { id: null, email: 'the server', address: null };

/** The keys that sign and verify this installation's access tokens. */
export interface SigningKeys {
  /** The id of the key that signs. */
  kid: string;
  /** The private key that signs. */
  sign: Awaited<ReturnType<typeof importJWK>>;
  /** The public halves, for verification. */
  published: { keys: JWK[] };
  /** Finds the public key for a token. */
  find: ReturnType<typeof createLocalJWKSet>;
}

/**
 * Reads the signing keys from the database. The first call in an installation creates the first key; a call 90 days
 * later creates the next, which is published at once and signs a little later. The database and the clock alone
 * determine which key signs, so that all instances agree.
 * @returns a function that reads the keys, from the database at most once a minute
 */
export function createSigningKeys(database: SealedDatabase, now: () => Date): () => Promise<SigningKeys> {
  let kept: { keys: SigningKeys; readAt: number } | null = null;
  let reading: Promise<SigningKeys> | null = null;
  const read = async (): Promise<SigningKeys> => {
    const at = now();
    try {
      const keys = await readKeys(database, at);
      kept = { keys, readAt: at.getTime() };
      return keys;
    } catch (error) {
      // The cached keys still work while the database is unavailable.
      if (kept) return kept.keys;
      throw error;
    }
  };
  return () => {
    const age = kept ? now().getTime() - kept.readAt : Number.POSITIVE_INFINITY;
    // A negative age means that the clock was set back.
    if (kept && age >= 0 && age < CACHED_MS) return Promise.resolve(kept.keys);
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
}

interface KeyRow {
  kid: string;
  jwk: JWK;
  sealed: Buffer;
  created_at: Date;
}

/** Reads the keys, creates one that is due and deletes retired ones. */
async function readKeys({ pool, sealer }: SealedDatabase, now: Date): Promise<SigningKeys> {
  let rows = await rowsOf(pool);
  if (isDue(rows, now)) {
    await rotate(pool, sealer, now);
    rows = await rowsOf(pool);
  }
  const { retired, signing } = sortKeys(rows, now);
  if (!signing) throw new Error('The signing key was deleted while it was read.');
  if (retired.length > 0) {
    await pool.query('DELETE FROM signing_keys WHERE kid = ANY($1)', [retired.map(({ kid }) => kid)]);
  }
  const published = { keys: rows.filter((row) => !retired.includes(row)).map(({ jwk }) => publicHalf(jwk)) };
  return {
    kid: signing.kid,
    sign: await importJWK(privateHalf(sealer, signing), SIGNING_ALGORITHM),
    published,
    find: createLocalJWKSet(published),
  };
}

/** The key that signs, and those that can be deleted. @param keys oldest first */
export function sortKeys<Key extends { created_at: Date }>(
  keys: readonly Key[],
  now: Date,
): { signing: Key | undefined; retired: Key[] } {
  const age = (key: Key) => now.getTime() - key.created_at.getTime();
  const known = keys.filter((key) => age(key) >= PUBLISHED_BEFORE_MS);
  const retired = known.filter((_, at) => {
    const next = known[at + 1];
    return next !== undefined && age(next) >= PUBLISHED_BEFORE_MS + KEPT_AFTER_MS;
  });
  // The first key of an installation signs at once: nobody has cached a key set without it.
  return { signing: known.at(-1) ?? keys[0], retired };
}

/** Whether the next key has to be created. */
function isDue(keys: readonly KeyRow[], now: Date): boolean {
  const newest = keys.at(-1);
  return !newest || now.getTime() - newest.created_at.getTime() >= ROTATE_AFTER_MS;
}

/** Creates the next key, unless another instance was quicker. */
async function rotate(pool: SealedDatabase['pool'], sealer: Sealer, now: Date): Promise<void> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const kid = crypto.randomUUID();
  const { d = '', ...publicPart } = await exportJWK(privateKey);
  const jwk = { ...publicPart, kid, alg: SIGNING_ALGORITHM, use: 'sig' };
  const sealed = sealer.seal(Buffer.from(d, 'base64url'), signingKeyPurpose(kid));
  await inTransaction(pool, async (db) => {
    // The lock serializes instances: otherwise each would miss the key that the other is about to insert.
    await db.query('SELECT pg_advisory_xact_lock($1)', [KEYS_LOCK]);
    const known = await rowsOf(db);
    if (!isDue(known, now)) return;
    await db.query('INSERT INTO signing_keys (kid, jwk, sealed, created_at) VALUES ($1, $2, $3, $4)', [
      kid,
      jwk,
      sealed,
      now,
    ]);
    if (known.length > 0) await audit(db, SERVER, 'signing_key_rotated', { key: kid }, now);
  });
}

async function rowsOf(db: Queries): Promise<KeyRow[]> {
  const { rows } = await db.query<KeyRow>(
    'SELECT kid, jwk, sealed, created_at FROM signing_keys ORDER BY created_at, kid',
  );
  return rows;
}

/** The complete key, for signing. */
export function privateHalf(sealer: Sealer, { kid, jwk, sealed }: Pick<KeyRow, 'kid' | 'jwk' | 'sealed'>): JWK {
  return { ...jwk, d: sealer.open(sealed, signingKeyPurpose(kid)).toString('base64url') };
}

/** Lists the fields one by one, so that no secret one can slip through (RFC 7518, 6.2.1). */
function publicHalf({ kty, crv, x, y, kid, alg, use }: JWK): JWK {
  return { kty, crv, x, y, kid, alg, use, key_ops: ['verify'] } as JWK;
}
