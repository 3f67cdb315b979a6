import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActivityDetector } from '../activity/voice-activity.ts';
import type { FromHearing, UtterancePart } from './hearing.ts';
import { createListening, createRecorder, encodeWav } from './listening.ts';

const RATE = 48_000;
const FRAME = 480;

/** Takes anything loud for speech. */
const byLoudness: ActivityDetector = {
  hopSamples: 320,
  rules: {
    minSpeechMs: 200,
    silenceMs: 1_000,
    pausesMs: [500],
    lapseMs: 500,
    backDateMs: 100,
    releaseMs: 0,
    hintMs: 100,
  },
  hear: (hop) => ({ score: Math.max(...hop.map(Math.abs)), start: 0.3, stop: 0.2, hint: 0.1 }),
  reset() {},
};

/** A hearing worker with a microphone controlled by the test. */
function stage({ detect = true, neural = async () => byLoudness } = {}) {
  const told: FromHearing[] = [];
  let port: { onmessage: ((event: { data: Float32Array }) => void) | null; close(): void } | null = null;
  const listening = createListening({ tell: (message) => told.push(message), neural });
  const open = async (utterance: number | null = null) => {
    port = { onmessage: null, close: () => told.push({ type: 'level', level: -1 }) };
    listening.handle({ type: 'open', port: port as unknown as MessagePort, sampleRate: RATE, detect });
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (utterance !== null) listening.handle({ type: 'begin', utterance });
  };
  const hear = (ms: number, level: number) => {
    for (let at = 0; at < ms; at += 10) {
      const data = Float32Array.from(
        { length: FRAME },
        (_, index) => level * Math.sin((index * 2 * Math.PI * 10) / FRAME),
      );
      port?.onmessage?.({ data });
    }
  };
  const events = () => told.filter(({ type }) => type.startsWith('speech')).map(({ type }) => type);
  const take = (utterance: number, part: UtterancePart = 'whole') => {
    listening.handle({ type: 'take', utterance, part, request: 9 });
    const answer = told.at(-1);
    return answer?.type === 'wav' && answer.wav ? new Int16Array(answer.wav.slice(44)) : null;
  };
  return { listening, told, open, hear, events, take };
}

describe('hands-free', () => {
  it('tells the onset and the end, and keeps 300 ms before and 300 ms after the speech', async () => {
    const { listening, told, open, hear, events, take } = stage();
    await open();
    hear(2_000, 0.01);
    hear(60, 0.5);
    expect(events()).toEqual(['speech-started']);
    listening.handle({ type: 'begin', utterance: 1 });
    hear(740, 0.5);
    hear(1_100, 0.01);
    expect(events()).toEqual(['speech-started', 'speech-paused', 'speech-paused', 'speech-ended']);
    expect(told.find(({ type }) => type === 'speech-ended')).toMatchObject({ quietMs: expect.closeTo(1_000, -2) });
    const samples = take(1) ?? new Int16Array();
    const first = samples.findIndex((sample) => Math.abs(sample) > 8_000);
    const last = samples.findLastIndex((sample) => Math.abs(sample) > 8_000);
    expect(first / 16).toBeGreaterThanOrEqual(300);
    expect((last - first) / 16).toBeCloseTo(800, -2);
    expect((samples.length - last) / 16).toBeGreaterThan(200);
    expect((samples.length - last) / 16).toBeLessThan(500);
    expect(take(1)).toBeNull();
  });

  it('drops a click', async () => {
    const { open, hear, events } = stage();
    await open();
    hear(1_000, 0.01);
    hear(80, 0.5);
    hear(1_000, 0.01);
    expect(events()).toEqual(['speech-started', 'speech-dropped']);
  });

  it('cuts an utterance that grows longer than may be sent', async () => {
    const { listening, open, hear, events, take } = stage();
    await open();
    hear(100, 0.5);
    listening.handle({ type: 'begin', utterance: 1 });
    hear(61_000, 0.5);
    expect(events().slice(0, 2)).toEqual(['speech-started', 'speech-ended']);
    expect((take(1)?.length ?? 0) / 16_000).toBeLessThan(60);
  });

  it('falls back to the detector of the specification when the neural one cannot be loaded', async () => {
    const { told, open, hear, events } = stage({
      neural: async () => {
        throw new Error('offline');
      },
    });
    await open();
    expect(told).toContainEqual({ type: 'detector', detector: 'energy' });
    hear(1_000, 0.001);
    hear(2_000, 0.5);
    hear(1_500, 0.001);
    expect(events()).toEqual(['speech-started', 'speech-paused', 'speech-paused', 'speech-ended']);
  });
});

describe('at the button', () => {
  it('detects nothing, and gives what was heard while it was held', async () => {
    const { open, hear, events, take } = stage({ detect: false });
    await open(3);
    hear(1_000, 0.5);
    expect(events()).toEqual([]);
    expect((take(3)?.length ?? 0) / 16).toBeCloseTo(1_000, -2);
  });

  it('gives nothing after the microphone was closed, and of no other utterance', async () => {
    const { listening, open, hear, take } = stage({ detect: false });
    await open(3);
    hear(200, 0.5);
    expect(take(4)).toBeNull();
    listening.handle({ type: 'close' });
    expect(take(3)).toBeNull();
  });
});

/** Ascending samples, so that each one reveals its origin. */
function counting(from: number, length: number): Float32Array {
  return Float32Array.from({ length }, (_, index) => from + index);
}

it('keeps at least 300 ms from before the speech', () => {
  const recorder = createRecorder();
  for (let at = 0; at < 32_000; at += 320) recorder.add(counting(at, 320));
  // The speech began 200 ms ago.
  recorder.begin(1, 200);
  recorder.add(counting(32_000, 320));
  const samples = recorder.read(1);
  expect(samples?.[0]).toBeLessThanOrEqual(32_000 - 3_200 - 4_800);
  expect(samples?.at(-1)).toBe(32_319);
});

it('gives every sample once and in order, however the frames were cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 60 }),
      fc.nat(59),
      (cuts, when) => {
        const recorder = createRecorder();
        let at = 0;
        for (const [index, length] of cuts.entries()) {
          if (index === when) recorder.begin(7, 0);
          recorder.add(counting(at, length));
          at += length;
        }
        if (when >= cuts.length) recorder.begin(7, 0);
        const samples = recorder.read(7) ?? new Float32Array();
        // One assertion per sample would take minutes on a busy machine.
        expect(samples.findIndex((sample, index) => index > 0 && sample - (samples[index - 1] ?? 0) !== 1)).toBe(-1);
        if (samples.length > 0) expect(samples.at(-1)).toBe(at - 1);
      },
    ),
  );
});

it('is full before the 60 s that the server takes', () => {
  const recorder = createRecorder();
  recorder.begin(1, 0);
  for (let second = 0; second < 61; second += 1) recorder.add(new Float32Array(16_000));
  expect(recorder.isFull(1)).toBe(true);
  expect((recorder.read(1)?.length ?? 0) / 16_000).toBeLessThan(60);
});

it('knows nothing of an utterance that was forgotten', () => {
  const recorder = createRecorder();
  recorder.begin(1, 0);
  recorder.add(new Float32Array(100));
  recorder.forget(1);
  expect(recorder.read(1)).toBeNull();
});

it('writes a WAV of one channel and 16 bits, clipping what is too loud', () => {
  const wav = new DataView(encodeWav(Float32Array.of(0, 1, -1, 2, 0.5), 16_000));
  const letters = (at: number) => String.fromCharCode(...[0, 1, 2, 3].map((offset) => wav.getUint8(at + offset)));
  expect([letters(0), letters(8), letters(36)]).toEqual(['RIFF', 'WAVE', 'data']);
  expect(wav.byteLength).toBe(54);
  expect(wav.getUint32(4, true)).toBe(46);
  expect([wav.getUint16(20, true), wav.getUint16(22, true), wav.getUint32(24, true), wav.getUint16(34, true)]).toEqual([
    1, 1, 16_000, 16,
  ]);
  expect([0, 1, 2, 3, 4].map((index) => wav.getInt16(44 + index * 2, true))).toEqual([
    0, 32_767, -32_767, 32_767, 16_384,
  ]);
});
