import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { json, streamed } from '../server/testing/fake-replies.ts';
import { say, startConversation } from './support/chat.ts';
import { isAudible, microphones, overhear, understandScene } from './support/spoken.ts';
import { openVoiceStage, type VoiceStage } from './support/voice-stage.ts';

const QUESTION = 'What do you charge for a workshop?';
const ANSWER = 'A workshop costs two thousand.';
const hold = (page: Page) => page.locator('.voice-hold');

describe('push-to-talk', () => {
  let stage: VoiceStage;
  beforeAll(async () => {
    stage = await openVoiceStage([200, QUESTION]);
    stage.provider.always(streamed(ANSWER));
  });
  afterAll(() => stage.close());
  afterEach(() => stage.speech.alwaysSpeak(() => json(500, { error: 'down' })));

  it.each(['mouse', 'key', 'leaving the button'] as const)(
    'by %s: records while it is held, then sends',
    async (by) => {
      const { page, problems, close } = await stage.visit('/chat', {}, overhear);
      const { visitorLines, status, twinLines } = await startConversation(page);
      understandScene(stage, page);
      const box = await hold(page).boundingBox();
      const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20];
      if (by === 'key') {
        await page.getByRole('log').focus();
        await page.keyboard.down(' ');
      } else {
        await page.mouse.move(x, y);
        await page.mouse.down();
      }
      await status.getByText('Recording').waitFor();
      expect(await hold(page).innerText()).toBe('Release to send');
      expect(await microphones(page)).toEqual({ opened: 1, on: 1 });
      // The recording plays in real time, and the visitor holds the button for as long as it does.
      await page.waitForTimeout((stage.words[0]?.toMs ?? 0) + 200);
      if (by === 'key') await page.keyboard.up(' ');
      else if (by === 'mouse') await page.mouse.up();
      else await page.mouse.move(x, y - 300);
      await visitorLines.getByText(QUESTION).waitFor();
      await expect.poll(() => microphones(page)).toEqual({ opened: 1, on: 0 });
      await twinLines.getByText(ANSWER).waitFor();
      expect(problems).toEqual([]);
      await close();
    },
  );

  it('is heard by the embedded voice when the provider is down', async () => {
    stage.speech.alwaysSpeak(() => json(500, { error: 'down' }));
    const { page, problems, close } = await stage.visit('/chat', {}, overhear);
    const parts = await startConversation(page);
    await say(parts, 'Hello there');
    await parts.status.getByText('AI speaking').waitFor();
    await expect.poll(() => isAudible(page)).toBe(true);
    expect(stage.speech.spoken.length).toBeGreaterThan(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('lets go of the microphone and of the voice when the page is reloaded in the middle of a sentence', async () => {
    const long = `${'I could tell you about that for a very long time indeed. '.repeat(6)}The end.`;
    stage.provider.script(streamed(long));
    const { page, close } = await stage.visit('/chat', {}, overhear);
    const parts = await startConversation(page);
    await say(parts, 'Tell me about it');
    await parts.status.getByText('AI speaking').waitFor();
    await page.reload();
    await parts.twinLines.getByText('The end.').waitFor();
    expect(await microphones(page)).toEqual({ opened: 0, on: 0 });
    expect(await parts.status.innerText()).not.toBe('AI speaking');
    // The next reply is audible again: the visitor's key press has resumed the audio.
    await say(parts, 'And now?');
    await parts.status.getByText('AI speaking').waitFor();
    await expect.poll(() => isAudible(page)).toBe(true);
    await close();
  });
});

describe('a microphone that cannot be had', () => {
  let stage: VoiceStage;
  beforeAll(async () => {
    stage = await openVoiceStage('denied', { without: 'voice' });
    stage.provider.always(streamed(ANSWER));
  });
  afterAll(() => stage.close());

  it('denied: says how to allow it, and stays with push-to-talk and typing', async () => {
    const { page, close } = await stage.visit('/chat', {}, overhear);
    const parts = await startConversation(page);
    const auto = page.getByRole('button', { name: 'Auto-detect beta' });
    await auto.click();
    await page
      .getByText(
        "Microphone access denied. Please click the microphone icon in your browser's address bar and allow access, then refresh the page.",
      )
      .waitFor();
    expect(await auto.getAttribute('aria-pressed')).toBe('false');
    await say(parts, 'Then I will type');
    await parts.twinLines.getByText(ANSWER).waitFor();
    await close();
  });

  it.each([
    [
      'NotFoundError',
      'No microphone detected. Please ensure your microphone is connected and not being used by another application, then refresh the page.',
    ],
    [
      'NotReadableError',
      'Microphone is busy or unavailable. Please close other applications using the microphone and try again.',
    ],
  ])('%s: says so', async (name, sentence) => {
    const { page, close } = await stage.visit('/chat', {}, (visited) =>
      visited.addInitScript((errorName) => {
        navigator.mediaDevices.getUserMedia = async () => {
          throw new DOMException('not there', errorName);
        };
      }, name),
    );
    await startConversation(page);
    const box = await hold(page).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await page.mouse.down();
    await page.getByText(sentence).waitFor();
    await page.mouse.up();
    expect(await hold(page).isEnabled()).toBe(true);
    await close();
  });
});
