import { execFileSync } from 'node:child_process';
import { chmod, chown, cp, lstat, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { spawnWriter, temporaryFolder } from '../../testing/spawned-writer.ts';
import { type Binaries, findBinaries, runnableBinaries } from './binaries.ts';
import { startEmbedded } from './embedded.ts';
import { makeDataFolder } from './folders.ts';
import { MIGRATIONS_FOLDER } from './migrate.ts';

const root = process.getuid?.() === 0;
const NOBODY = 65534;

/** The PostgreSQL programs in a folder, laid out as the package is in node_modules. */
async function packageIn(folder: string): Promise<Binaries> {
  const found = await findBinaries();
  const from = dirname(dirname(dirname(found.postgres)));
  await cp(from, folder, { recursive: true, verbatimSymlinks: true });
  const moved = (path: string) => join(folder, path.slice(from.length));
  return { postgres: moved(found.postgres), initdb: moved(found.initdb), pg_ctl: moved(found.pg_ctl) };
}

test('an ordinary user has the database under its own account, in its own folder', async () => {
  const folder = await temporaryFolder();
  if (!root) {
    const database = await startEmbedded({ dataDir: join(folder, 'data') });
    expect((await stat(join(folder, 'data', 'postgres'))).uid).toBe(process.getuid?.());
    expect(database.notes).toEqual([]);
    return database.stop();
  }
  // As root: the same in a process that has dropped root permanently. It may be unable to read the project's folder, so
  // it gets its own copy of the programs.
  await chmod(folder, 0o755);
  const { binaries } = await runnableBinaries(
    await findBinaries(),
    { uid: NOBODY, gid: NOBODY },
    join(folder, 'shelf'),
  );
  const migrationsFolder = join(folder, 'migrations');
  await cp(MIGRATIONS_FOLDER, migrationsFolder, { recursive: true });
  const home = join(folder, 'home');
  await mkdir(home, { mode: 0o700 });
  await chown(home, NOBODY, NOBODY);
  const server = spawnWriter({ dataDir: join(home, 'data'), uid: NOBODY, binaries, migrationsFolder, write: true });
  await server.line('ack 5');
  expect(server.lines.filter((line) => line.startsWith('note'))).toEqual([]);
  expect((await stat(join(home, 'data', 'postgres'))).uid).toBe(NOBODY);
  server.process.kill('SIGTERM');
  await new Promise((resolve) => server.process.once('close', resolve));
  expect(server.process.exitCode).toBe(0);
});

test('a path too long for a socket is no obstacle', async () => {
  const folder = await temporaryFolder();
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'a-folder-with-a-rather-long-name'.repeat(3), 'data');
  const database = await startEmbedded({ dataDir });
  expect(String(database.connection.host).length).toBeLessThan(90);
  await database.stop();
  await expect(lstat(String(database.connection.host))).rejects.toMatchObject({ code: 'ENOENT' });
});

// Only root can meet the situations below.
describe.runIf(root)('run by root', () => {
  test('the database runs as nobody, its folder is closed to others', async () => {
    const dataDir = await temporaryFolder();
    const database = await startEmbedded({ dataDir });
    const status = await readFile(`/proc/${database.pid()}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\t65534\t65534/m);
    expect(status).toMatch(/^Groups:\s*$/m);
    expect(await stat(join(dataDir, 'postgres'))).toMatchObject({ uid: NOBODY, mode: 0o40700 });
    expect((await stat(String(database.connection.host))).mode).toBe(0o40700);
    await database.stop();
  });

  test('in a closed folder it uses a copy of the programs and a shared data folder, and says so', async () => {
    const folder = await temporaryFolder();
    const closed = join(folder, 'project');
    const sharedFolder = join(folder, 'shared');
    await mkdir(closed, { mode: 0o700 });
    await chmod(folder, 0o755);
    const binaries = await packageIn(join(closed, 'package'));
    const start = (name: string) => startEmbedded({ dataDir: join(closed, name), binaries, sharedFolder });

    const database = await start('one');
    expect(database.dataFolder).toMatch(new RegExp(`^${sharedFolder}/[0-9a-f]{12}$`));
    expect(database.notes).toEqual([
      expect.stringContaining(`its data is in ${database.dataFolder}, with a copy of its programs.`),
    ]);
    await database.stop();
    // The closed folder contains only the secret key and the package, and a second project does not end up in the first
    // one's database.
    expect(await readdir(closed)).toEqual(['one.key', 'package']);
    expect((await stat(closed)).mode).toBe(0o40700);
    const other = await start('two');
    expect(other.dataFolder).not.toBe(database.dataFolder);
    await other.stop();
    const again = await start('one');
    expect(again.dataFolder).toBe(database.dataFolder);
    await again.stop();
  });

  test('a closed project’s default data folder moves to the shared folder itself, for the first project', async () => {
    const folder = await temporaryFolder();
    const shared = join(folder, 'shared');
    const move = (wanted: string) => makeDataFolder(wanted, { uid: NOBODY, gid: NOBODY }, shared, wanted);
    expect((await move(join(folder, 'one', 'data'))).path).toBe(shared);
    expect((await move(join(folder, 'two', 'data'))).path).toMatch(new RegExp(`^${shared}/[0-9a-f]{12}$`));
    expect((await move(join(folder, 'one', 'data'))).path).toBe(shared);
  });

  test('a database that another account made is run under that account', async () => {
    const dataDir = await temporaryFolder();
    const first = await startEmbedded({ dataDir });
    await first.stop();
    execFileSync('chown', ['-R', '12345:12345', join(dataDir, 'postgres')]);
    const database = await startEmbedded({ dataDir });
    expect(await readFile(`/proc/${database.pid()}/status`, 'utf8')).toMatch(/^Uid:\t12345\t/m);
    await database.stop();
  });
});

test('where there are no programs for the platform, the sentence names DATABASE_URL', async () => {
  await expect(findBinaries('sunos', 'sparc')).rejects.toThrow(
    'There is no embedded PostgreSQL for this platform (sunos-sparc). ' +
      'Set DATABASE_URL to use a PostgreSQL server instead.',
  );
});

test('programs that do not run here lead to the same advice', async () => {
  const folder = await temporaryFolder();
  const missing = { postgres: join(folder, 'postgres'), initdb: '', pg_ctl: '' };
  await expect(runnableBinaries(missing, null, folder)).rejects.toThrow(
    /does not run on this machine .* Set DATABASE_URL/,
  );
});

test("somebody else's folder is left alone", async () => {
  const dataDir = await temporaryFolder();
  await mkdir(join(dataDir, 'postgres', 'letters'), { recursive: true });
  await expect(startEmbedded({ dataDir })).rejects.toThrow('holds something that is no database');
  expect((await stat(join(dataDir, 'postgres', 'letters'))).isDirectory()).toBe(true);
});
