import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deriveKey } from '../sealer.ts';
import { type Account, run } from './account.ts';
import type { Binaries } from './binaries.ts';
import { DatabaseStartError } from './errors.ts';
import type { SecretKey } from './secret-key.ts';

/** The embedded database's only role. */
export const DATABASE_USER = 'understudy';

/** Access rules of the embedded database (PostgreSQL's `pg_hba.conf`); the first matching line applies. */
const ACCESS = `# Understudy writes this file. The password follows from the installation's secret key.
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
`;

/** The embedded database's password, derived from the secret key and stored nowhere. */
export function databasePassword(key: SecretKey): string {
  return deriveKey(key.bytes, 'embedded database password').toString('base64url');
}

/** Whether the database requires the password derived from the secret key; those of older releases do not. */
export async function asksForPassword(databaseFolder: string): Promise<boolean> {
  return (await readFile(join(databaseFolder, 'pg_hba.conf'), 'utf8').catch(() => '')) === ACCESS;
}

/**
 * Sets the database's password and requires it of every connection. The database must be stopped: PostgreSQL's
 * single-user mode admits whoever can write its files, and nobody else can connect meanwhile.
 *
 * @throws DatabaseStartError if PostgreSQL refuses
 */
export async function guardWithPassword(
  binaries: Binaries,
  account: Account | null,
  databaseFolder: string,
  password: string,
): Promise<void> {
  const statement = `ALTER ROLE ${DATABASE_USER} PASSWORD '${password}';\n`;
  // The space guard's file may have disabled writes.
  const settings = ['-c', 'default_transaction_read_only=off', '-c', 'password_encryption=scram-sha-256'];
  const quiet = ['-c', 'log_min_error_statement=panic'];
  const { ok, output } = await run(
    binaries.postgres,
    ['--single', '-D', databaseFolder, ...settings, ...quiet, 'postgres'],
    account,
    statement,
  );
  const problem = output.split('\n').find((line) => /(ERROR|FATAL|PANIC):/.test(line));
  if (!ok || problem) {
    throw new DatabaseStartError(
      `The password of the database in ${databaseFolder} could not be set: ${problem ?? output}`,
    );
  }
  // Written last and atomically: until it exists, the next start repeats all of this.
  const half = join(databaseFolder, 'pg_hba.conf.new');
  await writeFile(half, ACCESS, { mode: 0o600, flush: true });
  if (account) await chown(half, account.uid, account.gid);
  await rename(half, join(databaseFolder, 'pg_hba.conf'));
  // On systems without sockets, older releases stored a password in a file.
  await rm(join(databaseFolder, '..', 'database-password'), { force: true });
}
