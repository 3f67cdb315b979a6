/** Operations on sound in memory. Pure. */
import { type Pcm, pcmBytes, type Sound, samplesOf } from './wav.ts';

/** Samples below this level count as silence: 60 dB below full scale, under the noise of any synthesis. */
const SILENT_BELOW = 33;

/** Removes the silence at both ends, so that a pause added beside the sound lasts exactly as long as requested. */
export function trimSilence({ sampleRate, samples }: Sound): Sound {
  let start = 0;
  let end = samples.length;
  while (start < end && Math.abs(samples[start] ?? 0) < SILENT_BELOW) start += 1;
  while (end > start && Math.abs(samples[end - 1] ?? 0) < SILENT_BELOW) end -= 1;
  return { sampleRate, samples: samples.subarray(start, end) };
}

/** Whether the whole sound is silence. */
export function isSilent(sound: Sound): boolean {
  return trimSilence(sound).samples.length === 0;
}

/** Number of samples in a duration in milliseconds. */
export function samplesIn(ms: number, sampleRate: number): number {
  return Math.round((ms * sampleRate) / 1000);
}

/** Resamples by linear interpolation, for the occasional sentence in another voice. */
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

/** The sound after a silence, as parts of a file at the given sample rate. Not copied if it already has that rate. */
export function afterSilence(silenceMs: number, pcm: Pcm, sampleRate: number): Buffer[] {
  const silence = samplesIn(silenceMs, sampleRate);
  const { bytes } =
    pcm.sampleRate === sampleRate ? pcm : { bytes: pcmBytes(resample(soundOf(pcm), sampleRate).samples) };
  return silence > 0 ? [Buffer.alloc(2 * silence), bytes] : [bytes];
}

function soundOf({ sampleRate, bytes }: Pcm): Sound {
  return { sampleRate, samples: samplesOf(bytes) };
}
