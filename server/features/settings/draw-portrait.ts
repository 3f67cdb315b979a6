/**
 * Draws a photo anew, in a process of its own: its decoders are native code that gets files from outside, and what they
 * took of memory goes with the process.
 */
import { constants, setPriority } from 'node:os';
import { PORTRAIT_MAX_SIDE } from '@understudy/contract/twin-calls';
import sharp from 'sharp';

/** What became of a photo. */
export type DrawnPortrait =
  | { is: 'drawn'; bytes: Uint8Array; width: number; height: number }
  | { is: 'too_large'; width: number; height: number }
  | { is: 'animated' }
  | { is: 'broken' };

/** Longest side of what is kept. Pages show it at 400 pixels. */
const KEPT_SIDE = 1600;
const QUALITY = 88;

async function draw(bytes: Uint8Array): Promise<DrawnPortrait> {
  // This reads the file's beginning only, however many pixels follow.
  const { width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width > PORTRAIT_MAX_SIDE || height > PORTRAIT_MAX_SIDE) return { is: 'too_large', width, height };
  if (pages > 1 || isAnimatedPng(bytes)) return { is: 'animated' };
  // A file that ends too early is refused instead of filled with gray.
  const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: PORTRAIT_MAX_SIDE ** 2 })
    .autoOrient()
    .resize({ width: KEPT_SIDE, height: KEPT_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { is: 'drawn', bytes: data, width: info.width, height: info.height };
}

/** Whether a PNG has the chunk that makes it move, before its pixels. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = file.indexOf('acTL', 0, 'latin1');
  return file.indexOf('PNG', 0, 'latin1') === 1 && at > 0 && at < file.indexOf('IDAT', 0, 'latin1');
}

// Of the forty formats that it can read, a file's bytes decide which reader gets it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// Visitors' turns come first.
sharp.concurrency(1);
setPriority(constants.priority.PRIORITY_LOW);
process.once('message', (bytes: Uint8Array) => {
  void draw(bytes)
    .catch((): DrawnPortrait => ({ is: 'broken' }))
    .then((drawn) => process.send?.(drawn));
});
