import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { figure, mean, noteOthers, printTable, quantile } from './figures.ts';
import { BENCH_OWNER, OwnerClient } from './owner-client.ts';
import { cpuMs, machineCpuMs, memoryMb, processTree } from './process-figures.ts';
import type { ShowLoad } from './show-sockets.ts';
import { Stage } from './stage.ts';
import { visitorLine } from './visitor-lines.ts';

const SOCKETS = path.join(import.meta.dirname, 'show-sockets.ts');
const HEAP_PROBE = path.join(import.meta.dirname, 'heap-probe.ts');
const SHOWS = 1_000;
const MEASURE_MS = 10_000;
/** 1,000 shows with a turn every ten seconds, and twice that. */
const RATES = [100, 200];
/** Pairs of conversations, one with and one without a show, and turns of each. */
const PAIRS = 30;
const WARM_UP_PAIRS = 6;
const TURNS = 20;

/**
 * Shows: 1,000 performers and 1,000 directors on one instance, how soon a performer's message reaches the director and
 * what a connection takes of memory; and what a turn of the embedded twin costs more in a show. BENCH_TURNS=1 or
 * BENCH_SOCKETS=1 measures one of the two.
 */
export async function benchShow(): Promise<void> {
  const stage = new Stage();
  try {
    const heapFile = path.join(await stage.folder(), 'heap');
    const server = await stage.product(
      { ...BENCH_OWNER, RATE_LIMIT_SCALE: '100000', BENCH_HEAP_FILE: heapFile },
      { nodeArgs: ['--expose-gc', '--import', HEAP_PROBE] },
    );
    const others: number[] = [];
    if (!process.env['BENCH_SOCKETS']) others.push(await measureTurns(server));
    if (!process.env['BENCH_TURNS']) others.push(await measureSockets(server, heapFile));
    noteOthers(others);
  } finally {
    await stage.clear();
  }
}

type Server = Awaited<ReturnType<Stage['product']>>;

/** A kind of turn: CPU of the server and of its database per turn, and the time of each turn, in milliseconds. */
interface Turns {
  server: number[];
  database: number[];
  ms: number[];
}

/** @returns processors that other programs kept busy */
async function measureTurns({ url, pid }: Server): Promise<number> {
  const without: Turns = { server: [], database: [], ms: [] };
  const within: Turns = { server: [], database: [], ms: [] };
  const began = { at: 0, others: 0 };
  for (let pair = -WARM_UP_PAIRS; pair < PAIRS; pair += 1) {
    if (pair === 0) {
      await quiet(pid);
      Object.assign(began, { at: performance.now(), others: othersCpu() });
    }
    // In turns, so that whatever else the machine does concerns both.
    for (const kind of pair % 2 === 0 ? [without, within] : [within, without]) {
      const session = await call(url, 'create_session', { visitor_id: randomUUID(), consent: true });
      const before = { server: cpuMs([pid]), all: cpuMs(processTree(pid)) };
      for (let turn = 0; turn < TURNS; turn += 1) {
        const sent = performance.now();
        const user_message = visitorLine(
          pair + WARM_UP_PAIRS + turn,
          2 * (pair + WARM_UP_PAIRS) + (kind === within ? 1 : 0),
        );
        await call(url, 'agent_reply', { ...session, user_message, is_performer_mode: kind === within });
        if (pair >= 0) kind.ms.push(performance.now() - sent);
      }
      if (pair < 0) continue;
      const server = cpuMs([pid]) - before.server;
      kind.server.push(server / TURNS);
      kind.database.push((cpuMs(processTree(pid)) - before.all - server) / TURNS);
    }
  }
  const figuresOf = ({ ms, server, database }: Turns) => [median(ms), mean(server), mean(database)];
  const [usual, show] = [figuresOf(without), figuresOf(within)];
  printTable(
    `show: a turn of the embedded twin, one at a time, ${PAIRS * TURNS} of each kind`,
    ['turn', 'ms (median)', 'CPU ms of the server', 'CPU ms of the database'],
    [
      ['outside of a show', ...usual.map(figure)],
      ['in a show', ...show.map(figure)],
      ['the show adds', ...show.map((value, at) => figure(value - (usual[at] ?? 0)))],
    ],
  );
  return (othersCpu() - began.others) / (performance.now() - began.at);
}

const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((one, other) => one - other),
    0.5,
  );

/** CPU time of everything that is no part of the benchmark, in milliseconds. */
const othersCpu = (): number => machineCpuMs() - cpuMs(processTree(process.pid));

/** Waits until a server has nothing more to do in the background, such as reading what its shows are made of. */
async function quiet(pid: number): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    const before = cpuMs([pid]);
    await wait(1_000);
    if (cpuMs([pid]) - before < 50) return;
  }
}

async function call(url: string, name: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** @returns processors that other programs kept busy */
async function measureSockets({ url, pid }: Server, heapFile: string): Promise<number> {
  const { token } = await OwnerClient.signIn(url);
  // A few connections first, so that the code is loaded and the pool full; then all of them.
  const few = await connected({ url, token, shows: 20, perSecond: 50, forMs: 2_000 });
  await few.measure();
  few.end();
  await wait(3_000);
  const heapKb = () => heapInUse(pid, heapFile);
  const before = { heap: await heapKb(), rss: memoryMb(pid).rss };
  const rows: string[][] = [];
  let others = 0;
  let perSocket = { heap: 0, rss: 0 };
  for (const [index, perSecond] of RATES.entries()) {
    const all = await connected({ url, token, shows: SHOWS, perSecond, forMs: MEASURE_MS });
    await wait(3_000);
    if (index === 0) {
      const rss = (memoryMb(pid).rss - before.rss) * 1024;
      perSocket = { heap: ((await heapKb()) - before.heap) / (2 * SHOWS), rss: rss / (2 * SHOWS) };
    }
    const began = {
      at: performance.now(),
      cpu: cpuMs(processTree(pid)),
      others: othersCpu(),
    };
    const delivery = await all.measure();
    const seconds = (performance.now() - began.at) / 1000;
    others = Math.max(others, (othersCpu() - began.others) / (performance.now() - began.at));
    const cpu = (cpuMs(processTree(pid)) - began.cpu) / seconds / 10;
    rows.push([
      `${perSecond} messages/s`,
      ...[quantile(delivery, 0.5), quantile(delivery, 0.99), delivery.at(-1) ?? Number.NaN, cpu].map(figure),
    ]);
    all.end();
    await wait(3_000);
  }
  printTable(
    `show: ${SHOWS} performers and ${SHOWS} directors; from a performer's message to its director`,
    ['load', 'ms (p50)', 'ms (p99)', 'ms (most)', 'CPU of server and database, % of one'],
    rows,
  );
  const { heap, rss } = perSocket;
  console.log(
    `\nMemory of one connection, its half of a show included: ${figure(heap)} kB in use after collecting garbage; ` +
      `the process grew by ${figure(rss)} kB each.`,
  );
  return others;
}

/** Kilobytes that a server uses after collecting garbage, inside and outside of its heap. */
async function heapInUse(pid: number, file: string): Promise<number> {
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let tries = 0; tries < 100; tries += 1) {
    await wait(50);
    const written = await readFile(file, 'utf8').catch(() => '');
    if (written !== '') return Number(written) / 1024;
  }
  throw new Error('The server did not say what it uses.');
}

/** Connects shows. @returns once they are */
async function connected(load: ShowLoad) {
  const child = spawn(process.execPath, [SOCKETS, JSON.stringify(load)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async <Answer>(): Promise<Answer> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('The connections failed.');
    return JSON.parse(value) as Answer;
  };
  await next();
  return {
    async measure(): Promise<number[]> {
      child.stdin.write('go\n');
      return (await next<{ delivery: number[] }>()).delivery;
    },
    end: () => child.stdin.end(),
  };
}
