import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamed } from '../server/testing/fake-replies.ts';
import { heldReply, say, startConversation } from './support/chat.ts';
import { isAudible, overhear } from './support/spoken.ts';
import { expectAccessible, PHONE, WIDE } from './support/stage.ts';
import { openVoiceStage, type VoiceStage } from './support/voice-stage.ts';

let stage: VoiceStage;
beforeAll(async () => {
  stage = await openVoiceStage([500], { without: 'transcriber' });
});
afterAll(() => stage.close());

describe('a reply that is stopped before it is heard', () => {
  it('leaves the controls usable, and the next one is heard', async () => {
    const { page, problems, close } = await stage.visit('/chat', {}, overhear);
    const parts = await startConversation(page);
    const reply = heldReply(['It takes two weeks. [pause:1s] ', 'As a rule.']);
    stage.provider.script(reply.reply);
    stage.speech.speak({ silent: true });
    await say(parts, 'How long does it take?');
    reply.next();
    await stage.speech.asked(1);
    await page.getByRole('button', { name: /stop/i }).click();
    const hold = page.getByRole('button', { name: 'Hold to talk' });
    await expect.poll(() => hold.isEnabled()).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: 'Auto-detect' }).isEnabled()).toBe(true);
    await page.locator('header [data-presence="idle"]').waitFor();
    expect(await isAudible(page)).toBe(false);
    stage.provider.script(streamed('A workshop costs two thousand.'));
    await say(parts, 'And what does it cost?');
    await expect.poll(() => isAudible(page), { timeout: 10_000 }).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the browser’s own recognition', () => {
  it.each([
    ['Agree', 'yes'],
    ['No, I’ll type', null],
  ])('is asked for where the focus is, and the answer %s gives it back', async (answer, kept) => {
    const { page, close } = await stage.visit('/chat', {});
    await startConversation(page);
    const hold = page.getByRole('button', { name: 'Hold to talk' });
    await hold.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: /sends audio to your browser’s vendor/ });
    await expect.poll(() => dialog.evaluate((element) => element === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    if (answer !== 'Agree') await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => hold.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.evaluate(() => localStorage.getItem('understudy.browser-recognition'))).toBe(kept);
    await close();
  });
});

describe('the look of the voice', () => {
  it.each([
    ['a phone', PHONE, 150],
    ['a wide screen', WIDE, 240],
  ])('on %s the microphone is the largest control and no wider than a hand needs', async (_, viewport, least) => {
    const { page, close } = await stage.visit('/chat', { viewport });
    await startConversation(page);
    const hold = await page.locator('.voice-hold').boundingBox();
    const auto = await page.locator('.voice-auto').boundingBox();
    expect(hold?.width).toBeGreaterThanOrEqual(least);
    expect(hold?.width).toBeLessThanOrEqual(400);
    expect(hold?.width ?? 0).toBeGreaterThan(auto?.width ?? 0);
    await close();
  });

  it('at its loudest the ring stays on the page and off the name', async () => {
    const { page, close } = await stage.visit('/chat', {});
    await startConversation(page);
    const portrait = page.locator('header .portrait');
    const outside = await portrait.evaluate((element) => {
      element.setAttribute('data-presence', 'speaking');
      document.documentElement.style.setProperty('--voice-level', '1');
      for (const animation of document.getAnimations()) animation.finish();
      const { top } = getComputedStyle(element, '::after');
      return { top: element.getBoundingClientRect().top, reach: -Number.parseFloat(top) };
    });
    expect(outside.reach).toBeGreaterThan(7);
    expect(outside.reach).toBeLessThanOrEqual(outside.top);
    await close();
  });
});
