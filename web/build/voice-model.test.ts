import { describe, expect, it } from 'vitest';
import { createSpeechProbability, HOP } from '../features/voice/activity/silero.ts';
import { unpackWeights } from '../features/voice/activity/silero-weights.ts';
import { publishedWeights, voiceModel, weightsOf } from './voice-model.ts';

const HOPS = 48;

/**
 * A buzz that glides through two resonances, with pauses and noise: speech-like enough for intermediate probabilities.
 */
function buzz(): Float32Array {
  let seed = 1;
  const noise = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  };
  const resonances = [
    { hz: 500, swing: 200, turn: (t: number) => Math.sin(2 * Math.PI * 3 * t), one: 0, two: 0 },
    { hz: 1500, swing: 500, turn: (t: number) => Math.cos(2 * Math.PI * 2 * t), one: 0, two: 0 },
  ];
  let phase = 0;
  return Float32Array.from({ length: HOP * HOPS }, (_, n) => {
    const t = n / 16_000;
    phase += (120 + 30 * Math.sin(2 * Math.PI * 1.3 * t)) / 16_000;
    let x = 0.2 * (t % 0.9 < 0.6 ? 2 * (phase % 1) - 1 : 0) + 0.02 * noise();
    for (const resonance of resonances) {
      const turn = (2 * Math.PI * (resonance.hz + resonance.swing * resonance.turn(t))) / 16_000;
      const y = x + 2 * 0.97 * Math.cos(turn) * resonance.one - 0.97 * 0.97 * resonance.two;
      resonance.two = resonance.one;
      resonance.one = y;
      x = y * 0.15;
    }
    return 0.2 * x;
  });
}

/** Output of onnxruntime 1.30 for every fourth hop of the buzz, with the published model. */
const REFERENCE = [
  0.20423, 0.69499, 0.84975, 0.91031, 0.91836, 0.24824, 0.04687, 0.24063, 0.26706, 0.76563, 0.8218, 0.17371,
];

/** The probabilities of the hops in REFERENCE. */
function probabilities(speech: ReturnType<typeof createSpeechProbability>): number[] {
  const sound = buzz();
  const all = Array.from({ length: HOPS }, (_, hop) => speech.hear(sound.subarray(hop * HOP, (hop + 1) * HOP)));
  return all.filter((_, hop) => hop % 4 === 3);
}

const farthest = (found: number[]) =>
  Math.max(...found.map((probability, index) => Math.abs(probability - (REFERENCE[index] as number))));

describe('the voice activity model', () => {
  it('computes what onnxruntime computes with the published model', () => {
    expect(farthest(probabilities(createSpeechProbability(publishedWeights())))).toBeLessThan(2e-5);
  });

  it('is little changed by weights of one or two bytes', () => {
    const file = voiceModel();
    expect(file.length).toBeLessThan(250_000);
    expect(farthest(probabilities(createSpeechProbability(unpackWeights(file))))).toBeLessThan(0.2);
  });

  it('begins anew after a reset', () => {
    const speech = createSpeechProbability(publishedWeights());
    const once = probabilities(speech);
    speech.reset();
    expect(probabilities(speech)).toEqual(once);
  });

  it('refuses a file that is something else', () => {
    expect(() => unpackWeights(new TextEncoder().encode('<!doctype html>'))).toThrow('not the voice activity model');
    expect(() => unpackWeights(new Uint8Array(voiceModel().length))).toThrow('not the voice activity model');
  });

  it('is refused by the build when it has another shape', () => {
    expect(() => weightsOf(new Map())).toThrow('stft.forward_basis_buffer should be 258x1x256 and is nothing');
    const name = 'If_0_then_branch__Inline_0__stft.forward_basis_buffer';
    const other = { dimensions: [258, 1, 256], values: new Float32Array(258 * 256) };
    expect(() => weightsOf(new Map([[name, other]]))).toThrow('not a Hann-windowed Fourier transform');
  });

  it('takes the level of what is in the band of voices', () => {
    const speech = createSpeechProbability(publishedWeights());
    const tone = (hz: number) =>
      Float32Array.from({ length: HOP }, (_, n) => Math.sin((2 * Math.PI * hz * n) / 16_000));
    speech.hear(tone(1000));
    speech.hear(tone(1000));
    expect(speech.bandPower()).toBeCloseTo(0.5, 1);
    speech.hear(tone(62.5));
    speech.hear(tone(62.5));
    expect(speech.bandPower()).toBeLessThan(0.001);
  });
});
