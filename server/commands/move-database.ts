/** `npm run move-database -- URL` moves the database to another PostgreSQL server. */
import { runCommand, UsageError } from '../../scripts/command-line.ts';
import { ConfigError, ROOT, readConfig } from '../config.ts';
import { withDotEnv } from '../dot-env.ts';
import { moveDatabase } from '../features/backups/move-database.ts';
import { BackupError } from '../platform/backup/backup-error.ts';
import { DatabaseStartError } from '../platform/database/errors.ts';
import { secretKeyBeside } from '../platform/database/secret-key.ts';

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

await runCommand(
  {
    name: 'move-database',
    about: `Moves the database to an empty one at URL: from the embedded PostgreSQL to a server of your own, or from
one server to another, also of a newer version. Stop the server first. Counts and checksums of all
tables are compared; the old database is left as it is, and a backup of it is made.`,
    argument: 'URL',
    options: {
      replace: { type: 'boolean', default: false, about: 'deletes what Understudy has in the database at URL' },
    },
    example: 'postgres://understudy:secret@db.example.com/understudy',
    tells: [ConfigError, DatabaseStartError, BackupError],
  },
  async ({ argument: url, values: { replace } }) => {
    if (!/^postgres(ql)?:\/\//.test(url)) throw new UsageError('Give the address of a database: postgres://...');
    const config = readConfig(withDotEnv(ROOT, process.env));
    if (url === config.databaseUrl) throw new UsageError('DATABASE_URL is that database already.');
    const { rows, tables, server } = await moveDatabase(config, url, { replace });
    say(`Moved ${rows} rows of ${tables} tables to ${server}; counts and checksums are the same.`);
    say('To use it, start every server with:');
    say('  DATABASE_URL=(the address that you gave)');
    say(`  SECRET_KEY_FILE=${config.secretKeyFile ?? secretKeyBeside(config.dataDir)}`);
  },
);
