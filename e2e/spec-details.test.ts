import {
  TOAST_DURATION_MS,
  TOAST_GAP_PX,
  TOAST_LIMIT,
  TOAST_SWIPE_THRESHOLD_PX,
  TOAST_WIDTH_PX,
} from '@understudy/contract/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { say, startConversation, untilQuiet } from './support/chat.ts';
import { scriptBytes } from './support/script-bytes.ts';
import { openStage, type Stage } from './support/stage.ts';

/** Limit of compressed JavaScript in the chat's first load. */
const CHAT_SCRIPT_BUDGET_BYTES = 170_000;

/** Figures and texts of the specification that no other test covers. */
describe('details of the specification', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ LOCAL_ADMIN: 'on' });
  });
  afterAll(() => stage.close());

  it('the footer tells the connection in words and in green, yellow or red, in dark and light', async () => {
    const { page, close } = await stage.visit('/chat');
    await startConversation(page);
    const mark = page.locator('[data-connection]');
    expect(await mark.innerText()).toBe('Connected');
    const hue = async (state: string) => {
      const colour = await mark.evaluate((element, value) => {
        element.setAttribute('data-connection', value);
        return getComputedStyle(element.querySelector('.talk-connection') ?? element).backgroundColor;
      }, state);
      return Number(/^oklch\(\S+ \S+ (\d+(\.\d+)?)\)$/.exec(colour)?.[1]);
    };
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const [green, yellow, red] = [await hue('connected'), await hue('connecting'), await hue('disconnected')];
      expect(green).toBeGreaterThan(120);
      expect(green).toBeLessThan(170);
      expect(yellow).toBeGreaterThan(55);
      expect(yellow).toBeLessThan(110);
      expect(red).toBeGreaterThan(5);
      expect(red).toBeLessThan(40);
    }
    await close();
  });

  it('has the controls of the voice in the chat: off at first, and auto-detect disabled until it is on', async () => {
    const { page, problems, close } = await stage.visit('/chat');
    await startConversation(page);
    const toggle = page.getByRole('button', { name: 'Voice', exact: true });
    const hold = page.getByRole('button', { name: 'Hold to talk' });
    const auto = page.getByRole('button', { name: 'Auto-detect beta' });
    expect(await toggle.getAttribute('aria-pressed')).toBe('false');
    // Holding the button switches the voice on.
    expect([await hold.isEnabled(), await auto.isEnabled()]).toEqual([true, false]);
    await toggle.click();
    expect(await toggle.getAttribute('aria-pressed')).toBe('true');
    expect([await hold.isEnabled(), await auto.isEnabled()]).toEqual([true, true]);
    expect(await page.getByRole('button', { name: 'Stop speaking' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('shows the traits of each personality', async () => {
    const traits: Record<string, string[]> = {
      Entrepreneur: ['business strategy', 'innovation', 'market analysis', 'growth planning'],
      Professional: ['leadership', 'project management', 'team building', 'corporate strategy'],
      Mentor: ['personal growth', 'career advice', 'life wisdom', 'goal setting'],
      Storyteller: ['storytelling', 'creative thinking', 'communication', 'narrative structure'],
      Futurist: ['technology trends', 'future planning', 'innovation', 'strategic foresight'],
      Interviewer: ['deep questions', 'active listening', 'curiosity', 'insight discovery'],
    };
    const { page, close } = await stage.visit('/personalities');
    const cards = page.getByRole('list', { name: 'Personalities', exact: true }).locator('> li');
    await cards.first().waitFor();
    expect(await cards.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(Object.keys(traits));
    for (const [index, expected] of Object.values(traits).entries()) {
      const shown = await cards
        .nth(index)
        .getByRole('list', { name: 'Key Strengths' })
        .getByRole('listitem')
        .allInnerTexts();
      expect(shown.map((trait) => trait.toLowerCase())).toEqual(expected);
    }
    await close();
  });

  it('names the selling points of the personalities, and a copyright in the footer', async () => {
    const { page, close } = await stage.visit('/personalities');
    await page.getByRole('heading', { name: 'Designed for every conversation' }).waitFor();
    for (const point of ['Persistent memory', 'Instant switching', 'Contextual awareness'])
      expect(await page.getByRole('heading', { name: point }).count()).toBe(1);
    const footer = page.getByRole('contentinfo');
    expect(await footer.innerText()).toMatch(/© 2025–20\d\d Venstrom Prompt Side\. All rights reserved\./);
    expect(await footer.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe('/privacy');
    await close();
  });

  it('toasts in the chat: three at most, 4 s each, 356 px wide, 14 px apart, swiped away over 20 px', async () => {
    const { page, close } = await stage.visit('/chat', {}, (tab) =>
      tab.route('**/functions/v1/create_session', (route) =>
        route.fulfill({ status: 503, json: { error: 'Not now.', code: 'db_unavailable', request_id: 'r' } }),
      ),
    );
    await page.clock.install();
    const toasts = page.locator('[data-sonner-toast]');
    const visible = page.locator('[data-sonner-toast][data-visible="true"][data-removed="false"]');
    const fail = async () => {
      const before = await toasts.count();
      await page.getByRole('button', { name: 'Start Conversation' }).click();
      await toasts.nth(before).waitFor({ state: 'attached' });
      await page.clock.runFor(50);
    };
    await fail();
    await page.clock.runFor(500);
    expect((await visible.first().boundingBox())?.width).toBe(TOAST_WIDTH_PX);
    const gap = await page
      .locator('[data-sonner-toaster]')
      .evaluate((list) => getComputedStyle(list).getPropertyValue('--gap'));
    expect(gap).toBe(`${TOAST_GAP_PX}px`);

    /** Drags the toast up slowly by the given distance and releases it; each move waits for the page to follow. */
    const drag = async (pixels: number) => {
      const toast = visible.first();
      const moved = () => toast.evaluate((item) => item.style.getPropertyValue('--swipe-amount-y'));
      // A toast that is still springing back from the last drag is not at its bounding box.
      await toast.evaluate((item) => Promise.all(item.getAnimations().map(({ finished }) => finished)));
      const box = await toast.boundingBox();
      if (!box) throw new Error('no toast to drag');
      const [x, y] = [box.x + 60, box.y + box.height - 8];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.clock.runFor(2_000);
      await expect
        .poll(async () => {
          // The first moves only determine the direction.
          await page.mouse.move(x + 1, y - pixels);
          await page.mouse.move(x, y - pixels);
          return moved();
        })
        .toBe(`${-pixels}px`);
      await page.clock.runFor(2_000);
      await page.mouse.up();
      await page.clock.runFor(1_000);
    };
    await drag(TOAST_SWIPE_THRESHOLD_PX - 4);
    expect(await visible.count()).toBe(1);
    await drag(TOAST_SWIPE_THRESHOLD_PX + 4);
    await visible.waitFor({ state: 'detached' });

    await page.mouse.move(5, 700);
    for (let times = 0; times < TOAST_LIMIT + 1; times += 1) await fail();
    expect(await visible.count()).toBe(TOAST_LIMIT);
    await page.clock.runFor(TOAST_DURATION_MS - 1_000);
    expect(await visible.count()).toBe(TOAST_LIMIT);
    await page.clock.runFor(2_000);
    await toasts.first().waitFor({ state: 'detached' });
    await close();
  });

  it(`the chat loads at most ${CHAT_SCRIPT_BUDGET_BYTES / 1000} kB of compressed JavaScript`, async () => {
    const bytes = await scriptBytes(stage, '/chat');
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(CHAT_SCRIPT_BUDGET_BYTES);
  });

  it('no request leaves the origin on any page or in a conversation', async () => {
    for (const path of ['/', '/personalities', '/privacy', '/admin', '/auth', '/nowhere']) {
      const { page, problems, close } = await stage.visit(path);
      // The dashboard never stops listening for events; its figures load last.
      if (path === '/admin') await page.getByText('Total Sessions').waitFor();
      else await page.waitForLoadState('networkidle');
      expect(
        problems.filter((problem) => problem.startsWith('off origin')),
        path,
      ).toEqual([]);
      await close();
    }
    const { page, problems, close } = await stage.visit('/chat');
    const parts = await startConversation(page);
    await say(parts, 'What does a Walkthrough cost?');
    await parts.twinLines.first().waitFor();
    await untilQuiet(page);
    expect(problems).toEqual([]);
    await close();
  });
});
