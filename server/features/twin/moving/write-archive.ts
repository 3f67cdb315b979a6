/** Packs a twin into one zip. */
import type { Twin } from '@understudy/contract/twin';
import { zipSync } from 'fflate';
import { CALENDAR_FILE, textOrNull } from '../edit-store.ts';
import { loadTwin } from '../load-twin.ts';
import type { TwinFiles } from '../twin-files.ts';
import {
  FOLDERS,
  isTwinPart,
  LIMITS,
  MANIFEST_FILE,
  type Manifest,
  maxBytes,
  READ_ME,
  SINGLE_FILES,
  sizeInWords,
  TwinArchiveError,
} from './archive-format.ts';
import type { TwinContents } from './memory-files.ts';

/** The folder in the archive: unpacked, it is one, as `TWIN_DIR` takes it. */
const FOLDER = 'twin';
/** Folders that a twin may be without. */
const MAY_MISS: ReadonlySet<string> = new Set(['replies', 'show', 'calendar']);

/**
 * Collects the files that a twin is made of, with their placeholders as written.
 *
 * @throws TwinFileError when they do not make a twin
 */
export async function gatherTwin(files: TwinFiles): Promise<{ twin: Twin; contents: TwinContents }> {
  const twin = await loadTwin(files);
  const names = [...SINGLE_FILES, ...(twin.calendar ? [CALENDAR_FILE] : [])];
  for (const [folder, extension] of FOLDERS) names.push(...(await files.list(folder, extension, MAY_MISS.has(folder))));
  const contents = new Map<string, Uint8Array>();
  const encoder = new TextEncoder();
  for (const file of names) contents.set(file, encoder.encode(await files.text(file)));
  const { portrait } = twin;
  if (portrait.file !== null) contents.set(portrait.file, portrait.bytes);
  const readMe = await textOrNull(files, READ_ME);
  if (readMe !== null) contents.set(READ_ME, encoder.encode(readMe));
  return { twin, contents };
}

/**
 * Makes a zip of a twin's files.
 *
 * @throws TwinArchiveError when an import would refuse it
 */
export function packTwin(contents: TwinContents, manifest: Manifest): Uint8Array {
  let total = 0;
  for (const [file, { length }] of contents) {
    total += length;
    if (file !== READ_ME && !isTwinPart(file))
      throw new TwinArchiveError(`${file} has a name that not every system takes. Rename it first.`);
    if (length > maxBytes(file))
      throw new TwinArchiveError(
        `${file} has ${sizeInWords(length)}; up to ${sizeInWords(maxBytes(file))} are possible.`,
      );
  }
  if (total > LIMITS.unpacked || contents.size >= LIMITS.files)
    throw new TwinArchiveError(
      `The twin has ${contents.size} files and ${sizeInWords(total)}; fewer than ${LIMITS.files} files and up to ` +
        `${sizeInWords(LIMITS.unpacked)} are possible.`,
    );
  const description = new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`);
  const all = [[MANIFEST_FILE, description] as const, ...contents];
  return zipSync(Object.fromEntries(all.map(([file, bytes]) => [`${FOLDER}/${file}`, bytes])), { level: 9 });
}
