import { afterAll, beforeAll, expect, it } from 'vitest';
import { streamed } from '../server/testing/fake-replies.ts';
import { audio, heardWords, hum } from '../server/testing/fake-speech-provider.ts';
import { startConversation } from './support/chat.ts';
import { type SpeakingVisitor, speakingVisitor } from './support/speaking-visitor.ts';
import { voiceEvents } from './support/spoken.ts';
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

const LINES = { request: 'Tell me a story.', echo: 'people who had no', hum: 'uh huh', question: QUESTION };

let stage: VoiceStage;

beforeAll(async () => {
  stage = await openVoiceStage([]);
  // Half a minute of hum stands for the reply, so that its length does not depend on the machine.
  stage.speech.alwaysSpeak(({ input }) => audio(hum(input.length * 80)));
});
afterAll(() => stage.close());

it("goes on after its own words and after 'uh-huh', and stops for a question, which takes no word off the screen", async () => {
  stage.provider.always(streamed('She lent me five thousand.'));
  stage.provider.script(streamed(STORY));
  let visitor: SpeakingVisitor | null = null;
  const { page, problems, close } = await stage.visit('/chat', {}, async (tab) => {
    visitor = await speakingVisitor(tab, Object.values(LINES));
  });
  const { says, hasHeard, hearsAfter, loudest } = visitor as unknown as SpeakingVisitor;
  const { status, twinLines, visitorLines } = await startConversation(page);
  const happened = (...kinds: string[]) =>
    expect.poll(() => voiceEvents(stage.app)).toEqual(expect.arrayContaining(kinds));
  const say = (line: string, understoodAs = line) => {
    stage.speech.alwaysTranscribe(heardWords(understoodAs));
    return says(line);
  };
  await page.getByRole('button', { name: 'Auto-detect beta' }).click();
  await happened('voice_detector');
  await say(LINES.request);
  await visitorLines.getByText(LINES.request).waitFor();
  await status.getByText('AI speaking').waitFor();
  // The sentence that will be repeated is over.
  await hasHeard(6);
  const echoed = await say(LINES.echo, ECHO);
  await happened('voice_dropped echo', 'voice_resumed echo');
  await hearsAfter(echoed.to);
  const hummed = await say(LINES.hum);
  await happened('voice_dropped backchannel', 'voice_resumed backchannel');
  await hearsAfter(hummed.to + 2);
  const question = await say(LINES.question);

  await visitorLines.getByText(QUESTION).waitFor();
  await twinLines.getByText('She lent me five thousand.').waitFor();
  expect(await visitorLines.allInnerTexts()).toEqual([LINES.request, QUESTION]);
  await expect.poll(() => voiceEvents(stage.app)).toContain('voice_interrupted speech');
  const events = await voiceEvents(stage.app);
  expect(events).toContain('voice_dropped echo');
  expect(events).toContain('voice_dropped backchannel');
  expect(events.filter((kind) => kind.startsWith('voice_interrupted'))).toHaveLength(1);
  expect(events.indexOf('voice_resumed echo')).toBeGreaterThan(0);
  expect(events.indexOf('voice_resumed backchannel')).toBeGreaterThan(events.indexOf('voice_resumed echo'));

  // Text that was on screen stays, here and on the server.
  expect(await twinLines.first().innerText()).toBe(STORY);
  const { rows } = await stage.app.pool.query(
    "select text, interrupted from utterances where speaker = 'agent' order by seq limit 1",
  );
  expect(rows).toEqual([{ text: STORY, interrupted: false }]);

  // The output was silent while the question was asked, and not before.
  expect(await loudest(question.from + 0.5, question.to)).toBeLessThan(0.003);
  expect(await loudest(hummed.to + 2, question.from)).toBeGreaterThan(0.03);
  expect(problems).toEqual([]);
  await close();
});
