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
/** After so many days a backup is deleted, unless it is the newest of all. */
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

/** A backup for moving the database that is older was left by a move that was killed. */
const MAX_MOVE_MS = DAY_MS;

/**
 * Deletes backups that are too many of their kind, and those that are too old; of those that a killed move left, which
 * have conversations in them that no file may keep, all. Of the others, the newest stays.
 * @param kept how many daily ones stay; with 0, when none are made, those of before stay until they are too old
 * @param spared a file that is in use, which stays
 */
export async function rotateBackups(dir: string, kept: number, now: Date, spared: string | null): Promise<void> {
  const counts = new Map<BackupKind, number>();
  let newest: string | null = null;
  for (const { name, kind, madeAt } of await listBackups(dir)) {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const ageMs = now.getTime() - madeAt.getTime();
    const isLeft = kind === 'move' && ageMs > MAX_MOVE_MS;
    if (!isLeft) newest ??= name;
    const isTooMany = count > (kind === 'daily' ? kept || Number.POSITIVE_INFINITY : OTHERS_KEPT);
    const isOld = isLeft || isTooMany || ageMs > MAX_BACKUP_DAYS * DAY_MS;
    const isSpared = spared !== null && path.resolve(dir, name) === path.resolve(spared);
    if (isOld && name !== newest && !isSpared) await rm(path.join(dir, name), { force: true });
  }
}
