import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamed } from '../server/testing/fake-replies.ts';
import { audio, hum } from '../server/testing/fake-speech-provider.ts';
import { beginReply, say, startConversation, untilQuiet } from './support/chat.ts';
import { microphones, overhear, voiceEvents } from './support/spoken.ts';
import { openVoiceStage, type VoiceStage } from './support/voice-stage.ts';

const STORY = 'My first company sold paper to people who had no printers, and nobody laughed more than my mother.';

let stage: VoiceStage;

beforeAll(async () => {
  stage = await openVoiceStage([1_000]);
  // Long enough to be still playing when the visitor types.
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

it('drops of a spoken reply what was not written yet when the visitor types, and marks it', async () => {
  const { page, problems, close } = await stage.visit('/chat', {});
  const parts = await startConversation(page);
  const held = await beginReply(stage.provider, parts, 'Tell me another.', ['My second company sold ', 'nothing.']);
  await parts.field.pressSequentially('And then');
  held.next();
  await parts.twinLines.getByText('My second company sold—').waitFor();
  await expect
    .poll(async () => {
      const query = "select text, interrupted from utterances where text like 'My second%'";
      return (await stage.app.pool.query(query)).rows;
    })
    .toEqual([{ text: 'My second company sold', interrupted: true }]);
  expect(problems).toEqual([]);
  await close();
});

describe('what ends the sound alone', () => {
  /** A spoken reply whose whole text is on screen while it plays, and then as it was stored. */
  async function spoken() {
    stage.provider.script(streamed(STORY));
    const visit = await stage.visit('/chat', {}, overhear);
    const parts = await startConversation(visit.page);
    await say(parts, 'Tell me a story.');
    await parts.status.getByText('AI speaking').waitFor();
    await parts.twinLines.getByText(STORY).waitFor();
    const session = await visit.page.evaluate(() => JSON.parse(sessionStorage.getItem('understudy.session') ?? '{}'));
    const kept = async () =>
      (
        await stage.app.pool.query(
          `select u.text, u.interrupted, t.status from utterances u join turns t using (session_id, turn_id)
           where u.session_id = $1 and speaker = 'agent'`,
          [session.session.sessionId],
        )
      ).rows;
    return { ...visit, parts, kept };
  }
  const WHOLE = [{ text: STORY, interrupted: false, status: 'done' }];

  it.each(['stop speaking', 'Escape', 'voice off'])('%s', async (how) => {
    const { page, parts, kept, problems, close } = await spoken();
    const name = how === 'voice off' ? { name: 'Voice', exact: true } : { name: 'Stop speaking' };
    if (how === 'Escape') await page.keyboard.press(how);
    else await page.getByRole('button', name).click();
    await untilQuiet(page);
    expect(await parts.twinLines.allInnerTexts()).toEqual([STORY]);
    expect(await kept()).toEqual(WHOLE);
    expect(problems).toEqual([]);
    await close();
  });

  it('hands-free switched on and off', async () => {
    const { page, parts, kept, problems, close } = await spoken();
    const auto = page.getByRole('button', { name: 'Auto-detect beta' });
    await auto.click();
    await expect.poll(() => microphones(page)).toEqual({ opened: 1, on: 1 });
    await auto.click();
    await expect.poll(() => microphones(page)).toEqual({ opened: 1, on: 0 });
    expect(await parts.twinLines.allInnerTexts()).toEqual([STORY]);
    expect(await kept()).toEqual(WHOLE);
    expect(problems).toEqual([]);
    await close();
  });

  it('ending the conversation', async () => {
    const { page, parts, kept, problems, close } = await spoken();
    await page.getByRole('button', { name: 'End conversation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End conversation' }).click();
    await parts.status.getByText('Conversation ended').waitFor();
    expect(await parts.twinLines.allInnerTexts()).toEqual([STORY]);
    expect(await kept()).toEqual(WHOLE);
    expect(problems).toEqual([]);
    await close();
  });
});
