import { afterAll, beforeAll, expect, it } from 'vitest';
import { streamed } from '../server/testing/fake-replies.ts';
import { audio, hum } from '../server/testing/fake-speech-provider.ts';
import { startConversation } from './support/chat.ts';
import {
  loudest,
  microphoneOpenedAt,
  overhear,
  overheardSound,
  understandScene,
  voiceEvents,
} from './support/spoken.ts';
import { openVoiceStage, type VoiceStage } from './support/voice-stage.ts';

const STORY = [
  'My first company sold paper to people who had no printers.',
  'Nobody laughed more about it than my own mother, who had lent me the money for the van.',
  'We drove through the whole country, from one school to the next, and asked what was missing.',
  'The answer was never paper, and still it took us two years to hear it.',
  'Since then I ask three questions before I advise anybody to build anything at all.',
].join(' ');
const ECHO = 'people who had no printers';
const QUESTION = 'Sorry, how much money did she lend you?';

let stage: VoiceStage;

beforeAll(async () => {
  const words = ['Tell me a story.', 7_000, 'people who had no', 4_500, 'uh huh', 4_500, QUESTION];
  stage = await openVoiceStage([1_500, ...words]);
  // Half a minute of a hum stands for the reply: how long it takes to speak is then no matter of the machine.
  stage.speech.alwaysSpeak(({ input }) => audio(hum(input.length * 80)));
});
afterAll(() => stage.close());

it("goes on after its own words and after 'uh-huh', and stops for a question, after the words that were heard", async () => {
  stage.provider.always(streamed('She lent me five thousand.'));
  stage.provider.script(streamed(STORY));
  const { page, problems, close } = await stage.visit('/chat', {}, overhear);
  const { status, twinLines, visitorLines } = await startConversation(page);
  understandScene(stage, page, { 'people who had no': ECHO });
  await page.getByRole('button', { name: 'Auto-detect beta' }).click();
  await visitorLines.getByText('Tell me a story.').waitFor();
  await status.getByText('AI speaking').waitFor();

  await visitorLines.getByText(QUESTION).waitFor();
  await twinLines.getByText('She lent me five thousand.').waitFor();
  expect(await visitorLines.allInnerTexts()).toEqual(['Tell me a story.', QUESTION]);
  await expect.poll(() => voiceEvents(stage.app)).toContain('voice_interrupted speech');
  const events = await voiceEvents(stage.app);
  expect(events).toContain('voice_dropped echo');
  expect(events).toContain('voice_dropped backchannel');
  expect(events.filter((kind) => kind.startsWith('voice_interrupted'))).toHaveLength(1);
  expect(events.indexOf('voice_resumed echo')).toBeGreaterThan(0);
  expect(events.indexOf('voice_resumed backchannel')).toBeGreaterThan(events.indexOf('voice_resumed echo'));

  // What stands on the screen is what was heard, and the server keeps the same.
  const shown = (await twinLines.first().innerText()).replace(/—$/, '').trim();
  expect(STORY.startsWith(shown)).toBe(true);
  expect(shown.split(' ').length).toBeGreaterThan(15);
  expect(shown.length).toBeLessThan(STORY.length);
  const { rows } = await stage.app.pool.query(
    "select text, interrupted from utterances where speaker = 'agent' order by seq limit 1",
  );
  const [kept] = rows as { text: string; interrupted: boolean }[];
  // On the screen the dash takes the place of a comma.
  expect(kept?.text.replace(/[,;:]$/, '')).toBe(shown);
  expect(kept?.interrupted).toBe(true);

  // The loudspeaker was silent while the question was asked, and not before it.
  const sound = await overheardSound(page);
  const [, , hummed, question] = stage.words;
  const openedAt = await microphoneOpenedAt(page);
  const loudness = (fromMs: number, toMs: number) => (sound ? loudest(sound, openedAt + fromMs, openedAt + toMs) : NaN);
  expect(loudness((question?.fromMs ?? 0) + 500, question?.toMs ?? 0)).toBeLessThan(100);
  expect(loudness((hummed?.toMs ?? 0) + 2_000, question?.fromMs ?? 0)).toBeGreaterThan(1_000);
  expect(problems).toEqual([]);
  await close();
});
