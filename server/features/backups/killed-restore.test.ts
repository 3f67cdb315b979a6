import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { serverEnvironment } from '../../../scripts/server-command.mjs';
import { openDatabase } from '../../platform/database/open-database.ts';
import { startTestApp } from '../../testing/app.ts';
import { testDatabase } from '../../testing/database.ts';
import { newVisitor, startAs } from '../../testing/kept-visitor.ts';
import type { KilledRestore } from '../../testing/killed-restore.ts';
import { testInstallation } from '../../testing/test-installation.ts';
import { databaseOptions, type Installation, keepBackup } from './installation.ts';
import { restoreInstallation } from './restore.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../../testing/killed-restore.ts');
const execute = promisify(execFile);

/** A backup of two visitors, after which one had everything erased, and the twin's texts were changed. */
async function backedUp() {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const app = await startTestApp({}, { database });
  const ana = newVisitor();
  for (const [visitor, name] of [
    [ana, 'Ana Costa'],
    [newVisitor(), 'Bea Lind'],
  ] as const)
    await app.call('agent_reply', { ...(await startAs(app, visitor)), user_message: `I am ${name}.` });
  await app.parts.memoryQueue.settled();
  const installation = await testInstallation(database.url);
  const { file } = await keepBackup(database.database, installation, 'asked');
  await app.call('erase_my_data', { ...ana, scope: 'all' });
  const session = await startAs(app, newVisitor());
  await app.call('agent_reply', { ...session, user_message: 'I am Cleo Marsh.' });
  const persona = path.join(installation.twinDir, 'persona.yaml');
  await writeFile(persona, `${await readFile(persona, 'utf8')}\n# changed since\n`);
  await app.close();
  await database.database.close();
  return { file, installation };
}

/** What the next start finds: who is known, and whose texts the twin's folder has. */
async function afterStart(installation: Installation) {
  const opened = await openDatabase(databaseOptions(installation));
  const { rows } = await opened.pool.query("SELECT string_agg(text, ' ') AS said FROM utterances");
  await opened.close();
  const persona = await readFile(path.join(installation.twinDir, 'persona.yaml'), 'utf8');
  const names = await readdir(path.dirname(installation.twinDir));
  return {
    known: ['Ana Costa', 'Bea Lind', 'Cleo Marsh'].filter((name) => rows[0].said.includes(name)),
    twin: persona.includes('# changed since') ? 'old' : 'new',
    folders: names.filter((name) => name.startsWith('twin')).map((name) => name.replace(/before-.*/, 'before')),
    journal: (await readdir(installation.twinDir)).includes('.import.json'),
  };
}

async function killBefore(step: string, file: string, installation: Installation): Promise<void> {
  const about: KilledRestore = { file, installation, step };
  const killed = execute(process.execPath, [PROGRAM, JSON.stringify(about)], { env: serverEnvironment(process.env) });
  await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' });
}

const OLD = { known: ['Bea Lind', 'Cleo Marsh'], twin: 'old', folders: ['twin'], journal: false };
const NEW = { known: ['Bea Lind'], twin: 'new', folders: ['twin', 'twin.before'], journal: false };

test.each([
  ['stage', OLD],
  ['commit', OLD],
  ['finish', NEW],
  ['put aside', NEW],
  ['put in place', NEW],
  ['erase', NEW],
])(
  'a restore that is killed before the step "%s" leaves database and twin that belong together',
  async (step, whole) => {
    const { file, installation } = await backedUp();
    await killBefore(step, file, installation);
    expect(await afterStart(installation)).toEqual(whole);
  },
  120_000,
);

test('a killed restore can be repeated, and the backup before that has a database and a twin of one time', async () => {
  const { file, installation } = await backedUp();
  await killBefore('finish', file, installation);
  const restored = await restoreInstallation(file, installation, {
    ...{ passphrase: null, replace: true, withoutKey: false, say: () => undefined },
  });
  expect(restored.erased).toMatchObject({ visitors: 1 });
  expect(await afterStart(installation)).toEqual(NEW);
  expect(restored.before).not.toBeNull();
  const { oldTwin } = await restoreInstallation(restored.before ?? '', installation, {
    ...{ passphrase: null, replace: true, withoutKey: false, say: () => undefined },
  });
  // The folder in that backup was the restored one already.
  expect(oldTwin).toBeNull();
}, 120_000);
