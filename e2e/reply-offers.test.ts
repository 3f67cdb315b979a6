import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { twinWithoutCalendar } from '../server/testing/calendar-twin.ts';
import { say, startConversation, untilQuiet } from './support/chat.ts';
import { withOwnTwin } from './support/own-twin.ts';
import { expectAccessible, openStage, PHONE, type Stage, WIDE } from './support/stage.ts';

describe('buttons under a reply', () => {
  let stage: Stage;
  beforeAll(async () => {
    // A call is asked for where there is no calendar.
    stage = await withOwnTwin((options) => openStage({}, options), twinWithoutCalendar);
  });
  afterAll(() => stage.close());

  it.each([
    ['wide', WIDE],
    ['phone', PHONE],
  ])('ask about a near subject with one click, and go with the next line (%s)', async (_, viewport) => {
    const { page, problems, close } = await stage.visit('/chat', { viewport });
    const parts = await startConversation(page, true);
    await say(parts, 'Do you have parking at your office?');
    await parts.twinLines.getByText(/comes closest/).waitFor();
    await untilQuiet(page);
    const topics = parts.log.locator('.talk-offers:not(.talk-starters)').getByRole('button');
    expect(await topics.count()).toBe(2);
    await expectAccessible(page);
    const label = await topics.first().innerText();
    await topics.first().click();
    expect(label).toMatch(/^[A-Z].*\?$/);
    await parts.visitorLines.getByText(label, { exact: true }).waitFor();
    await untilQuiet(page);
    expect(await topics.count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it.each([
    ['wide', WIDE],
    ['phone', PHONE],
  ])('delete everything where that is asked for, after one question, with a receipt (%s)', async (_, viewport) => {
    const { page, problems, close } = await stage.visit('/chat', { viewport });
    const parts = await startConversation(page, true);
    await say(parts, 'Please delete everything you have on me');
    const button = parts.log.getByRole('button', { name: 'Delete everything' });
    await button.waitFor();
    await untilQuiet(page);
    await expectAccessible(page);
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Your data' });
    await dialog.getByText('This can’t be undone').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await page.keyboard.press('Escape');
    await parts.twinLines.getByText('“Privacy” at the bottom of the page').waitFor();
    const opened = page.waitForEvent('popup');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    const privacy = await opened;
    await privacy.getByRole('heading', { name: 'Privacy', level: 1 }).waitFor();
    await privacy.getByText('Forget everything...').waitFor();
    await say(parts, 'Hello again');
    await parts.visitorLines.getByText('Hello again').waitFor();
    await untilQuiet(page);
    const sessions = async () => (await stage.app.pool.query('SELECT FROM sessions')).rowCount ?? 0;
    const before = await sessions();
    await page.getByRole('button', { name: 'What I remember about you' }).click();
    const list = page.getByRole('dialog', { name: 'What I remember about you' });
    await list.getByRole('button', { name: 'Delete everything' }).click();
    await list.getByRole('button', { name: 'Delete everything' }).click();
    await list.getByText(/Your receipt: E-[2-9A-Z]{10}/).waitFor();
    expect(await sessions()).toBe(before - 1);
    await page.keyboard.press('Escape');
    await page.getByText('The conversation has ended, and nothing of it was kept.').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('go off the record where that is asked for, and the conversation goes on', async () => {
    const { page, problems, close } = await stage.visit('/chat');
    const parts = await startConversation(page, true);
    await say(parts, 'I withdraw my consent');
    await parts.log.getByRole('button', { name: 'Go off the record' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your data' });
    await dialog.getByRole('button', { name: 'Go off the record' }).click();
    await dialog.getByText('nothing of it is left when it ends').waitFor();
    await page.keyboard.press('Escape');
    await untilQuiet(page);
    await expect.poll(() => page.getByRole('button', { name: 'What I remember about you' }).count()).toBe(0);
    await say(parts, 'Hello again');
    await untilQuiet(page);
    const newest = 'SELECT consent FROM sessions ORDER BY started_at DESC LIMIT 1';
    expect((await stage.app.pool.query(newest)).rows).toEqual([{ consent: false }]);
    expect(problems).toEqual([]);
    await close();
  });

  it('are beside the list of what is remembered, which leads to the desk', async () => {
    const { page, close } = await stage.visit('/chat', { viewport: PHONE });
    await startConversation(page, true);
    await page.getByRole('button', { name: 'What I remember about you' }).click();
    const dialog = page.getByRole('dialog', { name: 'What I remember about you' });
    await dialog.getByRole('button', { name: 'Delete everything' }).waitFor();
    expect(await dialog.getByRole('link', { name: 'See everything' }).getAttribute('href')).toBe('/privacy');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Go off the record' }).click();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await dialog.getByRole('button', { name: 'Go off the record' }).waitFor();
    await close();
  });

  it('are none for data in a conversation that is not kept', async () => {
    const { page, close } = await stage.visit('/chat');
    const parts = await startConversation(page, false);
    await say(parts, 'Please delete everything you have on me');
    await parts.twinLines.getByText('This conversation is not kept').waitFor();
    await untilQuiet(page);
    expect(await page.getByRole('button', { name: 'What I remember about you' }).count()).toBe(0);
    await close();
  });

  it('open the form for a call where one is wanted', async () => {
    const { page, problems, close } = await stage.visit('/chat');
    const parts = await startConversation(page, true);
    await say(parts, 'Can we talk to Orla?');
    await parts.log.getByRole('button', { name: 'Request a call' }).click();
    await page.getByRole('dialog', { name: 'Book a call' }).getByLabel('When would a call suit you?').waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
