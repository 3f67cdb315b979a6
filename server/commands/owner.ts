/**
 * Makes an owner, or gives one a new one-time password: `npm run owner -- EMAIL`. Works while the server runs, on the
 * embedded database too; whoever was signed in by that address is signed out.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, readConfig } from '../config.ts';
import { resetOwner } from '../features/accounts/owner.ts';
import { createPasswords } from '../features/accounts/passwords.ts';
import { EMAIL } from '../features/accounts/sign-in-rules.ts';
import { DatabaseStartError } from '../platform/database/errors.ts';
import { openForCommand } from '../platform/database/join-running.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A wrong argument, as a sentence. */
class UsageError extends Error {}

async function main(): Promise<void> {
  const [email, ...more] = process.argv.slice(2);
  if (!email || more.length > 0) throw new UsageError('Usage: npm run owner -- EMAIL');
  if (!EMAIL.test(email)) throw new UsageError('That is no email address. Usage: npm run owner -- EMAIL');
  const env = path.join(ROOT, '.env');
  if (existsSync(env)) process.loadEnvFile(env);
  const config = readConfig(process.env);
  if (config.signIn.authUrl !== null) {
    throw new UsageError('AUTH_URL is set: passwords are kept by that issuer, and set there.');
  }
  const database = await openForCommand({
    dataDir: path.resolve(ROOT, config.dataDir),
    databaseUrl: config.databaseUrl,
  });
  try {
    const made = await resetOwner(database.pool, createPasswords(), email);
    process.stdout.write(
      `${made.email} is an owner. One-time password: ${made.oneTimePassword}\nIt is changed at the first sign-in.\n`,
    );
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  const known = [UsageError, ConfigError, DatabaseStartError].some((kind) => error instanceof kind);
  process.stderr.write(`${known ? (error as Error).message : `The owner could not be made: ${String(error)}`}\n`);
  process.exitCode = 1;
});
