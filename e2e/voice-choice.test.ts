import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamed } from '../server/testing/fake-replies.ts';
import { audio, hum } from '../server/testing/fake-speech-provider.ts';
import { chatParts, say, startConversation, untilQuiet } from './support/chat.ts';
import { isAudible, microphones, overhear } from './support/spoken.ts';
import { expectAccessible, PHONE } from './support/stage.ts';
import { openVoiceStage, type VoiceStage } from './support/voice-stage.ts';

const ANSWER = 'A workshop costs two thousand.';

let stage: VoiceStage;
beforeAll(async () => {
  stage = await openVoiceStage([60_000]);
  stage.provider.always(streamed(ANSWER));
});
afterAll(() => stage.close());

/** A browser without an earlier choice, in its first tab. */
async function firstVisit(options = {}) {
  const visit = await stage.visit('/chat', options, async (page) => {
    await overhear(page);
    await page.addInitScript(() => {
      if (!sessionStorage.getItem('seen')) localStorage.removeItem('understudy.voice');
      sessionStorage.setItem('seen', 'yes');
    });
  });
  const asked: { speak: boolean }[] = [];
  visit.page.on('request', (request) => {
    if (request.url().endsWith('/agent_reply')) asked.push(request.postDataJSON());
  });
  return { ...visit, asked };
}

const toggle = (page: Page) => page.getByRole('button', { name: 'Voice', exact: true });
const isOn = async (page: Page) => (await toggle(page).getAttribute('aria-pressed')) === 'true';

describe('the voice', () => {
  it('says nothing unasked', async () => {
    const { page, asked, problems, close } = await firstVisit();
    const parts = await startConversation(page);
    expect(await isOn(page)).toBe(false);
    await say(parts, 'What does it cost?');
    await parts.twinLines.getByText(ANSWER).waitFor();
    await untilQuiet(page);
    expect(asked).toMatchObject([{ speak: false }]);
    expect(await isAudible(page)).toBe(false);
    expect(problems).toEqual([]);
    await close();
  });

  it("begins with 'Talk', which offers hands-free, and is remembered", async () => {
    stage.speech.alwaysSpeak(() => audio(hum(8_000)));
    const { page, asked, problems, close } = await firstVisit({ viewport: PHONE });
    const created = page.waitForRequest('**/functions/v1/create_session');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Talk', exact: true }).click();
    expect((await created).postDataJSON()).toMatchObject({ consent: true, speak: true });
    const parts = chatParts(page);
    await parts.field.waitFor();
    expect(await isOn(page)).toBe(true);
    const offer = page.getByRole('region', { name: /Talk without holding a button/ });
    await offer.waitFor();
    await expectAccessible(page, '[data-sonner-toaster]');
    expect(await microphones(page)).toEqual({ opened: 0, on: 0 });
    await offer.getByRole('button', { name: 'Talk hands-free' }).click();
    await offer.waitFor({ state: 'detached' });
    await expect.poll(() => microphones(page)).toEqual({ opened: 1, on: 1 });
    await parts.twinLines.first().waitFor();
    await expect.poll(() => isAudible(page)).toBe(true);
    expect(asked[0]).toMatchObject({ speak: true });
    expect(await page.evaluate(() => localStorage.getItem('understudy.voice'))).toBe('on');
    await page.reload();
    await parts.field.waitFor();
    expect(await isOn(page)).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });

  it('is switched on by holding the button', async () => {
    const { page, problems, close } = await firstVisit();
    const parts = await startConversation(page);
    const box = await page.getByRole('button', { name: 'Hold to talk' }).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await page.mouse.down();
    await parts.status.getByText('Recording').waitFor();
    expect(await isOn(page)).toBe(true);
    await page.mouse.up();
    await expect.poll(() => microphones(page)).toEqual({ opened: 1, on: 0 });
    expect(problems).toEqual([]);
    await close();
  });

  it('keeps no text waiting: all of it is read before a word is heard', async () => {
    const { page, problems, close } = await stage.visit('/chat', {}, overhear);
    const parts = await startConversation(page);
    // The provider accepts the sentences and returns no sound.
    stage.speech.alwaysSpeak(() => ({ silent: true }));
    stage.provider.script(streamed('First this.[pause:1s] Then that.[pause:1s] And this too.'));
    await say(parts, 'Explain');
    await parts.twinLines.getByText('And this too.').waitFor();
    expect(await isAudible(page)).toBe(false);
    expect(await parts.twinLines.allInnerTexts()).toEqual(['First this.', 'Then that.', 'And this too.']);
    // Nothing is audible yet, and the visitor may answer by typing or speaking.
    expect(await parts.field.isEnabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Hold to talk' }).isEnabled()).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });
});
