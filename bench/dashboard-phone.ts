import { chromium } from 'playwright-core';
import { CHROMIUM, CHROMIUM_FLAGS } from '../e2e/support/chromium.ts';
import { figure, printTable, quantile } from './figures.ts';

const RUNS = 5;
/** Lighthouse's mid-range phone: a quarter of the processor, 1.6 Mbit/s, 150 ms to the server and back. */
const PHONE = { cpu: 4, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const SCREEN = { width: 412, height: 823 };

const SEEN = ['heading', 'figures', 'sessions'] as const;
type Seen = (typeof SEEN)[number];

/** Writes down when figures and the first session are on the screen. */
const WATCH = `{
  const times = (window.benchTimes = {});
  const look = () => {
    times.heading ??= document.querySelector('h1') ? performance.now() : undefined;
    const figures = [...document.querySelectorAll('dl[aria-busy="false"] dd')];
    times.figures ??= figures.length > 0 ? performance.now() : undefined;
    times.sessions ??= document.querySelector('[data-row-link]') ? performance.now() : undefined;
    if (!times.sessions || !times.figures) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}`;

/**
 * The Overview on a mid-range phone, from the address to what can be used, with nothing in the browser's cache.
 * @param url of a server on which a person on its own machine is admin
 */
export async function benchPhone(url: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS });
  const times: Record<Seen, number[]> = { heading: [], figures: [], sessions: [] };
  let bytes = 0;
  try {
    for (let run = 0; run < RUNS; run += 1) {
      const context = await browser.newContext({ viewport: SCREEN, deviceScaleFactor: 2 });
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', { offline: false, ...PHONE });
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: PHONE.cpu });
      bytes = 0;
      devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength;
      });
      await page.addInitScript(WATCH);
      await page.goto(`${url.replace('127.0.0.1', 'localhost')}/admin`);
      await page.locator('[data-row-link]').first().waitFor({ timeout: 60_000 });
      await page.locator('dl[aria-busy="false"]').first().waitFor();
      const seen = await page.evaluate(
        () => (globalThis as unknown as { benchTimes: Record<Seen, number> }).benchTimes,
      );
      for (const name of SEEN) times[name].push(seen[name]);
      await context.close();
    }
  } finally {
    await browser.close();
  }
  printTable(
    `dashboard: the Overview on a mid-range phone (a quarter of a processor, 1.6 Mbit/s, 150 ms), ${RUNS} times from nothing (aim 1.5 s)`,
    ['on the screen', 'median ms', 'worst ms'],
    Object.entries(times).map(([name, all]) => {
      all.sort((a, b) => a - b);
      return [name, figure(quantile(all, 0.5)), figure(quantile(all, 1))];
    }),
  );
  console.log(`${figure(bytes / 1000)} kB over the network.`);
}
