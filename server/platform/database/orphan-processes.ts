import { readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { run } from './binaries.ts';
import { DatabaseStartError } from './errors.ts';

/** A PID that no system assigns (Linux ends at 2^22), for a lock file whose process has exited. */
const NOBODYS_PID = 2_147_483_647;

/**
 * Prepares a folder, whose lock this server holds, for a new database process: stops an earlier server's database that
 * still runs there, and fixes a `postmaster.pid` that PostgreSQL would misread.
 *
 * @throws DatabaseStartError if an earlier process cannot be stopped
 */
export async function stopOrphans(databaseFolder: string): Promise<void> {
  // First a fast shutdown, then an immediate one, after which PostgreSQL runs its recovery.
  for (const [signal, timeoutMs] of [
    ['SIGINT', 4_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 2_000],
  ] as const) {
    const processes = await processesOn(databaseFolder);
    if (processes.length === 0) break;
    const heads = signal === 'SIGINT' ? await withoutParentAmong(processes) : processes;
    for (const pid of heads) signalTo(pid, signal);
    if (await gone(databaseFolder, timeoutMs)) break;
  }
  const stubborn = await processesOn(databaseFolder);
  if (stubborn.length > 0) {
    throw new DatabaseStartError(
      `A database process of an earlier run (${stubborn.join(', ')}) cannot be stopped. Stop it and start again.`,
    );
  }
  await repairPidFile(databaseFolder);
}

/** Sends a signal to a process that may have exited already. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** PIDs of the PostgreSQL processes working in a folder. Checks what each process is, because PIDs are reused. */
export async function processesOn(databaseFolder: string): Promise<number[]> {
  const folder = await realpath(databaseFolder).catch(() => databaseFolder);
  const inProc = process.platform === 'linux' ? await readdir('/proc').catch(() => null) : null;
  if (!inProc) return postmasterByPidFile(databaseFolder);
  const found = await Promise.all(
    inProc.filter((name) => /^\d+$/.test(name)).map(async (name) => ((await isOn(name, folder)) ? Number(name) : null)),
  );
  return found.filter((pid) => pid !== null);
}

/** PostgreSQL's processes have their data folder as working directory; a shell in that folder has another name. */
async function isOn(name: string, folder: string): Promise<boolean> {
  const cwd = await readlink(`/proc/${name}/cwd`).catch(() => '');
  if (cwd !== folder) return false;
  return (await readFile(`/proc/${name}/comm`, 'utf8').catch(() => '')).startsWith('postgres');
}

/** For systems without /proc: the process in the lock file, if its command line is a PostgreSQL on this folder. */
async function postmasterByPidFile(databaseFolder: string): Promise<number[]> {
  const pid = pidIn(await readFile(join(databaseFolder, 'postmaster.pid'), 'utf8').catch(() => ''));
  if (!pid) return [];
  const { ok, output } =
    process.platform === 'win32'
      ? await run('tasklist', ['/NH', '/FI', `PID eq ${pid}`], null)
      : await run('/bin/ps', ['-p', String(pid), '-o', 'command='], null);
  const ours = output.includes('postgres') && (process.platform === 'win32' || output.includes(databaseFolder));
  return ok && ours ? [pid] : [];
}

async function withoutParentAmong(processes: number[]): Promise<number[]> {
  const heads: number[] = [];
  for (const pid of processes) {
    // Format: "pid (name) state ppid ...". PostgreSQL's name contains no closing bracket.
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (!processes.includes(parent)) heads.push(pid);
  }
  return heads;
}

async function gone(databaseFolder: string, timeoutMs: number): Promise<boolean> {
  const until = Date.now() + timeoutMs;
  while (Date.now() < until) {
    if ((await processesOn(databaseFolder)).length === 0) return true;
    await wait(20);
  }
  return false;
}

/**
 * PostgreSQL takes any live process of its account with the PID in `postmaster.pid` for a running server, and refuses
 * to start on a file without a number. The rest of the file stays: it names the shared memory, which PostgreSQL checks
 * itself.
 */
async function repairPidFile(databaseFolder: string): Promise<void> {
  const path = join(databaseFolder, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return;
  const pid = pidIn(text);
  if (!pid) await rm(path);
  else await writeFile(path, text.replace(/^\s*-?\d+/, String(NOBODYS_PID)), { flag: 'r+' });
}

function pidIn(text: string): number | null {
  const first = /^\s*(\d{1,10})\s*$/.exec(text.split('\n')[0] ?? '');
  const pid = first ? Number(first[1]) : 0;
  return pid > 0 ? pid : null;
}
