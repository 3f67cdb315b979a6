import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { AuthClient } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { serverEnvironment } from '../../scripts/server-command.mjs';
import { openForCommand } from '../platform/database/command-database.ts';
import { databaseAddress, newSession, refusedStart, startServer } from '../testing/operator.ts';
import { TEST_PASSWORD } from '../testing/owners.ts';
import type { SpawnedServer } from '../testing/spawned-server.ts';
import { temporaryDataFolder } from '../testing/spawned-writer.ts';

const COMMAND = path.join(import.meta.dirname, 'owner.ts');
const execute = promisify(execFile);

/** The command's output, and its one-time password. */
async function owner(dataDir: string, ...args: string[]): Promise<{ said: string; password: string; failed: boolean }> {
  const { PATH, TMPDIR } = process.env;
  const env = serverEnvironment({ PATH, TMPDIR, DATA_DIR: dataDir, DATABASE_URL: '' });
  const outcome = await execute(process.execPath, [COMMAND, ...args], { env }).catch((error) => error);
  const said = `${outcome.stdout}${outcome.stderr}`;
  return { said, password: /password: (\S+)/.exec(said)?.[1] ?? '', failed: outcome.code !== undefined };
}

function client(server: SpawnedServer): InstanceType<typeof AuthClient> {
  return new AuthClient({ url: `${server.url}/auth/v1`, autoRefreshToken: false, persistSession: false });
}

/** Waits for the startup line that says how the owner signs in. */
async function ownerLine(server: SpawnedServer): Promise<string> {
  const line = () => server.lines.find((said) => said.startsWith('The owner signs in'));
  await expect.poll(line, { timeout: 20_000 }).toBeDefined();
  return line() ?? '';
}

test('the first start gives out a one-time password, and the command another while the server runs', async () => {
  const dataDir = await temporaryDataFolder();
  const server = await startServer({ DATA_DIR: dataDir });
  const said = await ownerLine(server);
  const first = /one-time password (\S+),/.exec(said)?.[1] ?? '';
  expect(said).toContain('/auth as owner@localhost with the one-time password');
  expect(said).toContain(
    'which expires in 7 days, and then chooses a new one. "npm run owner -- EMAIL" creates another.',
  );

  const auth = client(server);
  const signedIn = await auth.signInWithPassword({ email: 'owner@localhost', password: first });
  expect(signedIn.data.user?.app_metadata).toMatchObject({ role: 'owner', must_change_password: true });
  const authorization = `Bearer ${signedIn.data.session?.access_token}`;
  const profile = () => fetch(`${server.url}/api/profile`, { headers: { authorization } });
  expect(await (await profile()).json()).toMatchObject({ code: 'must_change_password' });
  expect((await auth.updateUser({ password: TEST_PASSWORD })).error).toBeNull();
  expect(await (await profile()).json()).toMatchObject({ email: 'owner@localhost', role: 'owner', local: false });

  const reset = await owner(dataDir, 'Owner@localhost');
  expect(reset.failed).toBe(false);
  expect((await profile()).status).toBe(401);
  const old = await client(server).signInWithPassword({ email: 'owner@localhost', password: TEST_PASSWORD });
  expect(old.error).toMatchObject({ code: 'invalid_credentials' });
  const again = await client(server).signInWithPassword({ email: 'owner@localhost', password: reset.password });
  expect(again.data.user?.app_metadata).toMatchObject({ must_change_password: true });

  await server.end();
  const next = await startServer({ DATA_DIR: dataDir });
  expect(await ownerLine(next)).not.toContain('password is');
  expect(next.lines.join('\n')).not.toMatch(/with the one-time password/);
}, 120_000);

test('the command works on a database that no server uses, and refuses what is no address', async () => {
  const dataDir = await temporaryDataFolder();
  const made = await owner(dataDir, 'someone@example.test');
  expect(made.said).toContain('someone@example.test is an owner. One-time password: ');
  expect(made.said).toContain('It expires in 7 days. You will choose a new one when you sign in.');
  for (const args of [[], ['nobody'], ['a@b.test', 'c@d.test']]) {
    const refused = await owner(dataDir, ...args);
    expect(refused.failed).toBe(true);
    expect(refused.said).toContain('npm run owner -- EMAIL');
  }
  const server = await startServer({
    DATA_DIR: dataDir,
    OWNER_EMAIL: 'other@example.test',
  });
  expect(await ownerLine(server)).toContain('"npm run owner -- EMAIL"');
  const signedIn = await client(server).signInWithPassword({ email: 'someone@example.test', password: made.password });
  expect(signedIn.error).toBeNull();
}, 120_000);

test('a lost secret key: the start refuses, a new key signs everybody out, and all conversations remain', async () => {
  const dataDir = await temporaryDataFolder();
  const first = await startServer({ DATA_DIR: dataDir, OWNER_EMAIL: 'me@example.test', OWNER_PASSWORD: TEST_PASSWORD });
  await ownerLine(first);
  const before = await client(first).signInWithPassword({ email: 'me@example.test', password: TEST_PASSWORD });
  const { session_id: kept } = await newSession(first.url);
  const busy = await owner(dataDir, 'me@example.test', '--new-key');
  expect(busy).toMatchObject({ failed: true, said: expect.stringContaining('is using the data folder') });
  await first.end();
  await rm(`${dataDir}.key`);

  const refused = await refusedStart({ DATA_DIR: dataDir });
  expect(refused.said).toContain(`The secret key ${dataDir}.key is missing, and the database was sealed with it.`);
  expect((await owner(dataDir, 'me@example.test')).said).toContain('is missing');
  const renewed = await owner(dataDir, 'me@example.test', '--new-key');
  expect(renewed.said).toContain('A new secret key was made. Everybody is signed out');

  const next = await startServer({ DATA_DIR: dataDir });
  const authorization = `Bearer ${before.data.session?.access_token}`;
  expect((await fetch(`${next.url}/api/profile`, { headers: { authorization } })).status).toBe(401);
  const again = await client(next).refreshSession({ refresh_token: before.data.session?.refresh_token ?? '' });
  expect(again.error).not.toBeNull();
  const signedIn = await client(next).signInWithPassword({ email: 'me@example.test', password: renewed.password });
  expect(signedIn.error).toBeNull();
  const { pool, close } = await openForCommand({ dataDir, databaseUrl: null });
  expect((await pool.query('SELECT FROM sessions WHERE id = $1', [kept])).rowCount).toBe(1);
  const { rows } = await pool.query("SELECT actor FROM audit_log WHERE action = 'secret_key_replaced'");
  expect(rows).toHaveLength(1);
  await close();
}, 120_000);

/** The links in an output, with their purposes. */
const linksIn = (said: string) =>
  [...said.matchAll(/^To (become the owner|open the dashboard).* (http:\S+)\/auth#link=([\w-]{43})/gm)].map(
    ([, purpose, address, token]) => ({ purpose, address, token }),
  );

test('a start prints the link that claims the installation, later ones one that opens the dashboard', async () => {
  const DATA_DIR = await temporaryDataFolder();
  const first = await startServer({ DATA_DIR });
  await ownerLine(first);
  await expect.poll(() => linksIn(first.lines.join('\n'))).toHaveLength(1);
  const [link] = linksIn(first.lines.join('\n'));
  expect(link).toMatchObject({ purpose: 'become the owner', address: `http://localhost:${new URL(first.url).port}` });
  // A second link, from the command while the server runs; either can claim.
  const asked = linksIn((await owner(DATA_DIR, '--link')).said);
  expect(asked).toMatchObject([{ purpose: 'become the owner', address: 'http://localhost:3001' }]);
  const claim = (token = '') =>
    client(first).verifyOtp({
      type: 'signup',
      token_hash: token,
      ...{ email: 'me@example.test', password: TEST_PASSWORD },
    });
  expect((await claim(asked[0]?.token)).data.user?.app_metadata).toMatchObject({ role: 'owner' });
  expect((await claim(link?.token)).error).toMatchObject({ code: 'otp_expired' });
  const later = linksIn((await owner(DATA_DIR, '--link')).said);
  expect(later).toMatchObject([{ purpose: 'open the dashboard' }]);
  const opened = await client(first).verifyOtp({ type: 'magiclink', token_hash: later[0]?.token ?? '' });
  expect(opened.data.user?.app_metadata).toMatchObject({ role: 'admin' });
  expect((await owner(DATA_DIR, '--link', 'me@example.test')).said).toContain('--link goes alone');
  await first.end();

  const second = await startServer({ DATA_DIR });
  await expect.poll(() => linksIn(second.lines.join('\n'))).toMatchObject([{ purpose: 'open the dashboard' }]);
  await second.end();
}, 120_000);

test('the first owner is who the environment names', async () => {
  const server = await startServer({
    DATABASE_URL: await databaseAddress(),
    OWNER_EMAIL: 'Me@Example.test',
    OWNER_PASSWORD: TEST_PASSWORD,
  });
  expect(await ownerLine(server)).toContain('as me@example.test with OWNER_PASSWORD');
  expect(server.lines.join('\n')).not.toContain(TEST_PASSWORD);
  const signedIn = await client(server).signInWithPassword({ email: 'me@example.test', password: TEST_PASSWORD });
  expect(signedIn.data.user?.app_metadata).toMatchObject({ role: 'owner', must_change_password: false });
}, 120_000);
