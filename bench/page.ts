import { existsSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { CHROMIUM, CHROMIUM_FLAGS } from '../e2e/support/chromium.ts';
import { figure, printTable } from './figures.ts';
import { Stage } from './stage.ts';

const PATHS = ['/', '/chat'] as const;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** The median of this many runs counts, because on two cores the browser and its throttling disturb each other. */
const RUNS = 3;
/** JavaScript of the first load, and Lighthouse (mobile) on the landing and chat pages. Takes 3 minutes. */
export async function benchPage(): Promise<void> {
  const stage = new Stage();
  if (!existsSync(CHROMIUM)) throw new Error('set CHROMIUM to the path of a Chromium');
  try {
    const product = await stage.product({});
    const chrome = await launch({ chromePath: CHROMIUM, chromeFlags: ['--headless=new', ...CHROMIUM_FLAGS] });
    try {
      const rows: string[][] = [];
      for (const path of PATHS) rows.push([path, ...(await visit(product.url + path, chrome.port))]);
      printTable(
        `page: first load; Lighthouse (mobile), middle of ${RUNS} runs`,
        ['page', 'scripts', 'JS kB brotli', 'JS kB gzip', ...CATEGORIES, 'failed audits'],
        rows,
      );
    } finally {
      chrome.kill();
    }
  } finally {
    await stage.clear();
  }
}

async function visit(url: string, port: number): Promise<string[]> {
  const scores: number[][] = [];
  let scripts: string[] = [];
  let failed: string[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const outcome = await lighthouse(url, { port, onlyCategories: [...CATEGORIES], logLevel: 'silent' });
    if (!outcome) throw new Error(`Lighthouse gave no result for ${url}`);
    const { lhr } = outcome;
    if (lhr.runtimeError) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`);
    scores.push(CATEGORIES.map((category) => (lhr.categories[category]?.score ?? 0) * 100));
    const requests = lhr.audits['network-requests']?.details as { items?: { url: string; resourceType?: string }[] };
    scripts = (requests?.items ?? []).filter((item) => item.resourceType === 'Script').map((item) => item.url);
    failed = CATEGORIES.filter((category) => category !== 'performance').flatMap((category) =>
      (lhr.categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    );
  }
  const middle = CATEGORIES.map((_, column) => {
    const sorted = scores.map((run) => run[column] ?? 0).sort((a, b) => a - b);
    return String(Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0));
  });
  const sizes = await Promise.all(scripts.map(compressedSizes));
  const kB = (of: 'brotli' | 'gzip') => figure(sizes.reduce((sum, size) => sum + size[of], 0) / 1000);
  return [String(scripts.length), kB('brotli'), kB('gzip'), ...middle, failed.join(', ') || 'none'];
}

async function compressedSizes(url: string): Promise<{ brotli: number; gzip: number }> {
  const content = Buffer.from(await (await fetch(url, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer());
  return { brotli: brotliCompressSync(content).length, gzip: gzipSync(content, { level: 9 }).length };
}
