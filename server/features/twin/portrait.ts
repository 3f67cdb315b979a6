import { createHash } from 'node:crypto';
import type { PersonaFile, Twin } from '@understudy/contract/twin';
import { PORTRAIT_MAX_BYTES } from '@understudy/contract/twin-calls';
import { TwinFileError, type TwinFiles } from './twin-files.ts';

/** The kinds of pictures that a portrait may be, by the extension of the file. */
export const MEDIA_TYPES: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** Digits of the hash by which pages notice another portrait. */
const VERSION_LENGTH = 16;
const versionOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, VERSION_LENGTH);

/**
 * Reads the portrait that a persona names, or draws the initials if it names none.
 *
 * @param refuse makes the error that names the persona's line
 * @throws TwinFileError
 */
export async function loadPortrait(
  files: TwinFiles,
  persona: Pick<PersonaFile, 'name' | 'portrait' | 'color'>,
  refuse: (problem: string) => TwinFileError,
): Promise<Twin['portrait']> {
  const { portrait } = persona;
  if (portrait === undefined) {
    const bytes = Buffer.from(initialsPicture(persona));
    return { file: null, mediaType: 'image/svg+xml', bytes, version: versionOf(bytes) };
  }
  const mediaType = MEDIA_TYPES[portrait.split('.').at(-1)?.toLowerCase() ?? ''];
  if (!mediaType || /[\\/]/.test(portrait))
    throw refuse(`the portrait '${portrait}' must be an SVG, PNG, JPEG or WebP file in the twin's folder`);
  const bytes = await files.bytes(portrait).catch((error: unknown) => {
    throw refuse(
      `the portrait cannot be used: ${error instanceof TwinFileError ? error.message : 'it cannot be read'}`,
    );
  });
  if (bytes.length === 0) throw refuse(`the portrait '${portrait}' is empty`);
  if (bytes.length > PORTRAIT_MAX_BYTES) {
    const size = (bytes.length / 1_000_000).toFixed(1);
    throw refuse(`the portrait '${portrait}' has ${size} MB: up to 4 MB are possible`);
  }
  return { file: portrait, mediaType, bytes, version: versionOf(bytes) };
}

/** The usual colour of a picture of initials. */
const AMBER = '#e7a13a';

/** A picture of the initials in a pool of light, for a twin without a photo. */
function initialsPicture({ name, color = AMBER }: Pick<PersonaFile, 'name' | 'color'>): string {
  const words = name.split(/\s+/).map((word) => [...word.replace(/[^\p{L}\p{N}]/gu, '')][0] ?? '');
  const initials = [words[0], words.length > 1 ? words.at(-1) : ''].join('').toUpperCase();
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400">
<radialGradient id="light" cx="50%" cy="38%" r="75%">
<stop offset="0" stop-color="${color}"/><stop offset="1" stop-color="#241a14"/>
</radialGradient>
<rect width="400" height="400" fill="#241a14"/><rect width="400" height="400" fill="url(#light)" opacity="0.85"/>
<text x="200" y="212" fill="#fff8ec" font-family="Fraunces,Georgia,serif" font-size="148"
 text-anchor="middle" dominant-baseline="middle">${initials}</text>
</svg>`;
}
