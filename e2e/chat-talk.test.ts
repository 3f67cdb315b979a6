import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { streamed } from '../server/testing/fake-replies.ts';
import { beginReply, heldReply, say, startConversation, untilQuiet } from './support/chat.ts';
import { openProviderStage, type ProviderStage } from './support/provider-stage.ts';
import { PHONE } from './support/stage.ts';

describe('a typed conversation', () => {
  let stage: ProviderStage;
  beforeAll(async () => {
    stage = await openProviderStage();
  });
  beforeEach(() => stage.provider.always(streamed('Fine.')));
  afterAll(() => stage.close());

  it('sends with Enter and not with Shift and Enter, and shows the reply as it is written', async () => {
    const { page, problems, close } = await stage.visit('/chat');
    const parts = await startConversation(page);
    const { field, send, status, ring, twinLines, visitorLines } = parts;
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await send.isDisabled()).toBe(true);
    await field.pressSequentially('   ');
    await field.press('Enter');
    expect(await visitorLines.count()).toBe(0);

    const held = heldReply(['I help ', 'companies. They ', 'grow.']);
    stage.provider.script(held.reply);
    await field.fill('');
    await field.pressSequentially('What do');
    await field.press('Shift+Enter');
    await field.pressSequentially('you do?');
    await field.press('Enter');
    await page.locator('header [data-presence="thinking"]').waitFor();
    expect(await status.innerText()).toBe('Thinking');
    expect(await visitorLines.innerText()).toBe('What do\nyou do?');
    expect(await field.isDisabled()).toBe(true);
    expect(await send.isDisabled()).toBe(true);

    held.next();
    await twinLines.getByText('I help').waitFor();
    expect(await ring.getAttribute('data-presence')).toBe('speaking');
    expect(await status.innerText()).toBe('Writing');
    expect(await field.isEnabled()).toBe(true);
    expect(await twinLines.locator('[aria-busy="true"]').innerText()).toContain('I help');
    held.next();
    // A finished sentence is an element of its own, which is what a screen reader announces.
    await twinLines.locator('span:not([aria-busy])', { hasText: 'I help companies.' }).waitFor();
    held.next();
    await untilQuiet(page);
    expect(await twinLines.allInnerTexts()).toEqual(['I help companies. They grow.']);
    expect(await twinLines.locator('[aria-busy]').count()).toBe(0);
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });

  it('stops with Esc, ends the words in a dash and gives the rest when asked', async () => {
    const { page, problems, close } = await stage.visit('/chat');
    const parts = await startConversation(page);
    await beginReply(stage.provider, parts, 'Tell me', ['The first half, ', 'never heard.']);
    await page.keyboard.press('Escape');
    await parts.twinLines.getByText('The first half—').waitFor();
    expect(await (await stage.provider.called(stage.provider.calls.length)).closed).toBe(true);
    stage.provider.script(streamed(' and the second.'));
    await page.getByRole('button', { name: 'Ask for the rest' }).click();
    await parts.twinLines.getByText('and the second.').waitFor();
    await untilQuiet(page);
    expect(await parts.twinLines.count()).toBe(1);
    expect(await parts.twinLines.innerText()).toMatch(/^The first half, ?\s?and the second\.$/);
    expect(await parts.visitorLines.count()).toBe(1);
    expect(problems).toEqual([]);
    await close();
  });

  it('lets a new message end the reply that is being written, which keeps its words and no mark', async () => {
    const { page, close } = await stage.visit('/chat');
    const parts = await startConversation(page);
    await beginReply(stage.provider, parts, 'Explain', ['On the one hand ', 'and so on.'], {
      again: streamed('Right, shorter.'),
    });
    await say(parts, 'Shorter please');
    await parts.twinLines.getByText('Right, shorter.').waitFor();
    await untilQuiet(page);
    expect(await parts.twinLines.allInnerTexts()).toEqual(['On the one hand', 'Right, shorter.']);
    const { rows } = await stage.app.pool.query(
      `SELECT u.text, u.interrupted, t.status FROM utterances u JOIN turns t USING (session_id, turn_id)
       WHERE u.text LIKE 'On the one%'`,
    );
    expect(rows).toEqual([{ text: 'On the one hand', interrupted: false, status: 'done' }]);
    await close();
  });

  it('switches mode and model for the next turn, keeps the history, and remembers both over a reload', async () => {
    const { page, close } = await stage.visit('/chat');
    const parts = await startConversation(page);
    await say(parts, 'First');
    await untilQuiet(page);
    await page.getByRole('combobox', { name: 'Personality' }).selectOption({ label: 'Storyteller' });
    const picker = page.getByRole('combobox', { name: 'Model' });
    const options = picker.locator('option');
    expect(await options.allInnerTexts()).toEqual(expect.arrayContaining(['fake-model', 'Embedded · 4k']));
    const colours = await options.evaluateAll((all) => all.map((option) => getComputedStyle(option).color));
    expect(new Set(colours).size).toBeGreaterThan(1);
    await picker.selectOption('embedded');
    expect(await page.getByTestId('mode-badge').innerText()).toBe('Storyteller');
    expect(await page.getByTestId('model-name').innerText()).toBe('Embedded');
    expect(await parts.visitorLines.count()).toBe(1);
    const sent = page.waitForRequest('**/functions/v1/agent_reply');
    await say(parts, 'Second');
    expect((await sent).postDataJSON()).toMatchObject({
      mode: 'storyteller',
      model: 'embedded',
      user_message: 'Second',
    });
    await untilQuiet(page);
    await page.reload();
    await parts.visitorLines.nth(1).waitFor();
    expect(await page.getByTestId('mode-badge').innerText()).toBe('Storyteller');
    expect(await page.getByTestId('model-name').innerText()).toBe('Embedded');
    await close();
  });

  it('counts near the limit, sends nothing longer, and keeps the draft over a reload', async () => {
    const { page, close } = await stage.visit('/chat');
    const { field, send } = await startConversation(page);
    await field.fill('é'.repeat(3_590));
    expect(await page.getByText('characters left').isVisible()).toBe(false);
    await field.fill('😀'.repeat(3_700));
    await page.getByText('300 characters left').waitFor();
    await field.fill('x'.repeat(4_012));
    await page.getByText('12 characters too many').waitFor();
    expect(await send.isDisabled()).toBe(true);
    await field.fill('Half a thought');
    await page.reload();
    await field.waitFor();
    expect(await field.inputValue()).toBe('Half a thought');
    await close();
  });

  it('follows the newest line, but not when the visitor has scrolled up to read', async () => {
    const { page, close } = await stage.visit('/chat', { viewport: PHONE });
    const parts = await startConversation(page);
    const { log, twinLines } = parts;
    const fromEnd = () => log.evaluate((area) => area.scrollHeight - area.scrollTop - area.clientHeight);
    stage.provider.always(streamed('A longer answer, with a good many words in it. '.repeat(40)));
    await say(parts, 'One');
    await untilQuiet(page);
    await expect.poll(fromEnd).toBeLessThan(2);
    await log.evaluate((area) => area.scrollTo({ top: 0 }));
    const held = heldReply(['Something new.']);
    stage.provider.script(held.reply);
    await parts.field.fill('Two');
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await parts.field.press('Enter');
    await expect.poll(fromEnd).toBeLessThan(2);
    await log.evaluate(async (area) => {
      area.scrollTo({ top: 0 });
      // The page is notified with the next frame.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    expect(await fromEnd()).toBeGreaterThan(400);
    held.next();
    await twinLines.getByText('Something new.').waitFor();
    await page.getByRole('button', { name: 'New messages' }).click();
    await expect.poll(fromEnd).toBeLessThan(2);
    await page.getByRole('button', { name: 'New messages' }).waitFor({ state: 'detached' });
    await close();
  });

  it('keeps the last line in sight when the field grows over it, and when it shrinks again', async () => {
    const { page, close } = await stage.visit('/chat', { viewport: PHONE });
    const parts = await startConversation(page);
    stage.provider.script(streamed('A longer answer, with a good many words in it. '.repeat(40)));
    await say(parts, 'One');
    await untilQuiet(page);
    const hidden = () =>
      page.evaluate(() => {
        const field = document.querySelector('.talk-composer')?.getBoundingClientRect().top ?? 0;
        const last = [...document.querySelectorAll('.talk-line')].at(-1)?.getBoundingClientRect().bottom ?? 0;
        return Math.max(0, last - field);
      });
    await expect.poll(hidden).toBe(0);
    const before = await parts.log.evaluate((area) => area.clientHeight);
    await parts.field.fill('and so on\n'.repeat(8));
    await expect.poll(() => parts.log.evaluate((area) => area.clientHeight)).toBeLessThan(before - 60);
    await expect.poll(hidden).toBe(0);
    await parts.field.fill('');
    await expect.poll(() => parts.log.evaluate((area) => area.clientHeight)).toBe(before);
    await expect.poll(hidden).toBe(0);
    await close();
  });

  it('is usable on a phone: pickers open on demand, long words wrap, nothing scrolls sideways', async () => {
    const { page, close } = await stage.visit('/chat', { viewport: PHONE, hasTouch: true, isMobile: true });
    const parts = await startConversation(page);
    await say(parts, `Donaudampfschifffahrtsgesellschaft${'en'.repeat(60)}`);
    await untilQuiet(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const pickers = page.getByRole('button', { name: 'Personality and model' });
    expect(await page.getByRole('combobox', { name: 'Personality' }).isVisible()).toBe(false);
    await pickers.tap();
    await page.getByRole('combobox', { name: 'Personality' }).selectOption('interviewer');
    expect(await page.getByTestId('mode-badge').innerText()).toBe('Interviewer');
    await close();
  });

  it('closes the pickers of a phone on Escape, which then stops no reply, and after a choice', async () => {
    const { page, close } = await stage.visit('/chat', { viewport: PHONE, hasTouch: true, isMobile: true });
    const parts = await startConversation(page);
    const held = await beginReply(stage.provider, parts, 'Hello', ['It begins', ' and goes on.']);
    const button = page.getByRole('button', { name: 'Personality and model' });
    const picker = page.getByRole('combobox', { name: 'Personality' });
    const isFocused = () => button.evaluate((element) => document.activeElement === element);

    await button.tap();
    await picker.focus();
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'hidden' });
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    expect(await isFocused()).toBe(true);
    held.next();
    await parts.twinLines.getByText('It begins and goes on.').waitFor();
    await untilQuiet(page);

    for (const [name, choice] of [
      ['Personality', 'interviewer'],
      ['Model', 'embedded'],
    ] as const) {
      await button.tap();
      await page.getByRole('combobox', { name }).selectOption(choice);
      await picker.waitFor({ state: 'hidden' });
      expect(await isFocused()).toBe(true);
    }
    expect(await page.getByTestId('mode-badge').innerText()).toBe('Interviewer');
    await close();
  });
});
