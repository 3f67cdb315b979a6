import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { databasePassword } from '../platform/database/initialise.ts';

/** The secret key of all test databases. */
const TEST_KEY = Buffer.from('the secret key of tests, 32 bytes'.slice(0, 32));

/** The password of a database with that key. */
export const TEST_DATABASE_PASSWORD = databasePassword({ bytes: TEST_KEY, file: '', isStored: true, replaces: false });

let file: string | null = null;

/** The file with {@link TEST_KEY}, for SECRET_KEY_FILE. All test processes of an account share it. */
export function testKeyFile(): string {
  if (file === null) {
    const wanted = path.join(tmpdir(), `understudy-tests-${process.getuid?.() ?? 0}.key`);
    writeTestKey(wanted);
    file = wanted;
  }
  return file;
}

/** Writes the tests' secret key to a file, unless it exists. */
export function writeTestKey(wanted: string): void {
  const half = `${wanted}.${process.pid}`;
  writeFileSync(half, `${TEST_KEY.toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(half, wanted);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(half);
  }
}
