import { appendFile, chown, mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, run } from './account.ts';
import type { Binaries } from './binaries.ts';
import { DatabaseStartError } from './errors.ts';
import { DATABASE_USER, guardWithPassword } from './guard-with-password.ts';
import { SPACE_FILE } from './settings.ts';

/** The PostgreSQL version whose data files these programs read. */
const MAJOR_VERSION = '18';

/**
 * Creates the database's files unless they exist, with a password for every connection. They are created under another
 * name and then renamed, so an interrupted start leaves nothing that looks like a database.
 *
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

  const half = join(dataFolder, `postgres.new-${process.pid}`);
  await mkdir(half, { mode: 0o700 });
  if (account) await chown(half, account.uid, account.gid);
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const outcome = await run(
    binaries.initdb,
    ['-D', half, '-U', DATABASE_USER, ...locale, '--auth=reject', '--no-instructions'],
    account,
  );
  if (!outcome.ok) {
    await rm(half, { recursive: true, force: true });
    throw cannotMake(folder, outcome.output);
  }
  await guardWithPassword(binaries, account, half, password);
  await appendFile(join(half, 'postgresql.conf'), `\ninclude_if_exists = '${SPACE_FILE}'\n`);
  await rename(half, folder);
  return folder;
}

async function exists(folder: string): Promise<boolean> {
  try {
    const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
    if (version === MAJOR_VERSION) return true;
    throw new DatabaseStartError(
      `The database in ${folder} was made by PostgreSQL ${version}; this version of Understudy brings ` +
        `${MAJOR_VERSION}. Move its data with pg_dump, or set DATA_DIR to another folder.`,
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

function cannotMake(folder: string, output: string): DatabaseStartError {
  if (/No space left on device|Disk quota exceeded/i.test(output)) {
    return new DatabaseStartError(
      `There is no room on the disk to make a database in ${folder}; it takes about 60 MB.`,
    );
  }
  const said = output.split('\n').findLast((line) => /error|could not|cannot/i.test(line)) ?? output;
  return new DatabaseStartError(`The database in ${folder} could not be made: ${said}`);
}
