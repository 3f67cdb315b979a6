import { VOICE_BITS_PER_SAMPLE, VOICE_CHANNELS } from '@understudy/contract/constants';

const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = VOICE_BITS_PER_SAMPLE / 8;

/** Encodes samples between -1 and 1 as a mono 16-bit PCM WAV (section 9, voice). */
export function encodeWav(samples: Float32Array, sampleRate: number): ArrayBuffer {
  const dataBytes = samples.length * BYTES_PER_SAMPLE;
  const wav = new ArrayBuffer(HEADER_BYTES + dataBytes);
  const view = new DataView(wav);
  const text = (at: number, letters: string) => {
    for (let index = 0; index < letters.length; index += 1) view.setUint8(at + index, letters.charCodeAt(index));
  };
  text(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, VOICE_CHANNELS, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * VOICE_CHANNELS * BYTES_PER_SAMPLE, true);
  view.setUint16(32, VOICE_CHANNELS * BYTES_PER_SAMPLE, true);
  view.setUint16(34, VOICE_BITS_PER_SAMPLE, true);
  text(36, 'data');
  view.setUint32(40, dataBytes, true);
  for (const [index, sample] of samples.entries()) {
    const clipped = Math.max(-1, Math.min(1, sample));
    view.setInt16(HEADER_BYTES + index * BYTES_PER_SAMPLE, Math.round(clipped * 32_767), true);
  }
  return wav;
}
