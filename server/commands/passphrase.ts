import { readFile } from 'node:fs/promises';
import { UsageError } from '../../scripts/command-line.ts';
import { MIN_PASSPHRASE_CHARS } from '../platform/backup/backup-folder.ts';

/** The option of the commands that write or read a backup. */
export const PASSPHRASE_OPTION = {
  type: 'string',
  value: 'FILE',
  about: 'a file with the passphrase; otherwise BACKUP_PASSPHRASE, if that is set',
} as const;

/** The passphrase of a command: the file's first line, or the configured one; null for none. @throws UsageError */
export async function passphraseOf(file: string | undefined, configured: string | null): Promise<string | null> {
  if (file === undefined) return configured;
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`The file ${file} cannot be read (${cause.code}).`, { cause });
  });
  const [passphrase = ''] = text.split(/\r?\n/);
  if (passphrase.length >= MIN_PASSPHRASE_CHARS) return passphrase;
  throw new UsageError(`The first line of ${file} must have at least ${MIN_PASSPHRASE_CHARS} characters.`);
}
