import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDataFolder } from '../../testing/spawned-writer.ts';
import { databaseAccount } from './binaries.ts';
import { startEmbedded } from './embedded.ts';
import { processesOn } from './orphan-processes.ts';

/** The file that PostgreSQL leaves when it is killed, with another first line. */
const leftBehind = (first: string, folder: string) =>
  `${first}\n${folder}\n1700000000\n5432\n\n\n  5432001     32768\nready   \n`;

test.each([
  ['nothing in it', () => ''],
  ['rubbish', () => 'not a number\n\0\xff'],
  ['a PID that nobody has', (folder: string) => leftBehind('3999999', folder)],
  ['a negative PID', (folder: string) => leftBehind('-12', folder)],
])('a postmaster.pid with %s blocks no start', async (_, text) => {
  const dataDir = await temporaryDataFolder();
  const folder = join(dataDir, 'postgres');
  await writeFile(join(folder, 'postmaster.pid'), text(folder));
  const database = await startEmbedded({ dataDir });
  expect(await readFile(join(folder, 'postmaster.pid'), 'utf8')).toMatch(new RegExp(`^${database.pid()}\n`));
  await database.stop();
});

test('a PID that another program of the account has by now blocks no start, and that program lives on', async () => {
  const dataDir = await temporaryDataFolder();
  const folder = join(dataDir, 'postgres');
  const account = await databaseAccount(folder);
  const stranger = spawn('sleep', ['600'], { ...account, cwd: '/', stdio: 'ignore' });
  onTestFinished(() => void stranger.kill('SIGKILL'));
  await once(stranger, 'spawn');
  await writeFile(join(folder, 'postmaster.pid'), leftBehind(String(stranger.pid), folder));
  const database = await startEmbedded({ dataDir });
  expect(database.pid()).not.toBe(stranger.pid);
  expect(stranger.exitCode).toBeNull();
  await database.stop();
});

test('a stop leaves no process, no lock and no socket', async () => {
  const dataDir = await temporaryDataFolder();
  const first = await startEmbedded({ dataDir });
  await first.stop();
  expect(first.pid()).toBeNull();
  await expect(readFile(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toMatchObject({ code: 'ENOENT' });
  const second = await startEmbedded({ dataDir });
  await second.stop();
});

test('a stop while the database is being started again leaves nothing running either', async () => {
  const dataDir = await temporaryDataFolder();
  const database = await startEmbedded({ dataDir });
  process.kill(Number(database.pid()), 'SIGKILL');
  await expect.poll(() => database.pid(), { interval: 1 }).toBeNull();
  await database.stop();
  // What belonged to the killed process ends by itself, in its own time.
  await expect.poll(() => processesOn(join(dataDir, 'postgres'))).toEqual([]);
  const again = await startEmbedded({ dataDir });
  await again.stop();
});
