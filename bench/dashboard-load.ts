import { readFileSync } from 'node:fs';
import { CHARTS, type Chart } from '@understudy/contract/analytics';
import type { Spawned } from '../server/testing/spawned-server.ts';
import { figure, mean, noteOthers, printTable } from './figures.ts';
import { type Measured, measure } from './measure.ts';
import type { OwnerClient } from './owner-client.ts';
import { memoryMb } from './process-figures.ts';

/** Number of measurements of a visitor's turn under each load. */
export const ROUNDS = 3;
/** The conversations that run while something else is measured. */
export const LOAD = {
  target: 'product',
  atOnce: 4,
  warmUpMs: 1_000,
  measureMs: 6_000,
  stream: false,
  turnsPerSession: 20,
} as const;
const LOOK_EVERY_MS = 100;

/**
 * A visitor's turn without other calls, while an owner reloads one chart continuously, and while they reload the page
 * with all charts.
 *
 * @param dearest the chart with the slowest response
 */
export async function benchTurnsBeside(
  server: Spawned & { url: string },
  owner: OwnerClient,
  dearest: Chart,
): Promise<void> {
  const load = { ...LOAD, url: server.url };
  /** A page that requests charts continuously. */
  const beside = async (charts: readonly string[]) => {
    let isOver = false;
    const asking = (async () => {
      while (!isOver) await Promise.all(charts.map((chart) => owner.get(`/analytics?range=90d&chart=${chart}`)));
    })();
    const measured = await measure(load, server.pid);
    isOver = true;
    await asking;
    return measured;
  };
  const cases: [meanwhile: string, charts: readonly string[] | null, figures: Measured[]][] = [
    ['nothing else', null, []],
    [`the dearest chart (${dearest}), again and again`, [dearest], []],
    ['the whole page of charts, again and again', CHARTS, []],
  ];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [, charts, figures] of cases) figures.push(await (charts ? beside(charts) : measure(load, server.pid)));
  printTable(
    `dashboard: a visitor's turn at ${LOAD.atOnce} conversations at once, mean of ${ROUNDS} rounds ` +
      '(aim: p99 within 20 ms)',
    ['meanwhile', 'median ms', 'p99 ms'],
    cases.map(([meanwhile, , figures]) => [
      meanwhile,
      ...(['median', 'p99'] as const).map((what) => figure(mean(figures.map((one) => one[what])))),
    ]),
  );
  noteOthers(cases.flatMap(([, , figures]) => figures.map(({ others }) => others)));
}

/** Exports ninety days as a file, and measures the server's memory meanwhile. */
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
