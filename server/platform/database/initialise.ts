import { appendFile, chown, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deriveKey } from '../sealer.ts';
import { type Account, type Binaries, run } from './binaries.ts';
import { DatabaseStartError } from './errors.ts';
import type { SecretKey } from './secret-key.ts';
import { SPACE_FILE } from './settings.ts';

/** The PostgreSQL version whose data files these programs read. */
const MAJOR_VERSION = '18';

/** The embedded database's only role. */
export const DATABASE_USER = 'understudy';

/** Access rules of the embedded database (PostgreSQL's `pg_hba.conf`); the first matching line applies. */
const ACCESS = `# Understudy writes this file. The password follows from the installation's secret key.
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
`;

/**
 * Creates the database's files unless they exist, with a password for every connection. They are created under another
 * name and then renamed, so that an interrupted start leaves nothing that looks like a database.
 *
 * @returns the folder with the files
 * @throws DatabaseStartError if they cannot be created or belong to something else
 */
export async function initialise(
  binaries: Binaries,
  account: Account | null,
  dataFolder: string,
  password: string,
): Promise<string> {
  const folder = join(dataFolder, 'postgres');
  for (const name of await readdir(dataFolder)) {
    if (name.startsWith('postgres.new-')) await rm(join(dataFolder, name), { recursive: true, force: true });
  }
  if (await exists(folder)) return folder;

  const partial = join(dataFolder, `postgres.new-${process.pid}`);
  await mkdir(partial, { mode: 0o700 });
  if (account) await chown(partial, account.uid, account.gid);
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const outcome = await run(
    binaries.initdb,
    ['-D', partial, '-U', DATABASE_USER, ...locale, '--auth=reject', '--no-instructions'],
    account,
  );
  if (!outcome.ok) {
    await rm(partial, { recursive: true, force: true });
    throw cannotMake(folder, outcome.output);
  }
  await requirePassword(binaries, account, partial, password);
  await appendFile(join(partial, 'postgresql.conf'), `\ninclude_if_exists = '${SPACE_FILE}'\n`);
  await rename(partial, folder);
  return folder;
}

/** Whether the folder has a database that our programs can read. @throws DatabaseStartError if it has anything else */
async function exists(folder: string): Promise<boolean> {
  try {
    const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
    if (version === MAJOR_VERSION) return true;
    throw new DatabaseStartError(
      `The database in ${folder} was made by PostgreSQL ${version}; this version of Understudy brings ` +
        `${MAJOR_VERSION}. Move the folder ${join(folder, '..')} away and restore the newest backup ` +
        '("Upgrading" in docs/operating.md), or set DATA_DIR to another folder.',
    );
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM') {
      throw new DatabaseStartError(
        `The database in ${folder} belongs to another account of this machine. Start the server under the account ` +
          'that made it, or set DATA_DIR to another folder.',
      );
    }
  }
  // The folder may exist and be empty (a mounted volume); one with files but no version belongs to something else.
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return;
    throw new DatabaseStartError(
      `The folder ${folder} holds something that is no database. Move it away, or set DATA_DIR to another folder.`,
    );
  });
  return false;
}

/** The error for files that could not be created. */
function cannotMake(folder: string, output: string): DatabaseStartError {
  if (/No space left on device|Disk quota exceeded/i.test(output)) {
    return new DatabaseStartError(
      `There is no room on the disk to make a database in ${folder}; it takes about 60 MB.`,
    );
  }
  const said = output.split('\n').findLast((line) => /error|could not|cannot/i.test(line)) ?? output;
  return new DatabaseStartError(`The database in ${folder} could not be made: ${said}`);
}

/** The embedded database's password, derived from the secret key and stored nowhere. */
export function databasePassword(key: SecretKey): string {
  return deriveKey(key.bytes, 'embedded database password').toString('base64url');
}

/** Whether the database requires the password derived from the secret key; those of older releases do not. */
export async function requiresPassword(databaseFolder: string): Promise<boolean> {
  return (await readFile(join(databaseFolder, 'pg_hba.conf'), 'utf8').catch(() => '')) === ACCESS;
}

/**
 * Sets the database's password and requires it of every connection. The database must be stopped: PostgreSQL's
 * single-user mode admits whoever can write its files, and nobody else can connect meanwhile.
 *
 * @throws DatabaseStartError if PostgreSQL refuses
 */
export async function requirePassword(
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
  const partial = join(databaseFolder, 'pg_hba.conf.new');
  await writeFile(partial, ACCESS, { mode: 0o600, flush: true });
  if (account) await chown(partial, account.uid, account.gid);
  await rename(partial, join(databaseFolder, 'pg_hba.conf'));
  // On systems without sockets, older releases stored a password in a file.
  await rm(join(databaseFolder, '..', 'database-password'), { force: true });
}
