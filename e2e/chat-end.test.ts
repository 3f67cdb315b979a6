import { emptyExtract } from '@understudy/contract/leads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { say, startConversation, untilQuiet } from './support/chat.ts';
import { openStage, type Stage } from './support/stage.ts';

describe('limits and the end of a conversation', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ RATE_LIMIT_SCALE: '1', LIMIT_MESSAGES_PER_MINUTE: '2', LIMIT_SESSIONS_PER_HOUR: '100' });
  });
  afterAll(() => stage.close());

  it('says the server’s sentence and when to try again after too many messages, and keeps the words', async () => {
    const { page, close } = await stage.visit('/chat');
    const parts = await startConversation(page);
    const told = parts.log.getByText('Not sent. That was a lot of messages in a minute. Please wait a moment.');
    // A greeting that precedes the first message counts towards the limit of two per minute.
    for (const text of ['What do you do?', 'And where?', 'One too many']) {
      await say(parts, text);
      await parts.visitorLines.getByText(text).or(told).first().waitFor();
      await untilQuiet(page);
      if (await told.count()) break;
    }
    await told.waitFor();
    expect(await told.innerText()).toMatch(/You can try again in \d+ seconds\.$/);
    await page.getByText('Failed to send message').waitFor();
    expect(await parts.log.getByRole('button', { name: 'Send again' }).count()).toBe(1);
    await close();
  });

  it('ends after a question, keeps what may be read, and starts anew', async () => {
    const { page, problems, close } = await stage.visit('/chat');
    const parts = await startConversation(page);
    await say(parts, 'What do you do?');
    await parts.twinLines.first().waitFor();
    await untilQuiet(page);
    const end = page.getByRole('button', { name: 'End conversation' });
    await end.click();
    const dialog = page.getByRole('dialog', { name: 'End this conversation?' });
    await dialog.getByRole('button', { name: 'Keep talking' }).click();
    expect(await parts.field.isEnabled()).toBe(true);
    await end.click();
    await dialog.getByRole('button', { name: 'End conversation' }).click();
    await page.getByText('The conversation has ended. You can still read it here.').waitFor();
    expect(await parts.visitorLines.allInnerTexts()).toEqual(['What do you do?']);
    expect(await parts.field.count()).toBe(0);
    const { rows } = await stage.app.pool.query(
      'SELECT count(*)::int AS ended FROM sessions WHERE ended_at IS NOT NULL',
    );
    expect(rows).toEqual([{ ended: 1 }]);
    await page.getByRole('button', { name: 'Start a new conversation' }).click();
    await startConversation(page);
    expect(await parts.visitorLines.count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('leaves nothing behind, on screen or in the database, of a conversation that was not to be kept', async () => {
    const { page, close } = await stage.visit('/chat');
    const parts = await startConversation(page, false);
    await say(parts, 'A secret of mine');
    await parts.twinLines.first().waitFor();
    await page.getByRole('button', { name: 'End conversation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End conversation' }).click();
    await page.getByText('The conversation has ended, and nothing of it was kept.').waitFor();
    expect(await page.getByText('A secret of mine').count()).toBe(0);
    expect(await page.getByText('Ready to chat').isVisible()).toBe(false);
    const { rows } = await stage.app.pool.query(`SELECT 1 FROM utterances WHERE text LIKE '%secret of mine%'`);
    expect(rows).toEqual([]);
    await close();
  });

  it('leads from a session that is over to the start screen, with a sentence and the draft', async () => {
    const { page, close } = await stage.visit('/chat');
    const { field } = await startConversation(page);
    await field.fill('Half a thought');
    await stage.app.pool.query(`UPDATE sessions SET ended_at = now(), end_reason = 'idle' WHERE ended_at IS NULL`);
    await page.reload();
    await page.getByText('Your earlier conversation has ended. You can start a new one here.').waitFor();
    await startConversation(page);
    expect(await field.inputValue()).toBe('Half a thought');
    await close();
  });

  it('shows the analysis once there is one: closed at first, badges on wide screens', async () => {
    const extract = {
      ...emptyExtract(),
      intent: 'consulting_inquiry',
      lead_score: 72,
      confidence: 0.834,
      followup_actions: ['Send the prompt book sample'],
    };
    const { page, close } = await stage.visit('/chat', {}, (tab) =>
      tab.route('**/functions/v1/agent_reply', async (route) => {
        const { turn_id } = route.request().postDataJSON();
        const done = {
          text: 'Glad to.',
          audio_base64: null,
          extract,
          debug_commands: [],
          turn_id,
          segments: [{ text: 'Glad to.', pause_ms: 0 }],
          mode: 'mentor',
          model: 'embedded',
          provider: 'embedded',
          interrupted: false,
          partial: false,
          knowledge: [],
        };
        await route.fulfill({
          contentType: 'text/event-stream',
          body: `event: done\ndata: ${JSON.stringify(done)}\n\n`,
        });
      }),
    );
    const parts = await startConversation(page);
    const card = page.getByText('Conversation Analysis');
    expect(await card.count()).toBe(0);
    expect(
      await page
        .locator('header')
        .getByText(/Intent:|Score:/)
        .count(),
    ).toBe(0);
    await say(parts, 'We need help');
    await card.waitFor();
    const confidence = page.getByText('83%');
    expect(await confidence.isVisible()).toBe(false);
    await card.click();
    await confidence.waitFor();
    expect(await page.getByRole('main').innerText()).toMatch(
      /consulting inquiry[\s\S]*72[\s\S]*high[\s\S]*prompt book/,
    );
    const badge = page.locator('header').getByText('consulting inquiry');
    expect(await badge.isVisible()).toBe(true);
    expect(await page.locator('header').getByText('Score: 72').isVisible()).toBe(true);
    await page.setViewportSize({ width: 800, height: 800 });
    expect(await badge.isVisible()).toBe(false);
    await close();
  });
});
