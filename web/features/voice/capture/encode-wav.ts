import { VOICE_BITS_PER_SAMPLE } from '@understudy/contract/constants';
import { WAV_HEADER_BYTES, wavHeader } from '@understudy/contract/wav';

const BYTES_PER_SAMPLE = VOICE_BITS_PER_SAMPLE / 8;

/** Encodes samples between -1 and 1 as a mono 16-bit PCM WAV (section 9, voice). */
export function encodeWav(samples: Float32Array, sampleRate: number): ArrayBuffer {
  const dataBytes = samples.length * BYTES_PER_SAMPLE;
  const wav = new Uint8Array(WAV_HEADER_BYTES + dataBytes);
  wav.set(wavHeader(sampleRate, dataBytes));
  const view = new DataView(wav.buffer, WAV_HEADER_BYTES);
  for (const [index, sample] of samples.entries()) {
    const clipped = Math.max(-1, Math.min(1, sample));
    view.setInt16(index * BYTES_PER_SAMPLE, Math.round(clipped * 32_767), true);
  }
  return wav.buffer;
}
