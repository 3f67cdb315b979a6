/** A recording decoded chunk by chunk, so that an hour of it does not fill the memory. */
export interface Recording {
  sampleRate: number;
  /** Samples per channel. */
  length: number;
  /** Samples `from` to `to`, all channels mixed into one, -1 to 1. */
  mono(from: number, to: number): Float32Array;
}

/** What is wrong with a file, as a sentence. */
export class WavError extends Error {}

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const MAX_CHANNELS = 32;
const RATES = { least: 4000, most: 768_000 };

type ReadSample = (view: DataView, at: number) => number;

/** Sample decoders by format and bits. */
const SAMPLES: Record<string, ReadSample> = {
  [`${PCM}/8`]: (view, at) => (view.getUint8(at) - 128) / 128,
  [`${PCM}/16`]: (view, at) => view.getInt16(at, true) / 2 ** 15,
  [`${PCM}/24`]: (view, at) => (view.getInt16(at + 1, true) * 256 + view.getUint8(at)) / 2 ** 23,
  [`${PCM}/32`]: (view, at) => view.getInt32(at, true) / 2 ** 31,
  [`${FLOAT}/32`]: (view, at) => view.getFloat32(at, true),
  [`${FLOAT}/64`]: (view, at) => view.getFloat64(at, true),
};

/**
 * Reads a WAV file: PCM of 8, 16, 24 or 32 bits or floating point, any number of channels, any usual rate. A truncated
 * file is read as far as it goes. @throws {WavError}
 */
export function readWav(file: Uint8Array): Recording {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 12 || tag(view, 0) !== 'RIFF' || tag(view, 8) !== 'WAVE') throw new WavError('it is no WAV file');
  let format: Format | null = null;
  for (let at = 12; at + 8 <= file.length; ) {
    const id = tag(view, at);
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (id === 'fmt ') format = readFormat(view, body, Math.min(size, file.length - body));
    if (id === 'data') {
      if (!format) throw new WavError('its data come before their format');
      // Programs that write to a pipe leave a length that is too long or zero.
      const bytes = size === 0 ? file.length - body : Math.min(size, file.length - body);
      return recording(view, body, bytes, format);
    }
    at = body + size + (size % 2);
  }
  throw new WavError('it has no audio data');
}

interface Format {
  sampleRate: number;
  channels: number;
  bytes: number;
  read: ReadSample;
}

function readFormat(view: DataView, at: number, size: number): Format {
  if (size < 16) throw new WavError('its header is cut off');
  const code = view.getUint16(at, true);
  const kind = code === EXTENSIBLE && size >= 26 ? view.getUint16(at + 24, true) : code;
  const channels = view.getUint16(at + 2, true);
  const sampleRate = view.getUint32(at + 4, true);
  const bits = view.getUint16(at + 14, true);
  const read = SAMPLES[`${kind}/${bits}`];
  if (!read)
    throw new WavError(`its format ${kind} with ${bits} bits cannot be read: save it as PCM or floating point`);
  if (channels < 1 || channels > MAX_CHANNELS) throw new WavError(`it says that it has ${channels} channels`);
  if (sampleRate < RATES.least || sampleRate > RATES.most)
    throw new WavError(`it says that its rate is ${sampleRate} Hz`);
  return { sampleRate, channels, bytes: bits / 8, read };
}

function recording(view: DataView, start: number, bytes: number, format: Format): Recording {
  const { channels, read, sampleRate } = format;
  const block = channels * format.bytes;
  return {
    sampleRate,
    length: Math.floor(bytes / block),
    mono: (from, to) =>
      Float32Array.from({ length: to - from }, (_, index) => {
        let sum = 0;
        for (let channel = 0; channel < channels; channel += 1) {
          sum += read(view, start + (from + index) * block + channel * format.bytes);
        }
        const sample = sum / channels;
        return Number.isNaN(sample) ? 0 : Math.max(-1, Math.min(1, sample));
      }),
  };
}

function tag(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}
