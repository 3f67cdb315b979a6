import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import type { Stage } from './stage.ts';

/** Sets the owner's settings of the widget. */
export async function allowWidget({ app }: Stage, origins: string[]): Promise<void> {
  const value = { origins, color: '#e7a13a', position: 'right', label: 'Ask AI {first_name}' };
  await app.pool.query(
    `INSERT INTO settings (name, value, version, updated_by) VALUES ('widget', $1, 1, 'test')
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = settings.version + 1`,
    [JSON.stringify(value)],
  );
  await app.parts.settings.refresh();
}

/** A visit of the host site, with what happened on it. */
export interface HostVisit {
  page: Page;
  /** The chat inside the frame. */
  chat: FrameLocator;
  /** Lines of the console, and errors. */
  said: string[];
  /** Events of the widget, as `name detail`. */
  events(): Promise<string[]>;
  /** The sum of the page's layout shifts. */
  shift(): Promise<number>;
  close(): Promise<void>;
}

/** Opens a page of the host site. */
export async function visitHost(
  { browser }: Stage,
  url: string,
  options: BrowserContextOptions,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<HostVisit> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  page.on('pageerror', (error) => said.push(`uncaught: ${error.message}`));
  await page.addInitScript(() => {
    if (window.top !== window) return;
    const heard: string[] = [];
    const shifts: number[] = [];
    Object.assign(window, { heard, shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
    addEventListener('understudy:ready', () => {
      const { Understudy: api } = window as unknown as {
        Understudy: { on(name: string, listener: (detail: unknown) => void): void };
      };
      for (const name of ['ready', 'open', 'close', 'message', 'lead'])
        api.on(name, (detail) => heard.push(`${name} ${JSON.stringify(detail)}`));
    });
  });
  await prepare?.(page);
  await page.goto(url);
  return {
    page,
    chat: page.frameLocator('iframe'),
    said,
    events: () => page.evaluate(() => (window as unknown as { heard: string[] }).heard),
    shift: () =>
      page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0)),
    close: () => context.close(),
  };
}
