/**
 * Makes an owner, or gives one a new one-time password: `npm run owner -- EMAIL`. Works while the server runs, on the
 * embedded database too; whoever was signed in by that address is signed out.
 */
import path from 'node:path';
import { runCommand, UsageError } from '../../scripts/command-line.ts';
import { ConfigError, readConfig } from '../config.ts';
import { withDotEnv } from '../dot-env.ts';
import { audit, COMMAND_LINE } from '../features/accounts/audit-log.ts';
import { ONE_TIME_DAYS, resetOwner } from '../features/accounts/owner.ts';
import { createPasswords } from '../features/accounts/passwords.ts';
import { EMAIL } from '../features/accounts/sign-in-rules.ts';
import { DatabaseStartError } from '../platform/database/errors.ts';
import { openForCommand } from '../platform/database/join-running.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

await runCommand(
  {
    name: 'owner',
    about: `Makes an owner, who may sign in and see the dashboard, or gives one a new one-time password. Works while the
server runs; whoever was signed in by that address is signed out.`,
    argument: 'EMAIL',
    options: {
      'new-key': {
        type: 'boolean',
        default: false,
        about: 'makes a new secret key where that is lost: signs everybody out, removes second factors',
      },
    },
    example: 'me@example.com',
    tells: [ConfigError, DatabaseStartError],
  },
  async ({ argument: email, values }) => {
    const newSecretKey = values['new-key'];
    if (!EMAIL.test(email)) throw new UsageError('That is no email address. Usage: npm run owner -- EMAIL');
    const config = readConfig(withDotEnv(ROOT, process.env));
    const hosted = config.signIn.authUrl !== null;
    if (hosted && !newSecretKey) {
      throw new UsageError('AUTH_URL is set: passwords are kept by that issuer, and set there.');
    }
    const database = await openForCommand({
      dataDir: path.resolve(ROOT, config.dataDir),
      databaseUrl: config.databaseUrl,
      secretKeyFile: config.secretKeyFile && path.resolve(ROOT, config.secretKeyFile),
      newSecretKey,
    });
    try {
      if (newSecretKey) {
        await audit(database.pool, COMMAND_LINE, 'secret_key_replaced');
        process.stdout.write(
          'A new secret key was made. Everybody is signed out, and second factors have to be set up again.\n',
        );
        if (config.databaseUrl) process.stdout.write('Give the new file to every instance before you start it.\n');
      }
      // The passwords are the issuer's.
      if (hosted) return;
      const made = await resetOwner(database.pool, createPasswords(), email);
      process.stdout.write(
        `${made.email} is an owner. One-time password: ${made.oneTimePassword}\nIt holds for ${ONE_TIME_DAYS} days, and is changed at the first sign-in.\n`,
      );
    } finally {
      await database.close();
    }
  },
);
