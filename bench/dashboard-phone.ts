import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { CHROMIUM, CHROMIUM_FLAGS } from '../e2e/support/chromium.ts';
import { figure, printTable, quantile } from './figures.ts';

const RUNS = 5;
/** Lighthouse's mid-range phone: a quarter of the processor, 1.6 Mbit/s, 150 ms to the server and back. */
const PHONE = { cpu: 4, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const SCREEN = { width: 412, height: 823 };

const SEEN = ['frame', 'figures', 'sessions', 'painted'] as const;
type Seen = (typeof SEEN)[number];
/** Looks at the page without a measure, so that the browser keeps its files, and what it compiled of them. */
const LOOKS_BEFORE = 3;
/** What comes after the first screen (faces of the text, the menu, the sign-in client) is there by then. */
const SETTLED_AFTER_MS = 3_000;

/**
 * Writes down in which frame the dashboard's frame, its figures and the first session are drawn, and when the frame that
 * has all of it is painted. It looks when the page has changed: to look at each frame would have the phone draw them all.
 */
const WATCH = `{
  const times = (window.benchTimes = {});
  const parts = { frame: '[role="tablist"]', figures: 'dl[aria-busy="false"] dd', sessions: 'ol [data-row-link]' };
  let isLooking = false;
  const look = () => {
    isLooking = false;
    for (const name in parts) if (document.querySelector(parts[name])) times[name] ??= performance.now();
    if (!times.sessions || !times.figures) return;
    watch.disconnect();
    setTimeout(() => { times.painted = performance.now(); });
  };
  const watch = new MutationObserver(() => {
    if (!isLooking) requestAnimationFrame(look);
    isLooking = true;
  });
  watch.observe(document, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });
}`;

/**
 * The Overview on a mid-range phone, from the address to what can be used: figures and sessions are on the screen, and
 * what is pressed works, since they are drawn by the app itself. With nothing in the browser's cache, and as one who was
 * there before.
 * @param url of a server on which a person on its own machine is admin
 */
export async function benchPhone(url: string): Promise<void> {
  const address = `${url.replace('127.0.0.1', 'localhost')}/admin`;
  const first = newTimes();
  const again = newTimes();
  let bytes = 0;
  for (let run = 0; run < RUNS; run += 1) {
    // A profile on the disk: one that is private keeps no compiled code.
    const folder = await mkdtemp(path.join(tmpdir(), 'understudy-phone-'));
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: CHROMIUM,
      args: CHROMIUM_FLAGS,
      viewport: SCREEN,
      deviceScaleFactor: 2,
    });
    try {
      bytes = await look(context, address, first);
      for (let before = 0; before < LOOKS_BEFORE; before += 1) await look(context, address, null);
      await look(context, address, again);
    } finally {
      await context.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  }
  const rowsOf = (name: string, times: Times) =>
    SEEN.map((seen) => {
      const all = times[seen].sort((a, b) => a - b);
      return [`${name}: ${seen}`, figure(quantile(all, 0.5)), figure(quantile(all, 1))];
    });
  printTable(
    `dashboard: the Overview on a mid-range phone as Lighthouse has it (a quarter of a processor, 1.6 Mbit/s, 150 ms), ${RUNS} times (aim 1.5 s)`,
    ['on the screen', 'median ms', 'worst ms'],
    [...rowsOf('first visit', first), ...rowsOf('back again', again)],
  );
  console.log(`${figure(bytes / 1000)} kB over the network at the first visit, until all stood.`);
}

type Times = Record<Seen, number[]>;
const newTimes = (): Times => ({ frame: [], figures: [], sessions: [], painted: [] });

/**
 * One look at the page.
 * @param times where it is written down; null for one that is not measured, at full speed
 * @returns bytes over the network
 */
async function look(context: BrowserContext, address: string, times: Times | null): Promise<number> {
  const page = await context.newPage();
  let bytes = 0;
  const devtools = await context.newCDPSession(page);
  if (times) {
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...PHONE });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: PHONE.cpu });
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
  }
  await page.addInitScript(WATCH);
  await page.goto(address);
  await page.locator('[data-row-link]').first().waitFor({ timeout: 60_000 });
  await page.locator('dl[aria-busy="false"]').first().waitFor();
  await page.waitForTimeout(SETTLED_AFTER_MS);
  const seen = await page.evaluate(() => (globalThis as unknown as { benchTimes: Record<Seen, number> }).benchTimes);
  if (times) for (const name of SEEN) times[name].push(seen[name]);
  await page.close();
  return bytes;
}
