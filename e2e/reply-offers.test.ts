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
  ])(
    'open what is remembered where data is asked about, beside a way to the privacy page (%s)',
    async (_, viewport) => {
      const { page, problems, close } = await stage.visit('/chat', { viewport });
      const parts = await startConversation(page, true);
      await say(parts, 'Please delete everything you have on me');
      const button = parts.log.getByRole('button', { name: 'What I remember about you' });
      await button.waitFor();
      await untilQuiet(page);
      await expectAccessible(page);
      await button.click();
      await page.getByRole('dialog', { name: 'What I remember about you' }).getByText('Nothing yet.').waitFor();
      await page.keyboard.press('Escape');
      await parts.twinLines.getByText('“Privacy” at the bottom of the page').waitFor();
      const opened = page.waitForEvent('popup');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
      const privacy = await opened;
      await privacy.getByRole('heading', { name: 'Privacy', level: 1 }).waitFor();
      await privacy.getByText('Forget everything...').waitFor();
      await say(parts, 'Hello again');
      await parts.visitorLines.getByText('Hello again').waitFor();
      expect(problems).toEqual([]);
      await close();
    },
  );

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
