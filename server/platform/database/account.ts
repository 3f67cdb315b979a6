import { spawn } from 'node:child_process';
import { lstat } from 'node:fs/promises';

/** An operating system account that a process can run under. */
export interface Account {
  uid: number;
  gid: number;
}

/** `nobody` on Linux and the BSDs: PostgreSQL refuses to run as root. */
const NOBODY: Account = { uid: 65534, gid: 65534 };

/**
 * The account that the database runs under. Null means the server's own account. A root server uses the owner of the
 * existing database folder, or else `nobody`.
 */
export async function databaseAccount(databaseFolder: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await lstat(databaseFolder).catch(() => null);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
}

/** The result of a short-lived program. */
export interface Outcome {
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
