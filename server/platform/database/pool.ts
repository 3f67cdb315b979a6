import { setTimeout as wait } from 'node:timers/promises';
import pg, { type ClientConfig, type Pool } from 'pg';
import { POOL_SIZE, TIMEOUTS, type Timeouts } from './settings.ts';

/** The server's connection pool. Every wait is bounded (settings.ts). */
export function createPool(connection: ClientConfig, timeouts: Timeouts = TIMEOUTS): Pool {
  const pool = new pg.Pool({
    ...connection,
    max: POOL_SIZE,
    // One connection stays open, so that the first message after a quiet hour need not wait for a new one.
    min: 1,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: timeouts.connectionMs,
    statement_timeout: timeouts.statementMs,
    lock_timeout: timeouts.lockMs,
    idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
    query_timeout: timeouts.queryMs,
    keepAlive: true,
    application_name: 'understudy',
  });
  // The server closed an idle connection: the pool has already dropped it, and the next request opens another.
  pool.on('error', () => undefined);
  // For a connection in use, its query or transaction reports the error; the unhandled event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** How long to wait for the database to close its connections. */
const CLOSE_TIMEOUT_MS = 2_000;

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
