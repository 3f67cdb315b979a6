/** `npm run owner -- EMAIL` makes an owner or gives one a new one-time password; `-- --link` prints a link. */
import { runCommand, UsageError } from '../../scripts/command-line.ts';
import { ConfigError, ROOT, readConfig } from '../config.ts';
import { withDotEnv } from '../dot-env.ts';
import { audit, COMMAND_LINE } from '../features/accounts/audit-log.ts';
import { linkSentence } from '../features/accounts/ensure-owner.ts';
import { createLink } from '../features/accounts/links.ts';
import { ONE_TIME_DAYS, resetOwner } from '../features/accounts/owner.ts';
import { createPasswords } from '../features/accounts/passwords.ts';
import { EMAIL } from '../features/accounts/sign-in-rules.ts';
import { databaseOptions } from '../features/backups/index.ts';
import { openForCommand } from '../platform/database/command-database.ts';
import { DatabaseStartError } from '../platform/database/errors.ts';
import { operatorCommand } from '../platform/operator-command.ts';

await runCommand(
  {
    name: 'owner',
    about: `Lets the owner in. With EMAIL: makes an owner, or gives one a new one-time password; whoever was
signed in by that address is signed out. With --link: prints a link that opens the dashboard once, as
admin, or makes whoever opens it the owner while no owner has signed in yet. Both work while the
server runs.`,
    argument: 'EMAIL',
    isOptional: true,
    options: {
      link: { type: 'boolean', default: false, about: 'prints a link instead of a one-time password' },
      'new-key': {
        type: 'boolean',
        default: false,
        about: 'makes a new secret key where that is lost: signs everybody out, removes second factors',
      },
    },
    example: 'me@example.com',
    tells: [ConfigError, DatabaseStartError],
  },
  async ({ argument: email, values: { link, 'new-key': newSecretKey } }) => {
    if (link && (email || newSecretKey)) {
      throw new UsageError('--link goes alone: a link needs no email address and no new key.');
    }
    if (!link && !EMAIL.test(email)) {
      throw new UsageError(`Give an email address or --link. Usage: ${operatorCommand('owner', 'EMAIL')}`);
    }
    const config = readConfig(withDotEnv(ROOT, process.env));
    const hosted = config.signIn.authUrl !== null;
    if (hosted && !newSecretKey) {
      throw new UsageError('AUTH_URL is set: passwords and sign-ins are kept by that issuer.');
    }
    const database = await openForCommand({ ...databaseOptions(config), newSecretKey });
    try {
      if (link) {
        const made = await createLink(database.pool, new Date());
        await audit(database.pool, COMMAND_LINE, 'link_made', { kind: made.kind });
        const address = config.publicUrl ?? `http://localhost:${config.port}`;
        process.stdout.write(`${linkSentence(made, address)}\n`);
        return;
      }
      if (newSecretKey) {
        await audit(database.pool, COMMAND_LINE, 'secret_key_replaced');
        process.stdout.write(
          'A new secret key was made. Everybody is signed out, and second factors have to be set up again.\n',
        );
        if (config.databaseUrl) process.stdout.write('Give the new file to every instance before you start it.\n');
      }
      // A hosted issuer manages passwords itself.
      if (hosted) return;
      const made = await resetOwner(database.pool, createPasswords(), email);
      process.stdout.write(
        `${made.email} is an owner. One-time password: ${made.oneTimePassword}\nIt expires in ${ONE_TIME_DAYS} ` +
          `days. You will choose a new one when you sign in.\n`,
      );
    } finally {
      await database.close();
    }
  },
);
