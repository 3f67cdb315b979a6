import { createHash } from 'node:crypto';
import type { Twin } from '@understudy/contract/twin';
import type { Queries } from '../../platform/database/transaction.ts';
import { checkConsentVersion } from './consent-version.ts';
import {
  addEdit,
  editsSavedWith,
  holdEdits,
  isAddableFile,
  isRemovable,
  kindOf,
  newestEdits,
  overlayOf,
  PERSONA_FILE,
  type TwinEdit,
  textOrNull,
} from './edit-store.ts';
import { loadTwin } from './load-twin.ts';
import { withPictures } from './pictures.ts';
import type { RetentionDays } from './placeholders.ts';
import { overlaidFiles, type TwinEdits, TwinFileError, type TwinFiles } from './twin-files.ts';

/** A swap of the twin indexes all knowledge while nobody is answered (docs/decisions/twin-texts.md has the figures). */
const MAX_KNOWLEDGE_CHARS = 1024 * 1024;

/** A change of one text. */
export interface TextChange {
  file: string;
  /** The version to change; null when any version will do. */
  version: number | null;
  /** Null for the folder's own text, or for a removal. */
  text: string | null;
  removed: boolean;
}

/** Why a text was not changed, other than mistakes in the text itself ({@link TwinFileError}). */
export type ChangeRefusal = { file: string } & (
  | { refused: 'unknown' }
  /** The twin cannot do without a text of this kind. */
  | { refused: 'needed' }
  /** Somebody else saved first; null when the file was never edited. */
  | { refused: 'conflict'; newest: TwinEdit | null }
);

/** The hash that detects changes of the folder's file. */
export const hashOf = (text: string | null): string | null =>
  text === null ? null : createHash('sha256').update(text).digest('hex');

/**
 * Changes texts that belong together, within the caller's transaction. Changes run one at a time across all instances,
 * so that saved texts were always checked together. The folder itself is not changed.
 *
 * @param by who makes the change, as shown in the history
 * @throws TwinFileError when the texts do not make a valid twin
 */
export async function changeTexts(
  client: Queries,
  folder: TwinFiles,
  changes: readonly TextChange[],
  by: string,
): Promise<{ saved: SavedText[] } | ChangeRefusal> {
  await holdEdits(client);
  const edits = await newestEdits(client);
  const before = overlayOf(edits);
  const after = new Map(before);
  const added: Omit<TwinEdit, 'saved_at'>[] = [];
  for (const { file, text, removed, version } of changes) {
    const kind = kindOf(file);
    if (!kind) return { file, refused: 'unknown' };
    const newest = edits.find((edit) => edit.file === file) ?? null;
    const folderText = await textOrNull(folder, file);
    const isThere = newest !== null || folderText !== null;
    if (!isThere && (text === null || !isAddableFile(file))) return { file, refused: 'unknown' };
    if (version !== null && version !== (newest?.version ?? 0)) return { file, refused: 'conflict', newest };
    const isGone = removed || (text === null && folderText === null);
    if (isGone && !isRemovable(kind)) return { file, refused: 'needed' };
    if (text !== null || isGone) after.set(file, text);
    else after.delete(file);
    const folder_hash = hashOf(folderText);
    added.push({ file, version: (newest?.version ?? 0) + 1, text, removed: isGone, saved_by: by, folder_hash });
  }
  const files = added.map(({ file }) => file);
  await checkTwin(withPictures(folder, client), before, after, files);
  const persona = files.includes(PERSONA_FILE) ? await textOrNull(overlaidFiles(folder, after), PERSONA_FILE) : null;
  if (persona !== null) await checkConsentVersion(client, folder, persona);
  for (const edit of added) await addEdit(client, edit);
  return {
    saved: added.map(({ file, version, text }) => ({
      file,
      version,
      size: text === null ? null : Buffer.byteLength(text),
    })),
  };
}

/** The changes that undo a version of a text, with everything saved with it; none when there is no such version. */
export async function undoChanges(db: Queries, file: string, version: number): Promise<TextChange[]> {
  const saved = await editsSavedWith(db, file, version);
  return saved.map(({ before, ...edit }) => ({ text: null, removed: false, ...before, ...edit }));
}

/** Whether nothing that was saved with a version was changed since. */
export async function isUndoable(db: Queries, file: string, version: number): Promise<boolean> {
  const changes = await undoChanges(db, file, version);
  const newest = new Map((await newestEdits(db)).map((edit) => [edit.file, edit.version]));
  return changes.length > 0 && changes.every((change) => newest.get(change.file) === change.version);
}

/** A text after its change. */
interface SavedText {
  file: string;
  version: number;
  /** In bytes; null when there is no text left. */
  size: number | null;
}

/**
 * Builds the twin that the changed texts would make. Saves nothing.
 *
 * @param texts null where the file is removed
 * @throws TwinFileError
 */
export async function twinWith(
  db: Queries,
  folder: TwinFiles,
  texts: readonly { file: string; text: string | null }[],
  days: RetentionDays,
): Promise<Twin> {
  const after = new Map(overlayOf(await newestEdits(db)));
  for (const { file, text } of texts) after.set(file, text);
  const files = overlaidFiles(withPictures(folder, db), after);
  const twin = await loadTwin(files, days);
  const broken = twin.demoMistakes.find(({ file }) => texts.some((text) => text.file === file));
  if (broken) throw new TwinFileError(broken.file, broken.line, broken.problem);
  await checkKnowledgeSize(
    files,
    texts.map(({ file }) => file),
  );
  const persona = texts.find(({ file }) => file === PERSONA_FILE)?.text;
  if (persona) await checkConsentVersion(db, folder, persona);
  return twin;
}

/** Checks that the changed files make a valid twin. @throws TwinFileError when they do not */
async function checkTwin(
  folder: TwinFiles,
  before: TwinEdits,
  after: TwinEdits,
  changed: readonly string[],
): Promise<void> {
  const mistake = await mistakeIn(overlaidFiles(folder, after));
  if (mistake) {
    // When two files are broken, one has to be fixed first: allow the edit although the other file is still broken.
    const stoodBefore = !changed.includes(mistake.file) && (await mistakeIn(overlaidFiles(folder, before))) !== null;
    if (!stoodBefore) throw mistake;
  }
  await checkKnowledgeSize(overlaidFiles(folder, after), changed);
}

/** The mistake that keeps the files from making a twin; null when there is none. */
async function mistakeIn(files: TwinFiles): Promise<TwinFileError | null> {
  try {
    const [mistake] = (await loadTwin(files)).demoMistakes;
    return mistake ? new TwinFileError(mistake.file, mistake.line, mistake.problem) : null;
  } catch (error) {
    if (error instanceof TwinFileError) return error;
    throw error;
  }
}

async function checkKnowledgeSize(files: TwinFiles, changed: readonly string[]): Promise<void> {
  const file = changed.find((one) => kindOf(one) === 'knowledge');
  if (file === undefined) return;
  let size = 0;
  for (const each of await files.list('knowledge', 'md')) size += (await textOrNull(files, each))?.length ?? 0;
  if (size <= MAX_KNOWLEDGE_CHARS) return;
  throw new TwinFileError(file, null, `all knowledge together must stay below ${MAX_KNOWLEDGE_CHARS} characters`);
}
