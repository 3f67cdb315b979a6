import { SHOW_CLOSE } from '@understudy/contract/show';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShow } from '../server/testing/show-socket.ts';
import { chatParts, say, startConversation, untilQuiet } from './support/chat.ts';
import { expectAccessible, openStage, PHONE, type Stage, WIDE } from './support/stage.ts';

describe('a show', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  it('starts from the personalities page, is steered by hand, survives a reload, stops with last words', async () => {
    const { page, problems, close } = await stage.visit('/personalities');
    await page.getByRole('link', { name: 'Start a show' }).click();
    await page.getByRole('heading', { name: 'A show with AI Orla Venstrom' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Start the show' }).click();
    const parts = chatParts(page);
    const desk = page.getByRole('complementary');
    await desk.getByText('On air', { exact: true }).waitFor();
    await desk.getByRole('heading', { name: 'Banter' }).waitFor();
    await parts.twinLines.first().waitFor();
    await untilQuiet(page);
    for (const line of [
      'Hi. I keep a green umbrella at my desk in Gothenburg.',
      'Haha, that is great.',
      'Tell me more.',
    ]) {
      await say(parts, line);
      await untilQuiet(page);
    }
    await desk.getByRole('meter', { name: 'Audience' }).waitFor();
    await desk.getByRole('button', { name: 'Comedy', exact: true }).click();
    await desk.getByRole('heading', { name: 'Comedy' }).waitFor();
    await desk.getByRole('button', { name: 'Save moment' }).click();
    await desk.getByText(/^Saved, /).waitFor();
    await expectAccessible(page, '[data-sonner-toaster]');
    const words = await parts.twinLines.allInnerTexts();

    await page.reload();
    await desk.getByText('On air', { exact: true }).waitFor();
    await desk.getByRole('heading', { name: 'Comedy' }).waitFor();
    expect(await parts.twinLines.allInnerTexts()).toEqual(words);
    await desk.getByRole('button', { name: 'Stop the show' }).click();
    await desk.getByText('Off air').waitFor();
    await expect.poll(() => parts.twinLines.count()).toBeGreaterThan(words.length);
    await untilQuiet(page);
    await desk.getByRole('button', { name: 'Go back on air' }).click();
    await desk.getByText('On air', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('opens in a new tab like any link; an address begins none in a conversation that goes on', async () => {
    const { page, problems, close } = await stage.visit('/');
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Start a show' }).click({ button: 'middle' });
    const tab = await opened;
    await tab.getByRole('heading', { name: 'A show with AI Orla Venstrom' }).waitFor();
    await tab.close();
    await page.goto(`${stage.app.url}/chat`);
    await startConversation(page);
    await chatParts(page).twinLines.first().waitFor();
    await untilQuiet(page);
    await page.goto(`${stage.app.url}/chat?again=1#show`);
    await chatParts(page).twinLines.first().waitFor();
    await expect.poll(() => new URL(page.url()).hash).toBe('');
    expect(await page.getByRole('complementary').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('says that it goes on in another tab once three newer pages have it, and takes it back when asked to', async () => {
    const { page, problems, close } = await stage.visit('/personalities');
    await page.getByRole('link', { name: 'Start a show' }).click();
    await page.getByRole('button', { name: 'Start the show' }).click();
    const desk = page.getByRole('complementary');
    await desk.getByRole('heading', { name: 'Banter' }).waitFor();
    await chatParts(page).twinLines.first().waitFor();
    await untilQuiet(page);
    // Three more pages of the same performer, as in a browser without locks, where a copied tab has its conversation.
    const kept = await page.evaluate(() => sessionStorage.getItem('understudy.session') ?? '{}');
    const { sessionId, secret } = JSON.parse(kept).session;
    const others = [];
    for (let count = 0; count < 3; count += 1) {
      const other = await openShow(stage.app.url, sessionId, { session_secret: secret });
      await other.next('ready');
      others.push(other);
    }
    await desk.getByText('The show goes on in another tab.').waitFor();
    await expectAccessible(page, '[data-sonner-toaster]');
    await page.setViewportSize(PHONE);
    const bar = page.getByRole('region', { name: 'Show' });
    const line = bar.getByText('The show goes on in another tab.');
    await line.waitFor();
    // All of it can be read.
    expect(await line.evaluate((text) => text.scrollHeight - text.clientHeight)).toBe(0);
    await page.setViewportSize(WIDE);
    await desk.getByRole('button', { name: 'Continue here' }).click();
    await desk.getByRole('button', { name: 'Stop the show' }).waitFor();
    expect(await others[0]?.closed).toBe(SHOW_CLOSE.replaced);
    await desk.getByRole('button', { name: 'Comedy', exact: true }).click();
    await desk.getByRole('heading', { name: 'Comedy' }).waitFor();
    for (const other of others) other.close();
    expect(problems).toEqual([]);
    await close();
  });

  it('leaves the conversation its room on a phone, with the desk in a drawer', async () => {
    const { page, problems, close } = await stage.visit('/', { viewport: PHONE });
    await page.getByRole('link', { name: 'Start a show' }).click();
    await page.getByRole('button', { name: 'Start the show' }).click();
    const parts = chatParts(page);
    const bar = page.getByRole('region', { name: 'Show' });
    await bar.getByText('On air', { exact: true }).waitFor();
    await parts.twinLines.first().waitFor();
    await untilQuiet(page);
    const log = await parts.log.boundingBox();
    expect(log?.height ?? 0).toBeGreaterThanOrEqual(PHONE.height * 0.6);
    await bar.getByRole('button', { name: 'Show desk' }).click();
    const drawer = page.getByRole('dialog', { name: 'Show desk' });
    await drawer.getByRole('button', { name: 'Riffing' }).click();
    await drawer.getByRole('heading', { name: 'Riffing' }).waitFor();
    await expectAccessible(page, '[data-sonner-toaster]');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await bar.getByText('Riffing').first().waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
