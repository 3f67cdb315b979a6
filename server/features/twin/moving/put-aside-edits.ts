import { PORTRAIT_MAX_BYTES } from '@understudy/contract/twin-calls';
import { parseDocument } from 'yaml';
import type { Queries } from '../../../platform/database/transaction.ts';
import { hashOf } from '../change-text.ts';
import {
  addEdit,
  bytesOrNull,
  editableFiles,
  isRemovable,
  kindOf,
  newestEdits,
  overlayOf,
  PERSONA_FILE,
  textOrNull,
} from '../edit-store.ts';
import { keepPicture } from '../pictures.ts';
import { withValues } from '../rename.ts';
import { overlaidFiles, type TwinFiles } from '../twin-files.ts';
import { isPicture } from './archive-format.ts';
import type { ImportJournal } from './swap-folder.ts';

/** Whose version the history shows where a folder's text gave way to an import. */
const FOLDER_BEFORE = 'the folder before the import';

interface Import {
  /** The old folder. */
  before: TwinFiles;
  /** The new one. */
  after: TwinFiles;
  versions: ImportJournal['versions'];
  /** Who imports, as the history shows it. */
  by: string;
}

/**
 * Makes the new folder's texts those that visitors meet, as new versions of every text that changes. The version before
 * each is what visitors met until then, from the old folder too; its portrait is kept in the database, under the name
 * that this version of the persona has for it. So the dashboard's 'Undo' brings all of them back, and an earlier
 * consent sentence stays known. Texts saved since the import are left alone, hence a second call does nothing. The
 * persona always gets a version, by which running servers notice that the folder is another.
 *
 * @param client in a transaction that holds the edits
 * @returns the texts with a new version
 */
export async function putAsideEdits(client: Queries, replaced: Import): Promise<string[]> {
  const { before, after, versions, by } = replaced;
  const edits = await newestEdits(client);
  const overlay = overlayOf(edits);
  const met = overlaidFiles(before, overlay);
  const files = new Set([...(await editableFiles(met)), ...(await editableFiles(after)), ...overlay.keys()]);
  const changed: string[] = [];
  for (const file of [...files].sort()) {
    const newest = edits.find((edit) => edit.file === file)?.version ?? 0;
    const kind = kindOf(file);
    if (kind === null || newest !== (versions[file] ?? 0)) continue;
    const text = await textOrNull(met, file);
    const was = file === PERSONA_FILE && text !== null ? await withKeptPortrait(client, text, replaced) : text;
    const is = await textOrNull(after, file);
    const isEdited = overlay.has(file);
    if (!isEdited && was === is && file !== PERSONA_FILE) continue;
    let version = newest;
    // What an undo would bring back without a version of its own.
    const undone = isEdited ? text : is;
    // Only such kinds can be absent in a version that may be restored.
    if (was !== undone && (was !== null || isRemovable(kind))) {
      version += 1;
      const folder_hash = hashOf(await textOrNull(before, file));
      await addEdit(client, { file, version, text: was, removed: was === null, saved_by: FOLDER_BEFORE, folder_hash });
    }
    version += 1;
    await addEdit(client, { file, version, text: null, removed: is === null, saved_by: by, folder_hash: hashOf(is) });
    changed.push(file);
  }
  return changed;
}

/** The persona with the old folder's portrait, where the new one has another, under the name by which it is kept. */
async function withKeptPortrait(client: Queries, persona: string, { before, after, by }: Import): Promise<string> {
  const name = parseDocument(persona).get('portrait');
  if (typeof name !== 'string' || !isPicture(name)) return persona;
  const [was, is] = [await bytesOrNull(before, name), await bytesOrNull(after, name)];
  if (!was?.length || was.length > PORTRAIT_MAX_BYTES || (is && Buffer.compare(was, is) === 0)) return persona;
  const extension = name.split('.').at(-1)?.toLowerCase() ?? '';
  const file = await keepPicture(client, { bytes: was, extension, width: 0, height: 0 }, by);
  return withValues(persona, [[['portrait'], file]]);
}
