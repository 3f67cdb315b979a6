/**
 * WAV files of 16-bit PCM, read and written (RIFF, 'Multimedia Programming Interface and Data Specifications 1.0').
 * Pure. What visitors send is read strictly, what providers send leniently: some stream a header before they know how
 * much will follow.
 */
import { endianness } from 'node:os';
import { WAV_HEADER_BYTES, wavHeader } from '@understudy/contract/wav';

/** Sound of one channel. */
export interface Sound {
  /** Samples a second. */
  sampleRate: number;
  samples: Int16Array;
}

/** Sound of one channel as it stands in a WAV file, lowest byte first: handed on without being copied. */
export interface Pcm {
  /** Samples a second. */
  sampleRate: number;
  bytes: Buffer;
}

/** A file that is not read; the message says why, for a person. */
export class WavError extends Error {}

const PCM = 1;
/** The real format stands in a sub-format field. */
const EXTENSIBLE = 0xfffe;
/** Parts that may stand before the sound; recorders write a handful. */
const PARTS_MAX = 64;
const RATE_MIN = 8_000;
const RATE_MAX = 48_000;
/** A size that a writer gives who does not know it yet. */
const UNKNOWN_SIZE = 0xffff_ffff;
/** From here on a size is no size. */
const UNKNOWN_SIZE_FROM = 0x7fff_0000;
const BIG_ENDIAN = endianness() === 'BE';

interface Format {
  channels: number;
  sampleRate: number;
}

/**
 * Reads a WAV file of one channel of 16-bit PCM whose header is true in every figure.
 * @throws WavError
 */
export function readStrictWav(bytes: Buffer): Sound {
  if (bytes.length === 0) throw new WavError('it is empty');
  const { format, data } = readChunks(bytes, true);
  if (format.channels !== 1) throw new WavError(`it has ${format.channels} channels instead of one`);
  return { sampleRate: format.sampleRate, samples: samplesOf(data) };
}

/**
 * Reads a provider's WAV file: sizes may be unknown or wrong, two channels are mixed into one.
 * @throws WavError
 */
export function readLenientWav(bytes: Buffer): Sound {
  const pcm = readLenientPcm(bytes);
  return { sampleRate: pcm.sampleRate, samples: samplesOf(pcm.bytes) };
}

/**
 * The sound within a provider's WAV file, as {@link readLenientWav} reads it: where it has one channel, the file's own
 * memory.
 * @throws WavError
 */
export function readLenientPcm(bytes: Buffer): Pcm {
  const { format, data } = readChunks(bytes, false);
  const whole = data.subarray(0, data.length - (data.length % (2 * format.channels)));
  return { sampleRate: format.sampleRate, bytes: format.channels === 1 ? whole : pcmBytes(mixDown(samplesOf(whole))) };
}

/** A whole WAV file, in memory of its own. */
export function writeWav({ sampleRate, samples }: Sound): Buffer<ArrayBuffer> {
  const file = Buffer.allocUnsafeSlow(WAV_HEADER_BYTES + samples.byteLength);
  file.set(wavHeader(sampleRate, samples.byteLength));
  const data = file.subarray(WAV_HEADER_BYTES);
  data.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  if (BIG_ENDIAN) data.swap16();
  return file;
}

/** A whole WAV file in parts: the header, then the sound as it is. */
export function wavParts(sampleRate: number, sound: readonly Buffer[]): Buffer[] {
  const bytes = sound.reduce((sum, part) => sum + part.length, 0);
  return [Buffer.from(wavHeader(sampleRate, bytes).buffer), ...sound];
}

/** The header of a WAV file whose length is not known yet; samples follow as {@link pcmBytes}. */
export function openWavHeader(sampleRate: number): Buffer {
  return Buffer.from(wavHeader(sampleRate, UNKNOWN_SIZE - (WAV_HEADER_BYTES - 8)).buffer);
}

/** Samples as they stand in a WAV file: a copy, lowest byte first. */
export function pcmBytes(samples: Int16Array): Buffer {
  const bytes = Buffer.from(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
  return BIG_ENDIAN ? bytes.swap16() : bytes;
}

/** Length in milliseconds. */
export function durationMs({ sampleRate, samples }: Sound): number {
  return Math.round((samples.length / sampleRate) * 1000);
}

function readChunks(bytes: Buffer, strict: boolean): { format: Format; data: Buffer } {
  const tag = (at: number) => bytes.toString('latin1', at, at + 4);
  if (bytes.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') throw new WavError('it is no WAV file');
  const end = bytes.readUInt32LE(4) + 8;
  if (strict && end !== bytes.length && end + (end % 2) !== bytes.length) {
    throw new WavError(`its header speaks of ${end} bytes and ${bytes.length} came`);
  }
  let format: Format | null = null;
  let parts = 0;
  for (let at = 12; at + 8 <= bytes.length; parts += 1) {
    if (parts > PARTS_MAX) throw new WavError('it has too many parts');
    const size = bytes.readUInt32LE(at + 4);
    const body = at + 8;
    if (tag(at) === 'data') {
      if (!format) throw new WavError('its sound comes before its format');
      if (strict && body + size > bytes.length) throw new WavError('its header speaks of more sound than came');
      // Who streams gives a size near the greatest; a plain one that is not reached means that the rest got lost.
      if (body + size > bytes.length && size < UNKNOWN_SIZE_FROM) throw new WavError('it is cut off');
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
  if (sampleRate < RATE_MIN || sampleRate > RATE_MAX) {
    throw new WavError(`it has ${sampleRate} samples a second; from ${RATE_MIN} to ${RATE_MAX} are read`);
  }
  if (chunk.readUInt16LE(12) !== channels * 2 || chunk.readUInt32LE(8) !== sampleRate * channels * 2) {
    throw new WavError('the figures of its header contradict each other');
  }
  return { channels, sampleRate };
}

/** The samples of bytes that stand in a WAV file: a copy. */
export function samplesOf(data: Buffer): Int16Array {
  const samples = new Int16Array(data.length >> 1);
  const bytes = Buffer.from(samples.buffer);
  data.copy(bytes);
  if (BIG_ENDIAN) bytes.swap16();
  return samples;
}

function mixDown(pairs: Int16Array): Int16Array {
  const mono = new Int16Array(pairs.length >> 1);
  for (let index = 0; index < mono.length; index += 1) {
    mono[index] = ((pairs[index * 2] ?? 0) + (pairs[index * 2 + 1] ?? 0)) >> 1;
  }
  return mono;
}
