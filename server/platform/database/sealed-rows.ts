import { randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import type { Sealer } from '../sealer.ts';
import { DatabaseStartError } from './errors.ts';
import { INSTEAD, type SecretKey, saveSecretKey } from './secret-key.ts';
import type { Queries } from './transaction.ts';

/** Advisory lock held while the rows of an older release are sealed. The number is arbitrary. */
const SEALING_LOCK = 7_303_116;
/** Bytes of an installation secret. */
const SECRET_BYTES = 32;
/** An otherwise unused secret: with it, even a new database holds something that only its own secret key opens. */
const PROOF = 'secret_key';

/** A database, and the sealer that opens its secrets. */
export interface SealedDatabase {
  pool: Pool;
  sealer: Sealer;
}

/** The purpose that a signing key's private half is sealed for. */
export function signingKeyPurpose(kid: string): string {
  return `signing key ${kid}`;
}

const secretPurpose = (name: string) => `installation secret ${name}`;

/** A secret of this installation: created on first use, then the same for all instances. */
export function installationSecret({ pool, sealer }: SealedDatabase, name: string): Promise<Buffer> {
  return readOrCreateSecret(pool, sealer, name);
}

/** Reads a secret of this installation once; after a failure, the next call tries again. */
export function keptSecret(database: SealedDatabase, name: string): () => Promise<Buffer> {
  let kept: Promise<Buffer> | null = null;
  return () => {
    kept ??= installationSecret(database, name).catch((error: unknown) => {
      kept = null;
      throw error;
    });
    return kept;
  };
}

/** Puts back a secret of this installation that a restored database lacks. */
export async function replaceInstallationSecret(
  db: Queries,
  sealer: Sealer,
  name: string,
  value: Buffer,
): Promise<void> {
  await db.query(
    `INSERT INTO installation_secrets (name, value, sealed) VALUES ($1, $2, true)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, sealed = true`,
    [name, sealer.seal(value, secretPurpose(name))],
  );
}

/** @param db the pool or a connection */
async function readOrCreateSecret(db: Queries, sealer: Sealer, name: string): Promise<Buffer> {
  await db.query(
    'INSERT INTO installation_secrets (name, value, sealed) VALUES ($1, $2, true) ON CONFLICT DO NOTHING',
    [name, sealer.seal(randomBytes(SECRET_BYTES), secretPurpose(name))],
  );
  // A second statement, so that it sees the row of a faster instance.
  const { rows } = await db.query<{ value: Buffer }>('SELECT value FROM installation_secrets WHERE name = $1', [name]);
  const [row] = rows;
  if (!row) throw new Error(`The installation's secret '${name}' was deleted while it was read.`);
  return sealer.open(row.value, secretPurpose(name));
}

/** A row of `installation_secrets`. */
interface SecretRow {
  name: string;
  value: Buffer;
  sealed: boolean;
}

/** A row of `signing_keys`. */
interface KeyRow {
  kid: string;
  jwk: { d?: string };
  sealed: Buffer | null;
}

/**
 * Checks that the secret key opens what is sealed in the database, writes a new key to its file, and seals the rows of
 * releases that did not seal. Must run before any other use of the sealer.
 *
 * @throws DatabaseStartError if the key is missing or wrong
 */
export async function sealRows(client: ClientBase, key: SecretKey, sealer: Sealer): Promise<void> {
  let sealedNow = 0;
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [SEALING_LOCK]);
    if (key.replaces) await deleteSealed(client);
    const secrets = (await client.query<SecretRow>('SELECT name, value, sealed FROM installation_secrets')).rows;
    const keys = (await client.query<KeyRow>('SELECT kid, jwk, sealed FROM signing_keys')).rows;
    checkKey(key, sealer, secrets, keys);
    await saveSecretKey(key);
    for (const { name, value, sealed } of secrets) {
      if (sealed) continue;
      const closed = sealer.seal(value, secretPurpose(name));
      await client.query('UPDATE installation_secrets SET value = $2, sealed = true WHERE name = $1', [name, closed]);
      sealedNow += 1;
    }
    for (const { kid, jwk, sealed } of keys) {
      if (sealed !== null) continue;
      const { d = '', ...publicHalf } = jwk;
      const closed = sealer.seal(Buffer.from(d, 'base64url'), signingKeyPurpose(kid));
      await client.query('UPDATE signing_keys SET jwk = $2, sealed = $3 WHERE kid = $1', [kid, publicHalf, closed]);
      sealedNow += 1;
    }
    if (!secrets.some(({ name }) => name === PROOF)) await readOrCreateSecret(client, sealer, PROOF);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  // Otherwise the old row versions would stay in the tables' files until their space is reused.
  if (sealedNow > 0) await client.query('VACUUM (FULL) installation_secrets, signing_keys');
}

/** Deletes what a lost key sealed, and all sign-ins, which depend on it. */
export async function deleteSealed(client: ClientBase): Promise<void> {
  const tables = ['installation_secrets', 'signing_keys', 'auth_sessions', 'known_addresses', 'mfa_factors'];
  for (const table of [...tables, 'recovery_codes', 'dashboard_links', 'connected_model', 'connected_mail'])
    await client.query(`DELETE FROM ${table}`);
  // What they say was sealed with it too. Addresses that unsubscribed were hashed with one of the secrets.
  await client.query('DELETE FROM outgoing_mails WHERE delivered_at IS NULL');
  await client.query('DELETE FROM reminders WHERE sealed_mail IS NOT NULL');
  await client.query('DELETE FROM mail_unsubscribes');
}

/** Checks that the key opens everything sealed. @throws DatabaseStartError */
function checkKey(key: SecretKey, sealer: Sealer, secrets: readonly SecretRow[], keys: readonly KeyRow[]): void {
  const values = [
    ...secrets.flatMap(({ name, value, sealed }) => (sealed ? [{ value, purpose: secretPurpose(name) }] : [])),
    ...keys.flatMap(({ kid, sealed }) => (sealed ? [{ value: sealed, purpose: signingKeyPurpose(kid) }] : [])),
  ];
  if (values.length > 0 && !key.isStored && !key.replaces) throw missingKeyError(key);
  for (const { value, purpose } of values) {
    try {
      sealer.open(value, purpose);
    } catch (cause) {
      throw wrongKeyError(key, cause);
    }
  }
}

/** The error for a start without the key file of a database that has sealed values. */
export function missingKeyError({ file }: SecretKey): DatabaseStartError {
  return new DatabaseStartError(
    `The secret key ${file} is missing, and the database was sealed with it. Put it back from a copy. ${INSTEAD}`,
  );
}

/** The error for a start with another database's key. */
export function wrongKeyError({ file }: SecretKey, cause: unknown): DatabaseStartError {
  return new DatabaseStartError(
    `The secret key in ${file} is not the one that the database was sealed with. Put that back from a copy. ${INSTEAD}`,
    { cause },
  );
}
