import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, openStage, PHONE, type Stage, WIDE } from './support/stage.ts';

describe('when things fail', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  it('answers an unknown path with the 404 page and logs the path', async () => {
    const logged: string[] = [];
    const { page, close } = await stage.visit('/no/such-page?secret=1', {}, async (tab) => {
      tab.on('console', (message) => void logged.push(message.text()));
    });
    await page.getByRole('heading', { name: '404' }).waitFor();
    expect(await page.getByText('Oops! Page not found').count()).toBe(1);
    expect(logged.some((line) => line.includes('/no/such-page') && !line.includes('secret'))).toBe(true);
    const response = await fetch(`${stage.app.url}/no/such-page`);
    expect(response.status).toBe(404);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await page.getByRole('heading', { name: 'I help companies' }).waitFor();
    await close();
  });

  it.each([
    ['dark', PHONE],
    ['light', WIDE],
  ] as const)('shows an accessible 404 page in %s at %o', async (colorScheme, viewport) => {
    const { page, close } = await stage.visit('/nowhere', { colorScheme, viewport });
    await page.getByRole('heading', { name: '404' }).waitFor();
    await expectAccessible(page);
    await close();
  });

  it('covers the page while offline without unmounting it, and goes on when the connection is back', async () => {
    const { page, close } = await stage.visit('/');
    const email = page.getByLabel('Email');
    await email.fill('ada@example.com');
    await page.context().setOffline(true);
    const cover = page.getByRole('alertdialog', { name: 'No Internet Connection' });
    await cover.waitFor();
    expect(await cover.innerText()).toContain(
      'Please check your network connection and try again. Some features may not work properly while offline.',
    );
    expect(await cover.getByRole('listitem').count()).toBeGreaterThan(2);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('No Internet Connection');
    await expectAccessible(page);
    await cover.getByRole('button', { name: 'Retry' }).click();
    await cover.getByText('Still no connection.').waitFor();
    await page.context().setOffline(false);
    await cover.waitFor({ state: 'detached' });
    expect(await email.inputValue()).toBe('ada@example.com');
    expect(await email.evaluate((input) => input === document.activeElement)).toBe(true);
    await close();
  });

  it('uncovers the page on Retry when the server answers although the browser says offline', async () => {
    const { page, close } = await stage.visit('/privacy');
    await page.getByRole('heading', { name: 'Privacy', exact: true }).waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    const cover = page.getByRole('alertdialog');
    await cover.getByRole('button', { name: 'Retry' }).click();
    await cover.waitFor({ state: 'detached' });
    await close();
  });

  it.each([
    ['dark', PHONE],
    ['light', WIDE],
  ] as const)(
    'shows the global fallback when a page breaks, and tries again, in %s at %o',
    async (colorScheme, viewport) => {
      let broken = true;
      const { page, problems, close } = await stage.visit('/personalities', { colorScheme, viewport }, (tab) =>
        tab.route('**/assets/personalities-page-*.js', (route) =>
          broken
            ? route.fulfill({
                contentType: 'text/javascript',
                body: 'export function PersonalitiesPage() { throw new Error("broken page"); }',
              })
            : route.continue(),
        ),
      );
      await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
      expect(await page.getByRole('alert').innerText()).toContain(
        'We encountered an unexpected error. Please try refreshing the page or contact support if the problem persists.',
      );
      expect(problems.some((line) => line.includes('broken page'))).toBe(true);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Try Again' }).click();
      await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
      broken = false;
      await page.getByRole('button', { name: 'Reload Page' }).click();
      await page.getByRole('heading', { name: 'Designed for every conversation' }).waitFor();
      await close();
    },
  );

  it('tries again by itself what only failed once', async () => {
    const { page, close } = await stage.visit('/personalities', {}, (tab) =>
      tab.addInitScript(() => {
        const once = { left: 1 };
        const original = Array.prototype.map;
        Object.assign(window, { once });
        // Makes the list of a card's traits fail on the first render.
        Array.prototype.map = function map(this: unknown[], ...args: unknown[]) {
          if (once.left > 0 && this[0] === 'trait1') throw new Error('failed once');
          return Reflect.apply(original, this, args);
        } as typeof original;
      }),
    );
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.evaluate(() => {
      (window as unknown as { once: { left: number } }).once.left = 0;
    });
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('heading', { name: 'Designed for every conversation' }).waitFor();
    await close();
  });

  it('asks the server for its config when the page came without one', async () => {
    const { page, close } = await stage.visit('/privacy', {}, (tab) =>
      tab.route('**/privacy', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(/(id="config"[^>]*>)[^<]*/, '$1');
        await route.fulfill({ response, body });
      }),
    );
    await page.getByRole('heading', { name: 'Privacy', exact: true }).waitFor();
    await close();
  });
});
