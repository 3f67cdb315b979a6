import type { TwinText } from '@understudy/contract/settings';
import { TwinFileError } from './twin-file-error.ts';
import type { TwinFiles } from './twin-files.ts';

type Kind = TwinText['kind'];

/** Folders of texts that an owner may edit, with their file extensions. */
const FOLDERS: readonly [kind: Kind, folder: string, extension: string][] = [
  ['mode', 'modes', 'yaml'],
  ['knowledge', 'knowledge', 'md'],
  ['demo', 'demos', 'txt'],
];
/** Names allowed for new knowledge files: no folders, links or special file names. */
const NEW_KNOWLEDGE = /^knowledge\/[a-z0-9][a-z0-9-]{0,79}\.md$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the purpose
const NO_NAME = /[\u0000-\u001F\u007F\\]/;

/** The file that says who the twin speaks for. */
export const PERSONA_FILE = 'persona.yaml';

/** The kind of text in a file, by its path; null for files that can only be edited in the folder. */
export function kindOf(file: string): Kind | null {
  if (file === PERSONA_FILE) return 'persona';
  if (NO_NAME.test(file) || !file.isWellFormed()) return null;
  const [folder, name = '', ...more] = file.split('/');
  if (more.length > 0 || name.startsWith('.')) return null;
  return FOLDERS.find(([, place, extension]) => place === folder && name.endsWith(`.${extension}`))?.[0] ?? null;
}

export const mayBeAdded = (file: string): boolean => NEW_KNOWLEDGE.test(file);

/** The existing editable files, the persona first. A missing folder has none. */
export async function editableFiles(files: TwinFiles): Promise<string[]> {
  const found = [PERSONA_FILE];
  for (const [, folder, extension] of FOLDERS) found.push(...(await listOrNone(files, folder, extension)));
  return found;
}

/** A file's text; null when it cannot be read. */
export async function textOrNull(files: TwinFiles, file: string): Promise<string | null> {
  return files.text(file).catch(nullForMistakes);
}

async function listOrNone(files: TwinFiles, folder: string, extension: string): Promise<string[]> {
  return (await files.list(folder, extension).catch(nullForMistakes)) ?? [];
}

function nullForMistakes(error: unknown): null {
  if (error instanceof TwinFileError) return null;
  throw error;
}
