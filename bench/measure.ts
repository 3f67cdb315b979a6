import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { quantile } from './figures.ts';
import type { Load, LoadResult } from './generator.ts';
import { cpuMs, processTree } from './process-figures.ts';

const GENERATOR = path.join(import.meta.dirname, 'generator.ts');

/** What a load did to the program under it. */
export interface Measured {
  turnsPerSecond: number;
  /** Milliseconds. */
  median: number;
  p99: number;
  /** Milliseconds to the first word; NaN without streams. */
  firstWord: number;
  /** CPU of the program and its database for one turn, in milliseconds. */
  cpuPerTurn: number;
}

/**
 * Runs the generator against a program and reads what the program and its children used meanwhile.
 * @param pid the program's process
 * @throws Error when a turn failed: figures of a run with failures say nothing
 */
export async function measure(load: Load, pid: number): Promise<Measured> {
  const generator = spawn(process.execPath, [GENERATOR, JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let cpuBefore = 0;
  let cpuAfter: Promise<number> = Promise.resolve(0);
  let result: LoadResult | null = null;
  for await (const line of createInterface({ input: generator.stdout })) {
    if (line === 'measuring') {
      cpuBefore = cpuMs(processTree(pid));
      cpuAfter = new Promise((resolve) => setTimeout(() => resolve(cpuMs(processTree(pid))), load.measureMs));
    } else result = JSON.parse(line) as LoadResult;
  }
  if (!result) throw new Error('The load generator ended without a result.');
  if (result.failed > 0) throw new Error(`${result.failed} turns failed, the first with: ${result.failure}`);
  return {
    turnsPerSecond: result.turns / result.seconds,
    median: quantile(result.whole, 0.5),
    p99: quantile(result.whole, 0.99),
    firstWord: quantile(result.firstWord, 0.5),
    cpuPerTurn: ((await cpuAfter) - cpuBefore) / result.turns,
  };
}
