import { VOICE_BITS_PER_SAMPLE, VOICE_CHANNELS } from './constants.ts';

/** Bytes before the samples of a WAV file that {@link wavHeader} begins. */
export const WAV_HEADER_BYTES = 44;

const FORMAT_CHUNK_BYTES = 16;
const PCM = 1;

/**
 * The header of a WAV file of one channel of 16-bit PCM, in which visitors' and the twin's voices travel (section 9,
 * voice; RIFF, 'Multimedia Programming Interface and Data Specifications 1.0'). The samples follow, lowest byte first.
 *
 * @param sampleRate samples a second
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
