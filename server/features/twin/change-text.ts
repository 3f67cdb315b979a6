import { createHash } from 'node:crypto';
import type { Twin } from '@understudy/contract/twin';
import type { Queries } from '../../platform/database/queries.ts';
import { checkConsentVersion } from './consent-version.ts';
import { addEdit, holdEdits, newestEdits, overlayOf, type TwinEdit, textsEverOf } from './edit-store.ts';
import { kindOf, mayBeAdded, PERSONA_FILE, textOrNull } from './editable-files.ts';
import type { KeptDays } from './fill-in.ts';
import { loadTwin } from './load-twin.ts';
import { TwinFileError } from './twin-file-error.ts';
import { overlaidFiles, type TwinEdits, type TwinFiles } from './twin-files.ts';

/** Knowledge is searched by an index that is made at once with each swap: so large, it takes about a second. */
const KNOWLEDGE_MAX_CHARS = 512 * 1024;

/** What somebody wants to change. */
export interface TextChange {
  file: string;
  /** The version that is changed; null where it does not matter which. */
  version: number | null;
  /** Null: as the folder has it, or removed. */
  text: string | null;
  removed: boolean;
  /** Who, as the history names them. */
  by: string;
}

/** Why a text was not changed, where it is not the text itself ({@link TwinFileError}). */
export type ChangeRefusal =
  | { refused: 'unknown' }
  /** Only knowledge is removed. */
  | { refused: 'needed' }
  /** Somebody else was faster; null where the file was never edited. */
  | { refused: 'conflict'; newest: TwinEdit | null };

/** The hash by which a change of the folder's file is noticed. */
export const hashOf = (text: string | null): string | null =>
  text === null ? null : createHash('sha256').update(text).digest('hex');

/**
 * Changes a text, within the transaction of the caller: one at a time over all instances, so that what is kept has been
 * read together. The folder stays as it is.
 * @throws TwinFileError when the twin cannot be made of it
 */
export async function changeText(
  client: Queries,
  folder: TwinFiles,
  change: TextChange,
): Promise<{ version: number } | ChangeRefusal> {
  const { file, text, removed } = change;
  const kind = kindOf(file);
  if (!kind) return { refused: 'unknown' };
  await holdEdits(client);
  const edits = await newestEdits(client);
  const newest = edits.find((edit) => edit.file === file) ?? null;
  const folderText = await textOrNull(folder, file);
  const isThere = newest !== null || folderText !== null;
  if (!isThere && (text === null || !mayBeAdded(file))) return { refused: 'unknown' };
  if (change.version !== null && change.version !== (newest?.version ?? 0)) return { refused: 'conflict', newest };
  const isGone = removed || (text === null && folderText === null);
  if (isGone && kind !== 'knowledge') return { refused: 'needed' };

  const before = overlayOf(edits);
  const after = new Map(before);
  if (text !== null || isGone) after.set(file, text);
  else after.delete(file);
  await checkTwin(folder, before, after, file);
  if (file === PERSONA_FILE) await checkPersona(client, folder, text ?? folderText);
  const version = (newest?.version ?? 0) + 1;
  const folder_hash = hashOf(folderText);
  await addEdit(client, { file, version, text, removed: isGone, saved_by: change.by, folder_hash });
  return { version };
}

/**
 * Makes the twin that a text would lead to. Nothing is kept.
 * @throws TwinFileError
 */
export async function twinWith(
  db: Queries,
  folder: TwinFiles,
  { file, text }: { file: string; text: string },
  days: KeptDays,
): Promise<Twin> {
  const after = new Map(overlayOf(await newestEdits(db))).set(file, text);
  const files = overlaidFiles(folder, after);
  const twin = await loadTwin(files, days);
  await checkKnowledgeSize(files, file);
  if (file === PERSONA_FILE) await checkPersona(db, folder, text);
  return twin;
}

/** A persona that was ever kept, however long ago, may have been agreed to. @param text null where there is none */
async function checkPersona(db: Queries, folder: TwinFiles, text: string | null): Promise<void> {
  if (text === null) return;
  const ofFolder = await textOrNull(folder, PERSONA_FILE);
  const kept = await textsEverOf(db, PERSONA_FILE);
  await checkConsentVersion(text, ofFolder === null ? kept : [ofFolder, ...kept]);
}

/** Whether a twin can be made of it. */
async function checkTwin(folder: TwinFiles, before: TwinEdits, after: TwinEdits, file: string): Promise<void> {
  const mistake = await mistakeIn(overlaidFiles(folder, after));
  if (mistake) {
    // Of two broken files, one has to be put right first: such an edit must be possible although the other still stands.
    const stoodBefore = mistake.file !== file && (await mistakeIn(overlaidFiles(folder, before))) !== null;
    if (!stoodBefore) throw mistake;
  }
  await checkKnowledgeSize(overlaidFiles(folder, after), file);
}

async function mistakeIn(files: TwinFiles): Promise<TwinFileError | null> {
  try {
    await loadTwin(files);
    return null;
  } catch (error) {
    if (error instanceof TwinFileError) return error;
    throw error;
  }
}

async function checkKnowledgeSize(files: TwinFiles, file: string): Promise<void> {
  if (kindOf(file) !== 'knowledge') return;
  let size = 0;
  for (const each of await files.list('knowledge', 'md')) size += (await textOrNull(files, each))?.length ?? 0;
  if (size <= KNOWLEDGE_MAX_CHARS) return;
  throw new TwinFileError(file, null, `all knowledge together must stay below ${KNOWLEDGE_MAX_CHARS} characters`);
}
