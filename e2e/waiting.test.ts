import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Background } from '../server/app/background.ts';
import { startWork } from '../server/testing/background-work.ts';
import { say, startConversation, untilQuiet } from './support/chat.ts';
import { keepSession } from './support/kept-sessions.ts';
import { expectAccessible, openStage, PHONE, type Stage } from './support/stage.ts';

describe('who waits for the owner', () => {
  let stage: Stage;
  let background: Background;
  beforeAll(async () => {
    stage = await openStage({}, { as: 'admin' });
    background = startWork(stage.app);
  });
  afterAll(async () => {
    await background.stop();
    await stage.close();
  });

  /** Stores an action item from a conversation of the given number of hours ago. */
  async function keepItem(
    key: string,
    title: string,
    hoursAgo: number,
    due: string | null = null,
    priority = 'high',
  ): Promise<string> {
    const { id, visitorId } = await keepSession(stage.app.pool, { name: title, minutesAgo: hoursAgo * 60 });
    await stage.app.pool.query(
      `INSERT INTO action_items (session_id, visitor_id, key, title, description, priority, owner, category, tags, due_date, seq, created_at)
       VALUES ($1, $2, $3, $4, 'As they said.', $7, 'you', 'sales', '{}', $5, 0, now() - $6 * interval '1 hour')`,
      [id, visitorId, key, title, due, hoursAgo, priority],
    );
    return id;
  }

  it('is listed as soon as somebody asks, leads to their words, and is gone once it is ticked off', async () => {
    const { page, problems, close } = await stage.visit('/admin');
    const waiting = page.getByRole('region', { name: 'Waiting for you' });
    await page.getByText('No sessions found matching your criteria').waitFor();
    expect(await waiting.count()).toBe(0);

    const visitor = await stage.visit('/chat');
    const chat = await startConversation(visitor.page);
    await say(chat, 'I am Ana Costa. Please call me on +31 6 1234 5678, it is about our pricing.');
    await untilQuiet(visitor.page);
    background.nudge();
    // The page is not reloaded.
    const call = waiting.getByRole('listitem').filter({ hasText: 'Call Ana Costa on +31 6 1234 5678' });
    await call.waitFor();
    await visitor.close();

    const old = await keepItem('request:answer', 'Answer the complaint: “It broke”', 40, '2026-01-02');
    await keepItem('offer', 'Send the offer', 2, null, 'medium');
    for (const hours of [30, 31]) await keepItem('request:call', `Call the one of ${hours} hours ago`, hours);
    await page.reload();
    const titles = () => waiting.locator('label').allInnerTexts();
    await expect.poll(async () => (await titles()).map((title) => title.split('\n')[0])).toHaveLength(3);
    await waiting.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(async () => (await titles()).length).toBe(4);
    const complaint = waiting.getByRole('listitem').filter({ hasText: 'It broke' });
    await complaint.getByText(/^was due .*2026/).waitFor();
    expect((await titles()).join()).not.toContain('offer');
    await expectAccessible(page);

    await call.getByRole('checkbox').check();
    await expect
      .poll(async () => (await stage.app.pool.query("SELECT 1 FROM action_items WHERE status = 'done'")).rowCount)
      .toBe(1);
    // An item completed by mistake can be reopened in place.
    await keepSession(stage.app.pool, { name: 'Somebody else', minutesAgo: 1 });
    // The latest choice wins, even if the request for an earlier one is delayed.
    const sent: string[] = [];
    const held = Promise.withResolvers<void>();
    await page.route('**/action-items/*', async (route) => {
      const { status } = route.request().postDataJSON() as { status: string };
      if (status === 'open') await held.promise;
      sent.push(status);
      await route.continue();
    });
    await call.getByRole('checkbox').uncheck();
    await call.getByRole('checkbox').check();
    held.resolve();
    await expect.poll(() => sent).toEqual(['open', 'done']);
    await page.unroute('**/action-items/*');
    await complaint.getByRole('link').click();
    await page.waitForURL(`**/admin/session/${old}**`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('checkbox', { name: 'It broke' }).check();
    await page.goBack();
    await expect
      .poll(async () => (await titles()).map((title) => title.split('\n')[0]))
      .toEqual(['Call the one of 30 hours ago', 'Call the one of 31 hours ago']);
    expect(problems).toEqual([]);
    await close();
  });

  it('can be read on a phone in the dark, and says so when it cannot be fetched', async () => {
    await keepItem('request:call', 'Call Maximiliane Freifrau von Hohenstein-Wittelsbacher on +43 1 234 5678', 3);
    const { page, close } = await stage.visit('/admin', { viewport: PHONE, colorScheme: 'dark' });
    const waiting = page.getByRole('region', { name: 'Waiting for you' });
    await waiting.getByText('Hohenstein').first().waitFor();
    await expectAccessible(page);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(sideways).toBe(false);
    await close();

    let isAway = true;
    const broken = await stage.visit('/admin', {}, (tab) =>
      tab.route('**/api/admin/action-items**', (route) =>
        isAway ? route.fulfill({ status: 503, json: { error: 'Away.' } }) : route.continue(),
      ),
    );
    await broken.page.getByRole('region', { name: 'Priority Sessions' }).getByRole('listitem').first().waitFor();
    const again = broken.page.getByText('What is waiting for you could not be loaded.').getByRole('button');
    await again.waitFor();
    isAway = false;
    await again.click();
    await broken.page.getByRole('region', { name: 'Waiting for you' }).getByText('Hohenstein').first().waitFor();
    await broken.close();
  });
});
