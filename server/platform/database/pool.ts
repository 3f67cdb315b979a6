import { setTimeout as wait } from 'node:timers/promises';
import pg, { type ClientConfig, type Pool } from 'pg';
import { POOL_SIZE, TIMEOUTS, type Timeouts } from './settings.ts';

/** The pool that the whole server shares, with every wait bounded (settings.ts). */
export function createPool(connection: ClientConfig, timeouts: Timeouts = TIMEOUTS): Pool {
  const pool = new pg.Pool({
    ...connection,
    max: POOL_SIZE,
    // One connection stays open, so that the first words after a quiet hour need not wait for a new one.
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
  // An idle connection that the server closed: the pool has dropped it already, the next request opens another.
  pool.on('error', () => undefined);
  // The same of a connection in use: its query or transaction reports it, but the event alone would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** How long a close waits for a database that does not let go of its connections. */
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Ends the pool and waits until the database has closed every connection. The pool's own `end` resolves once it has said
 * goodbye: a database that is stopped right then still finds them open, ends them itself and says so in its log.
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
