import { AxeBuilder } from '@axe-core/playwright';
import type { Role } from '@understudy/contract/admin';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { startTestApp, type TestApp } from '../../server/testing/app.ts';
import { addTestUser, TEST_PASSWORD } from '../../server/testing/owners.ts';
import { STORAGE_KEY } from '../../web/features/auth/stored-session.ts';
import { CHROMIUM, CHROMIUM_FLAGS, CHROMIUM_SHELL, SHELL_FLAGS } from './chromium.ts';
import type { MicrophoneFile } from './microphone-file.ts';

/** The viewports used in tests. */
export const PHONE = { width: 390, height: 844 };
export const WIDE = { width: 1280, height: 800 };

/** A page that records everything that should not happen on it. */
export interface Visit {
  page: Page;
  /** Console errors, uncaught errors, violations of the content-security-policy, requests to other origins. */
  problems: string[];
  close(): Promise<void>;
}

/** The real product and a real browser. */
export interface Stage {
  app: TestApp;
  browser: Browser;
  /** Email of the user signed in in every visit; empty if there is none. */
  email: string;
  /**
   * Opens a path of the product in a fresh browser and waits until the app runs (the prerendered first screen is gone),
   * unless `prepare` returns 'shell' because it never will.
   * @param prepare sets up the page before it loads (routes, init scripts)
   */
  visit(path: string, options?: BrowserContextOptions, prepare?: (page: Page) => Promise<unknown>): Promise<Visit>;
  close(): Promise<void>;
}

/** The browser's microphone: a recording, or denied by the visitor. */
export type StageMicrophone = MicrophoneFile | 'denied';

/**
 * Starts both. The web app must have been built.
 * @param options as of {@link startTestApp}; with a `microphone` the chat's voice is on, as if the visitor had switched
 * it on before; with `as` a user of that role is signed in in every visit; `windowed` is for what depends on the
 * windows of the browser, such as where the focus goes after the last element
 */
export async function openStage(
  environment: Record<string, string> = {},
  options: Omit<NonNullable<Parameters<typeof startTestApp>[1]>, 'pages'> & {
    microphone?: StageMicrophone;
    as?: Role;
    windowed?: boolean;
  } = {},
): Promise<Stage> {
  const { microphone, as, windowed = false, ...appOptions } = options;
  const isShared = !microphone && !windowed;
  const app = await startTestApp(environment, { ...appOptions, pages: true });
  const browser = isShared ? await sharedBrowser() : await launchWith(microphone);
  const contexts: BrowserContext[] = [];
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
      contexts.push(context);
      if (microphone) await context.addInitScript(() => localStorage.setItem('understudy.voice', 'on'));
      const page = await context.newPage();
      const problems = watch(page, app.url);
      const expected = await prepare?.(page);
      await page.goto(app.url + path);
      if (expected !== 'shell') await page.locator('#root > :not([data-shell])').first().waitFor({ state: 'attached' });
      return { page, problems, close: () => context.close() };
    },
    async close() {
      if (isShared) await Promise.all(contexts.map((context) => context.close()));
      else await browser.close();
      await app.close();
    },
  };
}

/** The browser of most stages of this process, without windows and microphone; it ends with the process. */
let shared: Promise<Browser> | null = null;

async function sharedBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected())
    shared = chromium.launch({ executablePath: CHROMIUM_SHELL, args: [...CHROMIUM_FLAGS, ...SHELL_FLAGS] });
  return shared as Promise<Browser>;
}

function launchWith(microphone?: StageMicrophone): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_FLAGS, ...flagsFor(microphone)] });
}

/** The browser storage of a user who has just signed in. */
export async function signedIn(app: TestApp, email: string): Promise<BrowserContextOptions['storageState']> {
  const response = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: TEST_PASSWORD }),
  });
  const kept = [{ name: STORAGE_KEY, value: await response.text() }];
  return { cookies: [], origins: [{ origin: app.url, localStorage: kept }] };
}

function flagsFor(microphone?: StageMicrophone): string[] {
  if (!microphone) return [];
  const device = '--use-fake-device-for-media-stream';
  if (microphone === 'denied') return [device];
  return [device, '--use-fake-ui-for-media-stream', `--use-file-for-fake-audio-capture=${microphone.path}%noloop`];
}

/** A blocked script or style is logged to the console as an error, so listening there covers the policy too. */
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
 * WCAG 2.2 AA as far as axe can check, and no horizontal scrolling. What was checked last and is the same, in other
 * colors only, is checked for its colors only.
 * @param fading elements that may appear or disappear meanwhile: the contrast of half-transparent text is meaningless
 */
export async function expectAccessible(page: Page, fading?: string): Promise<void> {
  // The contrast of a colour in transition is meaningless.
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (;;) {
      // Listeners to the viewport and the colour scheme run in the next frame, and their changes animate after it.
      await nextFrame();
      await nextFrame();
      // An endless animation (the ring of a thinking twin) is never awaited.
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      const running = ending.filter(({ playState }) => playState !== 'finished');
      if (running.length === 0) return;
      for (const animation of running) animation.finish();
      await Promise.all(running.map((animation) => animation.finished.catch(() => {})));
    }
  });
  const { hasAxe, isInOtherColors } = await page.evaluate(() => {
    const view = window as Window & { axe?: unknown; checked?: string };
    const shown = `${view.innerWidth} ${view.innerHeight} ${view.document.documentElement.outerHTML}`;
    const before = view.checked;
    view.checked = shown;
    return { hasAxe: 'axe' in view, isInOtherColors: before === shown };
  });
  // Half a megabyte of script, which a document that was checked before already has.
  const axeSource = hasAxe ? 'void 0' : undefined;
  // In place: otherwise axe opens a page of its own for every check, only to merge the results of frames, and there are
  // none here.
  const builder = new AxeBuilder({ page, axeSource }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (fading && (await page.locator(fading).count()) > 0) builder.exclude(fading);
  if (isInOtherColors) builder.withRules(['color-contrast', 'link-in-text-block']);
  else builder.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  const { violations } = await builder.analyze();
  const told = violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
  expect(told).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}
