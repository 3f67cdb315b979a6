import type { KnowledgeImport } from '@understudy/contract/imports';
import { pdfOf } from '../server/testing/documents.ts';
import { TEST_CACHE_DIR } from '../server/testing/sample-twin.ts';
import warmPassages from '../server/testing/warm-passages.ts';
import { figure, printTable, quantile } from './figures.ts';
import { BENCH_OWNER, OwnerClient } from './owner-client.ts';
import { memoryMb } from './process-figures.ts';
import { Stage } from './stage.ts';
import { newVisitor } from './visitor.ts';
import { visitorLine } from './visitor-lines.ts';

const PAGES = 200;
const PARAGRAPHS = 6;
const ROUNDS = 6;
/** Turns of a quiet stretch, which takes about as long as an import. */
const QUIET_TURNS = 60;
const WARM_UP_TURNS = 40;

/** How long a PDF of 200 pages takes to read, and visitors' turns meanwhile and in between. Takes 2 minutes. */
export async function benchImports(): Promise<void> {
  const stage = new Stage();
  try {
    await warmPassages();
    const pdf = await longPdf();
    const limits = { RATE_LIMIT_SCALE: '1000', LOCAL_MODELS: 'off', CACHE_DIR: TEST_CACHE_DIR };
    const product = await stage.product({ ...limits, ...BENCH_OWNER });
    const owner = await OwnerClient.signIn(product.url);
    const visitor = await newVisitor(product.url);
    for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) await visitor();
    const quiet: number[] = [];
    const beside: number[] = [];
    const seconds: number[] = [];
    let largest = 0;
    const before = memoryMb(product.pid).rss;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let turn = 0; turn < QUIET_TURNS; turn += 1) quiet.push(await visitor());
      const began = performance.now();
      const id = await owner.upload(`round-${round}.pdf`, pdf);
      for (;;) {
        beside.push(await visitor());
        largest = Math.max(largest, memoryMb(product.pid).rss);
        const { state, problem } = JSON.parse((await owner.get(`/imports/${id}`)).text) as KnowledgeImport;
        if (state === 'ready') break;
        if (state !== 'reading') throw new Error(`The import is ${state}: ${problem}`);
      }
      seconds.push((performance.now() - began) / 1000);
    }
    const sorted = seconds.toSorted((a, b) => a - b);
    printTable(
      `imports: a PDF of ${PAGES} pages (${figure(pdf.length / 1024)} kB), ${ROUNDS} times, from upload to passages`,
      ['median s', 'longest s', 'RSS of the server before, MB', 'at most meanwhile'],
      [[figure(quantile(sorted, 0.5)), figure(sorted.at(-1) ?? 0), figure(before), figure(largest)]],
    );
    const row = (name: string, times: readonly number[]): string[] => {
      const ordered = times.toSorted((a, b) => a - b);
      return [name, String(times.length), ...[0.5, 0.9, 0.99].map((share) => figure(quantile(ordered, share)))];
    };
    printTable(
      'imports: turns of the embedded twin, ms',
      ['when', 'turns', 'median', 'p90', 'p99'],
      [row('between imports', quiet), row('while one is read', beside)],
    );
  } finally {
    await stage.clear();
  }
}

/** A PDF of many pages with headings and paragraphs that differ. */
function longPdf(): Promise<Uint8Array> {
  const pages = Array.from({ length: PAGES }, (_, page) => [
    `## Chapter ${page + 1}: what page ${page + 1} is about`,
    ...Array.from({ length: PARAGRAPHS }, (_, at) => {
      const lines = Array.from(
        { length: 5 },
        (_, line) => `${visitorLine(line, page)} On page ${page + 1}, part ${at + 1}, this is answered at length.`,
      );
      return lines.join(' ');
    }),
  ]);
  return pdfOf(pages);
}
