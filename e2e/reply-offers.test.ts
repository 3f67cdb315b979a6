import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { say, startConversation, untilQuiet } from './support/chat.ts';
import { expectAccessible, openStage, PHONE, type Stage, WIDE } from './support/stage.ts';

describe('buttons under a reply', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  it.each([
    ['wide', WIDE],
    ['phone', PHONE],
  ])('ask about a near subject with one click, and go with the next line (%s)', async (_, viewport) => {
    const { page, problems, close } = await stage.visit('/chat', { viewport });
    const parts = await startConversation(page, true);
    await say(parts, 'Do you have parking at your office?');
    await parts.twinLines.getByText(/comes closest|If I understand you right/).waitFor();
    await untilQuiet(page);
    const topics = parts.log.getByRole('button');
    expect(await topics.count()).toBe(2);
    await expectAccessible(page);
    const label = await topics.first().innerText();
    await topics.first().click();
    await parts.log.getByText(`Tell me about ${label}`, { exact: false }).waitFor();
    await untilQuiet(page);
    expect(await topics.count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('open the form for a call where one is wanted', async () => {
    const { page, problems, close } = await stage.visit('/chat');
    const parts = await startConversation(page, true);
    await say(parts, 'Can we talk to Orla?');
    await parts.log.getByRole('button', { name: 'Ask for a call' }).click();
    await page.getByRole('dialog', { name: 'Book a call' }).getByLabel('When would a call suit you?').waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
