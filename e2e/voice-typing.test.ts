import { afterAll, beforeAll, expect, it } from 'vitest';
import { streamed } from '../server/testing/fake-replies.ts';
import { audio, hum } from '../server/testing/fake-speech-provider.ts';
import { startConversation } from './support/chat.ts';
import { voiceEvents } from './support/spoken.ts';
import { openVoiceStage, type VoiceStage } from './support/voice-stage.ts';

const STORY = 'My first company sold paper to people who had no printers, and nobody laughed more than my mother.';

let stage: VoiceStage;

beforeAll(async () => {
  stage = await openVoiceStage([1_000]);
  // A hum so long that it is still heard when the visitor types.
  stage.speech.alwaysSpeak(({ input }) => audio(hum(input.length * 400)));
});
afterAll(() => stage.close());

it('keeps a reply that stood on screen whole when the visitor types while it is spoken, after a reload too', async () => {
  stage.provider.always(streamed('She lent me five thousand.'));
  stage.provider.script(streamed(STORY));
  const { page, problems, close } = await stage.visit('/chat', {});
  const { field, status, twinLines } = await startConversation(page);
  await field.fill('Tell me a story.');
  await field.press('Enter');
  await status.getByText('AI speaking').waitFor();
  await twinLines.getByText(STORY).waitFor();
  await field.pressSequentially('How much?');
  await expect.poll(() => voiceEvents(stage.app)).toContain('voice_interrupted typing');
  await field.press('Enter');
  await twinLines.getByText('She lent me five thousand.').waitFor();
  expect(await twinLines.first().innerText()).toBe(STORY);
  const { rows } = await stage.app.pool.query(
    "select text, interrupted from utterances where speaker = 'agent' order by seq limit 1",
  );
  expect(rows).toEqual([{ text: STORY, interrupted: false }]);
  await page.reload();
  await twinLines.getByText('She lent me five thousand.').waitFor();
  expect(await twinLines.first().innerText()).toBe(STORY);
  expect(problems).toEqual([]);
  await close();
});
