import { describe, expect, it } from 'vitest';
import { createQuickPauses, type QuickPause } from './quick-pause.ts';
import { SAMPLE_RATE } from './voice-activity.ts';
import { voiceFalls } from './voice-fall.ts';

const samples = (ms: number, of: (at: number) => number) =>
  Float32Array.from({ length: (SAMPLE_RATE * ms) / 1000 }, (_, at) => of(at / SAMPLE_RATE));
const tone = (ms: number, level: number) => samples(ms, (at) => level * Math.sin(2 * Math.PI * 180 * at));

describe('pauses told by the level', () => {
  /** What is told, and after how many milliseconds. */
  function told(sounds: readonly [ms: number, level: number][]): [QuickPause, number][] {
    const pauses = createQuickPauses();
    const changes: [QuickPause, number][] = [];
    let ms = 0;
    for (const [length, level] of sounds) {
      for (let at = 0; at < length; at += 10) {
        ms += 10;
        const change = pauses.push(tone(10, level));
        if (change) changes.push([change, ms]);
      }
    }
    return changes;
  }

  it('are told a tenth of a second after the voice, and their end when it is back', () => {
    expect(
      told([
        [500, 0.3],
        [400, 0.001],
        [300, 0.3],
      ]),
    ).toEqual([
      ['paused', 610],
      ['resumed', 930],
    ]);
  });

  it('are none while a t closes the mouth, or a voice grows soft', () => {
    expect(
      told([
        [500, 0.3],
        [90, 0.001],
        [300, 0.3],
        [300, 0.03],
      ]),
    ).toEqual([]);
  });

  it('do not end with a click', () => {
    expect(
      told([
        [500, 0.3],
        [200, 0.001],
        [10, 0.3],
        [300, 0.001],
      ]),
    ).toEqual([['paused', 610]]);
  });

  it('are not told in noise that fills them', () => {
    expect(
      told([
        [500, 0.3],
        [2_000, 0.06],
      ]),
    ).toEqual([]);
  });
});

describe('the pitch before a pause', () => {
  /** A voice with overtones, whose pitch moves from one value to another at its end. */
  const voice = (from: number, to: number) => {
    let phase = 0;
    return samples(1_000, (at) => {
      phase += (at < 0.75 ? from : to) / SAMPLE_RATE;
      return [1, 2, 3].reduce((sum, n) => sum + (0.2 / n) * Math.sin(2 * Math.PI * n * phase), 0);
    });
  };

  it.each([
    ['falls', 200, 150, true],
    ['stays up', 200, 200, false],
    ['rises', 180, 240, false],
    ['of a low voice falls', 110, 85, true],
  ])('%s', (_, from, to, falls) => {
    expect(voiceFalls(voice(from, to))).toBe(falls);
  });

  it('does not fall where there is no voice', () => {
    expect(voiceFalls(samples(1_000, () => 0))).toBe(false);
    expect(voiceFalls(new Float32Array(0))).toBe(false);
  });
});
