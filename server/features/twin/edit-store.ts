import { SHOW_FILES, type TwinText } from '@understudy/contract/twin-texts';
import type { Queries } from '../../platform/database/transaction.ts';
import { escapeRegExp } from '../understanding/index.ts';
import { type TwinEdits, TwinFileError, type TwinFiles } from './twin-files.ts';

type Kind = TwinText['kind'];

/** The file that says who the twin speaks for. */
export const PERSONA_FILE = 'persona.yaml';
/** Says how the voices sound. Placeholders in it are not filled in. */
export const VOICES_FILE = 'voices.yaml';
/** The catalogue of models. */
export const MODELS_FILE = 'models.yaml';

/** When visitors may book; a twin may be without it. */
export const CALENDAR_FILE = 'calendar.yaml';

/** Texts outside of folders. No twin can do without them. */
const SINGLE_FILES: ReadonlyMap<string, Kind> = new Map([
  [PERSONA_FILE, 'persona'],
  [VOICES_FILE, 'voices'],
  [MODELS_FILE, 'models'],
]);
/** Folders of texts that an owner may edit, with their file extensions. */
const FOLDERS: readonly [kind: Kind, folder: string, extension: string][] = [
  ['mode', 'modes', 'yaml'],
  ['replies', 'replies', 'yaml'],
  ['knowledge', 'knowledge', 'md'],
  ['demo', 'demos', 'txt'],
  ['show', 'show', 'yaml'],
];
/** Names allowed for new files: no further folders, links or special file names. */
const ADDABLE = new RegExp(
  `^(?:${[
    String.raw`knowledge\/[a-z0-9][a-z0-9-]{0,79}\.md`,
    String.raw`demos\/[a-z0-9][a-z0-9-]{0,79}\.txt`,
    String.raw`replies\/replies\.yaml`,
    ...Object.values(SHOW_FILES).map(escapeRegExp),
    String.raw`calendar\.yaml`,
  ].join('|')})$`,
);
/** The kinds of which a twin may have none. */
const REMOVABLE: ReadonlySet<Kind> = new Set(['replies', 'knowledge', 'demo', 'show', 'calendar']);

// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the purpose
const FORBIDDEN = /[\u0000-\u001F\u007F\\]/;

/** The kind of text in a file, by its path; null for files that can only be edited in the folder. */
export function kindOf(file: string): Kind | null {
  const single = file === CALENDAR_FILE ? 'calendar' : SINGLE_FILES.get(file);
  if (single) return single;
  if (FORBIDDEN.test(file) || !file.isWellFormed()) return null;
  const [folder, name = '', ...more] = file.split('/');
  if (more.length > 0 || name.startsWith('.')) return null;
  return FOLDERS.find(([, place, extension]) => place === folder && name.endsWith(`.${extension}`))?.[0] ?? null;
}

/** Whether an owner may add a file of this name. */
export const isAddableFile = (file: string): boolean => ADDABLE.test(file);

/** Whether texts of this kind may be removed. */
export const isRemovable = (kind: Kind): boolean => REMOVABLE.has(kind);

/** The existing editable files, those outside of folders first. A missing folder has none. */
export async function editableFiles(files: TwinFiles): Promise<string[]> {
  const found = [...SINGLE_FILES.keys()];
  if ((await listOrNone(files, '.', 'yaml')).includes(CALENDAR_FILE)) found.push(CALENDAR_FILE);
  for (const [, folder, extension] of FOLDERS) found.push(...(await listOrNone(files, folder, extension)));
  return found;
}

/** A file's text; null when it cannot be read. */
export async function textOrNull(files: TwinFiles, file: string): Promise<string | null> {
  return files.text(file).catch(nullForMistakes);
}

/** A file's bytes; null when it cannot be read. */
export async function bytesOrNull(files: TwinFiles, file: string): Promise<Uint8Array | null> {
  return files.bytes(file).catch(nullForMistakes);
}

async function listOrNone(files: TwinFiles, folder: string, extension: string): Promise<string[]> {
  return (await files.list(folder, extension).catch(nullForMistakes)) ?? [];
}

function nullForMistakes(error: unknown): null {
  if (error instanceof TwinFileError) return null;
  throw error;
}

/** A saved version of a text. */
export interface TwinEdit {
  file: string;
  version: number;
  /** Null for the folder's own text, or for a removal. */
  text: string | null;
  removed: boolean;
  saved_at: Date;
  saved_by: string;
  /** Hash of the folder's file at that time; null when there was none. */
  folder_hash: string | null;
}

/** SQL: the columns of {@link TwinEdit}. */
const COLUMNS = 'file, version, text, removed, saved_at, saved_by, folder_hash';
/** Versions to show of a text. */
const MAX_HISTORY = 50;

/** A number that grows with every edit; 0 when there is none. */
export async function newestEditId(db: Queries): Promise<number> {
  const { rows } = await db.query<{ id: string }>({
    name: 'twin_newest_edit',
    text: 'SELECT coalesce(max(id), 0) AS id FROM twin_texts',
  });
  return Number(rows[0]?.id);
}

/** The current edit of each file that was ever edited. */
export async function newestEdits(db: Queries): Promise<TwinEdit[]> {
  const { rows } = await db.query<TwinEdit>(
    `SELECT DISTINCT ON (file) ${COLUMNS} FROM twin_texts ORDER BY file, version DESC`,
  );
  return rows;
}

/** SQL: whether edits `o` and `t` were saved in one transaction; they share its start time. */
const SAVED_TOGETHER = 'o.saved_at = t.saved_at AND o.saved_by = t.saved_by';

/** The newest edits of a file, newest first, each with the other files saved in the same transaction. */
export async function editsOf(db: Queries, file: string): Promise<(TwinEdit & { saved_with: string[] })[]> {
  const { rows } = await db.query<TwinEdit & { saved_with: string[] }>(
    `SELECT ${COLUMNS}, ARRAY(
         SELECT o.file FROM twin_texts o WHERE ${SAVED_TOGETHER} AND o.file <> t.file ORDER BY o.file) AS saved_with
       FROM twin_texts t WHERE file = $1 ORDER BY version DESC LIMIT ${MAX_HISTORY}`,
    [file],
  );
  return rows;
}

/** An edit and those saved with it, each with the edit before it; none when the version does not exist. */
export async function editsSavedWith(
  db: Queries,
  file: string,
  version: number,
): Promise<{ file: string; version: number; before: { text: string | null; removed: boolean } | null }[]> {
  const { rows } = await db.query<{ file: string; version: number; text: string | null; removed: boolean | null }>(
    `SELECT o.file, o.version, b.text, b.removed FROM twin_texts t
       JOIN twin_texts o ON ${SAVED_TOGETHER}
       LEFT JOIN twin_texts b ON b.file = o.file AND b.version = o.version - 1
      WHERE t.file = $1 AND t.version = $2 ORDER BY o.file`,
    [file, version],
  );
  return rows.map(({ removed, text, ...edit }) => ({ ...edit, before: removed === null ? null : { text, removed } }));
}

/** Every distinct text that a file ever had. */
export async function textsEverOf(db: Queries, file: string): Promise<string[]> {
  const { rows } = await db.query<{ text: string }>(
    'SELECT DISTINCT text FROM twin_texts WHERE file = $1 AND text IS NOT NULL',
    [file],
  );
  return rows.map(({ text }) => text);
}

/** One edit of a file; null when the version does not exist. */
export async function editOf(db: Queries, file: string, version: number): Promise<TwinEdit | null> {
  const { rows } = await db.query<TwinEdit>(`SELECT ${COLUMNS} FROM twin_texts WHERE file = $1 AND version = $2`, [
    file,
    version,
  ]);
  return rows[0] ?? null;
}

/** Blocks other writers until this transaction ends; readers continue. */
export async function holdEdits(client: Queries): Promise<void> {
  await client.query('LOCK TABLE twin_texts IN SHARE ROW EXCLUSIVE MODE');
}

/** Saves an edit. */
export async function addEdit(db: Queries, edit: Omit<TwinEdit, 'saved_at'>): Promise<void> {
  await db.query(
    'INSERT INTO twin_texts (file, version, text, removed, saved_by, folder_hash) VALUES ($1, $2, $3, $4, $5, $6)',
    [edit.file, edit.version, edit.text, edit.removed, edit.saved_by, edit.folder_hash],
  );
}

/** The texts that override the folder, given these edits. */
export function overlayOf(edits: readonly TwinEdit[]): TwinEdits {
  const over = edits.filter(({ text, removed }) => text !== null || removed);
  return new Map(over.map(({ file, text }) => [file, text]));
}
