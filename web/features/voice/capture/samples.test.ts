import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createResampler } from './samples.ts';

const tone = (hz: number, rate: number, length: number) =>
  Float32Array.from({ length }, (_, n) => Math.sin((2 * Math.PI * hz * n) / rate));

function resample(samples: Float32Array, from: number, to: number): Float32Array {
  const resampler = createResampler(from, to);
  return Float32Array.of(...resampler.push(samples), ...resampler.flush());
}

/** The largest difference, ignoring the filter's run-in and run-out. */
function difference(a: Float32Array, b: Float32Array): number {
  let most = 0;
  for (let n = 64; n < a.length - 64; n += 1) most = Math.max(most, Math.abs((a[n] as number) - (b[n] as number)));
  return most;
}

describe('resampling', () => {
  it.each([8000, 11025, 16000, 22050, 32000, 44100, 48000, 96000])('keeps a tone from %i Hz in place', (rate) => {
    const out = resample(tone(1000, rate, rate / 5), rate, 16_000);
    expect(out.length).toBe(3200);
    expect(difference(out, tone(1000, 16_000, 3200))).toBeLessThan(0.002);
  });

  it('keeps what speech has up to 6.5 kHz and removes what would fold back', () => {
    expect(difference(resample(tone(6500, 48_000, 9600), 48_000, 16_000), tone(6500, 16_000, 3200))).toBeLessThan(0.01);
    const folded = resample(tone(10_000, 48_000, 9600), 48_000, 16_000);
    expect(difference(folded, new Float32Array(folded.length))).toBeLessThan(0.001);
  });

  it('gives the same however the input is cut, and as long as the sound is', () => {
    const rates = fc.constantFrom(8000, 16_000, 44_100, 48_000);
    const pieces = fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 8 });
    fc.assert(
      fc.property(rates, rates, pieces, (from, to, lengths) => {
        const sound = Float32Array.from({ length: lengths.reduce((a, b) => a + b, 0) }, (_, n) =>
          Math.sin(n * n * 0.01),
        );
        const resampler = createResampler(from, to);
        const out: number[] = [];
        let at = 0;
        for (const length of lengths) {
          out.push(...resampler.push(sound.subarray(at, at + length)));
          at += length;
        }
        out.push(...resampler.flush());
        expect(out).toEqual([...resample(sound, from, to)]);
        expect(out.length).toBe(Math.ceil((sound.length * to) / from));
      }),
    );
  });

  it('begins anew after the end of a sound', () => {
    const resampler = createResampler(44_100, 16_000);
    const sound = tone(500, 44_100, 3000);
    const once = [...resampler.push(sound), ...resampler.flush()];
    expect([...resampler.push(sound), ...resampler.flush()]).toEqual(once);
  });

  it('refuses what is no rate', () => {
    expect(() => createResampler(0, 16_000)).toThrow(RangeError);
    expect(() => createResampler(44_100.5, 16_000)).toThrow(RangeError);
  });
});
