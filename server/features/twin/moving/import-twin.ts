/** Replaces the twin by another: the folder and the edits over it, together. */
import { randomUUID } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { inTransaction, type Queries } from '../../../platform/database/transaction.ts';
import { consentVersionFor } from '../consent-version.ts';
import { holdEdits, newestEdits, overlayOf, PERSONA_FILE, textOrNull } from '../edit-store.ts';
import { folderFiles, overlaidFiles, type TwinEdits, type TwinFiles } from '../twin-files.ts';
import { memoryFiles, type TwinContents } from './memory-files.ts';
import { putAsideEdits } from './put-aside-edits.ts';
import {
  completeSwap,
  type ImportJournal,
  nameForOld,
  readJournal,
  realFolder,
  removeJournal,
  swapFolder,
  TwinSwapError,
} from './swap-folder.ts';
import { changesBetween, type FileChange, nameIn, withConsentVersion } from './twin-parts.ts';

/** Who imports, as the history and the audit log show it. */
export interface Importer {
  name: string;
  /** Adds a row to the audit log, in the transaction of the import. */
  audit(db: Queries, detail: Record<string, unknown>): Promise<void>;
}

/** What an import changes. */
export interface ImportPlan {
  /** The consultant so far; null when there is no persona, or it cannot be read. */
  from: string | null;
  files: FileChange[];
  /** Texts edited in the dashboard, which give way. */
  edited: string[];
  /** The next free version of the consent sentence, where the archive's stands for another sentence here. */
  consentVersion: string | null;
  /** What the old folder will be called; null when there is none. */
  before: string | null;
}

interface ImportDeps {
  pool: Pool;
  /** The twin's folder. */
  dir: string;
  /** Files that make a twin. */
  contents: TwinContents;
  importer: Importer;
  /** Whether to go on. */
  confirm(plan: ImportPlan): boolean;
  /** Called before each step; tests end the process there. */
  onStep?: (step: string) => void;
}

/**
 * Replaces the twin's folder, and puts aside what was edited over it. Killed at any moment, it leaves the old twin or
 * the new one (`swap-folder.ts` says why).
 *
 * @returns whether anything was replaced
 * @throws TwinSwapError when the folder cannot be replaced
 */
export async function importTwin(deps: ImportDeps): Promise<boolean> {
  const { pool, dir, contents, importer, confirm, onStep = () => undefined } = deps;
  await finishTwinImport(pool, dir, importer);
  const folder = await realFolder(dir);
  let isReplaced = false;
  try {
    await inTransaction(pool, async (client) => {
      await holdEdits(client);
      const { plan, journal, fitted } = await planImport(client, folder, contents);
      if (!confirm(plan)) return;
      await swapFolder({ folder, contents: fitted, journal, onStep });
      isReplaced = true;
      onStep('save');
      await applyImport(client, folder, journal, importer);
      onStep('commit');
    });
  } catch (cause) {
    throw isReplaced ? new TwinSwapError(NOT_ENDED, { cause }) : cause;
  }
  onStep('tidy up');
  if (isReplaced) await removeJournal(folder);
  return isReplaced;
}

const NOT_ENDED =
  'The folder was replaced, but the database could not be reached to put aside what was edited in the dashboard. ' +
  'The server does that as soon as it reaches the database.';

/** Imports that this process has finished, whose work list it may not be allowed to remove. */
const finished = new Set<string>();

/** Finishes an import that was killed after it began to count. Where there is none, it only looks for a file. */
export async function finishTwinImport(pool: Pool, dir: string, importer: Importer): Promise<void> {
  await completeSwap(dir);
  const journal = await readJournal(dir);
  if (!journal || finished.has(journal.id)) return;
  const folder = await realFolder(dir);
  await inTransaction(pool, async (client) => {
    await holdEdits(client);
    await applyImport(client, folder, journal, importer);
  });
  finished.add(journal.id);
  await removeJournal(folder);
}

/** Does in the database what the work list says; a second time it does nothing. The caller holds the edits. */
async function applyImport(
  client: PoolClient,
  folder: string,
  { before, versions, detail }: ImportJournal,
  importer: Importer,
): Promise<void> {
  const files = await putAsideEdits(client, {
    before: before === null ? memoryFiles(new Map()) : folderFiles(path.join(path.dirname(folder), before)),
    after: folderFiles(folder),
    versions,
    by: importer.name,
  });
  if (files.length > 0) await importer.audit(client, { ...detail, files });
}

/** The texts that edits change or hide. The removal of a text that an earlier import took away does neither. */
async function editedIn(overlay: TwinEdits, folder: TwinFiles): Promise<string[]> {
  const edited: string[] = [];
  for (const [file, text] of overlay) if (text !== null || (await textOrNull(folder, file)) !== null) edited.push(file);
  return edited.sort();
}

/** Compares what visitors meet now with what is to be imported. */
async function planImport(client: PoolClient, folder: string, contents: TwinContents) {
  const edits = await newestEdits(client);
  const overlay = overlayOf(edits);
  const folderNow = folderFiles(folder);
  const met = overlaidFiles(folderNow, overlay);
  const persona = await memoryFiles(contents).text(PERSONA_FILE);
  const version = await consentVersionFor(client, folderNow, persona);
  const fitted = await withConsentVersion(contents, persona, version);
  const isThere = (await lstat(folder).catch(() => null)) !== null;
  const plan: ImportPlan = {
    from: await nameIn(met),
    files: await changesBetween(met, memoryFiles(fitted)),
    edited: await editedIn(overlay, folderNow),
    consentVersion: fitted === contents ? null : version,
    before: isThere ? await nameForOld(folder) : null,
  };
  const journal: ImportJournal = {
    id: randomUUID(),
    before: plan.before,
    versions: Object.fromEntries(edits.map(({ file, version }) => [file, version])),
    detail: { name: await nameIn(memoryFiles(fitted)), before: plan.before },
  };
  return { plan, journal, fitted };
}
