import type { Sound } from '../platform/audio/wav.ts';

/** Range of voices' fundamental frequencies, in Hz. */
const LOWEST = 65;
const HIGHEST = 350;

/** The median fundamental frequency of speech in Hz, by autocorrelation; enough to tell voices apart. */
export function pitchOf({ sampleRate, samples }: Sound): number {
  const window = Math.round(sampleRate / 20);
  const found: number[] = [];
  for (let at = 0; at + 2 * window < samples.length; at += window) {
    const energy = correlation(samples, at, 0, window);
    if (energy / window < 1e6) continue;
    let best = { lag: 0, value: 0 };
    for (let lag = Math.floor(sampleRate / HIGHEST); lag < sampleRate / LOWEST; lag += 1) {
      const value = correlation(samples, at, lag, window);
      if (value > best.value) best = { lag, value };
    }
    if (best.value > energy / 2) found.push(sampleRate / best.lag);
  }
  return found.sort((one, other) => one - other)[found.length >> 1] ?? 0;
}

function correlation(samples: Int16Array, at: number, lag: number, window: number): number {
  let sum = 0;
  for (let index = at; index < at + window; index += 1) sum += (samples[index] ?? 0) * (samples[index + lag] ?? 0);
  return sum;
}
