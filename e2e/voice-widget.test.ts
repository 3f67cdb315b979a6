import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { streamed } from '../server/testing/fake-replies.ts';
import { audio, heardWords, hum } from '../server/testing/fake-speech-provider.ts';
import { allowWidget, visitHost } from './support/host-page.ts';
import { type HostSite, startHostSite } from './support/host-site.ts';
import { isAudible, microphones, overhear } from './support/spoken.ts';
import { WIDE } from './support/stage.ts';
import { openVoiceStage, type VoiceStage } from './support/voice-stage.ts';

const QUESTION = 'What do you charge for a workshop?';
const ANSWER = 'A workshop costs two thousand.';

let stage: VoiceStage;
let host: HostSite;
beforeAll(async () => {
  [stage, host] = await Promise.all([openVoiceStage([200, QUESTION]), startHostSite()]);
  await allowWidget(stage, [host.origin]);
  stage.provider.always(streamed(ANSWER));
  stage.speech.alwaysTranscribe(() => heardWords(QUESTION));
  // Long enough to be still playing when the chat is closed.
  stage.speech.alwaysSpeak(({ input }) => audio(hum(input.length * 400)));
});
afterAll(async () => {
  await Promise.all([stage.close(), host.close()]);
});

it('hears and speaks in the widget on another site, and falls silent when it is closed', async () => {
  host.serve(`<script async crossorigin src="${stage.app.url}/widget.js"></script>`);
  const { page, chat, said, close } = await visitHost(stage, host.origin, { viewport: WIDE }, overhear);
  await page.getByRole('button', { name: 'Ask AI Orla' }).click();
  await chat.getByRole('button', { name: 'Start Conversation' }).click();
  const box = await chat.locator('.voice-hold').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await page.mouse.down();
  await chat.getByTestId('status-line').getByText('Recording').waitFor();
  const frame = page.frames().find((one) => one.url().includes('/widget?')) as unknown as Page;
  expect(await microphones(frame)).toEqual({ opened: 1, on: 1 });
  await page.waitForTimeout((stage.words[0]?.toMs ?? 0) + 200);
  await page.mouse.up();
  await chat.locator('.talk-bubble').getByText(QUESTION).waitFor();
  await chat.getByTestId('status-line').getByText('AI speaking').waitFor();
  await expect.poll(() => isAudible(frame)).toBe(true);
  await chat.getByRole('button', { name: 'Close chat' }).click();
  await chat.locator('header [data-presence="idle"]').waitFor({ state: 'attached' });
  expect(await microphones(frame)).toEqual({ opened: 1, on: 0 });
  expect(said).toEqual([]);
  await close();
});
