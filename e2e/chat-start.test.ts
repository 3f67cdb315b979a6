import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatParts, say, startConversation, untilQuiet } from './support/chat.ts';
import { openStage, PHONE, type Stage } from './support/stage.ts';

describe('before and at the start of a conversation', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  /** The visitors of these sessions. */
  const visitorsOf = async (sessions: string[]): Promise<string[]> =>
    (await stage.app.pool.query('SELECT DISTINCT visitor_id FROM sessions WHERE id = ANY ($1::uuid[])', [sessions]))
      .rows;
  const creation = (page: Page) => page.waitForRequest('**/functions/v1/create_session');
  const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');

  it('wakes the sound first, then creates the session with the choice that was made', async () => {
    const { page, problems, close } = await stage.visit('/chat', {}, (tab) =>
      tab.addInitScript(() => {
        const order: string[] = [];
        Object.assign(window, { order });
        const resume = AudioContext.prototype.resume;
        AudioContext.prototype.resume = function resumed() {
          order.push('resume');
          return Reflect.apply(resume, this, []);
        };
        const original = window.fetch;
        window.fetch = (...args) => {
          order.push(String(args[0]));
          return original(...args);
        };
      }),
    );
    const [request] = await Promise.all([creation(page), startConversation(page, false)]);
    expect(request.postDataJSON()).toMatchObject({ consent: false, mode: 'mentor' });
    const order = await page.evaluate(() => (window as unknown as { order: string[] }).order);
    expect(order.slice(0, 2)).toEqual(['resume', '/functions/v1/create_session']);
    await toasts(page).getByText('Session started successfully').waitFor();
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('understudy.visitor'))),
    ).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it('greets once, 3 s after a start without messages, also over a reload, says that it is an AI, and no toast covers a word of it on a phone', async () => {
    const { page, problems, close } = await stage.visit('/chat', { viewport: PHONE });
    const greetings: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/agent_reply')) greetings.push(request.postDataJSON());
    });
    const { log, twinLines } = await startConversation(page);
    await log.getByText('Ready to chat with AI Orla Venstrom').waitFor();
    const toast = toasts(page).first();
    await toast.waitFor();
    await expect.poll(async () => (await toast.boundingBox())?.y).toBeGreaterThan(0);
    const cover = await toast.boundingBox();
    await twinLines.first().waitFor();
    await untilQuiet(page);
    const speaker = await page.locator('.talk-speaker').boundingBox();
    expect(speaker?.y ?? 0).toBeGreaterThanOrEqual((cover?.y ?? Number.NaN) + (cover?.height ?? 0));
    expect(greetings).toMatchObject([{ user_message: '', context: { is_followup: true }, is_performer_mode: false }]);
    expect(await log.innerText()).toMatch(/\bAI\b/);
    expect(await log.getByText('Ready to chat').count()).toBe(0);
    const words = await twinLines.allInnerTexts();
    await page.reload();
    await twinLines.first().waitFor();
    expect(await twinLines.allInnerTexts()).toEqual(words);
    expect(greetings).toHaveLength(1);
    expect(problems).toEqual([]);
    await close();
  });

  it('follows up after 30 s of silence, and not before', async () => {
    const { page, close } = await stage.visit('/chat');
    await page.clock.install();
    const parts = await startConversation(page);
    await say(parts, 'What do you do?');
    await parts.twinLines.first().waitFor();
    await untilQuiet(page);
    let isAsked = false;
    const followup = page.waitForRequest((request) => Boolean(request.postDataJSON()?.context?.is_followup));
    void followup.then(() => {
      isAsked = true;
    });
    await page.clock.fastForward(20_000);
    await page.mouse.move(10, 10);
    await page.clock.fastForward(20_000);
    const before = await parts.twinLines.count();
    expect(isAsked).toBe(false);
    await page.clock.fastForward(10_000);
    expect((await followup).postDataJSON()).toMatchObject({
      user_message: '',
      context: { recent_messages: expect.arrayContaining(['What do you do?']) },
    });
    await parts.twinLines.nth(before).waitFor();
    await close();
  });

  it('knows a visitor again by the secret that their browser was given, and by no id alone', async () => {
    const old = '20000000-0000-4000-8000-000000000000';
    const { page, close } = await stage.visit('/chat', {}, (tab) =>
      tab.addInitScript((id) => {
        // As an earlier release left it.
        if (!localStorage.getItem('understudy.visitor')) localStorage.setItem('understudy.visitor_id', id);
      }, old),
    );
    const second = await page.context().newPage();
    await second.goto(`${stage.app.url}/chat`);
    const requests = [creation(page), creation(second)];
    // Both start before either has a visitor id.
    await Promise.all([page, second].map((tab) => startConversation(tab)));
    const sent = (await Promise.all(requests)).map((request) => request.postDataJSON());
    for (const { visitor_id } of sent) expect(visitor_id).not.toBe(old);
    const kept = await page.evaluate(() => localStorage.getItem('understudy.visitor') ?? '');
    expect(kept).toMatch(/^[0-9a-f-]{36} [\w-]{43}$/);
    expect(await page.evaluate(() => localStorage.getItem('understudy.visitor_id'))).toBeNull();
    const sessions = await Promise.all(
      [page, second].map((tab) => tab.evaluate(() => sessionStorage.getItem('understudy.session') ?? '')),
    );
    const ids = sessions.map((text) => JSON.parse(text).session.sessionId);
    expect(await visitorsOf(ids)).toEqual([{ visitor_id: kept.split(' ')[0] }]);
    await close();
  });

  it('gives each of several tabs a conversation of its own, of one visitor', async () => {
    const { page, close } = await stage.visit('/chat');
    const tabs = [page, ...(await Promise.all(Array.from({ length: 3 }, () => page.context().newPage())))];
    const sessions = new Set<string>();
    for (const [index, tab] of tabs.entries()) {
      // As a visitor does; a background tab is rendered only once a second.
      await tab.bringToFront();
      if (index > 0) await tab.goto(`${stage.app.url}/chat`);
      await startConversation(tab);
      const kept = await tab.evaluate(() => sessionStorage.getItem('understudy.session') ?? '');
      sessions.add(JSON.parse(kept).session.sessionId);
    }
    expect(sessions.size).toBe(4);
    expect(await visitorsOf([...sessions])).toHaveLength(1);
    await Promise.all(
      tabs.map(async (tab, index) => {
        const parts = chatParts(tab);
        await parts.twinLines.first().waitFor();
        await say(parts, `This is tab ${index}`);
        // A background tab is rendered only once a second.
        await expect.poll(() => parts.visitorLines.allInnerTexts()).toEqual([`This is tab ${index}`]);
      }),
    );
    await close();
  });

  it('does not let a copy of a tab take over its conversation', async () => {
    const { page, close } = await stage.visit('/chat');
    await startConversation(page);
    const [copy] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate(() => void window.open(location.href)),
    ]);
    await copy.getByRole('button', { name: 'Start Conversation' }).waitFor();
    await page.reload();
    await chatParts(page).field.waitFor();
    await close();
  });
});
