import type { PublicConfig } from '@understudy/contract/wire';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, openStage, PHONE, type Stage, WIDE } from './support/stage.ts';

const PAGES: [path: string, heading: string, title: string][] = [
  ['/', 'I help companies', 'AI Orla Venstrom: I help companies run without their founder in every scene.'],
  ['/personalities', 'Designed for every conversation', 'Personalities of AI Orla Venstrom'],
  ['/privacy', 'Privacy', 'Privacy: AI Orla Venstrom'],
  ['/admin', 'AI Orla Venstrom Dashboard', 'AI Orla Venstrom Dashboard'],
  ['/auth', 'AI Orla Venstrom Admin', 'Sign in: AI Orla Venstrom Admin'],
];

/** Waits until the page has loaded completely; the dashboard never stops listening for events. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(() => document.fonts.ready);
}

describe('every page that presents the twin', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ LOCAL_ADMIN: 'on' });
  });
  afterAll(() => stage.close());

  describe.each(PAGES)('%s', (path, heading, title) => {
    it('is accessible and clean in dark and light, on a phone and a wide screen', async () => {
      const { page, problems, close } = await stage.visit(path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await settled(page);
      for (const viewport of [PHONE, WIDE]) {
        await page.setViewportSize(viewport);
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme });
          await expectAccessible(page);
        }
      }
      expect(await page.title()).toBe(title);
      expect(problems).toEqual([]);
      await close();
    });

    it('fits 320 px without sideways scrolling, and 400 % zoom with it', async () => {
      const { page, close } = await stage.visit(path, { viewport: { width: 320, height: 256 } });
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      await close();
    });

    it('holds names and titles of German length at every width', async () => {
      const { page, close } = await stage.visit(path, {}, (tab) =>
        tab.route(`**${path}`, async (route) => {
          const response = await route.fetch();
          const body = (await response.text())
            .replaceAll('Orla Venstrom', 'Maximiliane Freifrau von Droste-Hülshoff-Wittgenstein')
            .replaceAll('Venstrom Prompt Side', 'Droste-Hülshoff-Wittgensteinsche Organisationsberatung GmbH')
            .replaceAll('I help companies run', 'Rechtsschutzversicherungsgesellschaften verständlich')
            .replaceAll('Adviser to growing', 'Unternehmensnachfolgeberatungsgesellschafterin');
          await route.fulfill({ response, body });
        }),
      );
      await page.getByText('Droste-Hülshoff').first().waitFor({ state: 'attached' });
      for (const width of [320, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
      await close();
    });

    it('lets a keyboard skip the header', async () => {
      const { page, close } = await stage.visit(path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await settled(page);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
      await close();
    });
  });

  it('keeps the chosen appearance, follows the system otherwise, and goes on when storage is blocked', async () => {
    const { page, close } = await stage.visit('/privacy', { colorScheme: 'light' });
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    await page.getByRole('button', { name: 'Switch to dark appearance' }).click();
    expect(await scheme()).toBe('dark');
    await page.reload();
    await page.getByRole('button', { name: 'Switch to light appearance' }).waitFor();
    expect(await scheme()).toBe('dark');
    await page.getByRole('button', { name: 'Switch to light appearance' }).click();
    expect(await page.evaluate(() => localStorage.getItem('understudy.theme'))).toBeNull();
    await close();

    const blocked = await stage.visit('/privacy', { colorScheme: 'light' }, (tab) =>
      tab.addInitScript(() => {
        const refuse = () => {
          throw new DOMException('blocked', 'SecurityError');
        };
        Object.defineProperty(window, 'localStorage', { get: refuse });
        Object.defineProperty(window, 'sessionStorage', { get: refuse });
      }),
    );
    await blocked.page.getByRole('button', { name: 'Switch to dark appearance' }).click();
    await blocked.page.getByRole('button', { name: 'Switch to light appearance' }).waitFor();
    expect(blocked.problems).toEqual([]);
    await blocked.close();
  });

  it('shows the six personalities with their strengths, each leading to the chat in that mode', async () => {
    const { page, close } = await stage.visit('/personalities');
    const cards = page.getByRole('list', { name: 'Personalities', exact: true }).locator('> li');
    await cards.first().waitFor();
    expect(await page.getByText('6 Unique AI Personalities').count()).toBe(1);
    expect(await cards.count()).toBe(6);
    const names = ['Entrepreneur', 'Professional', 'Mentor', 'Storyteller', 'Futurist', 'Interviewer'];
    for (const [index, name] of names.entries()) {
      const card = cards.nth(index);
      expect(await card.getByRole('heading', { name, exact: true }).count()).toBe(1);
      expect(await card.getByRole('list', { name: 'Key Strengths' }).getByRole('listitem').count()).toBe(4);
      const link = card.getByRole('link', { name: `Chat as ${name}`, exact: true });
      expect(await link.getAttribute('href')).toBe(`/chat?mode=${name.toLowerCase()}`);
    }
    expect(await page.getByText('business strategy').count()).toBe(1);
    expect(await page.getByText('insight discovery').count()).toBe(1);
    const hrefs: [string, string][] = [
      ['Back', '/'],
      ['Start Chatting', '/chat'],
      ['Start Conversation', '/chat'],
      ['Privacy', '/privacy'],
    ];
    for (const [name, href] of hrefs) {
      expect(await page.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(href);
    }
    for (const link of await page.getByRole('link', { name: 'Dashboard', exact: true }).all()) {
      expect(await link.getAttribute('href')).toBe('/admin');
    }
    await page.getByRole('link', { name: 'Chat as Storyteller' }).click();
    await page.getByText('Personality: Storyteller', { exact: true }).waitFor();
    await close();
  });

  it('says on /privacy what the configuration says', async () => {
    const { page, close } = await stage.visit('/privacy');
    const config = (await (await fetch(`${stage.app.url}/api/config`)).json()) as PublicConfig;
    await page.getByText(config.consent?.text ?? '').waitFor();
    const text = await page.getByRole('main').innerText();
    expect(text).toContain(`${config.retention_days?.transcripts} days`);
    expect(text).toContain(`${config.retention_days?.leads} days`);
    expect(text).toContain(`${config.retention_days?.memories} days`);
    expect(text).toContain('your messages are sent nowhere else');
    expect(text).toContain(`version ${config.consent?.version}`);
    expect(await page.getByRole('link', { name: config.consultant.contact_email }).getAttribute('href')).toBe(
      `mailto:${config.consultant.contact_email}`,
    );
    await close();
  });
});
