/** `npm run twin -- export FILE.zip` and `-- import FILE.zip`: a whole twin as one file. */
import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkTarget, UsageError } from '../../scripts/command-line.ts';
import { type Config, ROOT, readConfig } from '../config.ts';
import { withDotEnv } from '../dot-env.ts';
import { databaseOptions } from '../features/backups/index.ts';
import { COMMAND_IMPORTER } from '../features/settings/twin-import.ts';
import { newestEdits, overlayOf } from '../features/twin/edit-store.ts';
import { loadTwin } from '../features/twin/load-twin.ts';
import { FORMAT, type Manifest, sizeInWords } from '../features/twin/moving/archive-format.ts';
import { finishTwinImport, type ImportPlan, importTwin } from '../features/twin/moving/import-twin.ts';
import { memoryFiles, type TwinContents } from '../features/twin/moving/memory-files.ts';
import { readArchive } from '../features/twin/moving/read-archive.ts';
import { gatherTwin, packTwin } from '../features/twin/moving/write-archive.ts';
import { withPictures } from '../features/twin/pictures.ts';
import { folderFiles, overlaidFiles } from '../features/twin/twin-files.ts';
import { openForCommand } from '../platform/database/command-database.ts';
import { PRODUCT_VERSION } from '../platform/product-version.ts';

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

/** Does work with the configured database, whether or not a server runs on it. */
async function withDatabase<Result>(
  work: (database: Awaited<ReturnType<typeof openForCommand>>, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(withDotEnv(ROOT, process.env));
  const database = await openForCommand(databaseOptions(config));
  try {
    return await work(database, config);
  } finally {
    await database.close();
  }
}

/** Writes the twin as visitors meet it into a zip. @throws UsageError when the file exists */
export async function exportTwin(file: string, mayReplace: boolean): Promise<void> {
  await checkTarget(file, mayReplace);
  await withDatabase(async ({ pool }, { twinDir }) => {
    await finishTwinImport(pool, twinDir, COMMAND_IMPORTER);
    const overlay = overlayOf(await newestEdits(pool));
    const { twin, contents } = await gatherTwin(overlaidFiles(withPictures(folderFiles(twinDir), pool), overlay));
    const manifest: Manifest = {
      format: FORMAT,
      name: twin.persona.name,
      exported_at: new Date().toISOString(),
      product_version: PRODUCT_VERSION,
    };
    const archive = packTwin(contents, manifest);
    await writeWhole(file, archive);
    const edited = [...overlay.keys()].filter((name) => contents.has(name));
    say(`Exported the twin of ${manifest.name} to ${file} (${sizeInWords(archive.length)}):`);
    say(partsOf(contents, twin.knowledge.length));
    if (edited.length > 0) say(`With what was edited in the dashboard: ${edited.join(', ')}.`);
    say('It has no settings, keys, conversations or accounts in it.');
  });
}

/** Writes a file that is there as a whole, or as before. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const part = `${file}.part-${randomUUID()}`;
  try {
    await writeFile(part, bytes, { flag: 'wx', flush: true });
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw new UsageError(`${file} cannot be written (${(error as { code?: string }).code}).`, { cause: error });
  }
}

/** What a twin's files are, one line for each kind. */
function partsOf(contents: TwinContents, passages: number): string {
  const names = [...contents.keys()].sort();
  const single = names.filter((name) => !name.includes('/')).map((name) => [name, contents.get(name)?.length ?? 0]);
  const folders = new Map<string, number>();
  for (const name of names)
    if (name.includes('/')) folders.set(path.posix.dirname(name), (folders.get(path.posix.dirname(name)) ?? 0) + 1);
  return [
    ...[...folders].map(([folder, count]) => {
      const also = folder === 'knowledge' ? `, ${passages} passages` : '';
      return `  ${folder}/ (${count} ${count === 1 ? 'file' : 'files'}${also})`;
    }),
    ...single.map(([name, size]) => `  ${name} (${sizeInWords(Number(size))})`),
  ].join('\n');
}

/** Replaces the twin by an exported one. @throws UsageError when something would be replaced without `isConfirmed` */
export async function importTwinFrom(file: string, isConfirmed: boolean): Promise<void> {
  const { manifest, contents } = await readArchive(file);
  // The check of a start, before the database is opened.
  await loadTwin(memoryFiles(contents));
  const day = manifest.exported_at.slice(0, 'yyyy-mm-dd'.length);
  say(`The twin of ${manifest.name}, exported on ${day} by Understudy ${manifest.product_version}.`);
  await withDatabase(async ({ pool }, { twinDir }) => {
    const confirm = (plan: ImportPlan): boolean => {
      const isSame = plan.files.length === 0 && plan.edited.length === 0;
      say(isSame ? 'It is the twin that is here already. Nothing was changed.' : summaryOf(plan));
      if (!isSame && plan.before !== null && !isConfirmed)
        throw new UsageError('Nothing was changed. To replace the twin, run this again with --yes.');
      return !isSame;
    };
    if (!(await importTwin({ pool, dir: twinDir, contents, importer: COMMAND_IMPORTER, confirm }))) return;
    say('Imported. A running server uses it within two seconds; no restart is needed.');
  });
}

/** What an import changes, for somebody who decides whether to go on. */
function summaryOf({ from, files, edited, consentVersion, before }: ImportPlan): string {
  return [
    from === null ? 'It becomes the twin here:' : `It replaces the twin of ${from}:`,
    ...files.map(({ file, change }) => `  ${change.padEnd('changed'.length)}  ${file}`),
    ...(edited.length > 0
      ? [
          `Edits made in the dashboard give way: ${edited.join(', ')}.`,
          "They stay in each text's history, and 'Undo' there brings them back.",
        ]
      : []),
    ...(consentVersion === null
      ? []
      : [`Its consent sentence gets the version '${consentVersion}', since its own stands for another sentence here.`]),
    ...(before === null ? [] : [`The old folder is kept beside it as ${before}.`]),
  ].join('\n');
}
