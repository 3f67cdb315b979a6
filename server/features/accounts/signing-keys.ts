import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Pool } from 'pg';
import { inTransaction } from '../../platform/database/transaction.ts';

/** The elliptic curve signature that the browser's client can check by itself (RFC 7518, 3.4). */
export const SIGNING_ALGORITHM = 'ES256';

/** Any number: whoever makes the first key takes it, in every instance (pg_advisory_xact_lock). */
const KEYS_LOCK = 7_303_115;

/** Keys by which this installation's access tokens are signed and checked. */
export interface SigningKeys {
  kid: string;
  sign: Awaited<ReturnType<typeof importJWK>>;
  /** The public halves, for those who check. */
  published: { keys: JWK[] };
  find: ReturnType<typeof createLocalJWKSet>;
}

/**
 * The keys in the database; whoever first asks for one in an installation makes it. All instances sign with the same, the
 * oldest, also when two make one at once.
 */
export async function loadSigningKeys(pool: Pool): Promise<SigningKeys> {
  const known = await readKeys(pool);
  if (known) return known;
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const kid = crypto.randomUUID();
  const jwk = { ...(await exportJWK(privateKey)), kid, alg: SIGNING_ALGORITHM, use: 'sig' };
  await inTransaction(pool, async (db) => {
    // One after the other: what the second does not see yet, it would not know to be there either.
    await db.query('SELECT pg_advisory_xact_lock($1)', [KEYS_LOCK]);
    await db.query('INSERT INTO signing_keys (kid, jwk) SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM signing_keys)', [
      kid,
      jwk,
    ]);
  });
  const made = await readKeys(pool);
  if (!made) throw new Error('The signing key was deleted while it was read.');
  return made;
}

async function readKeys(pool: Pool): Promise<SigningKeys | null> {
  const { rows } = await pool.query<{ kid: string; jwk: JWK }>(
    'SELECT kid, jwk FROM signing_keys ORDER BY created_at, kid',
  );
  const [first] = rows;
  if (!first) return null;
  const published = { keys: rows.map(({ jwk }) => publicHalf(jwk)) };
  return {
    kid: first.kid,
    sign: await importJWK(first.jwk, SIGNING_ALGORITHM),
    published,
    find: createLocalJWKSet(published),
  };
}

/** Named one by one, so that nothing secret can slip along (RFC 7518, 6.2.1). */
function publicHalf({ kty, crv, x, y, kid, alg, use }: JWK): JWK {
  return { kty, crv, x, y, kid, alg, use, key_ops: ['verify'] } as JWK;
}
