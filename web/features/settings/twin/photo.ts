/** A photo on its way from the owner's disk to a square portrait. All of it happens in the browser. */
import { t } from '../../../platform/texts.ts';

/** Longest side that is worked with: enough to zoom in, and small enough for a phone's memory. */
const WORKING_SIDE = 2000;
/** Side of the portrait. Pages show it at 400 pixels, on screens with up to two pixels for each. */
export const PORTRAIT_SIDE = 800;
const QUALITY = 0.9;
/** No photo is larger, and reading the file itself would already take long. */
const MAX_FILE_BYTES = 100 * 1024 * 1024;
const BEGINNING = 512;

/** Why a file cannot be used, in a sentence. */
export class PhotoError extends Error {}

/** A photo that can be cropped. */
export interface Photo {
  canvas: HTMLCanvasElement;
  /** The same as a `data:` address. */
  url: string;
}

/** A part of a photo, in its pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The size that fits into a square of this side, never a larger one. */
export function fitted(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Whether a file is an SVG, by what its name and its beginning say. */
export function isSvg(name: string, type: string, beginning: string): boolean {
  return type === 'image/svg+xml' || /\.svgz?$/i.test(name) || /<svg\b|<!doctype svg/i.test(beginning);
}

/** Opens a file of the owner's disk. @throws PhotoError */
export async function openPhoto(file: File): Promise<Photo> {
  if (file.size > MAX_FILE_BYTES) throw new PhotoError(t('photo.tooLarge'));
  const beginning = await file.slice(0, BEGINNING).text();
  if (isSvg(file.name, file.type, beginning)) throw new PhotoError(t('photo.svg'));
  const bitmap = await decode(file);
  try {
    const { width, height } = fitted(bitmap.width, bitmap.height, WORKING_SIDE);
    const canvas = drawn(width, height, (context) => context.drawImage(bitmap, 0, 0, width, height));
    return { canvas, url: canvas.toDataURL('image/webp', QUALITY) };
  } finally {
    bitmap.close();
  }
}

/** Decodes a photo; where the whole does not fit into memory, a smaller one. */
async function decode(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch {
    const small = { resizeWidth: WORKING_SIDE, resizeQuality: 'medium' } as const;
    return await createImageBitmap(file, small).catch((cause) => {
      throw new PhotoError(t('photo.unreadable'), { cause });
    });
  }
}

/** Cuts the portrait out of a photo: WebP, or JPEG where the browser cannot write that. */
export async function cropPhoto({ canvas }: Photo, { x, y, width, height }: Area): Promise<Blob> {
  const crop = drawn(PORTRAIT_SIDE, PORTRAIT_SIDE, (context) => {
    context.drawImage(canvas, x, y, width, height, 0, 0, PORTRAIT_SIDE, PORTRAIT_SIDE);
  });
  const webp = await blobOf(crop, 'image/webp');
  if (webp?.type === 'image/webp') return webp;
  const opaque = drawn(PORTRAIT_SIDE, PORTRAIT_SIDE, (context) => {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, PORTRAIT_SIDE, PORTRAIT_SIDE);
    context.drawImage(crop, 0, 0);
  });
  const jpeg = await blobOf(opaque, 'image/jpeg');
  if (!jpeg) throw new PhotoError(t('photo.unreadable'));
  return jpeg;
}

const blobOf = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, QUALITY);
  });

function drawn(width: number, height: number, draw: (context: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new PhotoError(t('photo.unreadable'));
  context.imageSmoothingQuality = 'high';
  draw(context);
  return canvas;
}

/** A blob as a `data:` address, which the page may show without a policy for `blob:`. */
export function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
