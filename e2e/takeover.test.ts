import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../server/testing/database.ts';
import { type ChatParts, chatParts, say, startConversation, untilQuiet } from './support/chat.ts';
import { expectFineEverywhere } from './support/door.ts';
import { sessionOf } from './support/lead.ts';
import { shot } from './support/shots.ts';
import { openStage, PHONE, type Stage, WIDE } from './support/stage.ts';

/** The visitor's browser is at one instance, and the administrator's at another, on one database. */
describe('taking a conversation over', () => {
  let database: TestDatabase;
  let visitors: Stage;
  let owners: Stage;
  beforeAll(async () => {
    database = await testDatabase();
    const shared = { DATABASE_URL: database.url };
    visitors = await openStage(shared, { database });
    owners = await openStage(shared, { database, as: 'owner' });
  });
  afterAll(async () => {
    await visitors.close();
    await owners.close();
    await database.close();
  });

  const bar = (page: Page) => page.getByRole('status', { name: 'A person in this conversation' });
  const script = (page: Page) => page.getByRole('list', { name: 'Conversation', exact: true });
  const answered = async (page: Page, parts: ChatParts, text: string) => {
    const before = await parts.twinLines.count();
    await say(parts, text);
    await expect.poll(() => parts.twinLines.count()).toBeGreaterThan(before);
    await untilQuiet(page);
  };

  it('is asked for, agreed to, written in by a person, and handed back', async () => {
    const visit = await visitors.visit('/chat');
    const visitor = visit.page;
    const parts = await startConversation(visitor);
    await answered(visitor, parts, 'We are a bakery in Ghent.');
    const id = await sessionOf(visitor);

    const office = await owners.visit(`/admin/session/${id}`);
    const { page } = office;
    await page.getByRole('link', { name: 'Watch live' }).click();
    await script(page).getByText('We are a bakery in Ghent.').waitFor();
    await shot(page, 'takeover-watch');
    await expectFineEverywhere(page);
    await page.getByRole('textbox', { name: 'Your name, as the visitor reads it' }).fill('Orla Venstrom');
    await page.getByRole('textbox', { name: 'Who you are (optional)' }).fill('consultant');
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByText('The visitor is asked whether you may join.').waitFor();

    await bar(visitor).getByText('Orla Venstrom (consultant) would like to join.').waitFor();
    await shot(visitor, 'takeover-asked');
    await expectFineEverywhere(visitor);
    await bar(visitor).getByRole('button', { name: 'Let Orla Venstrom join' }).click();
    await bar(visitor).getByText('Orla Venstrom (consultant) is in this conversation').waitFor();
    const message = page.getByRole('textbox', { name: 'Your message' });
    await message.waitFor();

    const spoken = await parts.twinLines.count();
    await parts.field.fill('Do you also come to Antwerp?');
    await page.getByText('The visitor is typing').waitFor();
    await parts.field.press('Enter');
    await script(page).getByText('Do you also come to Antwerp?').waitFor();
    await expect.poll(() => parts.field.isEnabled()).toBe(true);
    expect(await parts.twinLines.count()).toBe(spoken);

    await page.getByRole('button', { name: 'Draft a reply' }).click();
    await page.getByText('This is the twin’s draft.').waitFor();
    expect(await message.inputValue()).not.toBe('');
    await shot(page, 'takeover-draft');
    await expectFineEverywhere(page);
    expect(await parts.twinLines.count()).toBe(spoken);
    // However long it is, it can be sent on a phone.
    await page.setViewportSize(PHONE);
    await message.fill('A word of a long reply that somebody edits. '.repeat(30));
    await page.getByRole('button', { name: 'Send', exact: true }).click({ trial: true });
    await page.setViewportSize(WIDE);
    await page.getByRole('button', { name: 'Drop the draft' }).click();
    expect(await message.inputValue()).toBe('');
    await message.pressSequentially('Yes, every second');
    await bar(visitor).getByText('Orla Venstrom is typing').waitFor();
    await message.pressSequentially(' Thursday.');
    await message.press('Enter');
    await parts.log.getByText('Yes, every second Thursday.').waitFor();
    expect(await parts.log.locator('.talk-name').last().textContent()).toBe('Orla Venstrom');
    await shot(visitor, 'takeover-person');
    await expectFineEverywhere(visitor);

    // What a person has said is still theirs after a reload, and they are still there.
    await visitor.reload();
    const again = chatParts(visitor);
    await again.log.getByText('Yes, every second Thursday.').waitFor();
    expect(await again.log.locator('.talk-name').last().textContent()).toBe('Orla Venstrom');
    await bar(visitor).getByText('is in this conversation').waitFor();
    expect(await again.log.getByText('Yes, every second Thursday.').count()).toBe(1);

    await message.fill('Half a thought that was not sent');
    await page.getByRole('button', { name: 'Hand back to the twin' }).click();
    await bar(visitor).getByText('Orla Venstrom has left. The AI answers again.').waitFor();
    await page.getByRole('complementary', { name: 'What you can do' }).getByText('Half a thought').waitFor();
    await shot(page, 'takeover-unsent');
    await expectFineEverywhere(page);
    await page.getByRole('textbox', { name: 'Private hint for the twin' }).fill('Our workshops for teams');
    await page.getByRole('button', { name: 'Give hint' }).click();
    await page.getByText('For the next reply: Our workshops for teams').waitFor();
    await answered(visitor, again, 'Thank you, that is good to know.');
    await page.getByText(/The last reply carried your hint\.|The twin could not carry your hint/).waitFor();

    // In the record, the three are told apart.
    await page.getByRole('link', { name: 'Session details' }).click();
    await page.getByRole('heading', { name: 'Session Details' }).waitFor();
    await page
      .locator('.utterance')
      .filter({ hasText: 'Yes, every second Thursday.' })
      .getByText('Orla Venstrom')
      .waitFor();
    expect(visit.problems).toEqual([]);
    expect(office.problems).toEqual([]);
    await visit.close();
    await office.close();
  });

  it('a visitor who asks for a person is shown in the dashboard, and joined at once', async () => {
    const office = await owners.visit('/admin');
    const visit = await visitors.visit('/chat');
    const visitor = visit.page;
    const parts = await startConversation(visitor, false);
    await answered(visitor, parts, 'A word before.');
    await answered(visitor, parts, 'I want to speak to a real person.');
    await visitor.getByRole('button', { name: 'Ask for a person' }).click();
    await bar(visitor).getByText('team is online and has been told').waitFor();
    await shot(visitor, 'takeover-waiting');
    await expectFineEverywhere(visitor);

    const { page } = office;
    const waiting = page.getByRole('region', { name: 'A visitor asks for a person' });
    await waiting.getByText('Anonymous visitor has been waiting for a person since').waitFor();
    await shot(page, 'takeover-dashboard');
    await expectFineEverywhere(page);
    await waiting.getByRole('link', { name: 'Join' }).click();
    await page.getByText('The visitor did not agree that this conversation is kept.').waitFor();
    expect(await script(page).getByText('A word before.').count()).toBe(0);
    await page.getByRole('textbox', { name: 'Your name, as the visitor reads it' }).fill('Bea');
    await page.getByRole('button', { name: 'Take over' }).click();
    await bar(visitor).getByText('Bea is in this conversation').waitFor();
    // The twin's offers do not stand in a person's conversation.
    const offered = visitor.locator('.talk-offers button, .next-step button, .next-step a');
    expect(await offered.count()).toBe(0);
    await waiting.waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Your message' }).fill('Hello, this is Bea.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await parts.log.getByText('Hello, this is Bea.').waitFor();
    expect(visit.problems).toEqual([]);
    expect(office.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
    await visit.close();
    await office.close();
  });

  it('a visitor who says no stays with the twin', async () => {
    const visit = await visitors.visit('/chat');
    const visitor = visit.page;
    const parts = await startConversation(visitor);
    await answered(visitor, parts, 'What do you do?');
    const office = await owners.visit(`/admin/session/${await sessionOf(visitor)}#live`);
    const { page } = office;
    await page.getByRole('textbox', { name: 'Your name, as the visitor reads it' }).fill('Bea');
    await page.getByRole('button', { name: 'Take over' }).click();
    await bar(visitor).getByRole('button', { name: 'Stay with the AI' }).click();
    await page.getByText('The visitor did not want a person to join. The twin answers.').waitFor();
    expect(await page.getByRole('button', { name: 'Take over' }).count()).toBe(0);
    await answered(visitor, parts, 'And for whom?');
    await visit.close();
    await office.close();
  });
});
