/** Kilobits per second, by bitrate index. Index 0 (free) and 15 are left out: nobody streams them. */
const MPEG_1_KBPS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG_2_KBPS = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** Samples per second of MPEG 1, by index; later versions have a half or a quarter. */
const SAMPLE_RATES = [44_100, 48_000, 32_000];
/** Versions, as bits 3 and 4 of a frame's second byte. */
const MPEG_2_5 = 0;
const RESERVED = 1;
const MPEG_1 = 3;
/** The layer, as bits 1 and 2 of that byte. */
const LAYER_III = 1;
const ID3_HEADER_BYTES = 10;
const HAS_FOOTER = 0x10;

/**
 * Whether the bytes are an MP3 file: two layer III frames (ISO 11172-3 and 13818-3) after an optional tag ('ID3 tag
 * version 2.4.0', id3.org). One frame or a tag alone proves nothing: other formats can begin with those bytes too.
 * Pure.
 */
export function isMp3(bytes: Buffer): boolean {
  const first = afterTag(bytes);
  if (first === null) return false;
  const length = frameLength(bytes, first);
  return length !== null && frameLength(bytes, first + length) !== null;
}

/** Offset of the first byte after the ID3 tag; null if the tag contradicts itself. */
function afterTag(bytes: Buffer): number | null {
  if (bytes.toString('latin1', 0, 3) !== 'ID3') return 0;
  if (bytes.length < ID3_HEADER_BYTES) return null;
  const size = [6, 7, 8, 9].map((at) => bytes.readUInt8(at));
  if (bytes[3] === 0xff || bytes[4] === 0xff || size.some((part) => part > 0x7f)) return null;
  const footer = bytes.readUInt8(5) & HAS_FOOTER ? ID3_HEADER_BYTES : 0;
  return size.reduce((sum, part) => sum * 128 + part, 0) + ID3_HEADER_BYTES + footer;
}

/** Length in bytes of the frame at this offset; null if there is none. */
function frameLength(bytes: Buffer, at: number): number | null {
  if (at + 4 > bytes.length) return null;
  const header = bytes.readUInt32BE(at);
  const version = (header >>> 19) & 3;
  const isSync = header >>> 21 === 0x7ff;
  if (!isSync || version === RESERVED || ((header >>> 17) & 3) !== LAYER_III) return null;
  const kbps = (version === MPEG_1 ? MPEG_1_KBPS : MPEG_2_KBPS)[((header >>> 12) & 15) - 1];
  const rate = SAMPLE_RATES[(header >>> 10) & 3];
  if (kbps === undefined || rate === undefined) return null;
  const slower = version === MPEG_1 ? 1 : version === MPEG_2_5 ? 4 : 2;
  const padding = (header >>> 9) & 1;
  return Math.floor(((version === MPEG_1 ? 144_000 : 72_000) * kbps * slower) / rate) + padding;
}
