import { createHmac, randomInt } from 'node:crypto';
import type { ErasureReceipt } from '@understudy/contract/privacy';
import type { PoolClient } from 'pg';
import {
  installationSecret,
  replaceInstallationSecret,
  type SealedDatabase,
} from '../../platform/database/sealed-rows.ts';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import type { Sealer } from '../../platform/sealer.ts';
import { sum } from './retention.ts';

/** What the ledger knows of something erased. */
export type ErasedKind = 'visitor' | 'session' | 'message' | 'memory' | 'address';

/** Something erased: its id, or its address in lower case; of a message, also the id of its conversation. */
export interface ErasedThing {
  kind: ErasedKind;
  id: string;
  within?: string;
}

/** Without letters and digits that look alike. */
const NUMBER_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const NUMBER_LENGTH = 10;

/** A number for a receipt, such as 'E-7K2M9QXA4B'. It says nothing about whom it is about. */
const newReceiptNumber = (): string =>
  `E-${Array.from({ length: NUMBER_LENGTH }, () => NUMBER_LETTERS[randomInt(NUMBER_LETTERS.length)]).join('')}`;

/** Hashes ids and addresses with the installation's key, without which nobody can tell whose they are. */
export type HashErased = (kind: ErasedKind, id: string) => Buffer;

/** Reads the key and returns the hash. */
export async function erasedHash(database: SealedDatabase): Promise<HashErased> {
  const key = await installationSecret(database, 'erasures');
  return (kind, id) => createHmac('sha256', key).update(`${kind} ${id}`).digest();
}

/** Records an erasure in the transaction that carries it out, and writes its receipt. */
export async function recordErasure(
  client: PoolClient,
  hash: HashErased,
  entry: Pick<ErasureReceipt, 'scope' | 'counts' | 'postponed'> & { things: readonly ErasedThing[] },
): Promise<ErasureReceipt> {
  const number = newReceiptNumber();
  const { scope, counts, postponed, things } = entry;
  const { rows } = await client.query<{ at: Date }>(
    'INSERT INTO erasures (number, scope, counts, postponed) VALUES ($1, $2, $3, $4) RETURNING at',
    [number, scope, JSON.stringify(counts), postponed],
  );
  await client.query(
    `INSERT INTO erased_hashes (number, kind, hash, within)
     SELECT $1, t.kind, t.hash, t.within FROM unnest($2::text[], $3::bytea[], $4::bytea[]) AS t (kind, hash, within)
     ON CONFLICT DO NOTHING`,
    [
      number,
      things.map(({ kind }) => kind),
      things.map(({ kind, id }) => hash(kind, id)),
      things.map(({ within }) => (within === undefined ? null : hash('session', within))),
    ],
  );
  const at = (rows[0]?.at ?? new Date()).toISOString();
  return { number, scope, at, counts, total: sum(counts), postponed };
}

/** Has conversations that a legal hold keeps erased once it is lifted. @param number of the receipt */
export async function eraseWhenLifted(client: PoolClient, held: readonly string[], number: string): Promise<void> {
  await client.query(
    'UPDATE legal_holds SET waiting_erasure = coalesce(waiting_erasure, $2) WHERE session_id = ANY ($1::uuid[])',
    [held, number],
  );
}

/** The ledger, as a restore takes it along: with the key of its hashes. */
export interface ErasureLedger {
  key: Buffer;
  erasures: { number: string; scope: string; counts: Record<string, number>; postponed: number; at: Date }[];
  hashes: { number: string; kind: ErasedKind; hash: Buffer; within: Buffer | null }[];
}

/** Reads the whole ledger. */
export async function readLedger({ pool, sealer }: SealedDatabase): Promise<ErasureLedger> {
  const key = await installationSecret({ pool, sealer }, 'erasures');
  const { rows: erasures } = await pool.query<ErasureLedger['erasures'][number]>(
    'SELECT number, scope, counts, postponed, at FROM erasures ORDER BY at, number',
  );
  const { rows: hashes } = await pool.query<ErasureLedger['hashes'][number]>(
    'SELECT number, kind, hash, within FROM erased_hashes ORDER BY number, kind, hash',
  );
  return { key, erasures, hashes };
}

/**
 * Adds what the database's own ledger lacks: a restore has put back an older one, from before later erasures or from
 * before the first, when there was no key yet, or one whose key was lost.
 */
export function mergeLedger({ pool, sealer }: SealedDatabase, ledger: ErasureLedger): Promise<void> {
  return inTransaction(pool, (client) => mergeLedgerWithin(client, sealer, ledger));
}

/** {@link mergeLedger} in the caller's transaction. */
export async function mergeLedgerWithin(
  client: Queries,
  sealer: Sealer,
  { key, erasures, hashes }: ErasureLedger,
): Promise<void> {
  const { rows } = await client.query<{ is_known: boolean }>(
    `SELECT EXISTS (SELECT FROM erased_hashes)
       AND EXISTS (SELECT FROM installation_secrets WHERE name = 'erasures') AS is_known`,
  );
  if (!rows[0]?.is_known) await replaceInstallationSecret(client, sealer, 'erasures', key);
  for (const { number, scope, counts, postponed, at } of erasures) {
    await client.query(
      `INSERT INTO erasures (number, scope, counts, postponed, at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING`,
      [number, scope, JSON.stringify(counts), postponed, at],
    );
  }
  await client.query(
    `INSERT INTO erased_hashes (number, kind, hash, within)
     SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[]) ON CONFLICT DO NOTHING`,
    [
      hashes.map(({ number }) => number),
      hashes.map(({ kind }) => kind),
      hashes.map(({ hash }) => hash),
      hashes.map(({ within }) => within),
    ],
  );
}
