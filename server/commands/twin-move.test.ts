import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { COMMAND_IMPORTER } from '../features/settings/twin-import.ts';
import { finishTwinImport } from '../features/twin/moving/import-twin.ts';
import { readArchive } from '../features/twin/moving/read-archive.ts';
import { packTwin } from '../features/twin/moving/write-archive.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { runInProcess } from '../testing/command.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { TEST_INTERVALS } from '../testing/intervals.ts';
import { SAMPLE_TWIN_DIR, SHIPPED_TWIN_DIRS } from '../testing/sample-twin.ts';
import { testKeyFile } from '../testing/secret-key.ts';

const COMMAND = path.join(import.meta.dirname, 'twin.ts');
const OTHER = SHIPPED_TWIN_DIRS[1] as string;

let parent: string;
let dir: string;
let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'understudy-move-'));
  dir = path.join(parent, 'twin');
  await cp(SAMPLE_TWIN_DIR, dir, { recursive: true });
  database = await testDatabase();
  app = await startTestApp({}, { database, twinDir: dir });
  app.parts.live.watch(TEST_INTERVALS.twinLookMs);
});
afterAll(async () => {
  await app.close();
  await database.close();
  await rm(parent, { recursive: true, force: true });
});

async function twin(args: string[], twinDir = dir) {
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('SECRET_KEY_FILE', testKeyFile());
  vi.stubEnv('TWIN_DIR', twinDir);
  try {
    return await runInProcess(COMMAND, args);
  } finally {
    vi.unstubAllEnvs();
  }
}
const file = (name: string) => path.join(parent, name);
const config = async () => (await (await fetch(`${app.url}/api/config`)).json()) as { consultant: { name: string } };

describe('npm run twin -- export', () => {
  test('tells what is in the file, and replaces an existing one only with --force', async () => {
    const { out, err, code } = await twin(['export', file('sample.zip')]);
    expect({ err, code }).toEqual({ err: '', code: 0 });
    expect(out).toMatch(/^Exported the twin of Orla Venstrom to .*sample\.zip \(\d+ kB\):\n/);
    expect(out).toMatch(/\n {2}knowledge\/ \(11 files, \d+ passages\)\n {2}modes\/ \(7 files\)\n/);
    expect(out).toContain('\n  portrait.svg (7 kB)\n');
    const { manifest } = await readArchive(file('sample.zip'));
    expect(manifest).toMatchObject({ format: 1, name: 'Orla Venstrom', product_version: expect.any(String) });

    const before = await readFile(file('sample.zip'));
    const refused = await twin(['export', file('sample.zip')]);
    expect(refused).toEqual({ out: '', err: `${file('sample.zip')} exists already. --force replaces it.\n`, code: 1 });
    expect(await readFile(file('sample.zip'))).toEqual(before);
    expect(await twin(['export', file('sample.zip'), '--force'])).toMatchObject({ code: 0 });
  });

  test.each([
    [['export'], /^Give one argument: npm run twin -- export FILE\.zip\n$/],
    [['export', '/nowhere/at/all.zip'], /^There is no folder \/nowhere\/at\.\n$/],
    [['export', tmpdir()], /is not a file\.\n$/],
    [['export', 'a.zip', '--yes'], /^--yes belongs to npm run twin -- import\.\n$/],
    [['import', '/nowhere.zip'], /^There is no file \/nowhere\.zip\.\n$/],
    [['suggest', 'a.zip'], /^suggest takes no argument\.\n$/],
  ])('%j is refused in a sentence', async (args, sentence) => {
    expect(await twin(args)).toMatchObject({ out: '', err: expect.stringMatching(sentence), code: 1 });
  });
});

describe('npm run twin -- import', () => {
  test('tells what would change, and changes it only with --yes; a running server uses it at once', async () => {
    await twin(['export', file('other.zip')], OTHER);
    const asked = await twin(['import', file('other.zip')]);
    expect(asked.code).toBe(1);
    expect(asked.out).toMatch(/^The twin of Mathilde Corvasier, exported on 20\d\d-\d\d-\d\d by Understudy [\d.]+\.\n/);
    expect(asked.out).toContain('It replaces the twin of Orla Venstrom:\n');
    expect(asked.out).toContain('\n  removed  knowledge/scope.md\n');
    expect(asked.err).toBe('Nothing was changed. To replace the twin, run this again with --yes.\n');
    expect(await readFile(path.join(dir, 'persona.yaml'), 'utf8')).toContain('Orla');
    const portrait = async () => (await fetch(`${app.url}/twin/portrait`)).text();
    const before = await portrait();

    const { out, err, code } = await twin(['import', file('other.zip'), '--yes']);
    expect({ err, code }).toEqual({ err: '', code: 0 });
    expect(out).toContain('Imported. A running server uses it within two seconds; no restart is needed.');
    await expect.poll(async () => (await config()).consultant.name).toBe('Mathilde Corvasier');
    expect(await portrait()).not.toBe(before);

    const again = await twin(['import', file('other.zip')]);
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toContain('It is the twin that is here already. Nothing was changed.');
  });

  test('refuses a twin that does not load with file and line, before anything changes', async () => {
    const { contents, manifest } = await readArchive(file('other.zip'));
    const broken = new TextEncoder().encode('id: mentor\nname: Mentor\nvoice: nobody\n');
    await writeFile(file('broken.zip'), packTwin(new Map([...contents, ['modes/mentor.yaml', broken]]), manifest));
    const { out, err, code } = await twin(['import', file('broken.zip'), '--yes']);
    expect({ out, code }).toEqual({ out: '', code: 1 });
    expect(err).toMatch(/^modes\/mentor\.yaml:\d+: .+\n$/);
    await finishTwinImport(database.pool, dir, COMMAND_IMPORTER);
    expect((await config()).consultant.name).toBe('Mathilde Corvasier');
  });
});
