import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { TEST_CACHE_DIR } from '../server/testing/sample-twin.ts';
import warmPassages from '../server/testing/warm-passages.ts';
import { figure, printTable } from './figures.ts';
import { commandOf, memoryMb, processTree } from './process-figures.ts';
import { Stage } from './stage.ts';

const ROOT = path.dirname(import.meta.dirname);
/** Long enough for garbage from the start to be collected. */
const REST_MS = 15_000;
const START_PATIENCE_MS = 60_000;

/** Memory of an idle server, and time until `npm start` answers on an installed machine. Takes 30 seconds. */
export async function benchRest(): Promise<void> {
  const stage = new Stage();
  try {
    const dataDir = await stage.folder();
    const first = await timeStart(dataDir);
    const again = await timeStart(dataDir);
    printTable(
      'rest: npm start on an installed machine, until the landing page is answered',
      ['start', 'seconds'],
      [
        ['the first, which makes the database', figure(first / 1000)],
        ['again', figure(again / 1000)],
      ],
    );
    // Reading the knowledge, which happens once after a change, is no rest.
    await warmPassages();
    const product = await stage.product({ CACHE_DIR: TEST_CACHE_DIR }, { dataDir });
    await wait(REST_MS);
    const rows = processTree(product.pid).map((pid) => {
      const { rss, pss } = memoryMb(pid);
      return { pid, command: commandOf(pid), rss, pss };
    });
    const database = rows.filter((row) => /^\S*postgres\b/.test(row.command));
    const server = rows.filter((row) => row.pid === product.pid);
    const others = rows.filter((row) => !database.includes(row) && !server.includes(row));
    const total = (of: typeof rows, what: 'rss' | 'pss') => figure(of.reduce((sum, row) => sum + row[what], 0));
    printTable(
      `rest: memory after ${REST_MS / 1000} s without a request, in MB`,
      ['what', 'processes', 'RSS, summed', 'PSS: shared pages counted once'],
      [
        ['server', String(server.length), total(server, 'rss'), total(server, 'pss')],
        ['embedded database', String(database.length), total(database, 'rss'), total(database, 'pss')],
        ['helpers', String(others.length), total(others, 'rss'), total(others, 'pss')],
      ],
    );
  } finally {
    await stage.clear();
  }
}

/** Milliseconds from `npm start` to its first response. Ends everything it started. */
async function timeStart(dataDir: string): Promise<number> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir };
  const began = performance.now();
  // A separate process group, so that ending it reaches npm, its shell and the server.
  const child = spawn('npm', ['start', '--silent'], { cwd: ROOT, env, stdio: 'ignore', detached: true });
  const ended = once(child, 'exit');
  try {
    while (performance.now() - began < START_PATIENCE_MS) {
      const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
      if (answer?.ok) return performance.now() - began;
      await wait(10);
    }
    throw new Error(`npm start did not answer within ${START_PATIENCE_MS / 1000} s`);
  } finally {
    if (child.pid) process.kill(-child.pid, 'SIGTERM');
    await ended;
    await untilClosed(port);
  }
}

async function untilClosed(port: number): Promise<void> {
  while (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)) await wait(50);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
