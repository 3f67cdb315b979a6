/** What is done with sound in memory. Pure. */
import type { Sound } from './wav.ts';

/** Softer than this at either end is silence: 60 dB below full scale, under the noise of any synthesis. */
const SILENT_BELOW = 33;

/** The sound without the silence at its ends, so that a pause beside it lasts as long as it says. */
export function trimSilence({ sampleRate, samples }: Sound): Sound {
  let start = 0;
  let end = samples.length;
  while (start < end && Math.abs(samples[start] ?? 0) < SILENT_BELOW) start += 1;
  while (end > start && Math.abs(samples[end - 1] ?? 0) < SILENT_BELOW) end -= 1;
  return { sampleRate, samples: samples.subarray(start, end) };
}

/** Whether nothing at all can be heard in it. */
export function isSilent(sound: Sound): boolean {
  return trimSilence(sound).samples.length === 0;
}

/** Samples in so many milliseconds. */
export function samplesIn(ms: number, sampleRate: number): number {
  return Math.round((ms * sampleRate) / 1000);
}

/** The sound at another rate, by straight lines between samples: for the odd sentence of another voice. */
export function resample(sound: Sound, sampleRate: number): Sound {
  if (sound.sampleRate === sampleRate) return sound;
  const step = sound.sampleRate / sampleRate;
  const samples = new Int16Array(Math.max(1, Math.round(sound.samples.length / step)));
  for (let index = 0; index < samples.length; index += 1) {
    const at = index * step;
    const left = Math.floor(at);
    const before = sound.samples[left] ?? 0;
    const after = sound.samples[left + 1] ?? before;
    samples[index] = Math.round(before + (after - before) * (at - left));
  }
  return { sampleRate, samples };
}

/** One sound after the other, each after its silence, at the rate of the first. @returns null for none */
export function joinSounds(pieces: readonly { silenceMs: number; sound: Sound }[]): Sound | null {
  const sampleRate = pieces[0]?.sound.sampleRate;
  if (sampleRate === undefined) return null;
  const parts = pieces.map(({ silenceMs, sound }) => ({
    silence: samplesIn(silenceMs, sampleRate),
    samples: resample(sound, sampleRate).samples,
  }));
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.silence + part.samples.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part.samples, at + part.silence);
    at += part.silence + part.samples.length;
  }
  return { sampleRate, samples };
}
