import { setTimeout as wait } from 'node:timers/promises';
import pg, { type Client, type ClientBase, type ClientConfig, type Pool } from 'pg';
import { createSealer, type Sealer } from '../sealer.ts';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { DatabaseStartError, NotReadyError } from './errors.ts';
import { MIGRATIONS_FOLDER, migrate } from './migrate.ts';
import { closePool, createPool } from './pool.ts';
import { joinServers } from './restore-lock.ts';
import { sealRows, wrongKeyError } from './sealed-rows.ts';
import { type SecretKey, secretKeyOf } from './secret-key.ts';
import { TIMEOUTS, type Timeouts } from './settings.ts';
import type { DatabaseLog } from './supervise.ts';

export { DatabaseStartError };

/** Which database to open. */
export interface DatabaseOptions extends EmbeddedOptions {
  /** DATABASE_URL; null for the embedded database. */
  databaseUrl: string | null;
  migrationsFolder?: string;
  /** Called before migrations change a database that an earlier release has used. Its failure stops the start. */
  beforeMigrating?: (database: UsedDatabase) => Promise<void>;
  /** Called once the database is migrated and its key fits. Until it ends, nobody gets a connection of the pool. */
  beforeServing?: (client: Client, database: UsedDatabase) => Promise<void>;
  /** For tests: time limits other than the product's. */
  timeouts?: Timeouts;
}

/** How to reach a database, and the key that seals what is sealed in it. */
export interface UsedDatabase {
  connection: ClientConfig;
  secretKey: SecretKey;
}

/** Whether the database can serve requests; if not, the reasons, without secrets. */
interface DatabaseState {
  ready: boolean;
  reasons: string[];
}

/** The server's database. */
export interface Database {
  kind: 'embedded' | 'server';
  pool: Pool;
  /** Settings for a separate connection, without the pool's time limits. */
  connection: ClientConfig;
  secretKey: SecretKey;
  /** Seals stored values with this installation's secret key. */
  sealer: Sealer;
  /** Sentences shown to the operator at start. */
  notes: string[];
  /** The last known state, without a query: connected, checked and migrated, and the embedded process running. */
  state(): DatabaseState;
  /** Resolves once the database has been reached, checked and migrated; rejects if it is closed before. */
  ready(): Promise<void>;
  /** Queries the database and returns its state. Never throws; takes at most {@link TIMEOUTS}.queryMs. */
  ping(): Promise<DatabaseState>;
  /** Waits for running queries, closes the pool and stops the embedded database. */
  close(): Promise<void>;
}

/** SQLSTATE of a wrong password; the embedded database's is derived from the secret key. */
const INVALID_PASSWORD = '28P01';

/** Waits between attempts; the last one repeats (F14: the server is back within 5 s). */
const RETRY_AFTER_MS = [250, 500, 1_000, 2_000];

/**
 * Opens the database. The embedded one is running and migrated when this resolves. If the server at DATABASE_URL cannot
 * be reached, it is retried in the background: the process starts anyway and reports it (F30).
 *
 * @throws DatabaseStartError if the database cannot be started or must not be used
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

/** Prepares the database, or keeps trying in the background if its server cannot be reached. */
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
  /** Why the database is not ready; null once it is. */
  let problem: string | null = 'the database was not reached yet';
  const prepareOnce = () =>
    prepare({ connection, secretKey }, folder, sealer, options).then(() => {
      problem = null;
    });

  let ready: Promise<void>;
  try {
    await prepareOnce();
    ready = Promise.resolve();
  } catch (error) {
    if (embedded || error instanceof DatabaseStartError) {
      await embedded?.stop();
      if (error instanceof DatabaseStartError) throw error;
      if ((error as { code?: string }).code === INVALID_PASSWORD) throw wrongKeyError(secretKey, error);
      throw new DatabaseStartError(`The database could not be made ready: ${(error as Error).message}`, {
        cause: error,
      });
    }
    const failed = (again: unknown) => {
      const reason = describe(again);
      if (reason !== problem) log?.warn({ err: again }, 'the database is not ready; trying again');
      problem = reason;
    };
    failed(error);
    ready = keepTrying(prepareOnce, closing.signal, failed);
    // Avoids an unhandled rejection if the database is closed while nobody waits.
    ready.catch(() => undefined);
  }

  const pool = createPool(connection, options.timeouts, async (client) => {
    // A database that can be reached again may not be migrated yet, or hold what visitors have erased.
    if (problem !== null) throw new NotReadyError(problem);
    await joinServers(client);
  });
  const state = (): DatabaseState => {
    const reasons = problem === null ? [] : [problem];
    if (embedded && embedded.pid() === null) reasons.push('the database is being started again');
    const ready = reasons.length === 0;
    // Reads still work on a full disk, so the server stays ready.
    if (embedded?.full()) reasons.push('no room is left on the disk');
    return { ready, reasons };
  };
  let closed: Promise<void> | null = null;
  return {
    kind: embedded ? 'embedded' : 'server',
    pool,
    connection,
    secretKey,
    sealer,
    notes: embedded?.notes ?? [],
    state,
    ready: () => ready,
    async ping() {
      const known = state();
      if (problem) return known;
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

/** Checks, migrates and seals over a separate connection, without the pool's short timeouts. */
async function prepare(
  { connection, secretKey }: UsedDatabase,
  folder: string,
  sealer: Sealer,
  { beforeMigrating, beforeServing }: DatabaseOptions,
): Promise<void> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: TIMEOUTS.connectionMs,
    keepAlive: true,
    application_name: 'understudy start',
  });
  // The running query reports a broken connection. Without a listener, the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    // The space guard may have disabled writes, and the server must start despite a full disk.
    await client.query('SET default_transaction_read_only = off');
    await joinServers(client);
    await assertDurable(client);
    await migrate(client, folder, () => beforeMigrating?.({ connection, secretKey }));
    await sealRows(client, secretKey, sealer);
    await beforeServing?.(client, { connection, secretKey });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Attempts until one succeeds. Rejects once the signal is aborted. */
async function keepTrying(
  attempt: () => Promise<void>,
  closing: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  for (let attempts = 0; ; attempts += 1) {
    await wait(RETRY_AFTER_MS[Math.min(attempts, RETRY_AFTER_MS.length - 1)], undefined, { signal: closing });
    try {
      return await attempt();
    } catch (error) {
      onFailure(error);
    }
  }
}

/** A reason that is safe to publish: `pg`'s messages name the server's address and account. */
function describe(error: unknown): string {
  if (error instanceof DatabaseStartError || error instanceof NotReadyError) return error.message;
  const { code } = error as { code?: string };
  return `the database cannot be reached${code ? ` (${code})` : ''}`;
}

/**
 * Checks that acknowledged writes survive a power cut, because a 2xx response promises that.
 *
 * @throws DatabaseStartError naming the setting that breaks it
 */
async function assertDurable(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit') ORDER BY name",
  );
  // local, remote_write and remote_apply differ in what they wait for on replicas; each waits for this server's own
  // disk.
  const broken = rows.find((row) => row.setting === 'off');
  if (!broken) return;
  throw new DatabaseStartError(
    `The database runs with ${broken.name}=off, so a power cut would lose conversations that were acknowledged. ` +
      `Set ${broken.name} to on.`,
  );
}
