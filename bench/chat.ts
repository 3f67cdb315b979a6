import { figure, noteOthers, printTable } from './figures.ts';
import { type Measured, measure } from './measure.ts';
import { askStub, Stage } from './stage.ts';

const WARM_UP_MS = 4_000;
const MEASURE_MS = 6_000;
/** A long conversation for a consultant. */
const TURNS_PER_SESSION = 20;

/**
 * Turns per second, waits and CPU beside the bare program, at 1, 10 and 50 concurrent conversations. Takes 75 seconds.
 */
export async function benchChat(): Promise<void> {
  const stage = new Stage();
  try {
    const stub = await stage.stub({ firstWordMs: 0, wordMs: 0, words: 63 });
    const bare = await stage.bare(stub.url);
    const product = await stage.product(askStub(stub.url));
    const rows: string[][] = [];
    const others: number[] = [];
    for (const atOnce of [1, 10, 50]) {
      const load = {
        atOnce,
        warmUpMs: WARM_UP_MS,
        measureMs: MEASURE_MS,
        stream: false,
        turnsPerSession: TURNS_PER_SESSION,
      };
      const limit = await measure({ ...load, target: 'bare', url: bare.url }, bare.pid);
      const ours = await measure({ ...load, target: 'product', url: product.url }, product.pid);
      others.push(limit.others, ours.others);
      rows.push(row(`bare program, ${atOnce}`, limit, limit), row(`Understudy, ${atOnce}`, ours, limit));
    }
    printTable(
      'chat: one turn = one HTTP call, both sides kept; stub without delay; conversations at once',
      [
        'program',
        'turns/s',
        'median ms',
        'p99 ms',
        'CPU ms a turn',
        'of it the database',
        'the encoder',
        'turns/s : bare',
        'CPU : bare',
        'the same without the encoder',
      ],
      rows,
    );
    noteOthers(others);
  } finally {
    await stage.clear();
  }
}

function row(name: string, of: Measured, limit: Measured): string[] {
  return [
    name,
    ...[of.turnsPerSecond, of.median, of.p99, of.cpuPerTurn, of.cpuPerTurn - of.serverCpuPerTurn].map(figure),
    figure(of.encoderCpuPerTurn),
    figure(of.turnsPerSecond / limit.turnsPerSecond),
    figure(of.cpuPerTurn / limit.cpuPerTurn),
    figure((of.cpuPerTurn - of.encoderCpuPerTurn) / limit.cpuPerTurn),
  ];
}
