/** Whether bytes are MP3 (ISO 11172-3 and 13818-3, layer III; ID3v2 by id3.org's 'ID3 tag version 2.4.0'). Pure. */

/** Kilobits a second, by bitrate index; 0 (free) and 15 are none that anybody streams. */
const MPEG_1_KBPS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG_2_KBPS = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES = [44_100, 48_000, 32_000];
/** Bits 3 and 4 of a frame's second byte. */
const MPEG_2_5 = 0;
const RESERVED = 1;
const MPEG_1 = 3;
const LAYER_III = 1;
const ID3_HEADER_BYTES = 10;
const HAS_FOOTER = 0x10;

/**
 * Whether two frames of layer III stand at the beginning, or behind an ID3 tag: a tag alone, or a few bytes that look
 * like a frame's, may stand before anything.
 */
export function isMp3(bytes: Buffer): boolean {
  const first = afterTag(bytes);
  if (first === null) return false;
  const length = frameLength(bytes, first);
  return length !== null && frameLength(bytes, first + length) !== null;
}

/** Where the sound begins; null where an ID3 tag contradicts itself. */
function afterTag(bytes: Buffer): number | null {
  if (bytes.toString('latin1', 0, 3) !== 'ID3') return 0;
  if (bytes.length < ID3_HEADER_BYTES) return null;
  const size = [6, 7, 8, 9].map((at) => bytes.readUInt8(at));
  if (bytes[3] === 0xff || bytes[4] === 0xff || size.some((part) => part > 0x7f)) return null;
  const footer = bytes.readUInt8(5) & HAS_FOOTER ? ID3_HEADER_BYTES : 0;
  return size.reduce((sum, part) => sum * 128 + part, 0) + ID3_HEADER_BYTES + footer;
}

/** Bytes of the frame that begins here; null where none does. */
function frameLength(bytes: Buffer, at: number): number | null {
  if (at + 4 > bytes.length) return null;
  const header = bytes.readUInt32BE(at);
  const version = (header >>> 19) & 3;
  const isSync = header >>> 21 === 0x7ff;
  if (!isSync || version === RESERVED || ((header >>> 17) & 3) !== LAYER_III) return null;
  const kbps = (version === MPEG_1 ? MPEG_1_KBPS : MPEG_2_KBPS)[((header >>> 12) & 15) - 1];
  const rate = RATES[(header >>> 10) & 3];
  if (kbps === undefined || rate === undefined) return null;
  const slower = version === MPEG_1 ? 1 : version === MPEG_2_5 ? 4 : 2;
  const padding = (header >>> 9) & 1;
  return Math.floor(((version === MPEG_1 ? 144_000 : 72_000) * kbps * slower) / rate) + padding;
}
