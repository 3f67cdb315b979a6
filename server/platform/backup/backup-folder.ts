import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { readPreambleOf } from './archive.ts';
import { BACKUP_KINDS, type BackupKind } from './chunks.ts';

/** Where backups are kept, and how. */
export interface BackupConfig {
  /** An absolute path. */
  dir: string;
  /** How many daily backups are kept; 0 for none at all. */
  kept: number;
  /** Encrypts the backups that the server makes; null for none. */
  passphrase: string | null;
  /** Whether one is made before a new release changes the database. */
  beforeUpdate: boolean;
}

export const USUAL_BACKUPS_KEPT = 7;
/** What visitors had erased is in no backup of this folder after so many days. */
export const MAX_BACKUP_DAYS = 35;

/** How many of each other kind are kept. */
export const OTHERS_KEPT = 3;
export const MIN_PASSPHRASE_CHARS = 12;

const DAY_MS = 86_400_000;
const NAME = /^understudy-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-([a-z]+)\.backup$/;

/** A backup in the folder. */
export interface KeptBackup {
  name: string;
  kind: BackupKind;
  madeAt: Date;
  bytes: number;
  isEncrypted: boolean;
}

/** The name of a backup: `understudy-2026-11-26T03-00-12Z-daily.backup`. */
export const backupName = (kind: BackupKind, now: Date): string =>
  `understudy-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${kind}.backup`;

/** What a name says; null for names that are not ours. */
export function readBackupName(name: string): Pick<KeptBackup, 'kind' | 'madeAt'> | null {
  const [, day, hours, minutes, seconds, found] = NAME.exec(name) ?? [];
  const kind = BACKUP_KINDS.find((one) => one === found);
  return kind ? { kind, madeAt: new Date(`${day}T${hours}:${minutes}:${seconds}Z`) } : null;
}

/** The backups in the folder, newest first. Files of other names are not ours. */
export async function listBackups(dir: string): Promise<KeptBackup[]> {
  const found = await Promise.all(
    (await readdir(dir).catch(() => [])).map(async (name): Promise<KeptBackup[]> => {
      const named = readBackupName(name);
      if (!named) return [];
      const file = path.join(dir, name);
      try {
        const { preamble } = await readPreambleOf(file);
        const { size: bytes } = await stat(file);
        return [{ name, ...named, bytes, isEncrypted: preamble.encryption !== null }];
      } catch {
        return [];
      }
    }),
  );
  return found.flat().sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

/** Creates the folder, for this account alone. */
export async function makeBackupFolder(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
}

/**
 * Deletes backups that are too many of their kind, and those that are too old. The newest of all stays.
 * @param kept how many daily ones stay; with 0, when none are made, those of before stay until they are too old
 * @param spared a file that is in use, which stays
 */
export async function rotateBackups(dir: string, kept: number, now: Date, spared: string | null): Promise<void> {
  const counts = new Map<BackupKind, number>();
  const oldest = now.getTime() - MAX_BACKUP_DAYS * DAY_MS;
  for (const [at, { name, kind, madeAt }] of (await listBackups(dir)).entries()) {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const isTooMany = count > (kind === 'daily' ? kept || Number.POSITIVE_INFINITY : OTHERS_KEPT);
    const isSpared = spared !== null && path.resolve(dir, name) === path.resolve(spared);
    if (at > 0 && !isSpared && (isTooMany || madeAt.getTime() < oldest))
      await rm(path.join(dir, name), { force: true });
  }
}
