/** What an exported twin is made of: its files, its manifest and how large it may be. */
import { z } from 'zod';
import { CALENDAR_FILE, MODELS_FILE, PERSONA_FILE, VOICES_FILE } from '../edit-store.ts';
import { MEDIA_TYPES } from '../portrait.ts';

/** The file that makes a zip an exported twin. It is not part of the twin's folder. */
export const MANIFEST_FILE = 'understudy-twin.json';
/** The version of the format that this release writes, and the newest that it reads. */
export const FORMAT = 1;

const MIB = 1024 * 1024;
/** What one archive may hold. The sample twin takes 0.2 MiB in 24 files. */
export const LIMITS = { archive: 32 * MIB, unpacked: 48 * MIB, text: MIB, picture: 16 * MIB, files: 1_000 };

/** An archive that cannot be written or read, as a sentence for the operator. */
export class TwinArchiveError extends Error {}

export const manifestFile = z.object({
  format: z.int().min(1),
  /** The consultant. */
  name: z.string().min(1).max(200),
  exported_at: z.iso.datetime(),
  product_version: z.string().max(50),
});
export type Manifest = z.infer<typeof manifestFile>;

/** The twin's files outside of folders, apart from its portrait. */
export const SINGLE_FILES: readonly string[] = [PERSONA_FILE, MODELS_FILE, VOICES_FILE];
/** The twin's folders, with the extension of their files. `replies`, `show` and `calendar` may be missing. */
export const FOLDERS: ReadonlyMap<string, string> = new Map([
  ['modes', 'yaml'],
  ['knowledge', 'md'],
  ['demos', 'txt'],
  ['replies', 'yaml'],
  ['show', 'yaml'],
  ['calendar', 'ics'],
]);
/** Explains the folder to a person; it moves with the twin, and a twin may be without it. */
export const READ_ME = 'README.md';

/** Characters that some system forbids in file names or takes for something else. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the purpose
const FORBIDDEN = /[\u0000-\u001F\u007F<>:"|?*\\/]/;
/** Windows opens a device instead of a file of these names. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)\./i;
const MAX_NAME_BYTES = 200;

/** Whether a file is a picture that a portrait may be. */
export const isPicture = (file: string): boolean =>
  /^[^/]+\.[^./]+$/.test(file) && Object.hasOwn(MEDIA_TYPES, file.split('.').at(-1)?.toLowerCase() ?? '');

/** Whether a file belongs to the twin, by its path within the folder. An import replaces these and leaves others. */
export function isTwinPart(file: string): boolean {
  if (SINGLE_FILES.includes(file) || file === CALENDAR_FILE) return true;
  const [folder = '', name, ...more] = file.split('/');
  if (name === undefined) return isPicture(file) && isPlainName(file);
  const extension = FOLDERS.get(folder);
  return extension !== undefined && more.length === 0 && isPlainName(name) && name.endsWith(`.${extension}`);
}

/** Whether a name means the same file on every system. */
function isPlainName(name: string): boolean {
  const isShort = Buffer.byteLength(name) <= MAX_NAME_BYTES;
  return isShort && name.isWellFormed() && !name.startsWith('.') && !FORBIDDEN.test(name) && !DEVICE.test(name);
}

/** How many bytes a file may have. */
export const maxBytes = (file: string): number => (isPicture(file) ? LIMITS.picture : LIMITS.text);

/** "340 kB", "1.2 MB" */
export function sizeInWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
