/** Unpacks an exported twin into memory. The archive may come from anybody: all is checked, and nothing is written. */
import { stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import {
  FOLDERS,
  FORMAT,
  isTwinPart,
  LIMITS,
  MANIFEST_FILE,
  type Manifest,
  manifestFile,
  maxBytes,
  READ_ME,
  sizeInWords,
  TwinArchiveError,
} from './archive-format.ts';
import type { TwinContents } from './memory-files.ts';

/** What Finder and Explorer leave in folders and zips. */
const LEFT_BY_SYSTEMS = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/;
/** The type of a file in the Unix mode of an entry. */
const TYPE_MASK = 0o170000;
const [REGULAR, DIRECTORY] = [0o100000, 0o040000];

/**
 * Reads an exported twin. Whether its files make a twin is not checked.
 *
 * @throws TwinArchiveError
 */
export async function readArchive(file: string): Promise<{ manifest: Manifest; contents: TwinContents }> {
  const found = await stat(file).catch(() => null);
  if (!found) throw new TwinArchiveError(`There is no file ${file}.`);
  if (!found.isFile()) throw new TwinArchiveError(`${file} is not a file.`);
  if (found.size > LIMITS.archive)
    throw new TwinArchiveError(`${file} has ${sizeInWords(found.size)}; ${sizeInWords(LIMITS.archive)} are the most.`);
  try {
    const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
    try {
      return await readZip(zip);
    } finally {
      zip.close();
    }
  } catch (error) {
    if (error instanceof TwinArchiveError) throw error;
    throw new TwinArchiveError(`${file} cannot be read: ${reason(error)}.`, { cause: error });
  }
}

async function readZip(zip: ZipFile): Promise<{ manifest: Manifest; contents: TwinContents }> {
  if (zip.entryCount > LIMITS.files)
    throw new TwinArchiveError(`The archive has ${zip.entryCount} files; ${LIMITS.files} are the most.`);
  const entries = await checkedEntries(zip);
  const contents = new Map<string, Uint8Array>();
  for (const [file, entry] of entries) contents.set(file, await bytesOf(zip, file, entry));
  const manifest = readManifest(contents.get(MANIFEST_FILE) ?? new Uint8Array());
  contents.delete(MANIFEST_FILE);
  return { manifest, contents };
}

/** The archive's files by their path within the twin's folder, checked by what the directory says of them. */
async function checkedEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const all: Entry[] = [];
  for await (const entry of zip.eachEntry()) if (!LEFT_BY_SYSTEMS.test(entry.fileName)) all.push(entry);
  // The folder itself may have been packed, or what is in it.
  const manifest = all.find(({ fileName }) => /^(?:[^/]+\/)?understudy-twin\.json$/.test(fileName));
  if (!manifest) throw new TwinArchiveError(`This is not an exported twin: ${MANIFEST_FILE} is missing in it.`);
  const above = manifest.fileName.slice(0, -MANIFEST_FILE.length);
  const entries = new Map<string, Entry>();
  const names = new Set<string>();
  let unpacked = 0;
  for (const entry of all) {
    const isInside = entry.fileName.startsWith(above);
    const file = isInside ? entry.fileName.slice(above.length) : entry.fileName;
    checkEntry(entry, file, isInside);
    if (file.endsWith('/') || file === '') continue;
    // On some systems these are one file.
    const name = file.normalize('NFC').toLowerCase();
    if (names.has(name)) throw new TwinArchiveError(`The archive has ${file} twice.`);
    names.add(name);
    entries.set(file, entry);
    unpacked += entry.uncompressedSize;
  }
  if (unpacked > LIMITS.unpacked)
    throw new TwinArchiveError(
      `The archive unpacks to ${sizeInWords(unpacked)}; ${sizeInWords(LIMITS.unpacked)} are the most.`,
    );
  return entries;
}

/** Checks that an entry is a file of the twin, or one of its folders. */
function checkEntry(entry: Entry, file: string, isInside: boolean): void {
  const type = (entry.externalFileAttributes >>> 16) & TYPE_MASK;
  if (type !== 0 && type !== REGULAR && type !== DIRECTORY)
    throw new TwinArchiveError(`${shown(file)} is a link or a special file; a twin has only files.`);
  if (entry.isEncrypted()) throw new TwinArchiveError(`${shown(file)} is encrypted. Pack it without a password.`);
  const isFolder = file === '' || (file.endsWith('/') && FOLDERS.has(file.slice(0, -1)));
  const isKnown = isFolder || file === MANIFEST_FILE || file === READ_ME || isTwinPart(file);
  if (!isInside || !isKnown || (isFolder && entry.uncompressedSize > 0))
    throw new TwinArchiveError(`${shown(file)} is not a file of a twin. Take it out of the archive.`);
  if (entry.uncompressedSize > maxBytes(file))
    throw new TwinArchiveError(
      `${shown(file)} unpacks to ${sizeInWords(entry.uncompressedSize)}; ${sizeInWords(maxBytes(file))} are the most.`,
    );
}

/** Unpacks one file. Yauzl ends it with an error where it turns out larger or smaller than was said. */
async function bytesOf(zip: ZipFile, file: string, entry: Entry): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece);
  } catch (error) {
    throw new TwinArchiveError(`${file} cannot be unpacked: ${reason(error)}.`, { cause: error });
  }
  const bytes = Buffer.concat(pieces);
  if (crc32(bytes) !== entry.crc32) throw new TwinArchiveError(`${file} is damaged. Export or download it again.`);
  return bytes;
}

function readManifest(bytes: Uint8Array): Manifest {
  const parsed = (() => {
    try {
      return manifestFile.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    } catch {
      return { success: false } as const;
    }
  })();
  if (!parsed.success) throw new TwinArchiveError(`This is not an exported twin: ${MANIFEST_FILE} cannot be read.`);
  const { format, product_version: version } = parsed.data;
  if (format > FORMAT)
    throw new TwinArchiveError(
      `This twin was exported by Understudy ${version}, which is newer. Update this one first.`,
    );
  return parsed.data;
}

const MAX_NAME = 100;
const MAX_REASON = 300;

/** A name from the archive, fit for a terminal. */
const shown = (name: string): string => `'${plain(name.slice(0, MAX_NAME))}'`;
const plain = (text: string): string => text.replaceAll(/[^\P{C}]/gu, '?');
const reason = (error: unknown): string => plain((error as Error).message.slice(0, MAX_REASON)).replace(/\.$/, '');
