import { describe, expect, it } from 'vitest';
import type { ActivityDetector } from '../sound-activity.ts';
import { createListening } from './listening.ts';
import type { FromHearing, UtterancePart } from './messages.ts';

const RATE = 48_000;
const FRAME = 480;

/** Takes anything loud for speech. */
const byLoudness: ActivityDetector = {
  hopSamples: 320,
  rules: { minSpeechMs: 200, silenceMs: 1_000, pauseMs: 500, lapseMs: 500, backDateMs: 100, releaseMs: 0, hintMs: 100 },
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
    expect(events()).toEqual(['speech-started', 'speech-paused', 'speech-ended']);
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
    expect(events()).toEqual(['speech-started', 'speech-paused', 'speech-ended']);
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
