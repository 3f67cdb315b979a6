import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { twinWithoutCalendar } from '../server/testing/calendar-twin.ts';
import { type ChatParts, pressEnd, startConversation } from './support/chat.ts';
import { LEAD_LINES, tell } from './support/lead.ts';
import { withOwnTwin } from './support/own-twin.ts';
import { expectAccessible, openStage, PHONE, type Stage, WIDE } from './support/stage.ts';

type Scene = (page: Page, parts: ChatParts) => Promise<unknown>;

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};
const never = () => undefined;

/** Every state of the offer, the card and the dialogs, in an order in which one conversation can reach them. */
const STATES: Record<string, Scene> = {
  'nothing is remembered': async (page) => {
    await press(page, 'What I remember about you');
    await page.getByRole('dialog').getByText('Nothing yet.').waitFor();
  },
  'a next step is offered': async (page, parts) => {
    await closeDialog(page);
    await tell(page, parts, ['Please have Orla call me about our delegation problem.']);
    await page.getByRole('region', { name: 'Next steps' }).waitFor();
  },
  'an address is left': async (page) => {
    await press(page, 'Leave an email');
    await page.getByRole('dialog').waitFor();
  },
  'an address is known': async (page, parts) => {
    await closeDialog(page);
    await tell(page, parts, LEAD_LINES);
    await page.getByText('Orla can reach you at').waitFor();
  },
  'the analysis is open': async (page, { field }) => {
    for (const viewport of [WIDE, PHONE]) {
      await page.setViewportSize(viewport);
      if (viewport === PHONE) await press(page, 'Conversation details');
      await page.getByText('Conversation Analysis').click();
      await page.getByText('Why this score').waitFor();
      // The card shrinks: the field is never pushed off the screen.
      await expect
        .poll(async () => {
          const box = await field.boundingBox();
          return (box?.y ?? viewport.height) + (box?.height ?? 0);
        })
        .toBeLessThan(viewport.height);
      expect(await page.getByText('Follow-up actions').count()).toBe(1);
      await expectAccessible(page, '[data-sonner-toaster]');
    }
  },
  'a call is booked': async (page) => {
    await press(page, 'Book a call');
    await page.getByRole('dialog').waitFor();
  },
  'a field is refused': async (page) => {
    await page.getByLabel('When would a call suit you?').fill('whenever');
    await page.getByLabel('Your email address').fill('ana@nowhere');
    await page.getByRole('dialog').getByRole('button', { name: 'Request a call' }).click();
    await page.getByText('This doesn’t look like an email address.').waitFor();
  },
  'the call is noted': async (page) => {
    await page
      .getByLabel('Your email address')
      .fill(`${'a'.repeat(40)}@${'costabikes-'.repeat(4)}.example`.replace('-.', '.'));
    await page.getByRole('dialog').getByRole('button', { name: 'Request a call' }).click();
    await page.getByText('Noted for').waitFor();
  },
  'the call is arranged': async (page) => {
    await press(page, 'Back to the conversation');
    await page.getByText('You asked Orla for a call').waitFor();
  },
  'it is put aside': async (page) => {
    await press(page, 'Not now');
    await page.getByRole('button', { name: 'Next steps' }).waitFor();
  },
  'the summary is on its way': async (page) => {
    await press(page, 'Next steps');
    await page.route('**/functions/v1/session_summary', never);
    await press(page, 'Get the summary');
    await page.getByText('Summarizing').waitFor();
  },
  'the summary cannot be had': async (page) => {
    await closeDialog(page);
    await page.unroute('**/functions/v1/session_summary');
    await page.route('**/functions/v1/session_summary', (route) => route.abort('connectionrefused'));
    await press(page, 'Get the summary');
    await page.getByRole('alert').waitFor();
  },
  'the summary is there': async (page) => {
    await page.unroute('**/functions/v1/session_summary');
    await press(page, 'Try again');
    await page.getByRole('button', { name: 'Download' }).waitFor();
  },
  'something is remembered': async (page, parts) => {
    await closeDialog(page);
    await tell(page, parts, ['I run a bakery with 40 people in Leeds.', 'I prefer short answers.']);
    await press(page, 'What I remember about you');
    await page.getByRole('dialog').getByText('bakery').first().waitFor();
  },
  'a memory is put right, and another is about to be forgotten': async (page) => {
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('button', { name: /^Correct: / })
      .first()
      .click();
    await dialog.getByRole('textbox').fill('https://bakery.example');
    await dialog.getByRole('textbox').press('Enter');
    await dialog.getByRole('alert').waitFor();
    await dialog
      .getByRole('button', { name: /^Forget: / })
      .first()
      .click();
    await press(page, 'Forget everything...');
  },
  'memories cannot be looked up': async (page) => {
    await closeDialog(page);
    await page.route('**/functions/v1/my_memories', (route) => route.abort('connectionrefused'));
    await press(page, 'What I remember about you');
    await page.getByRole('dialog').getByRole('alert').waitFor();
  },
  'the conversation is over': async (page) => {
    await closeDialog(page);
    await pressEnd(page);
    await page.getByRole('dialog').getByRole('button', { name: 'End conversation' }).click();
    await page.getByRole('button', { name: 'Get the summary' }).waitFor();
  },
};

describe('what a conversation means is told accessibly', () => {
  let stage: Stage;
  beforeAll(async () => {
    // Calls are asked for where there is no calendar.
    stage = await withOwnTwin((options) => openStage({}, options), twinWithoutCalendar);
  });
  afterAll(() => stage.close());

  /** Checks a state at both sizes and in both themes, and leaves the page on a phone. */
  const expectAccessibleInAll = async (page: Page) => {
    for (const viewport of [WIDE, PHONE]) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page, '[data-sonner-toaster]');
      }
    }
  };

  it('in every state of the offer, the card and the dialogs', async () => {
    const { page, problems, close } = await stage.visit('/chat', { viewport: PHONE });
    const parts = await startConversation(page);
    for (const [name, scene] of Object.entries(STATES)) {
      await scene(page, parts);
      await expectAccessibleInAll(page);
      const expected = /400|ERR_CONNECTION_REFUSED|Failed to (?:sum up|correct|read)/;
      expect(
        problems.filter((line) => !expected.test(line)),
        name,
      ).toEqual([]);
    }
    await close();
  }, 240_000);

  it('in a conversation that is not kept', async () => {
    const { page, problems, close } = await stage.visit('/chat', { viewport: PHONE });
    const parts = await startConversation(page, false);
    await tell(page, parts, ['Please have Orla call me about our delegation problem.']);
    await page.getByRole('link', { name: 'Write to Orla' }).waitFor();
    await expectAccessibleInAll(page);
    expect(problems).toEqual([]);
    await close();
  });

  it('fits 320 px and 400 % zoom with the offer and the card open', async () => {
    const { page, close } = await stage.visit('/chat', { viewport: { width: 320, height: 256 } });
    const parts = await startConversation(page);
    await tell(page, parts, LEAD_LINES);
    await press(page, 'Conversation details');
    await page.getByText('Conversation Analysis').click();
    await page.keyboard.press('Escape');
    await press(page, 'Get the summary');
    await page.getByRole('button', { name: 'Download' }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.getByRole('button', { name: 'Close' }).click();
    await parts.field.click();
    await close();
  });
});
