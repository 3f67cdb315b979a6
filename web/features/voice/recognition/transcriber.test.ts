import { describe, expect, it } from 'vitest';
import { CallError } from '../../../platform/http.ts';
import { createFakeClock, settle } from '../../../platform/testing/fake-clock.ts';
import { voiceStage } from '../testing/voice-stage.ts';
import { createServerTranscriber, type TranscribeRequest, type Transcript } from './transcriber.ts';

const WAV = Uint8Array.from({ length: 50_000 }, (_, index) => index % 256).buffer;

function transcriber(answers: unknown[]) {
  const clock = createFakeClock(0);
  const calls: { at: number; name: string; body: Record<string, unknown> }[] = [];
  const one = createServerTranscriber({
    clock,
    providers: ['groq', 'custom'],
    credentials: () => ({ session_id: 's', session_secret: 'secret' }),
    async call<Answer>(name: string, body: unknown) {
      calls.push({ at: clock.now(), name, body: body as Record<string, unknown> });
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer as Answer;
    },
  });
  const ask = (whole = true, spoken = '') =>
    one.transcribe({ utterance: 1, wav: WAV, whole, spoken, signal: new AbortController().signal });
  return { ask, calls, clock };
}

const down = () => new CallError('network', 'The server cannot be reached.');

it('sends the WAV to the first provider, with what the twin has just been saying', async () => {
  const { ask, calls } = transcriber([{ text: 'Hello', duration_ms: 900, model: 'whisper', dropped: null }]);
  await expect(ask(true, 'x'.repeat(3_000))).resolves.toEqual({ text: 'Hello', dropped: null });
  expect(calls[0]?.name).toBe('speech_to_text_groq');
  expect(calls[0]?.body).toMatchObject({ session_id: 's', session_secret: 'secret' });
  expect(String(calls[0]?.body['playing'])).toHaveLength(2_000);
  const sent = Uint8Array.from(atob(String(calls[0]?.body['audio_base64'])), (letter) => letter.charCodeAt(0));
  expect(sent).toEqual(new Uint8Array(WAV));
});

it('tries again after 1 s and 2 s, then gives up', async () => {
  const { ask, calls, clock } = transcriber([down(), down(), down()]);
  const asked = ask();
  asked.catch(() => {});
  await clock.passSlowly(10_000);
  await expect(asked).rejects.toThrow('cannot be reached');
  expect(calls.map(({ at }) => at)).toEqual([0, 1_000, 3_000]);
});

it('does not repeat what the server refuses, nor what has been said only so far', async () => {
  const refused = transcriber([new CallError('invalid_request', 'too long', { status: 400, fromServer: true })]);
  await expect(refused.ask()).rejects.toThrow('too long');
  expect(refused.calls).toHaveLength(1);
  const soFar = transcriber([down()]);
  await expect(soFar.ask(false)).rejects.toThrow();
  expect(soFar.calls).toHaveLength(1);
});

it('passes on why the server dropped the words', async () => {
  const { ask } = transcriber([{ text: '', duration_ms: 900, model: 'whisper', dropped: 'hallucination' }]);
  await expect(ask()).resolves.toEqual({ text: '', dropped: 'hallucination' });
});

describe('words ahead of the end of an utterance', () => {
  /** Hands-free, with the visitor speaking. */
  async function speaking(speechMs: () => number) {
    const asked: { signal: AbortSignal; answer(text: string): void; fail(): void }[] = [];
    const transcribe = ({ signal }: TranscribeRequest) =>
      new Promise<Transcript>((resolve, reject) => {
        const fail = () => reject(new Error('the transcriber is away'));
        asked.push({ signal, answer: (text) => resolve({ text, dropped: null }), fail });
      });
    const staged = await voiceStage({ transcribe, speechMs });
    staged.voice.switchAuto(true);
    await settle();
    staged.microphone().speechStarted();
    return { ...staged, asked };
  }

  it('are asked for at a pause, and not once more when it was the end', async () => {
    const { microphone, asked, log } = await speaking(() => 1_000);
    microphone().speechPaused({ quietMs: 300, falls: false, isLong: true });
    await settle();
    expect(asked).toHaveLength(1);
    asked[0]?.answer('What do you charge?');
    await settle();
    expect(log).not.toContain('said: What do you charge?');
    microphone().speechEnded(1_000);
    await settle();
    expect(log).toContain('said: What do you charge?');
    expect(asked).toHaveLength(1);
  });

  it('are void when the visitor goes on, and their request is taken back', async () => {
    let ms = 1_000;
    const { microphone, asked, log } = await speaking(() => ms);
    microphone().speechPaused({ quietMs: 300, falls: false, isLong: true });
    await settle();
    ms = 2_000;
    microphone().speechResumed();
    microphone().speechEnded(1_000);
    await settle();
    expect(asked).toHaveLength(2);
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[0]?.answer('What do you');
    asked[1]?.answer('What do you charge for a day?');
    await settle();
    expect(log.filter((line) => line.startsWith('said'))).toEqual(['said: What do you charge for a day?']);
  });

  it('are asked for anew at the end when that failed before', async () => {
    const { microphone, asked, log } = await speaking(() => 1_000);
    microphone().speechPaused({ quietMs: 300, falls: false, isLong: true });
    await settle();
    asked[0]?.fail();
    await settle();
    microphone().speechEnded(1_000);
    await settle();
    asked[1]?.answer('What do you charge?');
    await settle();
    expect(log).toEqual(expect.arrayContaining(['said: What do you charge?']));
    expect(log.filter((line) => line.startsWith('reported'))).toEqual([]);
  });

  it('are asked for at eight pauses of an utterance at most', async () => {
    let ms = 1_000;
    const { microphone, asked } = await speaking(() => ms);
    for (let pause = 0; pause < 12; pause += 1) {
      microphone().speechPaused({ quietMs: 300, falls: false, isLong: true });
      await settle();
      microphone().speechResumed();
      ms += 500;
    }
    expect(asked).toHaveLength(8);
  });

  it('are taken back when it was no speech, and when hands-free is switched off', async () => {
    for (const end of ['dropped', 'off'] as const) {
      const { voice, microphone, asked } = await speaking(() => 1_000);
      microphone().speechPaused({ quietMs: 300, falls: false, isLong: true });
      await settle();
      if (end === 'dropped') microphone().speechDropped();
      else voice.switchAuto(false);
      await settle();
      expect(asked[0]?.signal.aborted).toBe(true);
    }
  });

  it('are not asked for when it was no speech before its sound was there', async () => {
    const { microphone, asked } = await speaking(() => 1_000);
    microphone().speechPaused({ quietMs: 300, falls: false, isLong: true });
    microphone().speechDropped();
    await settle();
    expect(asked).toHaveLength(0);
  });
});
