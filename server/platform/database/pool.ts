import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase, ClientConfig, Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import pg from 'pg';
import { POOL_SIZE, TIMEOUTS, type Timeouts } from './settings.ts';

/** The time limit of statements in background work, and for callers who asked for something large. */
const SLOW_QUERY_MS = 60_000;
/** A margin in which the database times out first, with its own error. */
const MARGIN_MS = 2_000;
/** How long to wait for the database to close its connections. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Inside a transaction: allows its statements a minute if they run through {@link slowQuery}. */
export const SLOW_TRANSACTION = `SET LOCAL statement_timeout = ${SLOW_QUERY_MS}`;
/** The same for a connection that nobody else uses afterwards. */
export const SLOW_CONNECTION = `SET statement_timeout = ${SLOW_QUERY_MS}`;

/** Runs a statement that may take a minute, on a connection set up for that; all others must finish in seconds. */
export function slowQuery<Row extends QueryResultRow>(
  client: PoolClient,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult<Row>> {
  const config: QueryConfig & { query_timeout: number } = { text, values, query_timeout: SLOW_QUERY_MS + MARGIN_MS };
  return client.query<Row>(config);
}

/**
 * The server's connection pool. Every wait is bounded (settings.ts).
 *
 * @param admit called with each new connection before anybody gets it; an error closes it, and goes to who asked for it
 */
export function createPool(
  connection: ClientConfig,
  timeouts: Timeouts = TIMEOUTS,
  admit: (client: ClientBase) => Promise<void> = async () => undefined,
): Pool {
  const pool = new pg.Pool({
    ...connection,
    // The pool waits for it, though its types do not say so.
    onConnect: (async (client: ClientBase) => {
      await limitTimes(client, timeouts);
      await admit(client);
    }) as (client: ClientBase) => void,
    max: POOL_SIZE,
    // One connection stays open, so that the first message after a quiet hour need not wait for a new one.
    min: 1,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: timeouts.connectionMs,
    query_timeout: timeouts.queryMs,
    keepAlive: true,
    application_name: 'understudy',
  });
  // The database closed an idle connection: the pool has already dropped it, and the next request opens another.
  pool.on('error', () => undefined);
  // For a connection in use, its query reports the error. Without a listener, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Not as parameters of the connection's start, which a pooler such as PgBouncer refuses. */
async function limitTimes(client: ClientBase, { statementMs, lockMs, idleInTransactionMs }: Timeouts): Promise<void> {
  await client.query(
    `SET statement_timeout = ${statementMs}; SET lock_timeout = ${lockMs};
     SET idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
  );
}

/**
 * Ends the pool and waits until the database has closed every connection. The pool's own `end` resolves as soon as the
 * goodbye is sent; a database stopped right then would still see open connections, terminate them and log it.
 */
export async function closePool(pool: Pool, timeoutMs = CLOSE_TIMEOUT_MS): Promise<void> {
  let open = 0;
  const { promise: allGone, resolve } = Promise.withResolvers<void>();
  pool.on('remove', () => {
    open -= 1;
    if (open <= 0) resolve();
  });
  open = pool.totalCount;
  await pool.end();
  if (open <= 0) return;
  const timer = new AbortController();
  await Promise.race([allGone, wait(timeoutMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}
