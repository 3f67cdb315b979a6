import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/spawned-writer.ts';
import { readSecretKey, saveSecretKey, secretKeyBeside, secretKeyOf } from './secret-key.ts';

test('the key lies beside the data folder, however that is written', () => {
  expect(secretKeyBeside('/srv/understudy/data/')).toBe('/srv/understudy/data.key');
  expect(secretKeyBeside('/srv/understudy/data')).toBe('/srv/understudy/data.key');
});

test('the first start makes a key that only its account can read, every later one reads the same', async () => {
  const file = join(await temporaryFolder(), 'keys', 'data.key');
  const made = await readSecretKey(file);
  expect(made).toMatchObject({ isStored: false, file });
  expect(made.bytes).toHaveLength(32);
  await saveSecretKey(made);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const read = await readSecretKey(file);
  expect(read).toEqual({ bytes: made.bytes, file, isStored: true, replaces: false });
  await saveSecretKey(read);
  expect(await readdir(join(file, '..'))).toEqual(['data.key']);
});

test('a key made by "openssl rand -base64 32" is taken, also without its padding or as base64url', async () => {
  const file = join(await temporaryFolder(), 'data.key');
  const bytes = Buffer.alloc(32, 0xfb);
  for (const content of [`${bytes.toString('base64')}\n`, bytes.toString('base64url')]) {
    await writeFile(file, content, { mode: 0o600 });
    expect((await readSecretKey(file)).bytes).toEqual(bytes);
  }
});

test.each([0o640, 0o604, 0o644, 0o622, 0o777])('a key file of mode %o is refused', async (mode) => {
  const file = join(await temporaryFolder(), 'data.key');
  await saveSecretKey(await readSecretKey(file));
  await chmod(file, mode);
  await expect(readSecretKey(file)).rejects.toThrow(
    `Other accounts may read the secret key in ${file} (mode 0${mode.toString(8)}). ` +
      `Run "chmod 600 ${file}" and start again.`,
  );
});

test.each([
  ['nothing', ''],
  ['too little', Buffer.alloc(31).toString('base64')],
  ['too much', Buffer.alloc(33).toString('base64')],
  ['other text', 'correct horse battery staple'],
])('a key file with %s in it is refused and left as it is', async (_, content) => {
  const file = join(await temporaryFolder(), 'data.key');
  await writeFile(file, content, { mode: 0o600 });
  await expect(readSecretKey(file)).rejects.toThrow(`The file ${file} holds no secret key (32 bytes in base64).`);
  expect(await readFile(file, 'utf8')).toBe(content);
});

test('a folder in the file’s place, and a place that cannot be written to, each have their sentence', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'data.key'), { mode: 0o700 });
  await expect(readSecretKey(join(folder, 'data.key'))).rejects.toThrow(
    /^The secret key in .* cannot be read \(EISDIR/,
  );
  await writeFile(join(folder, 'file'), '');
  const inFile = { bytes: Buffer.alloc(32), file: join(folder, 'file', 'data.key'), isStored: false, replaces: false };
  await expect(saveSecretKey(inFile)).rejects.toThrow(/cannot be made \(.*\)\. Set SECRET_KEY_FILE to a place outside/);
});

test('of two servers that make the key at once, one does, and the other starts again', async () => {
  const file = join(await temporaryFolder(), 'data.key');
  const [one, two] = await Promise.all([readSecretKey(file), readSecretKey(file)]);
  await saveSecretKey(one);
  await expect(saveSecretKey(two)).rejects.toThrow(`Another server has just made the secret key ${file}. Start again.`);
  expect((await readSecretKey(file)).bytes).toEqual(one.bytes);
});

test('a new key in the place of another leaves that beside it, renamed', async () => {
  const folder = await temporaryFolder();
  const secretKeyFile = join(folder, 'data.key');
  await saveSecretKey(await readSecretKey(secretKeyFile));
  const before = await readFile(secretKeyFile, 'utf8');
  const next = await secretKeyOf({ dataDir: '', secretKeyFile, newSecretKey: true });
  await saveSecretKey(next);
  expect((await readSecretKey(secretKeyFile)).bytes).toEqual(next.bytes);
  const [aside = ''] = (await readdir(folder)).filter((name) => name !== 'data.key');
  expect(aside).toMatch(/^data\.key\.replaced-\d+$/);
  expect(await readFile(join(folder, aside), 'utf8')).toBe(before);
});
