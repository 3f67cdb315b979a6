import type { Role } from '@understudy/contract/admin';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTestUser } from '../server/testing/owners.ts';
import type { PrefetchedAnswers } from '../web/platform/prefetched-answers.ts';
import { keepSession, WEEK } from './support/kept-sessions.ts';
import { openStage, PHONE, type Stage, signedIn, WIDE } from './support/stage.ts';

/** The frame that stands in the page itself, before any script has arrived. */
const FRAME = '#root > [data-shell]';

/** Where everything of the frame stands, by its text or name; what is below the tabs depends on the data. */
const places = (page: Page, within: string) =>
  page.evaluate((root) => {
    const parts = 'header, header a, header button, aside, h1, main h1 + p, .dashboard-buttons button, [role="tab"]';
    const found: Record<string, unknown> = {};
    for (const part of document.querySelector(root)?.querySelectorAll<HTMLElement>(parts) ?? []) {
      const { x, y, width, height } = part.getBoundingClientRect();
      const icon = [...part.querySelectorAll('svg')].filter((svg) => getComputedStyle(svg).display !== 'none');
      const { color, backgroundColor, fontSize, borderBottomColor, opacity } = getComputedStyle(part);
      const name = `${Object.keys(found).length}. ${part.tagName} ${part.textContent}`;
      found[name] = {
        ...{ box: [x, y, width, height].map((side) => Math.round(side * 10) / 10) },
        ...{ style: [color, backgroundColor, fontSize, borderBottomColor, opacity].join(' ') },
        icons: icon.map((svg) => svg.innerHTML),
      };
    }
    return found;
  }, within);

/**
 * Opens a page whose scripts do not arrive; `run` loads it again with them. The typefaces never arrive, so that both
 * are set in the stand-ins, which the first screen does not wait for.
 */
async function openWithoutScripts(stage: Stage, path: string, options: BrowserContextOptions = {}) {
  const visit = await stage.visit(path, options, async (tab) => {
    await tab.route('**/*.{js,woff2}', (route) => route.abort('failed'));
    return 'shell';
  });
  const run = async () => {
    await visit.page.unroute('**/*.{js,woff2}');
    await visit.page.route('**/*.woff2', (route) => route.abort('failed'));
    await visit.page.reload();
    await visit.page.locator('#root > :not([data-shell]) [role="tab"]').first().waitFor();
    expect(await visit.page.locator(FRAME).count()).toBe(0);
  };
  const problems = () => visit.problems.filter((line) => !line.includes('ERR_FAILED'));
  return { page: visit.page, close: visit.close, run, problems };
}

/** Waits until the page has been told who is here, and has had time to show what it makes of it. */
async function toldWhoIsHere(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { understudyPrefetched: asked } = globalThis as { understudyPrefetched?: PrefetchedAnswers };
    await asked?.answers['/api/profile'];
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  });
}

describe('the dashboard’s frame', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
    for (const session of WEEK) await keepSession(stage.app.pool, session);
  });
  afterAll(() => stage.close());

  /** The browser of somebody with this role, who has signed in. */
  const asRole = async (role: Role) => {
    const storageState = await signedIn(stage.app, (await addTestUser(stage.app.accounts, role)).email);
    return { storageState };
  };

  it.each([
    ['on a phone', 'en-US', 'light', PHONE],
    ['on a phone', 'de-DE', 'dark', PHONE],
    ['on a wide screen', 'es-ES', 'dark', { width: 1600, height: 900 }],
    ['on a wide screen', 'en-US', 'light', WIDE],
  ] as const)('%s, in %s, %s, is where it stays when the app runs', async (_screen, locale, colorScheme, viewport) => {
    const options = { locale, colorScheme, viewport, ...(await asRole('owner')) };
    const { page, problems, close, run } = await openWithoutScripts(stage, '/admin', options);
    await page.locator(FRAME).waitFor();
    const before = await places(page, FRAME);
    expect(Object.keys(before).length).toBeGreaterThan(16);
    expect(await page.locator(`${FRAME} a[href="/admin/users"]`).count()).toBe(1);
    expect(await page.locator(`${FRAME} aside`).count()).toBe(0);
    await run();
    await page.locator('ol [data-row-link]').first().waitFor();
    expect(await places(page, '#root')).toEqual(before);
    expect(problems()).toEqual([]);
    await close();
  });

  it('has the places of the reader’s role, and nothing that can be pressed in vain', async () => {
    const { page, close } = await openWithoutScripts(stage, '/admin', await asRole('admin'));
    await page.locator(FRAME).waitFor();
    expect(await page.locator(FRAME).getByRole('link', { name: 'People' }).getAttribute('href')).toBe('/admin/people');
    expect(await page.locator(`${FRAME} a[href="/admin/users"], ${FRAME} a[href="/admin/audit"]`).count()).toBe(0);
    expect(await page.locator(`${FRAME} button:not([inert]), ${FRAME} select:not([inert])`).count()).toBe(0);
    await close();
  });

  it('is not shown to whoever has to sign in first', async () => {
    const { page, close } = await openWithoutScripts(stage, '/admin');
    await toldWhoIsHere(page);
    expect(await page.locator('#root').innerHTML()).toBe('');
    await close();
  });

  it('is not shown to whoever may not see the dashboard', async () => {
    const { page, close } = await openWithoutScripts(stage, '/admin', await asRole('viewer'));
    await toldWhoIsHere(page);
    expect(await page.locator('#root').innerHTML()).toBe('');
    await close();
  });

  it('is not shown in place of another tab', async () => {
    const { page, close } = await openWithoutScripts(stage, '/admin?tab=sessions', await asRole('owner'));
    await toldWhoIsHere(page);
    expect(await page.locator('#root').innerHTML()).toBe('');
    await close();
  });

  it('is not shown in another language than the chosen one', async () => {
    const { storageState } = await asRole('owner');
    if (typeof storageState === 'object')
      storageState.origins[0]?.localStorage.push({ name: 'understudy.language', value: 'de' });
    const { page, close } = await openWithoutScripts(stage, '/admin', { storageState });
    await toldWhoIsHere(page);
    expect(await page.locator('#root').innerHTML()).toBe('');
    await close();
  });
});

it('the dashboard’s frame is the read-only one on the server’s own machine', async () => {
  const stage = await openStage({ LOCAL_ADMIN: 'on' });
  try {
    const { page, run } = await openWithoutScripts(stage, '/admin');
    await page.goto(`${stage.app.url.replace('127.0.0.1', 'localhost')}/admin`);
    await page.locator(`${FRAME} aside`).waitFor();
    expect(await page.locator(FRAME).getByTitle('Export Data').isDisabled()).toBe(true);
    const before = await places(page, FRAME);
    await run();
    expect(await places(page, '#root')).toEqual(before);
  } finally {
    await stage.close();
  }
});
