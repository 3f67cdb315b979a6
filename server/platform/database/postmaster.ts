import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type Account, type Binaries, cleanEnvironment, run } from './binaries.ts';
import { DatabaseStartError } from './errors.ts';
import { signalTo } from './orphan-processes.ts';

/** How to start a database process. */
export interface PostmasterOptions {
  binaries: Binaries;
  account: Account | null;
  databaseFolder: string;
  settings: Record<string, string>;
  /** Called with each line that PostgreSQL logs. Lines never contain visitors' words (settings.ts). */
  onLine: (line: string) => void;
  /** Paths that the watchdog removes once it has stopped the database of a dead server. */
  removeAfterwards: string[];
}

/** A running PostgreSQL. */
export interface Postmaster {
  pid: number;
  /** Resolves with a short reason when the process has ended, for whatever cause. */
  ended: Promise<string>;
  /** Stops it: connections are closed, everything is written, and no process is left. */
  stop(): Promise<void>;
}

/** Recovery after a crash replays at most max_wal_size; this limit is for a disk that no longer responds. */
export const START_TIMEOUT_MS = 120_000;

/** A fast shutdown writes at most shared_buffers to disk. A slower one is killed, and the next start recovers. */
export const STOP_TIMEOUT_MS = 8_000;

/** The port number is part of the socket's name; on Windows a free port is used. */
export const SOCKET_PORT = 5432;

export const HAS_SOCKETS = process.platform !== 'win32';

/**
 * The watchdog, a shell script. It waits for the server's end of a pipe to close, which happens however the server
 * ends, SIGKILL included. Then it stops the database: fast at first, after 3 seconds immediately (write-ahead log and
 * recovery protect the data). Arguments: the PID, `postmaster.pid` (whose first line shows whether the PID is still the
 * database's), and the paths to remove.
 */
export const WATCHDOG = `
pid=$1; lock=$2; shift 2
read -r _
is() { [ -r "$lock" ] && read -r first <"$lock" && [ "$first" = "$pid" ] && kill -0 "$pid" 2>/dev/null; }
is && kill -INT "$pid" 2>/dev/null
n=0
while is && [ $n -lt 30 ]; do sleep 0.1 2>/dev/null || sleep 1; n=$((n+1)); done
is && kill -QUIT "$pid" 2>/dev/null
[ $# -gt 0 ] && { sleep 0.1 2>/dev/null; rm -rf -- "$@"; }
`;

/**
 * Starts PostgreSQL and waits until it accepts connections.
 *
 * @throws DatabaseStartError with PostgreSQL's last log lines
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { binaries, account, databaseFolder } = options;
  const settings = Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', databaseFolder, ...settings], {
    ...account,
    cwd: '/',
    env: cleanEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C in a terminal signals the whole process group; the database must outlive the turns still running.
    detached: true,
    windowsHide: true,
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (status, signal) => resolve(signal ? `ended by ${signal}` : `ended with status ${status}`));
  });
  const { pid } = child;
  if (pid === undefined) throw new DatabaseStartError(`The embedded database cannot be started (${await ended}).`);
  const watchdog = watch(pid, options);
  void ended.then(() => watchdog?.kill('SIGKILL'));

  const lastLines = await untilReady(child, ended, options.onLine);
  if (lastLines) throw startFailure(lastLines, databaseFolder);
  release(child, child.stderr);
  return {
    pid,
    ended,
    async stop() {
      if (process.platform === 'win32') {
        await run(binaries.pg_ctl, ['stop', '-m', 'fast', '-w', '-D', databaseFolder], null);
      } else signalTo(pid, 'SIGINT');
      const timer = new AbortController();
      const late = wait(STOP_TIMEOUT_MS, 'late', { signal: timer.signal }).catch(() => 'ended');
      if ((await Promise.race([ended, late])) === 'late') signalTo(pid, 'SIGQUIT');
      timer.abort();
      await ended;
    },
  };
}

/** Lets this process end although the database runs. The watchdog then stops the database. */
export function release(child: ChildProcess, pipe: Readable | Writable | null): void {
  child.unref();
  // Node's pipes to child processes are sockets, which its types omit.
  if (pipe instanceof Socket) pipe.unref();
}

/** Starts the watchdog; null where there is none. */
export function watch(pid: number, options: PostmasterOptions): ChildProcess | null {
  // Windows has no shell for the script; the next start stops what was left running.
  if (process.platform === 'win32') return null;
  const lock = `${options.databaseFolder}/postmaster.pid`;
  const args = ['-c', WATCHDOG, 'understudy-watchdog', String(pid), lock, ...options.removeAfterwards];
  const watchdog = spawn('/bin/sh', args, {
    cwd: '/',
    env: cleanEnvironment(),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Starting without a watchdog is fine: the next start still stops what was left running.
  watchdog.on('error', () => undefined);
  watchdog.stdin?.on('error', () => undefined);
  release(watchdog, watchdog.stdin);
  return watchdog;
}

/** Waits until connections are accepted. @returns null, or PostgreSQL's last lines if it ended before that */
export async function untilReady(
  child: ChildProcess,
  ended: Promise<string>,
  onLine: (line: string) => void,
): Promise<string[] | null> {
  const { stderr } = child;
  if (!stderr) throw new Error('The database was started without a pipe for its log.');
  const last: string[] = [];
  const lines = createInterface({ input: stderr });
  const ready = new Promise<null>((resolve) => {
    lines.on('line', (line) => {
      onLine(line);
      last.push(line);
      if (last.length > 20) last.shift();
      if (line.includes('database system is ready to accept connections')) resolve(null);
    });
  });
  const closed = new Promise<void>((resolve) => {
    lines.once('close', resolve);
  });
  const timer = new AbortController();
  const late = wait(START_TIMEOUT_MS, 'no answer', { signal: timer.signal }).catch(() => 'cancelled');
  const first = await Promise.race([ready, ended, late]);
  timer.abort();
  if (first === null) return null;
  if (first === 'no answer') child.kill('SIGQUIT');
  await closed;
  return [...last, first];
}

/** The error for a start that failed, from PostgreSQL's last lines. */
export function startFailure(lines: string[], databaseFolder: string): DatabaseStartError {
  const said = lines.findLast((line) => /^(FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? '';
  if (/No space left on device|Disk quota exceeded/i.test(lines.join('\n'))) {
    return new DatabaseStartError(
      `There is no room left on the disk that holds ${databaseFolder}; free some and start again.`,
    );
  }
  return new DatabaseStartError(`The embedded database in ${databaseFolder} did not start: ${said}`);
}
