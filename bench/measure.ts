import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { quantile } from './figures.ts';
import type { Load, LoadResult } from './generator.ts';
import { cpuMs, machineCpuMs, processTree, threadCpuMs } from './process-figures.ts';

const GENERATOR = path.join(import.meta.dirname, 'generator.ts');

/** A load's effect on the program under test. */
export interface Measured {
  turnsPerSecond: number;
  /** Milliseconds. */
  median: number;
  p95: number;
  p99: number;
  /** Milliseconds to the first word; NaN without streams. */
  firstWord: number;
  /** CPU of the program and its database per turn, in milliseconds. */
  cpuPerTurn: number;
  /** The program's own share of it. */
  serverCpuPerTurn: number;
  /** The share of the thread that encodes texts, which is part of the program's. */
  encoderCpuPerTurn: number;
  /** CPUs kept busy by other programs meanwhile, which makes figures worse than they are. */
  others: number;
}

/**
 * Runs the generator against a program and measures the CPU that the program and its children use meanwhile.
 *
 * @param pid the program's process
 * @throws Error if a turn failed: figures of a run with failures mean nothing
 */
export async function measure(load: Load, pid: number): Promise<Measured> {
  const generator = spawn(process.execPath, [GENERATOR, JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let trouble = 'it gave no result';
  generator.once('error', (error) => {
    trouble = error.message;
  });
  let before = usage(pid);
  let after: Promise<Usage> = Promise.resolve(before);
  let result: LoadResult | null = null;
  for await (const line of createInterface({ input: generator.stdout })) {
    if (line === 'measuring') {
      before = usage(pid);
      after = wait(load.measureMs).then(() => usage(pid));
    } else result = JSON.parse(line) as LoadResult;
  }
  if (!result) throw new Error(`The load generator failed: ${trouble}.`);
  if (result.failed > 0) throw new Error(`${result.failed} turns failed, the first with: ${result.failure}`);
  const end = await after;
  const used = {
    all: end.all - before.all,
    server: end.server - before.server,
    encoder: end.encoder - before.encoder,
    others: end.others - before.others,
  };
  return {
    turnsPerSecond: result.turns / result.seconds,
    median: quantile(result.whole, 0.5),
    p95: quantile(result.whole, 0.95),
    p99: quantile(result.whole, 0.99),
    firstWord: quantile(result.firstWord, 0.5),
    cpuPerTurn: used.all / result.turns,
    serverCpuPerTurn: used.server / result.turns,
    encoderCpuPerTurn: used.encoder / result.turns,
    others: used.others / load.measureMs,
  };
}

/** CPU time used so far, in milliseconds. */
interface Usage {
  /** By the program and its children. */
  all: number;
  /** By the program alone. */
  server: number;
  /** By its encoder's thread. */
  encoder: number;
  /** By everything on the machine that is not part of the benchmark. */
  others: number;
}

function usage(pid: number): Usage {
  const bench = processTree(process.pid);
  return {
    all: cpuMs(processTree(pid)),
    server: cpuMs([pid]),
    encoder: threadCpuMs(pid, 'encoder'),
    others: machineCpuMs() - cpuMs(bench),
  };
}
