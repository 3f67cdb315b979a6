/**
 * Puts a new folder in the place of the twin's, so that whoever kills the process at any moment finds the old twin or
 * the new one. Two things change together, the folder and the edits in the database that lie over it, and no single
 * step changes both. So the new folder brings its own work list ({@link ImportJournal}), and these are the steps, under
 * the lock that keeps other edits out:
 *
 * 1. The new folder is written beside the old one as `twin.importing-...`. Killed here: nothing changed; the next
 *    import removes it.
 * 2. It is renamed to `twin.imported`, which says that it is complete.
 * 3. `twin` is renamed to `twin.before-...`. Killed here: there is no `twin`, but a complete `twin.imported`. The next
 *    start takes step 4 ({@link completeSwap}).
 * 4. `twin.imported` is renamed to `twin`. From here on the import counts: its journal names the edits to put aside.
 * 5. The edits are put aside in one transaction. Killed before its commit: whoever reads edits first reads the journal
 *    ({@link readJournal}) and puts them aside. Doing that twice changes nothing, since the journal names the versions
 *    that it is about.
 * 6. The journal is removed.
 *
 * A restored folder belongs to a restored database in the same way, and the commit of that decides: it is written whole
 * as `twin.restored` before the commit, with the restore's id in its journal ({@link stageRestored}), and put in place
 * after it, or by the next start ({@link finishRestored}).
 */
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { FOLDERS, isTwinPart } from './archive-format.ts';
import type { TwinContents } from './memory-files.ts';

const JOURNAL_FILE = '.import.json';
const DEFAULT_MODE = 0o755;
const PERMISSIONS = 0o777;

const importJournal = z.object({
  id: z.uuid(),
  /** The name of the old folder beside the new one; null when there was none. */
  before: z.string().nullable(),
  /** The newest version of each edited text at the time of the import. */
  versions: z.record(z.string(), z.int()),
  /** What the audit log tells. */
  detail: z.record(z.string(), z.unknown()),
});
/** What is left to do in the database once the folder is in place. */
export type ImportJournal = z.infer<typeof importJournal>;

/** A folder that cannot be replaced, as a sentence for the operator. */
export class TwinSwapError extends Error {}

/** The folder itself where `dir` is a link to it. */
export async function realFolder(dir: string): Promise<string> {
  try {
    return await realpath(dir);
  } catch {
    const isLink = (await lstat(dir).catch(() => null))?.isSymbolicLink() ?? false;
    return isLink ? path.resolve(path.dirname(dir), await readlink(dir)) : path.resolve(dir);
  }
}

const importedBeside = (folder: string) => `${folder}.imported`;
const restoredBeside = (folder: string) => `${folder}.restored`;
const exists = async (file: string) => (await lstat(file).catch(() => null)) !== null;

/**
 * Ends a swap that was killed between its two renames. Call it before the folder is read.
 *
 * @throws TwinSwapError when this account may not
 */
export async function completeSwap(dir: string): Promise<void> {
  const folder = await realFolder(dir);
  if ((await exists(folder)) || !(await exists(importedBeside(folder)))) return;
  await rename(importedBeside(folder), folder).catch(async (cause) => {
    if (await exists(folder)) return;
    const sentence = `An import of the twin was interrupted. Rename ${importedBeside(folder)} to ${folder}.`;
    throw new TwinSwapError(sentence, { cause });
  });
}

/** Whether a restored folder waits: the database says whether it counts, so that has to be asked first. */
export async function isRestoring(dir: string): Promise<boolean> {
  return exists(restoredBeside(await realFolder(dir)));
}

/**
 * Writes a restored folder beside the twin's, before the database commits.
 *
 * @param id of the restore
 * @throws TwinSwapError when this account may not; then nothing has changed
 */
export async function stageRestored(dir: string, contents: TwinContents, id: string): Promise<void> {
  const folder = await realFolder(dir);
  // The edits in the database belong to these files, so that none gives way.
  const before = (await exists(folder)) ? await nameForOld(folder) : null;
  const journal: ImportJournal = { id, before, versions: {}, detail: {} };
  try {
    await removeLeftovers(folder);
    // Found out after the commit, it would be too late.
    if (before !== null && (await stat(folder)).dev !== (await stat(path.dirname(folder))).dev)
      throw Object.assign(new Error('a mount'), { code: 'EXDEV' });
    await rename(await stage(folder, contents, journal), restoredBeside(folder));
  } catch (cause) {
    throw new TwinSwapError(sentence(folder, cause), { cause });
  }
}

/**
 * Puts a restored folder in place if the restore with this id is the database's last one, and removes it otherwise:
 * that restore never committed. Where none waits, it does nothing.
 *
 * @returns the name of the old folder beside the new one; null if nothing was replaced
 * @throws TwinSwapError when this account may not
 */
export async function finishRestored(
  dir: string,
  id: string | null,
  onStep: (step: string) => void = () => undefined,
): Promise<string | null> {
  const folder = await realFolder(dir);
  const restored = restoredBeside(folder);
  if (!(await exists(restored))) return null;
  const journal = await readJournal(restored);
  if (journal === null || journal.id !== id) {
    await rm(restored, { recursive: true, force: true });
    return null;
  }
  const old = journal.before === null ? null : path.join(path.dirname(folder), journal.before);
  try {
    onStep('put aside');
    // Aside already: it was killed between the two.
    if (old !== null && !(await exists(old))) await rename(folder, old);
    onStep('put in place');
    await rename(restored, folder);
  } catch (cause) {
    // Another instance on the same folder did it at the same time.
    if (!(await isInPlace(folder, journal)))
      throw new TwinSwapError(`The database was restored. Replace the folder ${folder} by ${restored}.`, { cause });
  }
  await removeJournal(folder);
  return journal.before;
}

/** The work list of an import that has not ended; null when there is none. */
export async function readJournal(dir: string): Promise<ImportJournal | null> {
  try {
    return importJournal.parse(JSON.parse(await readFile(path.join(dir, JOURNAL_FILE), 'utf8')));
  } catch {
    return null;
  }
}

/** Removes the work list. Where this account may not, it stays: it does nothing a second time. */
export async function removeJournal(dir: string): Promise<void> {
  await rm(path.join(dir, JOURNAL_FILE), { force: true }).catch(() => undefined);
}

/** A free name for the old folder: `twin.before-2026-11-26T11-40-12`. */
export async function nameForOld(folder: string, now = new Date()): Promise<string> {
  const base = `${path.basename(folder)}.before-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`;
  let name = base;
  for (let at = 2; await exists(path.join(path.dirname(folder), name)); at += 1) name = `${base}-${at}`;
  return name;
}

interface Swap {
  /** From {@link realFolder}. */
  folder: string;
  contents: TwinContents;
  journal: ImportJournal;
  /** Called before each step; tests end the process there. */
  onStep: (step: string) => void;
}

/**
 * Takes the steps 1 to 4. The caller holds the lock on edits.
 *
 * @throws TwinSwapError when the folder cannot be replaced; then nothing has changed
 */
export async function swapFolder({ folder, contents, journal, onStep }: Swap): Promise<void> {
  const old = journal.before === null ? null : path.join(path.dirname(folder), journal.before);
  const imported = importedBeside(folder);
  let isAside = false;
  try {
    await removeLeftovers(folder);
    onStep('write');
    const staged = await stage(folder, contents, journal);
    onStep('complete');
    await rename(staged, imported);
    onStep('put aside');
    if (old !== null) await rename(folder, old);
    isAside = true;
    onStep('put in place');
    await rename(imported, folder);
  } catch (error) {
    if (await isInPlace(folder, journal)) return;
    if (isAside && old !== null) await rename(old, folder);
    await removeLeftovers(folder).catch(() => undefined);
    throw new TwinSwapError(sentence(folder, error), { cause: error });
  }
}

/** Whether a server that started meanwhile took the last step. */
const isInPlace = async (folder: string, { id }: ImportJournal) => (await readJournal(folder))?.id === id;

function sentence(folder: string, error: unknown): string {
  const code = (error as { code?: string }).code ?? String(error);
  const reason =
    code === 'EBUSY' || code === 'EXDEV'
      ? 'It is mounted there, and a mount cannot be renamed. Set TWIN_DIR to a folder within the mount.'
      : `This account needs to write to ${path.dirname(folder)}, and there must be room.`;
  return `The folder ${folder} cannot be replaced (${code}). ${reason} Nothing was changed.`;
}

async function removeLeftovers(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  const started = `${path.basename(folder)}.importing-`;
  const left = (await readdir(parent)).filter((name) => name.startsWith(started));
  for (const name of [...left, path.basename(importedBeside(folder)), path.basename(restoredBeside(folder))])
    await rm(path.join(parent, name), { recursive: true, force: true });
}

/** Writes the new folder, with what the old one has beside the twin's files. */
async function stage(folder: string, contents: TwinContents, journal: ImportJournal): Promise<string> {
  const staged = await mkdtemp(`${folder}.importing-`);
  const old = await stat(folder).catch(() => null);
  if (old) await cp(folder, staged, { recursive: true, verbatimSymlinks: true, filter: isKept(folder, contents) });
  for (const name of FOLDERS.keys()) await mkdir(path.join(staged, name), { recursive: true });
  for (const [file, bytes] of contents) await write(path.join(staged, file), bytes);
  await write(path.join(staged, JOURNAL_FILE), JSON.stringify(journal));
  // `mkdtemp` makes it private, and the server may run under another account.
  await chmod(staged, old ? old.mode & PERMISSIONS : DEFAULT_MODE);
  return staged;
}

/** On the disk before it counts, since a machine may lose its power as well. */
const write = (file: string, bytes: Uint8Array | string) => writeFile(file, bytes, { flag: 'wx', flush: true });

/** Whether a path of the old folder goes on in the new one: notes, `.git`, a README that the archive does not have. */
function isKept(folder: string, contents: TwinContents): (source: string) => boolean {
  return (source) => {
    const file = path.relative(folder, source).split(path.sep).join('/');
    return file !== JOURNAL_FILE && !contents.has(file) && !isTwinPart(file);
  };
}
