import { passageIdsIn } from '@understudy/contract/passage-id';
import type { TwinText, TwinTextDetail } from '@understudy/contract/twin-texts';
import type { Queries } from '../../platform/database/transaction.ts';
import { hashOf } from './change-text.ts';
import { editableFiles, editsOf, kindOf, newestEdits, overlayOf, type TwinEdit, textOrNull } from './edit-store.ts';
import { overlaidFiles, type TwinFiles } from './twin-files.ts';

/** All editable texts, including removed ones, sorted by file name within each kind. */
export async function listTexts(db: Queries, folder: TwinFiles): Promise<TwinText[]> {
  const edits = new Map((await newestEdits(db)).map((edit) => [edit.file, edit]));
  const inFolder = await editableFiles(folder);
  const added = [...edits.keys()].filter((file) => !inFolder.includes(file));
  const items: TwinText[] = [];
  for (const file of [...inFolder, ...added.sort()]) {
    const item = present(file, edits.get(file) ?? null, await textOrNull(folder, file));
    if (item) items.push(item);
  }
  const order: TwinText['kind'][] = [
    'persona',
    'mode',
    'voices',
    'models',
    'replies',
    'knowledge',
    'demo',
    'show',
    'calendar',
  ];
  return items.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

/** One text with its history; null when no such text ever existed. */
export async function readText(db: Queries, folder: TwinFiles, file: string): Promise<TwinTextDetail | null> {
  // Names that are not editable never reach the file system.
  if (!kindOf(file)) return null;
  const edits = await editsOf(db, file);
  const newest = edits[0] ?? null;
  const isListed = newest !== null || (await editableFiles(folder)).includes(file);
  if (!isListed) return null;
  const folderText = await textOrNull(folder, file);
  const item = present(file, newest, folderText);
  if (!item) return null;
  return {
    ...item,
    text: textOf(newest, folderText),
    folder_text: folderText,
    version: newest?.version ?? 0,
    history: edits.map(({ version, saved_at, saved_by, text, removed, saved_with }) => ({
      version,
      at: saved_at.toISOString(),
      by: saved_by,
      text,
      removed,
      with: saved_with,
    })),
  };
}

/** All texts as they are now, by file, and which files the folder has. */
export async function presentTexts(
  db: Queries,
  folder: TwinFiles,
): Promise<{ texts: Map<string, string>; fromFolder: Set<string> }> {
  const edits = overlayOf(await newestEdits(db));
  const fromFolder = new Set(await editableFiles(folder));
  const files = overlaidFiles(folder, edits);
  const texts = new Map<string, string>();
  for (const file of new Set([...fromFolder, ...edits.keys()])) {
    const text = await textOrNull(files, file);
    if (text !== null) texts.set(file, text);
  }
  return { texts, fromFolder };
}

/** The current text: the edit's, the folder's, or empty when it was removed. */
const textOf = (edit: TwinEdit | null, folderText: string | null): string =>
  edit?.removed ? '' : (edit?.text ?? folderText ?? '');

/** A text as a list shows it; null when its file cannot be edited. */
function present(file: string, edit: TwinEdit | null, folderText: string | null): TwinText | null {
  const kind = kindOf(file);
  if (!kind) return null;
  const isEdited = edit !== null && (edit.text !== null || edit.removed);
  return {
    file,
    kind,
    edited_at: isEdited ? edit.saved_at.toISOString() : null,
    edited_by: isEdited ? edit.saved_by : null,
    folder_changed: isEdited && edit.folder_hash !== hashOf(folderText),
    removed: isEdited && edit.removed,
    passage_ids: kind === 'knowledge' ? passageIdsIn(textOf(edit, folderText)) : [],
  };
}
