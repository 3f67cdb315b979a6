import { spawn } from 'node:child_process';
import { lstat } from 'node:fs/promises';

/** An account of the operating system to which a process is handed. */
export interface Account {
  uid: number;
  gid: number;
}

/** `nobody` on Linux and the BSDs: PostgreSQL refuses to run as root. */
const NOBODY: Account = { uid: 65534, gid: 65534 };

/**
 * The account that the database runs under: null for the server's own; for root the owner of the database that is
 * already there, otherwise nobody.
 */
export async function databaseAccount(databaseFolder: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await lstat(databaseFolder).catch(() => null);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
}

/** How a short-lived program ended. */
export interface Outcome {
  ok: boolean;
  /** What it wrote to either output, for a sentence about why it failed. */
  output: string;
  /** The operating system's code when it could not even be started. */
  code?: string;
}

/** The environment of everything that is started here: nothing of the server's own, English messages. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { PATH, LC_ALL: 'C', ...(SystemRoot ? { SystemRoot } : {}) };
}

/** Runs a program to its end. Never throws. @param input what it reads; secrets go here, not into arguments */
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
    // A program that ends without reading is told by its outcome.
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

/** Whether the account may enter a folder. Asked of the system by trying, as access lists and mounts count too. */
export async function mayEnter(folder: string, account: Account | null): Promise<boolean> {
  return (await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], account)).ok;
}
