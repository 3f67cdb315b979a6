import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatParts, say, startConversation } from './support/chat.ts';
import { expectAccessible, openStage, PHONE, type Stage, WIDE } from './support/stage.ts';

/** The conversation chunk: not needed before a conversation starts. */
const TALK = '**/assets/talk-room-*.js';
const NOT_LOADED = 'The conversation could not be loaded.';

describe('the way into the talk', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  const isTalk = (url: string) => /\/assets\/talk-room-[^/]+\.js$/.test(url);
  const startButton = (page: Page) => page.getByRole('button', { name: /^Start/ });
  /** The page is never idle, so that it loads only what is requested. */
  const neverIdle = (page: Page) => page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 1 }));

  it('fetches the code of the talk once the start screen is pointed at, and not before', async () => {
    const asked: string[] = [];
    const { page, problems, close } = await stage.visit('/chat', {}, async (tab) => {
      await neverIdle(tab);
      tab.on('request', (request) => void asked.push(request.url()));
    });
    await page.waitForLoadState('networkidle');
    expect(asked.filter(isTalk)).toEqual([]);
    expect(asked.some((url) => /\/assets\/chat-page-[^/]+\.js$/.test(url))).toBe(true);
    const [fetched] = await Promise.all([page.waitForResponse(TALK), page.getByRole('checkbox').hover()]);
    expect(fetched.ok()).toBe(true);
    await startConversation(page);
    expect(asked.filter(isTalk)).toHaveLength(1);
    expect(problems).toEqual([]);
    await close();
  });

  it('fetches it when the focus comes to the start screen', async () => {
    const { page, close } = await stage.visit('/chat', {}, neverIdle);
    await Promise.all([page.waitForResponse(TALK), page.getByRole('checkbox').focus()]);
    await close();
  });

  it('fetches it by itself when the start screen stands and nothing else is to be done', async () => {
    const held = Promise.withResolvers<Route>();
    const { page, close } = await stage.visit('/chat', {}, (tab) => tab.route(TALK, held.resolve));
    const route = await held.promise;
    expect(await page.locator('#root > [data-shell]').count()).toBe(0);
    expect(await startButton(page).isEnabled()).toBe(true);
    await route.continue();
    await close();
  });

  it.each(['/', '/personalities', '/privacy'])('does not fetch it on %s, nor for a link to the chat', async (path) => {
    const asked: string[] = [];
    const { page, close } = await stage.visit(path, {}, async (tab) => {
      tab.on('request', (request) => void asked.push(request.url()));
    });
    const link = page.locator('a[href^="/chat"]').first();
    if ((await link.count()) > 0) await link.hover();
    await page.waitForLoadState('networkidle');
    expect(asked.filter(isTalk)).toEqual([]);
    await close();
  });

  it('wakes the sound within the click although the talk is still on its way, and starts when it is there', async () => {
    const held = Promise.withResolvers<Route>();
    const { page, problems, close } = await stage.visit('/chat', {}, async (tab) => {
      await tab.addInitScript(() => {
        const resume = AudioContext.prototype.resume;
        AudioContext.prototype.resume = function resumed() {
          Object.assign(window, { wokenInClick: navigator.userActivation.isActive });
          return Reflect.apply(resume, this, []);
        };
      });
      await tab.route(TALK, held.resolve);
    });
    await page.getByRole('checkbox').check();
    await startButton(page).click();
    await page.getByRole('button', { name: 'Starting...' }).waitFor();
    expect(await page.evaluate(() => (window as unknown as { wokenInClick?: boolean }).wokenInClick)).toBe(true);
    const creation = page.waitForRequest('**/functions/v1/create_session');
    await (await held.promise).continue();
    expect((await creation).postDataJSON()).toMatchObject({ consent: true });
    await chatParts(page).field.waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it.each([
    ['dark', PHONE],
    ['light', WIDE],
  ] as const)(
    'says that the talk could not be loaded, and starts when asked again, in %s at %o',
    async (colorScheme, viewport) => {
      let isBroken = true;
      const { page, close } = await stage.visit('/chat', { colorScheme, viewport }, (tab) =>
        tab.route(TALK, (route) => (isBroken ? route.abort('connectionfailed') : route.continue())),
      );
      await page.getByRole('checkbox').check();
      await startButton(page).click();
      await page.getByRole('alert').getByText(NOT_LOADED).waitFor();
      expect(await page.getByRole('alert').getByRole('button', { name: 'Reload page' }).count()).toBe(1);
      expect(await page.getByRole('checkbox').isChecked()).toBe(true);
      await expectAccessible(page);
      isBroken = false;
      await startButton(page).click();
      await chatParts(page).field.waitFor();
      await close();
    },
  );

  it('is helped by a reload where the file is gone with an older release', async () => {
    let isGone = true;
    const { page, close } = await stage.visit('/chat', {}, (tab) =>
      tab.route(TALK, (route) =>
        isGone ? route.fulfill({ status: 404, json: { code: 'not_found' } }) : route.continue(),
      ),
    );
    await startButton(page).click();
    await page.getByRole('alert').getByText(NOT_LOADED).waitFor();
    isGone = false;
    await page.getByRole('button', { name: 'Reload page' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await startConversation(page);
    await close();
  });

  it('goes on with a conversation after a reload, says so meanwhile, and tries again what failed', async () => {
    const { page, close } = await stage.visit('/chat');
    const parts = await startConversation(page);
    await say(parts, 'What do you do?');
    await parts.twinLines.first().waitFor();
    const held = Promise.withResolvers<void>();
    let isBroken = true;
    await page.route(TALK, async (route) => {
      await held.promise;
      await (isBroken ? route.abort('connectionfailed') : route.continue());
    });
    await page.reload();
    await page.getByRole('status').getByText('Picking up your conversation').waitFor();
    await expectAccessible(page);
    held.resolve();
    await page.getByRole('alert').getByText(NOT_LOADED).waitFor();
    await expectAccessible(page);
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await parts.visitorLines.getByText('What do you do?').waitFor();
    await close();
  });
});
