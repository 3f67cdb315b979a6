import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { serverEnvironment } from '../../scripts/server-command.mjs';
import { preparedDataFolder } from './database.ts';

/** A running database-writer.ts. */
export interface SpawnedWriter {
  process: ChildProcess;
  /** Every line so far. */
  lines: string[];
  /** Numbers of the writes acknowledged so far. */
  acknowledged(): number[];
  /** The first line with this beginning, past or future; rejects if the process ends without it. */
  line(start: string, after?: number): Promise<string>;
  /** Kills it with SIGKILL and waits for its end. */
  kill(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./database-writer.ts', import.meta.url));

/** Starts a server process that writes; it always ends after the test. */
export function spawnWriter(options: object): SpawnedWriter {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(options)], {
    env: serverEnvironment(process.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of [...waiting]) look();
  };
  const take = (line: string) => {
    lines.push(line);
    wake();
  };
  createInterface({ input: child.stdout }).on('line', take);
  createInterface({ input: child.stderr }).on('line', (line) => take(`stderr ${line}`));
  let ended = false;
  const closed = once(child, 'close').then(() => {
    ended = true;
    wake();
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  onTestFinished(kill);
  return {
    process: child,
    lines,
    acknowledged: () => lines.filter((line) => line.startsWith('ack ')).map((line) => Number(line.slice(4))),
    line: (start, after = 0) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = lines.slice(after).find((line) => line.startsWith(start));
          if (found === undefined && !ended) return;
          waiting.delete(look);
          if (found === undefined)
            reject(new Error(`The writer ended without '${start}': ${lines.slice(-5).join(' | ')}`));
          else resolve(found);
        };
        waiting.add(look);
        look();
      }),
    kill,
  };
}

/** An empty folder, removed after the test. */
export async function temporaryFolder(): Promise<string> {
  return goesAfterTest(await mkdtemp(join(tmpdir(), 'understudy-test-')));
}

/** A data folder with an initialised but empty database, removed after the test. */
export async function temporaryDataFolder(): Promise<string> {
  return goesAfterTest(await preparedDataFolder());
}

function goesAfterTest(folder: string): string {
  onTestFinished(async () => {
    for (const path of [folder, `${folder}.key`]) {
      await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  });
  return folder;
}

/** PID of the database in a data folder, from PostgreSQL's own file. */
export async function databasePid(dataFolder: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}
