import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { CHROMIUM, CHROMIUM_FLAGS } from '../e2e/support/chromium.ts';
import { startHostSite } from '../e2e/support/host-site.ts';
import { figure, printTable, quantile } from './figures.ts';
import { BENCH_OWNER, OwnerClient } from './owner-client.ts';
import { Stage } from './stage.ts';

const LOADS = 9;
const LIGHTHOUSE_RUNS = 5;
/** Lighthouse's mid-range phone: a quarter of the CPU, 1.6 Mbit/s, a round trip of 150 ms. */
const PHONE = { cpu: 4, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const SCREEN = { width: 412, height: 823 };

/** Milliseconds from the last byte of the script until the button is there. */
const READY_AFTER_SCRIPT =
  "readyAt - performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/widget.js')).responseEnd";

/**
 * The widget on a page of another origin: when its button is there after its script has come, when the chat is there
 * after the button is pressed, on a mid-range phone; and what it takes from the page's performance. Takes 3 minutes.
 */
export async function benchWidget(): Promise<void> {
  const stage = new Stage();
  const host = await startHostSite();
  try {
    const { url } = await stage.product({ ...BENCH_OWNER, RATE_LIMIT_SCALE: '1000' });
    await (await OwnerClient.signIn(url)).put('/settings', {
      group: 'widget',
      value: { origins: [host.origin], color: '#e7a13a', position: 'right', label: 'Ask AI {first_name}' },
      version: 0,
    });
    const tag = `<script async crossorigin src="${url}/widget.js"></script>`;
    host.serve(tag);
    const times = await loadTimes(host.origin);
    printTable(
      `widget: on a phone, ${LOADS} loads from nothing, ms`,
      ['time', 'p50', 'most'],
      Object.entries(times).map(([name, all]) => {
        const sorted = all.toSorted((a, b) => a - b);
        return [name, figure(quantile(sorted, 0.5)), figure(sorted.at(-1) ?? Number.NaN)];
      }),
    );
    const scores: string[][] = [];
    for (const [name, body] of [
      ['without the widget', ''],
      ['with the widget', tag],
    ] as const) {
      host.serve(body);
      scores.push([name, ...(await performanceOf(host.origin))]);
    }
    const head = ['host page', 'performance', 'blocking, ms', 'layout shift'];
    printTable(`widget: Lighthouse (mobile), middle of ${LIGHTHOUSE_RUNS} runs`, head, scores);
  } finally {
    await Promise.all([host.close(), stage.clear()]);
  }
}

async function loadTimes(address: string): Promise<Record<string, number[]>> {
  const ready: number[] = [];
  const opened: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS });
    const page = await browser.newPage({ viewport: SCREEN });
    await page.addInitScript("addEventListener('understudy:ready', () => { window.readyAt = performance.now() })");
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.cpu });
    await session.send('Network.emulateNetworkConditions', { offline: false, ...PHONE });
    await page.goto(address);
    const button = page.getByRole('button', { name: 'Ask AI' });
    await button.waitFor();
    ready.push(await page.evaluate<number>(READY_AFTER_SCRIPT));
    const pressed = performance.now();
    await button.click();
    await page.frameLocator('iframe').getByRole('button', { name: 'Start Conversation' }).waitFor();
    opened.push(performance.now() - pressed);
    await browser.close();
  }
  return { 'button, after its script': ready, 'chat, after the button': opened };
}

async function performanceOf(address: string): Promise<string[]> {
  const chrome = await launch({ chromePath: CHROMIUM, chromeFlags: ['--headless=new', ...CHROMIUM_FLAGS] });
  try {
    const runs: number[][] = [];
    for (let run = 0; run < LIGHTHOUSE_RUNS; run += 1) {
      const outcome = await lighthouse(address, {
        port: chrome.port,
        onlyCategories: ['performance'],
        logLevel: 'silent',
      });
      if (!outcome) throw new Error('Lighthouse gave no result');
      const { categories, audits } = outcome.lhr;
      runs.push([
        (categories['performance']?.score ?? 0) * 100,
        audits['total-blocking-time']?.numericValue ?? Number.NaN,
        audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
      ]);
    }
    return [0, 1, 2].map((column) => {
      const sorted = runs.map((run) => run[column] ?? Number.NaN).sort((a, b) => a - b);
      return figure(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN);
    });
  } finally {
    chrome.kill();
  }
}
