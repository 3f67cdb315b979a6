import { AxeBuilder } from '@axe-core/playwright';
import type { Role } from '@understudy/contract/admin';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { startTestApp, type TestApp } from '../../server/testing/app.ts';
import { addTestUser, TEST_PASSWORD } from '../../server/testing/owners.ts';
import { STORAGE_KEY } from '../../web/features/auth/stored-session.ts';
import { CHROMIUM, CHROMIUM_FLAGS } from './chromium.ts';
import type { MicrophoneFile } from './microphone-file.ts';

/** The widths at which pages are looked at. */
export const PHONE = { width: 390, height: 844 };
export const WIDE = { width: 1280, height: 800 };

/** A page that writes down whatever should not happen on it. */
export interface Visit {
  page: Page;
  /** Console errors, uncaught errors, refused by the content-security-policy, requests to other origins. */
  problems: string[];
  close(): Promise<void>;
}

/** The real product and a real browser. */
export interface Stage {
  app: TestApp;
  browser: Browser;
  /** Of whoever is signed in in every visit; empty where nobody is. */
  email: string;
  /**
   * Opens a path of the product in a browser without a past and waits until the app runs (the painted first screen is
   * gone), unless `prepare` says that it never will by giving 'shell'.
   * @param prepare sets up the page before it loads (routes, init scripts)
   */
  visit(path: string, options?: BrowserContextOptions, prepare?: (page: Page) => Promise<unknown>): Promise<Visit>;
  close(): Promise<void>;
}

/** What the browser has for a microphone: a recording, or one that the visitor does not allow. */
export type StageMicrophone = MicrophoneFile | 'denied';

/**
 * Starts both. The web app must have been built.
 * @param options as of {@link startTestApp}; with a `microphone` the chat's voice is on, as of a visitor who switched it
 * on before; with `as` somebody of that role is signed in in every visit
 */
export async function openStage(
  environment: Record<string, string> = {},
  options: Omit<NonNullable<Parameters<typeof startTestApp>[1]>, 'pages'> & {
    microphone?: StageMicrophone;
    as?: Role;
  } = {},
): Promise<Stage> {
  const { microphone, as, ...appOptions } = options;
  const app = await startTestApp(environment, { ...appOptions, pages: true });
  const args = [...CHROMIUM_FLAGS, ...flagsFor(microphone)];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args });
  const email = as ? (await addTestUser(app.accounts, as)).email : '';
  return {
    app,
    browser,
    email,
    async visit(path, contextOptions = {}, prepare) {
      const context = await browser.newContext({
        viewport: WIDE,
        ...(email ? { storageState: await signedIn(app, email) } : {}),
        ...contextOptions,
      });
      if (microphone) await context.addInitScript(() => localStorage.setItem('understudy.voice', 'on'));
      const page = await context.newPage();
      const problems = watch(page, app.url);
      const expected = await prepare?.(page);
      await page.goto(app.url + path);
      if (expected !== 'shell') await page.locator('#root > :not([data-shell])').first().waitFor({ state: 'attached' });
      return { page, problems, close: () => context.close() };
    },
    async close() {
      await browser.close();
      await app.close();
    },
  };
}

/** What a browser keeps of somebody who has just signed in. */
async function signedIn(app: TestApp, email: string): Promise<BrowserContextOptions['storageState']> {
  const response = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: TEST_PASSWORD }),
  });
  const kept = [{ name: STORAGE_KEY, value: await response.text() }];
  return { cookies: [], origins: [{ origin: app.url, localStorage: kept }] };
}

function flagsFor(microphone: StageMicrophone | undefined): string[] {
  if (!microphone) return [];
  const device = '--use-fake-device-for-media-stream';
  if (microphone === 'denied') return [device];
  return [device, '--use-fake-ui-for-media-stream', `--use-file-for-fake-audio-capture=${microphone.path}%noloop`];
}

/** A refused script or style is told in the console as an error, so that listening there covers the policy too. */
function watch(page: Page, origin: string): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) problems.push(`off origin: ${url}`);
  });
  return problems;
}

/**
 * WCAG 2.2 AA as far as axe can tell, and no sideways scrolling.
 * @param fading what may come or go while axe looks: text that is half there has no contrast worth measuring
 */
export async function expectAccessible(page: Page, fading?: string): Promise<void> {
  // A colour that is on its way to another has no contrast worth measuring.
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (;;) {
      // What listens to the viewport and the colour scheme is told in the next frame, and what it changes moves after it.
      await nextFrame();
      await nextFrame();
      // One that goes on for ever (the ring of a twin that thinks) is never waited for.
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      const running = ending.filter(({ playState }) => playState !== 'finished');
      if (running.length === 0) return;
      for (const animation of running) animation.finish();
      await Promise.all(running.map((animation) => animation.finished.catch(() => {})));
    }
  });
  // Half a megabyte of script, which a document that was looked at before has already.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? 'void 0' : undefined;
  // Told in place: otherwise axe opens a page of its own for every look, only to put together what frames have found, and
  // there are none here.
  const builder = new AxeBuilder({ page, axeSource }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (fading && (await page.locator(fading).count()) > 0) builder.exclude(fading);
  const { violations } = await builder
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const told = violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
  expect(told).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}
