/**
 * Checks an uploaded portrait and draws it anew, so that visitors get pixels and nothing else of the file: no place
 * where it was taken, no comments, nothing that hides behind the picture.
 */
import { PORTRAIT_MAX_SIDE } from '@understudy/contract/twin-calls';
import type { SharpOptions } from 'sharp';
import { AppError } from '../../platform/http/app-error.ts';
import type { NewPicture } from '../twin/index.ts';

/** Longest side of what is kept. Pages show it at 400 pixels. */
const KEPT_SIDE = 1600;
const QUALITY = 88;

/** The kinds of files that are read, by how they begin. */
const KINDS = [
  { type: 'image/jpeg', name: 'JPEG', is: (text: string) => text.startsWith('\xff\xd8\xff') },
  { type: 'image/png', name: 'PNG', is: (text: string) => text.startsWith('\x89PNG\r\n\x1a\n') },
  { type: 'image/webp', name: 'WebP', is: (text: string) => /^RIFF[\s\S]{4}WEBP/.test(text) },
] as const;
const LONGEST_BEGINNING = 1024;

/**
 * Reads a picture and makes a portrait of it.
 *
 * @param type the content type that its sender gave
 * @throws AppError `invalid_picture`
 */
export async function readPortrait(bytes: Uint8Array, type: string): Promise<NewPicture> {
  checkKind(bytes, type);
  const sharp = await loadSharp();
  // This reads the file's beginning only, however many pixels follow.
  const header = sharp(bytes, { limitInputPixels: false });
  const { width, height, pages = 1 } = await header.metadata().catch(refuse);
  if (width > PORTRAIT_MAX_SIDE || height > PORTRAIT_MAX_SIDE) {
    const most = `${PORTRAIT_MAX_SIDE} × ${PORTRAIT_MAX_SIDE}`;
    throw invalid(`The photo has ${width} × ${height} pixels; ${most} are the most. Make it smaller or crop it first.`);
  }
  if (pages > 1 || isAnimatedPng(bytes)) throw invalid('The photo is animated. Choose a still one.');
  const { data, info } = await sharp(bytes, OPTIONS)
    .autoOrient()
    .resize({ width: KEPT_SIDE, height: KEPT_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
    .catch(refuse);
  return { bytes: data, mediaType: 'image/webp', width: info.width, height: info.height };
}

/** A file that ends too early is refused instead of filled with gray. */
const OPTIONS: SharpOptions = { failOn: 'error', limitInputPixels: PORTRAIT_MAX_SIDE ** 2 };

let loaded: Promise<typeof import('sharp')['default']> | null = null;

/** Loads the library at the first picture: a server that never gets one does without its memory. */
function loadSharp() {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // It could read forty formats; a file decides by its bytes which reader gets it.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
    sharp.cache(false);
    // Visitors' turns come first.
    sharp.concurrency(1);
    return sharp;
  });
  return loaded;
}

function checkKind(bytes: Uint8Array, type: string): void {
  const beginning = Buffer.from(bytes.subarray(0, LONGEST_BEGINNING)).toString('latin1');
  const found = KINDS.find(({ is }) => is(beginning));
  if (!found && /<svg|<!doctype svg|^\W*<\?xml/i.test(beginning))
    throw invalid('An SVG file can contain scripts, so it cannot be uploaded. Use a JPEG, PNG or WebP file.');
  if (!found) throw invalid('This file is not a JPEG, PNG or WebP photo.');
  if (found.type !== type) throw invalid(`The file is a ${found.name}, but was sent as ${type}.`);
}

/** Whether a PNG has the chunk that makes it move, before its pixels. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = file.indexOf('acTL', 0, 'latin1');
  return file.indexOf('PNG', 0, 'latin1') === 1 && at > 0 && at < file.indexOf('IDAT', 0, 'latin1');
}

const invalid = (sentence: string, cause?: unknown) => new AppError('invalid_picture', sentence, { cause });

function refuse(cause: unknown): never {
  throw invalid('The photo is damaged or incomplete. Save or export it again.', cause);
}
