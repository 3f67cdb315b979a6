import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { twinWithoutCalendar } from '../server/testing/calendar-twin.ts';
import { startConversation } from './support/chat.ts';
import { chosenIn, eventsOf, LEAD_LINES, sessionOf, tell } from './support/lead.ts';
import { withOwnTwin } from './support/own-twin.ts';
import { openStage, type Stage } from './support/stage.ts';

describe('what a conversation means, and how it goes on', () => {
  let stage: Stage;
  beforeAll(async () => {
    // Calls are asked for where there is no calendar.
    stage = await withOwnTwin((options) => openStage({}, options), twinWithoutCalendar);
  });
  afterAll(() => stage.close());

  const stepsOf = (page: Page) => page.getByRole('region', { name: 'Next steps' });
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent ?? '');

  /** A conversation of a visitor who is worth a call. */
  async function leadTalk({ consent = true, lines = LEAD_LINES } = {}) {
    const visit = await stage.visit('/chat');
    const parts = await startConversation(visit.page, consent);
    await tell(visit.page, parts, lines);
    return { ...visit, parts, sessionId: await sessionOf(visit.page), steps: stepsOf(visit.page) };
  }

  it('shows the score with its reasons but not the next question, and keeps both card and offer over a reload', async () => {
    const { page, problems, sessionId, steps, close } = await leadTalk();
    await steps.waitFor();
    const card = page.getByRole('main').locator('details', { hasText: 'Conversation Analysis' });
    const read = async () => {
      await card.getByText('Conversation Analysis').click();
      await card.getByText('Why this score').waitFor();
      return card.innerText();
    };
    const before = await read();
    expect(before).toMatch(/Intent\s+consulting inquiry\s+Confidence\s+\d+%\s+Lead score\s+\d+\s+Priority\s+high/);
    expect(before).toMatch(/20,000 euros/);
    expect(before).toMatch(/Follow-up actions[\s\S]*ana@costabikes\.example/);
    expect(before).not.toContain('?');
    await page.reload();
    await steps.waitFor();
    expect(await read()).toBe(before);
    await expect
      .poll(() => eventsOf(stage.app, sessionId, 'cta_', 'page_'))
      .toEqual(['cta_shown score', 'page_left', 'page_returned']);
    expect(problems).toEqual([]);
    await close();
  });

  it('notes a wish to be called, with the day that was understood, and puts what is wrong beside its field', async () => {
    const { page, problems, sessionId, steps, close } = await leadTalk();
    await steps.getByRole('button', { name: 'Book a call' }).click();
    const dialog = page.getByRole('dialog', { name: 'Book a call' });
    const time = dialog.getByLabel('When would a call suit you?');
    const email = dialog.getByLabel('Your email address');
    expect(await email.inputValue()).toBe('ana@costabikes.example');
    await time.fill('December 24th in the morning');
    await email.fill('ana@costabikes');
    await time.press('Enter');
    await dialog.getByText('This doesn’t look like an email address.').waitFor();
    await expect.poll(() => focused(page)).toBe('email');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    await email.fill('ana@costabikes.example');
    await dialog.getByRole('button', { name: 'Request a call' }).click();
    await dialog.getByText('Noted for Orla').waitFor();
    expect(await dialog.innerText()).toMatch(/Thursday, December 24[\s\S]*“December 24th in the morning”/);
    const { rows } = await stage.app.pool.query(
      "SELECT title, due_date::text LIKE '%-12-24%' AS on_the_day FROM action_items WHERE session_id = $1 AND title LIKE 'Call %'",
      [sessionId],
    );
    expect(rows).toEqual([{ title: 'Call ana@costabikes.example', on_the_day: true }]);
    await dialog.getByRole('button', { name: 'Back to the conversation' }).click();
    await expect.poll(() => focused(page)).toBe('Change call');
    expect(await chosenIn(stage.app, sessionId)).toBe('book_call');
    expect(problems.filter((line) => !line.includes('400'))).toEqual([]);
    await close();
  });

  it('shows the call that was asked for instead of asking again, over a reload too, and takes a newer wish', async () => {
    const { page, parts, problems, sessionId, steps, close } = await leadTalk({
      lines: ['Please have Orla call me about our delegation problem.'],
    });
    const askFor = async (opener: string, wish: string) => {
      await steps.getByRole('button', { name: opener }).click();
      const dialog = page.getByRole('dialog', { name: 'Book a call' });
      await dialog.getByLabel('When would a call suit you?').fill(wish);
      await dialog.getByLabel('Your email address').fill('ana@costabikes.example');
      await dialog.getByRole('button', { name: 'Request a call' }).click();
      await dialog.getByText('Noted for Orla').waitFor();
    };
    await askFor('Book a call', 'December 24th in the morning');
    // With the dialog still open: only the server knows what was stored.
    await page.reload();
    await steps.getByText('You asked Orla for a call').waitFor();
    expect(await steps.innerText()).toMatch(
      /on Thursday, December 24 \(“December 24th in the morning”\)\. The answer goes to ana@costabikes\.example\./,
    );
    expect(await steps.innerText()).not.toMatch(/Want Orla|Leave an email|Book a call/);
    await tell(page, parts, ['Did my booking go through?']);
    await parts.twinLines.getByText('“December 24th in the morning” (Thursday, December 24)').waitFor();
    await askFor('Change call', 'some afternoon');
    await page.getByRole('button', { name: 'Back to the conversation' }).click();
    await steps.getByText('(“some afternoon”)').waitFor();
    await expect.poll(() => focused(page)).toBe('Change call');
    expect(await eventsOf(stage.app, sessionId, 'cta_shown')).toEqual(['cta_shown asked']);
    expect(problems).toEqual([]);
    await close();
  });

  it('says an address in the talk, where transcript and analysis know it', async () => {
    const { page, parts, problems, sessionId, steps, close } = await leadTalk({
      lines: ['Please have Orla call me about our delegation problem.'],
    });
    await steps.getByRole('button', { name: 'Leave an email' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave an email' });
    await dialog.getByLabel('Your email address').fill('ana@costabikes.example');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await parts.visitorLines.getByText('You can reach me at ana@costabikes.example.').waitFor();
    const contact = () => stage.app.pool.query('SELECT email FROM sessions WHERE id = $1', [sessionId]);
    await expect.poll(async () => (await contact()).rows).toEqual([{ email: 'ana@costabikes.example' }]);
    expect(await dialog.count()).toBe(0);
    await steps.waitFor({ state: 'detached' });
    expect(await chosenIn(stage.app, sessionId)).toBe('leave_email');
    expect((await eventsOf(stage.app, sessionId, 'cta_'))[0]).toBe('cta_shown asked');
    expect(problems).toEqual([]);
    await close();
  });

  it('shows the summary, gives it as a file, and tries again when it could not be had', async () => {
    const { page, sessionId, steps, close } = await leadTalk();
    await page.route('**/functions/v1/session_summary', (route) => route.abort('connectionrefused'));
    await steps.getByRole('button', { name: 'Get the summary' }).click();
    const dialog = page.getByRole('dialog', { name: 'Summary of this conversation' });
    await dialog.getByText('The summary isn’t available right now').waitFor();
    await page.unroute('**/functions/v1/session_summary');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^conversation-\d{4}-\d\d-\d\d\.md$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toMatch(/^# Conversation with AI Orla Venstrom\n/);
    expect(text).toContain('- Can Orla help?');
    // The visitor must not see what their words are worth to the owner.
    expect(text).not.toMatch(/hot|lead|score/i);
    const shown = await dialog.innerText();
    for (const line of text.matchAll(/^- (.+?)(?: \(.+\))?$/gm)) expect(shown).toContain(line[1]);
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Get the summary');
    expect(await steps.count()).toBe(1);
    expect(await chosenIn(stage.app, sessionId)).toBe('get_summary');
    await close();
  });

  it('goes away when it is not wanted, does not come again by itself, and comes back when asked', async () => {
    const { page, parts, problems, sessionId, steps, close } = await leadTalk();
    await steps.getByRole('button', { name: 'Not now' }).click();
    expect(await steps.count()).toBe(0);
    await expect.poll(() => focused(page)).toBe('Next steps');
    await tell(page, parts, ['Please have Orla call me.']);
    expect(await steps.count()).toBe(0);
    await page.getByRole('button', { name: 'Next steps' }).click();
    await steps.waitFor();
    expect(await eventsOf(stage.app, sessionId, 'cta_')).toEqual(['cta_shown score', 'cta_dismissed']);
    expect(problems).toEqual([]);
    await close();
  });

  it('books nothing of a conversation that is not kept, says why and whom to write to, and sums it up all the same', async () => {
    const { page, problems, steps, close } = await leadTalk({ consent: false });
    await steps.waitFor();
    expect(await steps.getByRole('button').allInnerTexts()).toEqual(['Get the summary', '']);
    const { email: address } = stage.app.parts.twin().persona.contact;
    expect(await steps.innerText()).toContain('You chose not to have this kept, so no call can be noted here.');
    expect(await steps.getByRole('link').getAttribute('href')).toBe(`mailto:${address}`);
    await steps.getByRole('button', { name: 'Get the summary' }).click();
    await page.getByRole('dialog').getByText('Can Orla help?').first().waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('offers the summary after the end too, and no offer stays', async () => {
    const { page, problems, steps, close } = await leadTalk();
    await page.getByRole('button', { name: 'End conversation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End conversation' }).click();
    await page.getByText('The conversation has ended.').waitFor();
    expect(await steps.count()).toBe(0);
    await page.getByRole('button', { name: 'Get the summary' }).click();
    await page.getByRole('dialog').getByText('Can Orla help?').first().waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
