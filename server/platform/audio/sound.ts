/** What is done with sound in memory. Pure. */
import { type Pcm, pcmBytes, type Sound, samplesOf } from './wav.ts';

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

/** A sound after its silence, as parts of a file of this rate; at this rate already, it is not copied. */
export function afterSilence(silenceMs: number, pcm: Pcm, sampleRate: number): Buffer[] {
  const silence = samplesIn(silenceMs, sampleRate);
  const { bytes } =
    pcm.sampleRate === sampleRate ? pcm : { bytes: pcmBytes(resample(soundOf(pcm), sampleRate).samples) };
  return silence > 0 ? [Buffer.alloc(2 * silence), bytes] : [bytes];
}

function soundOf({ sampleRate, bytes }: Pcm): Sound {
  return { sampleRate, samples: samplesOf(bytes) };
}
