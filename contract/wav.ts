import { VOICE_BITS_PER_SAMPLE, VOICE_CHANNELS } from './constants.ts';

/** Length of {@link wavHeader}: bytes before the samples of a WAV file. */
export const WAV_HEADER_BYTES = 44;

const FORMAT_CHUNK_BYTES = 16;
const PCM = 1;

/**
 * The header of a WAV file with one channel of 16-bit PCM, the format of visitors' and the twin's voices on the wire
 * (section 9, voice; RIFF, 'Multimedia Programming Interface and Data Specifications 1.0'). Little-endian samples
 * follow.
 *
 * @param sampleRate samples per second
 * @param dataBytes bytes of the samples that follow
 */
export function wavHeader(sampleRate: number, dataBytes: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(WAV_HEADER_BYTES);
  const view = new DataView(header.buffer);
  const text = (at: number, letters: string) => header.set(new TextEncoder().encode(letters), at);
  const blockBytes = VOICE_CHANNELS * (VOICE_BITS_PER_SAMPLE / 8);
  text(0, 'RIFF');
  view.setUint32(4, WAV_HEADER_BYTES - 8 + dataBytes, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, FORMAT_CHUNK_BYTES, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, VOICE_CHANNELS, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * blockBytes, true);
  view.setUint16(32, blockBytes, true);
  view.setUint16(34, VOICE_BITS_PER_SAMPLE, true);
  text(36, 'data');
  view.setUint32(40, dataBytes, true);
  return header;
}
