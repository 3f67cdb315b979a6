import { setTimeout as wait } from 'node:timers/promises';
import pg, { type ClientConfig, type Pool } from 'pg';
import { createSealer, type Sealer } from '../sealer.ts';
import { assertDurable } from './durability.ts';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { DatabaseStartError } from './errors.ts';
import { MIGRATIONS_FOLDER, migrate } from './migrate.ts';
import { closePool, createPool } from './pool.ts';
import { otherKey, sealRows } from './sealed-rows.ts';
import { type SecretKey, secretKeyOf } from './secret-key.ts';
import { TIMEOUTS, type Timeouts } from './settings.ts';
import type { DatabaseLog } from './supervise.ts';

export { DatabaseStartError };

/** Which database to open, and where. */
export interface DatabaseOptions extends EmbeddedOptions {
  /** DATABASE_URL; null for the embedded database. */
  databaseUrl: string | null;
  migrationsFolder?: string;
  /** Other time limits than the product's: for tests. */
  timeouts?: Timeouts;
}

/** Whether requests can be served, and if not why, in sentences without secrets. */
export interface DatabaseState {
  ready: boolean;
  reasons: string[];
}

/** The one database of the server. */
export interface Database {
  kind: 'embedded' | 'server';
  pool: Pool;
  /** For a connection of one's own, without the pool's time limits. */
  connection: ClientConfig;
  /** Seals with this installation's secret key what is kept in the database. */
  sealer: Sealer;
  /** Sentences for the operator at start. */
  notes: string[];
  /** What is known without asking: reached, checked and migrated, and the embedded process running. */
  state(): DatabaseState;
  /** Resolves once the database was reached, checked and migrated; rejects when it was closed before. */
  ready(): Promise<void>;
  /** Asks the database and says how it is. Never throws; takes at most {@link TIMEOUTS}.queryMs. */
  ping(): Promise<DatabaseState>;
  /** Waits for running queries, closes the pool and stops the embedded database. */
  close(): Promise<void>;
}

/** SQLSTATE of a wrong password; the embedded database's follows from the secret key. */
const INVALID_PASSWORD = '28P01';

/** Waits between attempts to reach a server that is away; the last one is repeated (F14: back within 5 s). */
const RETRY_AFTER_MS = [250, 500, 1_000, 2_000];

/**
 * Opens the database. The embedded one is running and migrated when this resolves. A server by DATABASE_URL that cannot
 * be reached is tried again in the background: the process starts anyway and says so (F30).
 * @throws DatabaseStartError when the database cannot be started or must not be used.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, log } = options;
  if (databaseUrl) {
    if (!options.secretKeyFile) throw new Error('A database by DATABASE_URL needs a SECRET_KEY_FILE.');
    const secretKey = await secretKeyOf(options);
    return connect({ connection: { connectionString: databaseUrl }, embedded: null, secretKey, options, log });
  }
  const embedded = await startEmbedded(options);
  const { connection, secretKey } = embedded;
  return connect({ connection, embedded, secretKey, options, log });
}

async function connect(given: {
  connection: ClientConfig;
  embedded: EmbeddedPostgres | null;
  secretKey: SecretKey;
  options: DatabaseOptions;
  log: DatabaseLog | undefined;
}): Promise<Database> {
  const { connection, embedded, secretKey, options, log } = given;
  const folder = options.migrationsFolder ?? MIGRATIONS_FOLDER;
  const sealer = createSealer(secretKey.bytes);
  const closing = new AbortController();
  let trouble: string | null = 'the database was not reached yet';
  const prepared = () =>
    prepare(connection, folder, secretKey, sealer).then(() => {
      trouble = null;
    });

  let ready: Promise<void>;
  try {
    await prepared();
    ready = Promise.resolve();
  } catch (error) {
    if (embedded || error instanceof DatabaseStartError) {
      await embedded?.stop();
      if (error instanceof DatabaseStartError) throw error;
      if ((error as { code?: string }).code === INVALID_PASSWORD) throw otherKey(secretKey, error);
      throw new DatabaseStartError(`The database could not be made ready: ${(error as Error).message}`, {
        cause: error,
      });
    }
    const failed = (again: unknown) => {
      const reason = describe(again);
      if (reason !== trouble) log?.warn({ err: again }, 'the database is not ready; trying again');
      trouble = reason;
    };
    failed(error);
    ready = keepTrying(prepared, closing.signal, failed);
    // Whoever waits for it gets the rejection; without anybody waiting a close is no unhandled error.
    ready.catch(() => undefined);
  }

  const pool = createPool(connection, options.timeouts);
  const state = (): DatabaseState => {
    const reasons = trouble === null ? [] : [trouble];
    if (embedded && embedded.pid() === null) reasons.push('the database is being started again');
    const ready = reasons.length === 0;
    // What is kept can still be read then, so that the server stays ready.
    if (embedded?.full()) reasons.push('no room is left on the disk');
    return { ready, reasons };
  };
  let closed: Promise<void> | null = null;
  return {
    kind: embedded ? 'embedded' : 'server',
    pool,
    connection,
    sealer,
    notes: embedded?.notes ?? [],
    state,
    ready: () => ready,
    async ping() {
      const known = state();
      if (trouble) return known;
      try {
        await pool.query('SELECT 1');
        return known;
      } catch (error) {
        return { ready: false, reasons: [...known.reasons, describe(error)] };
      }
    },
    close() {
      closed ??= (async () => {
        closing.abort();
        await ready.catch(() => undefined);
        await closePool(pool);
        await embedded?.stop();
      })();
      return closed;
    },
  };
}

/** Checks, migrates and seals over a connection of its own, to which the pool's short timeouts do not apply. */
async function prepare(connection: ClientConfig, folder: string, secretKey: SecretKey, sealer: Sealer): Promise<void> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: TIMEOUTS.connectionMs,
    keepAlive: true,
    application_name: 'understudy start',
    // The space guard may have stopped ordinary writes; an up-to-date schema must not keep the server from starting.
    options: '-c default_transaction_read_only=off',
  });
  // A connection that breaks is reported by the query that runs; the event would otherwise end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await assertDurable(client);
    await migrate(client, folder);
    await sealRows(client, secretKey, sealer);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function keepTrying(
  prepared: () => Promise<void>,
  closing: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    await wait(RETRY_AFTER_MS[Math.min(attempt, RETRY_AFTER_MS.length - 1)], undefined, { signal: closing });
    try {
      return await prepared();
    } catch (error) {
      onFailure(error);
    }
  }
}

/** A reason for whoever may read it: nothing of the server's address or account, which `pg`'s messages name. */
function describe(error: unknown): string {
  if (error instanceof DatabaseStartError) return error.message;
  const { code } = error as { code?: string };
  return `the database cannot be reached${code ? ` (${code})` : ''}`;
}
