import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStrictWav } from '../server/platform/audio/wav.ts';
import { streamed } from '../server/testing/fake-replies.ts';
import { startConversation } from './support/chat.ts';
import { isAudible, microphones, overhear, understandScene, voiceEvents } from './support/spoken.ts';
import { expectAccessible, PHONE } from './support/stage.ts';
import { openVoiceStage, type VoiceStage } from './support/voice-stage.ts';

const QUESTION = 'What do you charge for a workshop?';
const PRICE = 'A workshop costs two thousand. We plan it together.';

let stage: VoiceStage;
beforeAll(async () => {
  stage = await openVoiceStage([1_500, QUESTION], { without: 'voice' });
});
afterAll(() => stage.close());

it('hears a question without a hand, answers aloud, follows up after silence and lets go of the microphone', async () => {
  stage.provider.always(streamed(PRICE));
  const { page, problems, close } = await stage.visit('/chat', { viewport: PHONE }, async (tab) => {
    await overhear(tab);
    // Runs like the real clock until it is advanced below.
    await tab.clock.install();
  });
  const { status, ring, twinLines, visitorLines } = await startConversation(page);
  understandScene(stage, page);
  const auto = page.getByRole('button', { name: 'Auto-detect beta' });
  await auto.click();
  await status.getByText('Detecting voice').waitFor();
  expect(await ring.getAttribute('data-presence')).toBe('listening');
  await visitorLines.getByText(QUESTION).waitFor();
  await status.getByText('AI speaking').waitFor();
  await page.getByRole('button', { name: 'Captions' }).click();
  await page
    .getByTestId('caption')
    .getByText(/A workshop costs|We plan it/)
    .waitFor();
  await twinLines.getByText(PRICE).waitFor();
  await expect.poll(() => isAudible(page)).toBe(true);
  await page.getByRole('button', { name: 'Stop speaking' }).waitFor();

  // Whether or not the machine was fast enough to begin the reply ahead, the model was asked once.
  const asked = stage.provider.calls.filter(({ body }) => JSON.stringify(body).includes(QUESTION));
  expect(asked.filter(({ body }) => (body as { stream?: boolean }).stream)).toHaveLength(1);

  // The utterance was sent in the server's format, with the lead-in before its first sound.
  const wav = readStrictWav(stage.speech.heard[0]?.file.bytes ?? Buffer.alloc(0));
  expect(wav.sampleRate).toBe(16_000);
  expect(Math.max(...wav.samples.subarray(0, 3_200).map(Math.abs))).toBeLessThan(400);
  expect(stage.speech.heard).toHaveLength(1);

  await status.getByText('Auto-listening').waitFor();
  await expectAccessible(page);
  expect(await page.getByRole('button', { name: 'Stop speaking' }).count()).toBe(0);
  await expect.poll(() => voiceEvents(stage.app)).toContain('voice_turn');
  const { rows } = await stage.app.pool.query("select payload from events where kind = 'voice_turn'");
  const { payload } = rows[0] as { payload: Record<string, number> };
  const stages = ['end_of_speech', 'utterance_sent', 'transcribed', 'first_word', 'first_audio', 'playback_start'];
  const times = stages.map((name) => payload[name] ?? Number.NaN);
  expect(times).toEqual(times.toSorted((a, b) => a - b));

  stage.provider.always(streamed('Are you still there?'));
  await page.clock.fastForward(31_000);
  await twinLines.getByText('Are you still there?').waitFor();
  expect(await visitorLines.count()).toBe(1);

  expect(await microphones(page)).toEqual({ opened: 1, on: 1 });
  await page.getByRole('button', { name: 'Voice', exact: true }).click();
  await expect.poll(() => microphones(page)).toEqual({ opened: 1, on: 0 });
  expect(await auto.isDisabled()).toBe(true);
  expect(problems).toEqual([]);
  await close();
});
