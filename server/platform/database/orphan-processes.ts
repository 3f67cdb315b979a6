import { readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { run } from './binaries.ts';
import { DatabaseStartError } from './errors.ts';

/** A PID that no system assigns, for the PID file of a process that has exited. Linux ends at 2^22. */
const UNUSED_PID = 2_147_483_647;

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
    const targets = signal === 'SIGINT' ? await parentsOf(processes) : processes;
    for (const pid of targets) signalTo(pid, signal);
    if (await areGone(databaseFolder, timeoutMs)) break;
  }
  const left = await processesOn(databaseFolder);
  if (left.length > 0) {
    throw new DatabaseStartError(
      `A database process of an earlier run (${left.join(', ')}) cannot be stopped. Stop it and start again.`,
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

/**
 * Whether a process is a PostgreSQL on the folder: these work in their data folder, and a shell there has another name.
 * @param name of the process in /proc
 */
async function isOn(name: string, folder: string): Promise<boolean> {
  const cwd = await readlink(`/proc/${name}/cwd`).catch(() => '');
  if (cwd !== folder) return false;
  return (await readFile(`/proc/${name}/comm`, 'utf8').catch(() => '')).startsWith('postgres');
}

/**
 * For systems without /proc: the process in the PID file, if its command line is that of a PostgreSQL on the folder.
 */
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

/** Those of the processes whose own parent is not among them: the postmasters. */
async function parentsOf(processes: number[]): Promise<number[]> {
  const parents: number[] = [];
  for (const pid of processes) {
    // Format: "pid (name) state ppid ...". PostgreSQL's name contains no closing bracket.
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (!processes.includes(parent)) parents.push(pid);
  }
  return parents;
}

/** Whether no process is left on the folder within the time limit. */
async function areGone(databaseFolder: string, timeoutMs: number): Promise<boolean> {
  const until = Date.now() + timeoutMs;
  while (Date.now() < until) {
    if ((await processesOn(databaseFolder)).length === 0) return true;
    await wait(20);
  }
  return false;
}

/**
 * Replaces the PID in `postmaster.pid`, and removes a file without one. PostgreSQL takes any live process of its
 * account with that PID for a running server, and refuses to start on a file without a PID. The rest of the file stays:
 * it names the shared memory, which PostgreSQL checks itself.
 */
async function repairPidFile(databaseFolder: string): Promise<void> {
  const path = join(databaseFolder, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return;
  const pid = pidIn(text);
  if (!pid) await rm(path);
  else await writeFile(path, text.replace(/^\s*-?\d+/, String(UNUSED_PID)), { flag: 'r+' });
}

/** The PID in the first line of a PID file; null if there is none. */
function pidIn(text: string): number | null {
  const first = /^\s*(\d{1,10})\s*$/.exec(text.split('\n')[0] ?? '');
  const pid = first ? Number(first[1]) : 0;
  return pid > 0 ? pid : null;
}
