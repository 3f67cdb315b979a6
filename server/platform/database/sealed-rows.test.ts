import { randomBytes } from 'node:crypto';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestUrl, type TestDatabase, testDatabase } from '../../testing/database.ts';
import { temporaryFolder } from '../../testing/spawned-writer.ts';
import { openDatabase } from './open-database.ts';
import { installationSecret, signingKeyPurpose } from './sealed-rows.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('an installation’s secret is the same for all instances, and cannot be read from the database', async () => {
  const other = await openTestUrl(database.url);
  const asked = [database, other, database, other].map((instance) => installationSecret(instance, 'test'));
  const [first, ...more] = await Promise.all(asked);
  expect(first).toHaveLength(32);
  expect(more).toEqual([first, first, first]);
  const { rows } = await database.pool.query('SELECT value, sealed FROM installation_secrets WHERE name = $1', [
    'test',
  ]);
  expect(rows).toEqual([{ value: expect.any(Buffer), sealed: true }]);
  expect(rows[0].value.includes(first ?? '')).toBe(false);
  await other.close();
});

test('what an older release wrote is sealed at the next start, opens, and leaves nothing in the files', async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'old', alg: 'ES256', use: 'sig' };
  const secret = randomBytes(32);
  await database.pool.query("INSERT INTO installation_secrets (name, value) VALUES ('old', $1)", [secret]);
  await database.pool.query("INSERT INTO signing_keys (kid, jwk) VALUES ('old', $1)", [jwk]);
  const { d = '', ...publicHalf } = jwk;
  expect(await countInFiles(d)).toBe(1);

  await (await openTestUrl(database.url)).close();

  const { rows } = await database.pool.query("SELECT jwk, sealed FROM signing_keys WHERE kid = 'old'");
  expect(rows[0].jwk).toEqual(publicHalf);
  expect(database.sealer.open(rows[0].sealed, signingKeyPurpose('old')).toString('base64url')).toBe(d);
  expect(await installationSecret(database, 'old')).toEqual(secret);
  expect(await countInFiles(d)).toBe(0);
  expect(await countInFiles(secret)).toBe(0);
});

/** How often these bytes occur in the two tables' files, in live or dead rows. */
async function countInFiles(bytes: string | Buffer): Promise<number> {
  await database.pool.query('CHECKPOINT');
  const { rows } = await database.pool.query(
    `SELECT pg_read_binary_file(pg_relation_filepath(name)) AS file
     FROM unnest(ARRAY['installation_secrets', 'signing_keys']) AS name`,
  );
  return rows.filter(({ file }) => file.includes(bytes)).length;
}

test('another secret key is refused, and what it would have made is not written', async () => {
  const secretKeyFile = join(await temporaryFolder(), 'other.key');
  await writeFile(secretKeyFile, randomBytes(32).toString('base64'), { mode: 0o600 });
  const start = openDatabase({ dataDir: '', databaseUrl: database.url, secretKeyFile });
  await expect(start).rejects.toThrow(
    `The secret key in ${secretKeyFile} is not the one that the database was sealed with.`,
  );
});

test('a secret key that is missing is not replaced by a new one', async () => {
  const secretKeyFile = join(await temporaryFolder(), 'lost.key');
  for (const _ of ['first', 'again']) {
    const start = openDatabase({ dataDir: '', databaseUrl: database.url, secretKeyFile });
    await expect(start).rejects.toThrow(
      `The secret key ${secretKeyFile} is missing, and the database was sealed with it. Put it back from a copy. ` +
        'Without one, stop all servers and run "npm run owner -- EMAIL --new-key"',
    );
  }
});

test('of instances on a new database the first makes the key, and another with its own key is refused', async () => {
  const fresh = await testDatabase();
  await fresh.pool.query('DELETE FROM installation_secrets');
  const folder = await temporaryFolder();
  const open = (name: string) =>
    openDatabase({ dataDir: '', databaseUrl: fresh.url, secretKeyFile: join(folder, name) });
  const first = await open('first.key');
  expect((await stat(join(folder, 'first.key'))).mode & 0o777).toBe(0o600);
  await expect(open('second.key')).rejects.toThrow('second.key is missing, and the database was sealed with it');
  expect(await readdir(folder)).toEqual(['first.key']);
  const again = await open('first.key');
  expect(await installationSecret(again, 'x')).toEqual(await installationSecret(first, 'x'));
  for (const instance of [first, again, fresh]) await instance.close();
});
