import { readFileSync } from 'node:fs';
import { CHARTS } from '@understudy/contract/analytics';
import type { Spawned } from '../server/testing/spawned-server.ts';
import { figure, noteOthers, printTable } from './figures.ts';
import { type Measured, measure } from './measure.ts';
import type { OwnerClient } from './owner-client.ts';
import { memoryMb } from './process-figures.ts';

const ROUNDS = 3;
const LOAD = {
  target: 'product',
  atOnce: 4,
  warmUpMs: 1_000,
  measureMs: 6_000,
  stream: false,
  turnsPerSession: 20,
} as const;
const LOOK_EVERY_MS = 100;

/** A visitor's turn while nothing else is asked, and while one owner's page loads all charts again and again. */
export async function benchTurnsBeside(server: Spawned & { url: string }, owner: OwnerClient): Promise<void> {
  const quiet: Measured[] = [];
  const beside: Measured[] = [];
  const load = { ...LOAD, url: server.url };
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(await measure(load, server.pid));
    let isOver = false;
    const charts = (async () => {
      while (!isOver) await Promise.all(CHARTS.map((chart) => owner.get(`/analytics?range=90d&chart=${chart}`)));
    })();
    beside.push(await measure(load, server.pid));
    isOver = true;
    await charts;
  }
  const mean = (of: Measured[], what: 'median' | 'p99') => of.reduce((sum, one) => sum + one[what], 0) / of.length;
  printTable(
    `dashboard: a visitor's turn at ${LOAD.atOnce} conversations at once, mean of ${ROUNDS} rounds (aim: p99 within 20 ms)`,
    ['meanwhile', 'median ms', 'p99 ms'],
    [
      ['nothing else', figure(mean(quiet, 'median')), figure(mean(quiet, 'p99'))],
      ['all charts, again and again', figure(mean(beside, 'median')), figure(mean(beside, 'p99'))],
    ],
  );
  noteOthers([...quiet, ...beside].map(({ others }) => others));
}

/** Everything of ninety days as a file, and what the server takes of memory meanwhile. */
export async function benchExport(server: Spawned, owner: OwnerClient): Promise<void> {
  const rows: string[][] = [];
  for (const format of ['csv', 'jsonl']) {
    const before = memoryMb(server.pid).rss;
    let most = before;
    const looking = setInterval(() => {
      most = Math.max(most, memoryMb(server.pid).rss);
    }, LOOK_EVERY_MS);
    const began = performance.now();
    const answer = await owner.open(`/export?range=90d&sort=date&format=${format}`);
    let bytes = 0;
    let lines = 0;
    for await (const piece of answer.body ?? []) {
      bytes += piece.length;
      for (const byte of piece) if (byte === 10) lines += 1;
    }
    const seconds = (performance.now() - began) / 1000;
    clearInterval(looking);
    rows.push([format, ...[lines, bytes / 1e6, seconds, lines / seconds, before, most].map(figure)]);
  }
  printTable(
    `dashboard: export of everything (aim: under 200 MB, whatever its size); the machine has ${totalMemory()} GB`,
    ['format', 'lines', 'MB', 'seconds', 'lines/s', 'server MB before', 'server MB at most'],
    rows,
  );
}

function totalMemory(): string {
  const kb = Number(/MemTotal:\s+(\d+)/.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]);
  return figure(kb / 1_048_576);
}
