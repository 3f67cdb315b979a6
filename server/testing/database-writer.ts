/**
 * The database side of a server process, for tests that kill it: opens the database given as JSON in its first
 * argument, then keeps writing events and reports each acknowledged one on standard output.
 *
 * Lines: `ready {pid of the database}`, `note {sentence}`, `ack {number}`, `refused {sentence}` (then exit 1).
 */
import { DatabaseStartError, openDatabase } from '../platform/database/open-database.ts';

const { uid, write, ...options } = JSON.parse(process.argv[2] ?? '{}');
if (uid !== undefined) {
  // After the imports, because the account may not be able to read the project's folder.
  process.setgroups?.([]);
  process.setgid?.(uid);
  process.setuid?.(uid);
}
const tell = (line: string) => process.stdout.write(`${line}\n`);

try {
  const database = await openDatabase({ databaseUrl: null, ...options });
  process.once('SIGTERM', () => void database.close().then(() => process.exit(0)));
  for (const note of database.notes) tell(`note ${note}`);
  const { rows } = await database.pool.query('SELECT coalesce(max((payload->>$1)::int), 0) AS last FROM events', ['n']);
  tell(`ready ${rows[0].last}`);
  // Keeps the process alive while it writes nothing.
  setInterval(() => undefined, 60_000);
  for (let n = rows[0].last + 1; write; n += 1) {
    try {
      await database.pool.query('INSERT INTO events (kind, payload) VALUES ($1, $2)', ['test', { n }]);
      tell(`ack ${n}`);
    } catch (error) {
      tell(`failed ${(error as Error).message}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
} catch (error) {
  tell(`refused ${error instanceof DatabaseStartError ? error.message : String(error)}`);
  process.exit(1);
}
