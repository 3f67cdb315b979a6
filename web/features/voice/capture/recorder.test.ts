import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeWav } from './listening.ts';
import { createRecorder } from './recorder.ts';

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
