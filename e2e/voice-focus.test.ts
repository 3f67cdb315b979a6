import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { streamed } from '../server/testing/fake-replies.ts';
import { say, startConversation } from './support/chat.ts';
import { overhear, understandScene } from './support/spoken.ts';
import { openVoiceStage, type VoiceStage } from './support/voice-stage.ts';

const QUESTION = 'What do you charge for a workshop?';
const ANSWER = 'A workshop costs two thousand.';

let stage: VoiceStage;
beforeAll(async () => {
  stage = await openVoiceStage([200, QUESTION]);
  stage.provider.always(streamed(ANSWER));
});
afterAll(() => stage.close());

const hold = (page: Page) => page.locator('.voice-hold');
const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement);

it('is at the microphone where the voice is on: Space talks, and talks again after the answer', async () => {
  const { page, problems, close } = await stage.visit('/chat', {}, overhear);
  const { status, visitorLines, twinLines } = await startConversation(page);
  understandScene(stage, page);
  await expect.poll(() => hasFocus(hold(page))).toBe(true);
  await page.keyboard.down(' ');
  await status.getByText('Recording').waitFor();
  // The recording plays in real time, and the visitor holds the key for as long as it does.
  await page.waitForTimeout((stage.words[0]?.toMs ?? 0) + 200);
  await page.keyboard.up(' ');
  await visitorLines.getByText(QUESTION).waitFor();
  await twinLines.getByText(ANSWER).waitFor();
  await expect.poll(() => hasFocus(hold(page))).toBe(true);
  await page.keyboard.down(' ');
  await status.getByText('Recording').waitFor();
  await page.keyboard.up(' ');
  expect(problems).toEqual([]);
  await close();
});

it('goes to the field with the first letter, stays there, and leaves Space to the words', async () => {
  const { page, problems, close } = await stage.visit('/chat', {}, overhear);
  const { field, visitorLines, twinLines } = await startConversation(page);
  await expect.poll(() => hasFocus(hold(page))).toBe(true);
  await page.keyboard.type('What does it cost?');
  expect(await field.inputValue()).toBe('What does it cost?');
  await page.keyboard.press('Enter');
  await visitorLines.getByText('What does it cost?').waitFor();
  await twinLines.getByText(ANSWER).waitFor();
  await expect.poll(() => hasFocus(field)).toBe(true);
  expect(problems).toEqual([]);
  await close();
});

it('lets the ring alone know how loud the voice is, whatever stands on the page', async () => {
  const { page, close } = await stage.visit('/chat', {}, overhear);
  const parts = await startConversation(page);
  await say(parts, 'Tell me');
  await parts.status.getByText('AI speaking').waitFor();
  const levelOf = (element: Locator) =>
    element.evaluate((found: HTMLElement) => Number(found.style.getPropertyValue('--voice-level')));
  await expect.poll(() => levelOf(page.locator('header .portrait'))).toBeGreaterThan(0);
  expect(await levelOf(page.locator('html'))).toBe(0);
  await parts.ring.and(page.locator('[data-presence="idle"]')).waitFor();
  expect(await levelOf(page.locator('header .portrait'))).toBe(0);
  await close();
});
