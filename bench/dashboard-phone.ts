import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { CHROMIUM, CHROMIUM_FLAGS } from '../e2e/support/chromium.ts';
import { figure, printTable, quantile } from './figures.ts';

const RUNS = 5;
/** Lighthouse's mid-range phone: a quarter of the CPU, 1.6 Mbit/s, a round trip of 150 ms. */
const PHONE = { cpu: 4, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const SCREEN = { width: 412, height: 823 };

const SEEN = ['shell', 'frame', 'figures', 'sessions', 'painted'] as const;
type Seen = (typeof SEEN)[number];
/** Unmeasured page loads, so that the browser caches files and compiled code. */
const LOOKS_BEFORE = 3;
/** By then everything after the first screen (fonts, the menu, the sign-in client) has loaded. */
const SETTLED_AFTER_MS = 3_000;

/**
 * Records when the prerendered frame of the page (`shell`) is painted, the frame in which the app itself has rendered
 * its own (`frame`), its figures and the first session, and when the frame with all of it is painted. Checks only after
 * changes of the page: checking every frame would make the phone draw them all.
 */
const WATCH = `{
  const times = (window.benchTimes = {});
  const parts = { frame: '[role="tablist"]', figures: 'dl[aria-busy="false"] dd', sessions: 'ol [data-row-link]' };
  let isShown = false;
  let isLooking = false;
  const look = () => {
    isLooking = false;
    if (document.querySelector('[data-shell] [role="tablist"]') && !isShown) {
      isShown = true;
      setTimeout(() => { times.shell = performance.now(); });
    }
    const isDrawn = (part) => [...document.querySelectorAll(part)].some((one) => !one.closest('[data-shell]'));
    for (const name in parts) if (isDrawn(parts[name])) times[name] ??= performance.now();
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
 * The Overview on a mid-range phone, from navigation until it is usable: figures and sessions are on the screen, and
 * controls work, because the app itself renders them. With an empty browser cache, and as a returning user.
 *
 * @param url of a server that lets a person on the same machine read the dashboard
 */
export async function benchPhone(url: string): Promise<void> {
  const address = `${url.replace('127.0.0.1', 'localhost')}/admin`;
  const first = newTimes();
  const again = newTimes();
  let bytes = 0;
  for (let run = 0; run < RUNS; run += 1) {
    // A profile on disk, because a private one caches no compiled code.
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
    'dashboard: the Overview on a mid-range phone as Lighthouse has it ' +
      `(a quarter of a processor, 1.6 Mbit/s, 150 ms), ${RUNS} times (aim 1.5 s)`,
    ['on the screen', 'median ms', 'worst ms'],
    [...rowsOf('first visit', first), ...rowsOf('back again', again)],
  );
  console.log(`${figure(bytes / 1000)} kB over the network at the first visit, until all stood.`);
}

type Times = Record<Seen, number[]>;
const newTimes = (): Times => ({ shell: [], frame: [], figures: [], sessions: [], painted: [] });

/**
 * Loads the page once.
 *
 * @param times where to record it; null for an unmeasured load at full speed
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
  const seen = await page.evaluate(
    () => (globalThis as unknown as { benchTimes: Partial<Record<Seen, number>> }).benchTimes,
  );
  if (times) for (const name of SEEN) if (seen[name] !== undefined) times[name].push(seen[name]);
  await page.close();
  return bytes;
}
