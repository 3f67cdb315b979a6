/** Types of backups as the settings show them (`/api/admin/backups`); no runtime library. */

/** Why a backup was made: each day, by a click, before an update, before a restore, before moving the database. */
export type BackupKind = 'daily' | 'asked' | 'update' | 'restore' | 'move';

/** The answer of `GET /api/admin/backups`. */
export interface BackupsAnswer {
  /** The folder on the server's machine. */
  folder: string;
  /** How many daily backups are kept; 0 if none are made. */
  kept: number;
  /** How many days any of them is kept at most. */
  days: number;
  /** Whether new ones are encrypted, and so contain the secret key. */
  encrypted: boolean;
  /** What is being done now, by any instance. */
  running: 'backup' | 'test' | null;
  /** How the latest one went; null if there was none, or if a restore or an update made the newest of `items`. */
  last: BackupRun | null;
  /** How the latest restore test went; null if there was none. */
  last_test: BackupRun | null;
  /** Newest first. */
  items: {
    name: string;
    kind: BackupKind;
    made_at: string;
    bytes: number;
    encrypted: boolean;
  }[];
}

/** How a backup or a restore test went. */
export interface BackupRun {
  at: string;
  /** Of the backup; null if it was not made. */
  name: string | null;
  /** A sentence; null if it went well. */
  problem: string | null;
  rows: number;
  took_ms: number;
  /** The machine that did it. */
  host: string;
}
