import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, readConfig } from '../../config.ts';
import { createLog } from '../../platform/log.ts';
import { startTestApp } from '../../testing/app.ts';
import { testDatabase } from '../../testing/database.ts';
import { AuthError } from './auth-error.ts';
import { checkOwnerPassword, ensureOwner } from './ensure-owner.ts';

const log = createLog('silent');
const { signIn } = readConfig({ OWNER_EMAIL: 'me@example.test', OWNER_PASSWORD: 'password1234567' });

async function newDatabase() {
  const database = await testDatabase();
  onTestFinished(database.close);
  return database.pool;
}

test('a first owner gets no password that would be guessed', async () => {
  const refused = checkOwnerPassword(await newDatabase(), signIn, log);
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow(/^OWNER_PASSWORD is too easy to guess\. /);
});

test.each(['too short', 'aaaaaaaaaaaaaaaaaaa', 'me@example.test and'])(
  'nor the weak one %j, which is not told',
  async (password) => {
    const refused = checkOwnerPassword(await newDatabase(), { ...signIn, ownerPassword: password }, log);
    await expect(refused).rejects.toThrow(/^OWNER_PASSWORD must have at least 15 characters and be no mere pattern\.$/);
    await expect(refused).rejects.toThrow(ConfigError);
  },
);

test('where there is an owner, the variable counts no more and nobody looks at it', async () => {
  const pool = await newDatabase();
  await pool.query("INSERT INTO users (email, role) VALUES ('me@example.test', 'owner')");
  const look = () => Promise.reject(new Error('nobody asked'));
  await expect(checkOwnerPassword(pool, signIn, log)).resolves.toBeUndefined();
  await expect(checkOwnerPassword(pool, signIn, log, look)).resolves.toBeUndefined();
  const weak = { ...signIn, ownerPassword: 'too short' };
  await expect(checkOwnerPassword(pool, weak, log)).resolves.toBeUndefined();
});

test('a machine too busy to look at it starts all the same', async () => {
  const pool = await newDatabase();
  const look = () => Promise.reject(new AuthError('unavailable', { retryAfterMs: 2_000 }));
  await expect(checkOwnerPassword(pool, signIn, log, look)).resolves.toBeUndefined();
});

test('a start in production prints a link only while nobody else can get in, since logs travel', async () => {
  const app = await startTestApp();
  onTestFinished(app.close);
  const said = async (environment: Record<string, string>) =>
    (await ensureOwner(app.accounts, readConfig(environment), 'https://twin.example')).join('\n');
  const production = { NODE_ENV: 'production' };
  const BY_COMMAND = '"npm run owner -- --link" prints a link that opens the dashboard once.';
  expect(await said(production)).toMatch(/^To become the owner, open https:\/\/twin\.example\/auth#link=[\w-]{43} /m);
  expect(await said({ ...production, OWNER_PASSWORD: 'a long walk by the sea' })).not.toContain('#link=');
  await app.pool.query('UPDATE users SET last_sign_in_at = now()');
  expect(await said(production)).not.toContain('#link=');
  expect(await said(production)).toContain(BY_COMMAND);
  expect(await said({})).toMatch(/^To open the dashboard as admin without a password, open https:.*#link=/m);
  expect(await said({ LOCAL_ADMIN: 'on' })).toContain('LOCAL_ADMIN=on: whatever connects from this machine');
});
