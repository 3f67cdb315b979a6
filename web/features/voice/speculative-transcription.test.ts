import { describe, expect, it } from 'vitest';
import { settle } from '../../platform/testing/fake-clock.ts';
import type { TranscribeRequest, Transcript } from './recognition/transcriber.ts';
import { voiceStage } from './voice-stage.ts';

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
    microphone().speechPaused();
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
    microphone().speechPaused();
    await settle();
    ms = 2_000;
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
    microphone().speechPaused();
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

  it('are asked for at three pauses of an utterance at most', async () => {
    let ms = 1_000;
    const { microphone, asked } = await speaking(() => ms);
    for (let pause = 0; pause < 5; pause += 1) {
      microphone().speechPaused();
      await settle();
      ms += 500;
    }
    expect(asked).toHaveLength(3);
  });

  it('are taken back when it was no speech, and when hands-free is switched off', async () => {
    for (const end of ['dropped', 'off'] as const) {
      const { voice, microphone, asked } = await speaking(() => 1_000);
      microphone().speechPaused();
      await settle();
      if (end === 'dropped') microphone().speechDropped();
      else voice.switchAuto(false);
      await settle();
      expect(asked[0]?.signal.aborted).toBe(true);
    }
  });

  it('are not asked for when it was no speech before its sound was there', async () => {
    const { microphone, asked } = await speaking(() => 1_000);
    microphone().speechPaused();
    microphone().speechDropped();
    await settle();
    expect(asked).toHaveLength(0);
  });
});
