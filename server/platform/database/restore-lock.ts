/**
 * Keeps servers and a restore of the same database apart, on whatever machines they run: each connection of a server's
 * pool holds an advisory lock in shared mode for as long as it is open, and a restore holds it alone. So a server that
 * starts during a restore, or comes back to its database, is told to wait; and a restore is refused while anybody is
 * connected.
 */
import pg, { type ClientBase, type ClientConfig } from 'pg';
import { DatabaseStartError, NotReadyError } from './errors.ts';

/** The number is arbitrary. */
const RESTORE_LOCK = 7_302_203;

/** Counts a connection among those of servers until it ends. @throws NotReadyError while a backup is being restored */
export async function joinServers(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>('SELECT pg_try_advisory_lock_shared($1) AS is', [RESTORE_LOCK]);
  if (!rows[0]?.is) throw new NotReadyError('a backup is being restored into the database');
}

/**
 * Keeps every server out of a database until the returned function is called, or this process ends.
 *
 * @throws DatabaseStartError if a server uses it, or it cannot be reached
 */
export async function keepServersOut(connection: ClientConfig): Promise<() => Promise<void>> {
  const client = new pg.Client({ ...connection, keepAlive: true, application_name: 'understudy restore' });
  client.on('error', () => undefined);
  const release = () => client.end().catch(() => undefined);
  try {
    await client.connect();
    const { rows: locks } = await client.query<{ is: boolean }>('SELECT pg_try_advisory_lock($1) AS is', [
      RESTORE_LOCK,
    ]);
    // A server of an earlier release knows nothing of the lock.
    const { rows: others } = await client.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'understudy%'`,
    );
    if (!locks[0]?.is || others[0]?.count)
      throw new DatabaseStartError('A server is using this database. Stop every server first.');
    return release;
  } catch (cause) {
    await release();
    if (cause instanceof DatabaseStartError) throw cause;
    const { code = 'no answer' } = cause as { code?: string };
    throw new DatabaseStartError(`The database cannot be reached (${code}).`, { cause });
  }
}
