import { endianness } from 'node:os';
import { WAV_HEADER_BYTES, wavHeader } from '@understudy/contract/wav';

/** Mono sound. */
export interface Sound {
  /** Samples per second. */
  sampleRate: number;
  samples: Int16Array;
}

/** Mono sound as little-endian bytes, as in a WAV file, so that it can be passed on without a copy. */
export interface Pcm {
  /** Samples per second. */
  sampleRate: number;
  bytes: Buffer;
}

/** The file cannot be read; the message tells a person why. */
export class WavError extends Error {}

/** The format of plain samples. */
const PCM = 1;
/** The format whose actual format is in a further field. */
const EXTENSIBLE = 0xfffe;
/** Chunks allowed before the sound; recorders write a handful. */
const MAX_CHUNKS = 64;
const MIN_SAMPLE_RATE = 8_000;
const MAX_SAMPLE_RATE = 48_000;
/** The size written by encoders that do not know it yet. */
const UNKNOWN_SIZE = 0xffff_ffff;
/** Sizes from here on are placeholders too. */
const MIN_PLACEHOLDER_SIZE = 0x7fff_0000;
const BIG_ENDIAN = endianness() === 'BE';
/** Samples below this level count as silence: 60 dB below full scale, under the noise of any synthesis. */
const SILENT_BELOW = 33;

/** What a file's header says about its samples. */
interface Format {
  channels: number;
  sampleRate: number;
}

/**
 * Reads a visitor's WAV file (RIFF, 'Multimedia Programming Interface and Data Specifications 1.0'): mono, 16-bit PCM,
 * with every header field correct.
 *
 * @throws WavError
 */
export function readStrictWav(bytes: Buffer): Sound {
  if (bytes.length === 0) throw new WavError('it is empty');
  const { format, data } = readChunks(bytes, true);
  if (format.channels !== 1) throw new WavError(`it has ${format.channels} channels instead of one`);
  return { sampleRate: format.sampleRate, samples: samplesOf(data) };
}

/**
 * Reads a provider's WAV file. Its sizes may be unknown or wrong, because some providers stream a header before they
 * know the length; two channels are mixed into one.
 *
 * @throws WavError
 */
export function readLenientWav(bytes: Buffer): Sound {
  const pcm = readLenientPcm(bytes);
  return { sampleRate: pcm.sampleRate, samples: samplesOf(pcm.bytes) };
}

/**
 * Like {@link readLenientWav}, but returns bytes. A mono file's bytes are a view into the file, not a copy.
 *
 * @throws WavError
 */
export function readLenientPcm(bytes: Buffer): Pcm {
  const { format, data } = readChunks(bytes, false);
  const whole = data.subarray(0, data.length - (data.length % (2 * format.channels)));
  return { sampleRate: format.sampleRate, bytes: format.channels === 1 ? whole : pcmBytes(mixDown(samplesOf(whole))) };
}

/** A whole WAV file, in a new buffer. */
export function writeWav({ sampleRate, samples }: Sound): Buffer<ArrayBuffer> {
  const file = Buffer.allocUnsafeSlow(WAV_HEADER_BYTES + samples.byteLength);
  file.set(wavHeader(sampleRate, samples.byteLength));
  const data = file.subarray(WAV_HEADER_BYTES);
  data.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  if (BIG_ENDIAN) data.swap16();
  return file;
}

/** A whole WAV file in parts: the header, followed by the sound without a copy. */
export function wavParts(sampleRate: number, sound: readonly Buffer[]): Buffer[] {
  const bytes = sound.reduce((sum, part) => sum + part.length, 0);
  return [Buffer.from(wavHeader(sampleRate, bytes).buffer), ...sound];
}

/** The header of a WAV file of unknown length; samples follow as {@link pcmBytes}. */
export function openWavHeader(sampleRate: number): Buffer {
  return Buffer.from(wavHeader(sampleRate, UNKNOWN_SIZE - (WAV_HEADER_BYTES - 8)).buffer);
}

/** Samples as little-endian bytes, as in a WAV file: a copy. */
export function pcmBytes(samples: Int16Array): Buffer {
  const bytes = Buffer.from(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
  return BIG_ENDIAN ? bytes.swap16() : bytes;
}

/** Duration in milliseconds. */
export function durationMs({ sampleRate, samples }: Sound): number {
  return Math.round((samples.length / sampleRate) * 1000);
}

/** Finds the format and the samples in a file. @throws WavError */
function readChunks(bytes: Buffer, strict: boolean): { format: Format; data: Buffer } {
  const tag = (at: number) => bytes.toString('latin1', at, at + 4);
  if (bytes.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') throw new WavError('it is no WAV file');
  const end = bytes.readUInt32LE(4) + 8;
  if (strict && end !== bytes.length && end + (end % 2) !== bytes.length) {
    throw new WavError(`its header speaks of ${end} bytes and ${bytes.length} came`);
  }
  let format: Format | null = null;
  let chunks = 0;
  for (let at = 12; at + 8 <= bytes.length; chunks += 1) {
    if (chunks > MAX_CHUNKS) throw new WavError('it has too many parts');
    const size = bytes.readUInt32LE(at + 4);
    const body = at + 8;
    if (tag(at) === 'data') {
      if (!format) throw new WavError('its sound comes before its format');
      if (strict && body + size > bytes.length) throw new WavError('its header speaks of more sound than came');
      // Streaming encoders give a size near the maximum; an ordinary size that is not reached means that data was lost.
      if (body + size > bytes.length && size < MIN_PLACEHOLDER_SIZE) throw new WavError('it is cut off');
      if (strict && size % 2 === 1) throw new WavError('its sound ends within a sample');
      const data = bytes.subarray(body, Math.min(body + size, bytes.length));
      if (data.length < 2 * format.channels) throw new WavError('it holds no sound');
      return { format, data };
    }
    if (body + size > bytes.length) throw new WavError('its parts are longer than the file');
    if (tag(at) === 'fmt ') format = readFormat(bytes.subarray(body, body + size));
    at = body + size + (size % 2);
  }
  throw new WavError(format ? 'it holds no sound' : 'its format is not told');
}

/** @throws WavError */
function readFormat(chunk: Buffer): Format {
  if (chunk.length < 16) throw new WavError('its format is not told');
  const kind = chunk.readUInt16LE(0);
  const sub = kind === EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : kind;
  const channels = chunk.readUInt16LE(2);
  const sampleRate = chunk.readUInt32LE(4);
  const bits = chunk.readUInt16LE(14);
  if (sub !== PCM) throw new WavError('it is not plain PCM');
  if (bits !== 16) throw new WavError(`it has ${bits} bits a sample instead of 16`);
  if (channels < 1 || channels > 2) throw new WavError(`it has ${channels} channels instead of one`);
  if (sampleRate < MIN_SAMPLE_RATE || sampleRate > MAX_SAMPLE_RATE) {
    throw new WavError(`it has ${sampleRate} samples a second; from ${MIN_SAMPLE_RATE} to ${MAX_SAMPLE_RATE} are read`);
  }
  if (chunk.readUInt16LE(12) !== channels * 2 || chunk.readUInt32LE(8) !== sampleRate * channels * 2) {
    throw new WavError('the figures of its header contradict each other');
  }
  return { channels, sampleRate };
}

/** Samples from the bytes of a WAV file: a copy. */
function samplesOf(data: Buffer): Int16Array {
  const samples = new Int16Array(data.length >> 1);
  const bytes = Buffer.from(samples.buffer);
  data.copy(bytes);
  if (BIG_ENDIAN) bytes.swap16();
  return samples;
}

/** The mean of each pair of samples. */
function mixDown(pairs: Int16Array): Int16Array {
  const mono = new Int16Array(pairs.length >> 1);
  for (let index = 0; index < mono.length; index += 1) {
    mono[index] = ((pairs[index * 2] ?? 0) + (pairs[index * 2 + 1] ?? 0)) >> 1;
  }
  return mono;
}

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
