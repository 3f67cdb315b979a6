import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { CHARTS, type Chart } from '@understudy/contract/analytics';
import { chartCall, dashboardCalls } from './dashboard-calls.ts';
import { benchDeletion } from './dashboard-deletion.ts';
import { benchExport, benchTurnsBeside } from './dashboard-load.ts';
import { benchPhone } from './dashboard-phone.ts';
import { figure, printTable, quantile } from './figures.ts';
import { BENCH_OWNER, OwnerClient } from './owner-client.ts';
import { askStub, Stage } from './stage.ts';

const SEED = path.resolve(import.meta.dirname, '../server/commands/seed.ts');
const DAYS = 90;
/** Measured calls of each kind, after some unmeasured ones. */
const ROUNDS = 40;
const WARM_UP = 5;
/** Database sizes in sessions, one after the other; BENCH_SESSIONS overrides them, up to a million or more. */
const SIZES = (process.env['BENCH_SESSIONS'] ?? '10000,100000').split(',').map(Number);
/** An already seeded data folder: it is measured as it is, and stays. */
const READY_MADE = process.env['BENCH_DATA_DIR'];

/**
 * Measures seeding and each call of the dashboard at each size; at the largest also a visitor's turn beside the charts,
 * a whole export, the Overview on a phone, and a deletion. A million sessions take 14 GB of disk. Nothing is deleted
 * from a database that was already seeded.
 */
export async function benchDashboard(): Promise<void> {
  const slow: Record<string, number[]>[] = [];
  const sizes = READY_MADE ? [0] : SIZES;
  for (const [at, sessions] of sizes.entries()) {
    const stage = new Stage();
    try {
      const dataDir = READY_MADE ?? (await stage.folder());
      if (!READY_MADE) await seed(dataDir, sessions);
      const stub = await stage.stub({ firstWordMs: 0, wordMs: 0, words: 63 });
      const environment = { ...BENCH_OWNER, ...askStub(stub.url) };
      const server = await stage.product(environment, { dataDir });
      const times = await measureCalls(await OwnerClient.signIn(server.url));
      slow.push(times);
      if (at < sizes.length - 1) continue;
      await benchTurnsBeside(server, await OwnerClient.signIn(server.url), dearestChart(times));
      await server.end();
      // A new server process, so that earlier calls do not hide the export's memory use.
      const fresh = await stage.product(environment, { dataDir });
      await benchExport(fresh, await OwnerClient.signIn(fresh.url));
      await fresh.end();
      const local = await stage.product({ LOCAL_ADMIN: 'on' }, { dataDir });
      await benchPhone(local.url);
      await local.end();
      if (READY_MADE) continue;
      await benchDeletion(stage, environment, dataDir);
    } finally {
      await stage.clear();
    }
  }
  if (slow.length > 1) printCurve(slow);
}

/** Fills a new database and reports the speed in the command's own words. */
async function seed(dataDir: string, sessions: number): Promise<void> {
  console.log(`\ndashboard: ${figure(sessions)} sessions over ${DAYS} days`);
  const child = spawn(process.execPath, [SEED, '--sessions', String(sessions), '--days', String(DAYS)], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) if (/added in/.test(line)) console.log(line);
  const [code] = await closed;
  if (code !== 0) throw new Error(`Seeding ended with ${code}.`);
}

/**
 * Times the calls in rotation, so that other load on the machine affects all of them.
 *
 * @returns sorted times
 */
async function measureCalls(owner: OwnerClient): Promise<Record<string, number[]>> {
  const calls = await dashboardCalls(owner);
  const times: Record<string, number[]> = Object.fromEntries(calls.map(({ name }) => [name, []]));
  const bytes: Record<string, number> = {};
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const { name, path: call } of calls) {
      const answer = await owner.get(call(round + WARM_UP));
      if (round < 0) continue;
      times[name]?.push(answer.ms);
      bytes[name] = Math.max(bytes[name] ?? 0, answer.bytes);
    }
  }
  for (const all of Object.values(times)) all.sort((a, b) => a - b);
  printTable(
    `dashboard: each call ${ROUNDS} times, warm (aim 100 ms at p95, none over 300)`,
    ['call', 'median ms', 'p95 ms', 'worst ms', 'kB'],
    Object.entries(times).map(([name, all]) => [
      name,
      ...[0.5, 0.95, 1].map((part) => figure(quantile(all, part))),
      figure((bytes[name] ?? 0) / 1000),
    ]),
  );
  return times;
}

/** The chart with the slowest response, by the median. */
function dearestChart(times: Record<string, number[]>): Chart {
  const median = (chart: Chart) => quantile(times[chartCall(chart)] ?? [], 0.5);
  return CHARTS.reduce((dearest, chart) => (median(chart) > median(dearest) ? chart : dearest));
}

/** Each call's time by database size. */
function printCurve(sizes: Record<string, number[]>[]): void {
  printTable(
    'dashboard: p95 in ms by how many sessions are kept',
    ['call', ...SIZES.map(figure)],
    Object.keys(sizes[0] ?? {}).map((name) => [
      name,
      ...sizes.map((times) => figure(quantile(times[name] ?? [], 0.95))),
    ]),
  );
}
