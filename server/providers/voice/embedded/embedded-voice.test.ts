import { availableParallelism } from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { durationMs, readStrictWav } from '../../../platform/audio/wav.ts';
import { pitchOf } from '../../../testing/pitch.ts';
import { ProviderError } from '../../provider-error.ts';
import { EMPHASES, type SpeechRequest } from '../port.ts';
import { createEmbeddedVoice } from './create-embedded-voice.ts';
import { FairQueue } from './speech-thread.ts';
import { deliveryOf, type EmbeddedVoice } from './voices.ts';

const VOICES: Record<string, EmbeddedVoice> = {
  warm: { name: 'en-us+f1', pitch: 45, range: 50, rate: 160 },
  low: { name: 'en-gb-x-rp+m3', pitch: 40, range: 60, rate: 150 },
  misspelt: { name: 'en-gb-x-rq+m3', pitch: 40, range: 60, rate: 150 },
};
const voice = createEmbeddedVoice({ voiceOf: (id) => VOICES[id] ?? (VOICES['warm'] as EmbeddedVoice) });
afterAll(() => voice.close());

const never = new AbortController().signal;
const ask = (changes: Partial<SpeechRequest> = {}): SpeechRequest => ({
  text: 'The Walkthrough takes two weeks.',
  voiceId: 'warm',
  speed: 1,
  emphasis: 'none',
  ...changes,
});
const sound = async (changes: Partial<SpeechRequest> = {}) =>
  readStrictWav((await voice.speak(ask(changes), never)).audio);

describe('the embedded voice', () => {
  test('speaks a sentence as a WAV file without silence at its ends', async () => {
    const speech = await voice.speak(ask(), never);
    expect(speech).toMatchObject({ mime: 'audio/wav', provider: 'embedded' });
    const { sampleRate, samples } = readStrictWav(speech.audio);
    expect(sampleRate).toBe(22_050);
    expect(durationMs({ sampleRate, samples })).toBeGreaterThan(1_200);
    expect(Math.abs(samples[0] ?? 0)).toBeGreaterThan(32);
    expect(Math.abs(samples.at(-1) ?? 0)).toBeGreaterThan(32);
  });

  test('each voice has its own pitch, and an unknown one is the default', async () => {
    const warm = pitchOf(await sound());
    expect(pitchOf(await sound({ voiceId: 'low' }))).toBeLessThan(warm - 30);
    expect(Math.abs(pitchOf(await sound({ voiceId: 'no such voice' })) - warm)).toBeLessThan(10);
  });

  test('a voice that the synthesiser does not know never sounds like the one that spoke before', async () => {
    const lone = createEmbeddedVoice({ voiceOf: (id) => VOICES[id] as EmbeddedVoice });
    const spoken = async (voiceId: string) => readStrictWav((await lone.speak(ask({ voiceId }), never)).audio);
    await spoken('low');
    const afterLow = pitchOf(await spoken('misspelt'));
    await spoken('warm');
    expect(Math.abs(pitchOf(await spoken('misspelt')) - afterLow)).toBeLessThan(10);
    await lone.close();
  });

  test('speed is honoured from half to twice', async () => {
    const lengths = await Promise.all([0.5, 1, 2].map(async (speed) => durationMs(await sound({ speed }))));
    const [slow = 0, plain = 0, fast = 0] = lengths;
    expect(slow / plain).toBeGreaterThan(1.6);
    expect(plain / fast).toBeGreaterThan(1.6);
  });

  test('emphasis is heard: louder, and never clipped', async () => {
    const energies: number[] = [];
    for (const emphasis of EMPHASES) {
      const { samples } = await sound({ emphasis });
      energies.push(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
      expect(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)).toBeLessThan(32_767);
    }
    expect(energies).toEqual([...energies].sort((one, other) => one - other));
  });

  test('mark-up in the text is spoken as signs, not obeyed', async () => {
    const pause = await sound({ text: 'Hi <break time="9s"/> you' });
    expect(durationMs(pause)).toBeLessThan(6_000);
    expect((await sound({ text: 'Hi & you' })).samples.length).toBeGreaterThan(
      (await sound({ text: 'Hi' })).samples.length,
    );
  });

  test('what has no sound is an error', async () => {
    await expect(voice.speak(ask({ text: ' ' }), never)).rejects.toThrow(ProviderError);
  });

  test('a sentence that nobody waits for any more is not spoken', async () => {
    const gone = new AbortController();
    const waiting = Array.from({ length: 4 }, () => voice.speak(ask(), gone.signal));
    gone.abort(new Error('left'));
    for (const one of waiting) await expect(one).rejects.toThrow('left');
    await expect(voice.speak(ask(), gone.signal)).rejects.toThrow('left');
    expect(await sound()).toBeTruthy();
  });

  test('threads are started by the first sentence, ended after idleness, and started again', async () => {
    const quiet = createEmbeddedVoice({ voiceOf: () => VOICES['warm'] as EmbeddedVoice, idleMs: 300 });
    expect(quiet.threads()).toBe(0);
    await quiet.speak(ask(), never);
    await expect.poll(() => quiet.threads()).toBe(0);
    await quiet.speak(ask(), never);
    expect(quiet.threads()).toBe(1);
    await quiet.close();
    await expect(quiet.speak(ask(), never)).rejects.toThrow('the server is stopping');
  });
});

test('a thread that was made ready speaks the first sentence, and ends after idleness unless it is asked', async () => {
  const ready = createEmbeddedVoice({ voiceOf: () => VOICES['warm'] as EmbeddedVoice, idleMs: 300 });
  ready.warm();
  ready.warm();
  expect(ready.threads()).toBe(1);
  await ready.speak(ask(), never);
  expect(ready.threads()).toBe(1);
  await expect.poll(() => ready.threads()).toBe(0);
  await ready.close();
  ready.warm();
  expect(ready.threads()).toBe(0);
});

describe('several replies at once', () => {
  test("one visitor's reply is spoken by one thread, and two work where many wait", async () => {
    const own = createEmbeddedVoice({ voiceOf: () => VOICES['warm'] as EmbeddedVoice });
    const stream = {};
    await Promise.all([1, 2, 3].map(() => own.speak({ ...ask(), stream }, never)));
    expect(own.threads()).toBe(1);
    await Promise.all(Array.from({ length: 12 }, () => own.speak(ask(), never)));
    expect(own.threads()).toBe(Math.min(2, availableParallelism()));
    await own.close();
  });

  test('first sentences come first, then replies take turns', () => {
    const queue = new FairQueue<string>();
    const [long, short, late] = [{}, {}, {}];
    for (const item of ['long 1', 'long 2', 'long 3', 'long 4']) queue.add(item, long);
    for (const item of ['short 1', 'short 2']) queue.add(item, short);
    const taken = [queue.take(), queue.take(), queue.take()];
    queue.add('late 1', late);
    while (queue.size > 0) taken.push(queue.take());
    expect(taken).toEqual(['long 1', 'short 1', 'long 2', 'late 1', 'short 2', 'long 3', 'long 4']);
    expect(queue.take()).toBeUndefined();
  });

  test('what is taken out of the line is not taken again', () => {
    const queue = new FairQueue<string>();
    queue.add('one', {});
    expect(queue.remove('one')).toBe(true);
    expect(queue.remove('one')).toBe(false);
    expect(queue.size).toBe(0);
  });
});

test('no delivery leaves what the synthesiser takes', () => {
  for (const emphasis of EMPHASES) {
    for (const speed of [0.5, 1, 2]) {
      const delivery = deliveryOf({ name: 'en', pitch: 99, range: 99, rate: 240 }, speed, emphasis);
      expect(delivery.rate).toBeGreaterThanOrEqual(80);
      expect(delivery.rate).toBeLessThanOrEqual(450);
      expect(delivery.range).toBeLessThanOrEqual(99);
    }
  }
});
