import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { ABOUT_VISITORS } from '../../platform/database/forget-visitors.ts';
import type { SealedDatabase } from '../../platform/database/sealed-rows.ts';
import { DATA_REGISTER } from './data-register.ts';
import { eraseMessages } from './erase-messages.ts';
import { eraseVisitor } from './erase-visitor.ts';
import { type ErasedKind, type ErasureLedger, mergeLedger, readLedger } from './erasure-ledger.ts';

/** Ids hashed in one go. */
const IDS_PER_READ = 10_000;

/** What was found again, and erased. */
export interface AppliedErasures {
  visitors: number;
  conversations: number;
  messages: number;
  memories: number;
  /** Rows of an address, such as one on the waitlist. */
  addresses: number;
}

/**
 * Erases again what a restore has brought back: everything in the ledger of erasures that the database now holds. Safe
 * to run at any time, and to interrupt.
 *
 * @param ledger as it was before the restore, from {@link readLedger}; a restored ledger lacks what was erased after
 * the copy was made. Without it, the database's own
 */
export async function applyErasures(database: SealedDatabase, ledger?: ErasureLedger): Promise<AppliedErasures> {
  const { pool } = database;
  if (ledger) await mergeLedger(database, ledger);
  const { key, hashes, erasures } = await readLedger(database);
  const of = (kind: ErasedKind) => hashes.filter((one) => one.kind === kind);
  const setOf = (kind: ErasedKind) => new Set(of(kind).map(({ hash }) => hash.toString('hex')));
  const hashOf = (kind: ErasedKind, id: string) => createHmac('sha256', key).update(`${kind} ${id}`).digest('hex');
  const applied: AppliedErasures = { visitors: 0, conversations: 0, messages: 0, memories: 0, addresses: 0 };

  const visitors = setOf('visitor');
  const anybody = ['visitors', ...ABOUT_VISITORS]
    .map((table) => `SELECT visitor_id AS id FROM ${table}`)
    .join(' UNION ');
  for await (const id of idsOf(pool, anybody, visitors.size)) {
    if (!visitors.has(hashOf('visitor', id))) continue;
    await eraseVisitor(database, { visitor_id: id });
    applied.visitors += 1;
  }

  const sessions = setOf('session');
  const messages = setOf('message');
  const withMessages = new Set(of('message').map(({ within }) => within?.toString('hex')));
  for await (const id of idsOf(pool, 'SELECT id FROM sessions', sessions.size + messages.size)) {
    const hash = hashOf('session', id);
    if (sessions.has(hash)) {
      await eraseVisitor(database, { session_ids: [id] });
      applied.conversations += 1;
    } else if (withMessages.has(hash)) {
      const { rows } = await pool.query<{ id: string }>('SELECT id FROM utterances WHERE session_id = $1', [id]);
      const again = rows.map((row) => row.id).filter((line) => messages.has(hashOf('message', line)));
      if (again.length > 0) await eraseMessages(database, [id], again);
      applied.messages += again.length;
    }
  }

  const memories = setOf('memory');
  for await (const id of idsOf(pool, 'SELECT id FROM memories', memories.size)) {
    if (!memories.has(hashOf('memory', id))) continue;
    await pool.query('DELETE FROM memories WHERE id = $1', [id]);
    applied.memories += 1;
  }

  const times = new Map(erasures.map(({ number, at }) => [number, at]));
  const addresses = new Map<string, Date>();
  for (const { hash, number } of of('address')) {
    const at = times.get(number) ?? new Date(0);
    const name = hash.toString('hex');
    if ((addresses.get(name) ?? at) <= at) addresses.set(name, at);
  }
  applied.addresses = await eraseAddresses(pool, addresses, (email) => hashOf('address', email));
  return applied;
}

/** Erases the rows of addresses as far as they are older than the erasure: somebody may have signed up again. */
async function eraseAddresses(
  pool: Pool,
  erased: ReadonlyMap<string, Date>,
  hashOf: (email: string) => string,
): Promise<number> {
  let count = 0;
  for (const [table, rule] of Object.entries(DATA_REGISTER)) {
    if (rule.goes !== 'by its address') continue;
    for await (const email of idsOf(pool, `SELECT ${rule.column} AS id FROM ${table}`, erased.size, 'text')) {
      const at = erased.get(hashOf(email));
      if (!at) continue;
      const gone = `DELETE FROM ${table} WHERE ${rule.column} = $1 AND created_at <= $2`;
      count += (await pool.query(gone, [email, at])).rowCount ?? 0;
    }
  }
  return count;
}

/** All ids that a query finds, in batches. @param wanted how many are looked for; with 0 nothing is read */
async function* idsOf(pool: Pool, ids: string, wanted: number, type = 'uuid'): AsyncGenerator<string> {
  let after: string | null = null;
  let read = wanted === 0 ? 0 : IDS_PER_READ;
  while (read === IDS_PER_READ) {
    const { rows }: { rows: { id: string }[] } = await pool.query(
      `SELECT DISTINCT id FROM (${ids}) AS found WHERE $1::${type} IS NULL OR id > $1::${type}
       ORDER BY id LIMIT ${IDS_PER_READ}`,
      [after],
    );
    read = rows.length;
    after = rows.at(-1)?.id ?? null;
    for (const { id } of rows) yield id;
  }
}
