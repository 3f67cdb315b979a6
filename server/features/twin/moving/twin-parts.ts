import { personaFile } from '@understudy/contract/twin';
import { bytesOrNull, CALENDAR_FILE, PERSONA_FILE, textOrNull } from '../edit-store.ts';
import { parseYaml } from '../parse-yaml.ts';
import { MEDIA_TYPES } from '../portrait.ts';
import { withValues } from '../rename.ts';
import { TwinFileError, type TwinFiles } from '../twin-files.ts';
import { FOLDERS, isPicture, READ_ME, SINGLE_FILES } from './archive-format.ts';
import type { TwinContents } from './memory-files.ts';

/** A change of one file. */
export interface FileChange {
  file: string;
  change: 'new' | 'changed' | 'removed';
}

/** The twin's files that there are, whether or not they make a twin. */
async function twinPartsOf(files: TwinFiles): Promise<string[]> {
  const parts: string[] = [];
  const single = [...SINGLE_FILES, CALENDAR_FILE, READ_ME];
  for (const file of single) if ((await textOrNull(files, file)) !== null) parts.push(file);
  const folders = [...FOLDERS, ...Object.keys(MEDIA_TYPES).map((extension) => ['.', extension] as const)];
  for (const [folder, extension] of folders) parts.push(...((await files.list(folder, extension).catch(none)) ?? []));
  return parts;
}

function none(error: unknown): null {
  if (error instanceof TwinFileError) return null;
  throw error;
}

/** What changes where a folder's files are replaced. A README stays where the new files have none. */
export async function changesBetween(before: TwinFiles, after: TwinFiles): Promise<FileChange[]> {
  const [was, is] = [await twinPartsOf(before), await twinPartsOf(after)];
  const changes: FileChange[] = [];
  for (const file of [...new Set([...was, ...is])].sort()) {
    if (!was.includes(file)) changes.push({ file, change: 'new' });
    else if (is.includes(file)) {
      if (!(await isSame(file, before, after))) changes.push({ file, change: 'changed' });
    } else if (file !== READ_ME) changes.push({ file, change: 'removed' });
  }
  return changes;
}

async function isSame(file: string, one: TwinFiles, other: TwinFiles): Promise<boolean> {
  if (!isPicture(file)) return (await textOrNull(one, file)) === (await textOrNull(other, file));
  const [was, is] = [await bytesOrNull(one, file), await bytesOrNull(other, file)];
  return was !== null && is !== null && Buffer.compare(was, is) === 0;
}

/** The consultant's name; null when the persona cannot be read. */
export async function nameIn(files: TwinFiles): Promise<string | null> {
  try {
    return parseYaml(await files.text(PERSONA_FILE), PERSONA_FILE, personaFile).value.name;
  } catch (error) {
    return none(error);
  }
}

/** The files with this version of the consent sentence; the same object where they have it already. */
export async function withConsentVersion(contents: TwinContents, text: string, version: string): Promise<TwinContents> {
  const after = withValues(text, [[['consent', 'version'], version]]);
  return after === text ? contents : new Map([...contents, [PERSONA_FILE, new TextEncoder().encode(after)]]);
}
