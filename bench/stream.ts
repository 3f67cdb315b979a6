import { figure, noteOthers, printTable } from './figures.ts';
import { type Measured, measure } from './measure.ts';
import { askStub, Stage } from './stage.ts';

/** The provider's pace: time to its first word, and to each further one. */
const PACE = { firstWordMs: 300, wordMs: 20, words: 63 };
const WARM_UP_MS = 3_000;
const MEASURE_MS = 8_000;

/**
 * Delay of the first word at the visitor after the provider's, beside the bare program and the stub itself, at 10, 50
 * and 200 concurrent conversations. Each begins its next turn when the last is over. Takes 130 seconds.
 */
export async function benchStream(): Promise<void> {
  const stage = new Stage();
  try {
    const stub = await stage.stub(PACE);
    const bare = await stage.bare(stub.url);
    const product = await stage.product(askStub(stub.url));
    const run = { warmUpMs: WARM_UP_MS, measureMs: MEASURE_MS, stream: true, turnsPerSession: 20 };
    // Few turns end at this pace; without this warm-up the figures at 10 would be those of code just loaded.
    for (const { pid, url, target } of [
      { ...bare, target: 'bare' as const },
      { ...product, target: 'product' as const },
    ]) {
      await measure({ ...run, atOnce: 200, target, url }, pid);
    }
    const rows: string[][] = [];
    const others: number[] = [];
    for (const atOnce of [10, 50, 200]) {
      const load = { ...run, atOnce };
      const alone = await measure({ ...load, target: 'provider', url: stub.url }, stub.pid);
      const limit = await measure({ ...load, target: 'bare', url: bare.url }, bare.pid);
      const ours = await measure({ ...load, target: 'product', url: product.url }, product.pid);
      others.push(alone.others, limit.others, ours.others);
      rows.push(
        row(`stub, ${atOnce}`, alone),
        row(`bare program, ${atOnce}`, limit),
        row(`Understudy, ${atOnce}`, ours),
      );
    }
    printTable(
      `stream: ${PACE.firstWordMs} ms to the provider's first word, ${PACE.wordMs} ms a word, ` +
        `${PACE.words} words; conversations at once`,
      ['program', 'first word later by ms (median)', 'whole reply ms (median)', 'turns/s', 'CPU ms a turn'],
      rows,
    );
    noteOthers(others);
  } finally {
    await stage.clear();
  }
}

function row(name: string, of: Measured): string[] {
  return [name, ...[of.firstWord - PACE.firstWordMs, of.median, of.turnsPerSecond, of.cpuPerTurn].map(figure)];
}
