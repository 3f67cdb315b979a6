/** `npm run move-database` moves the database to another PostgreSQL server. */
import { text } from 'node:stream/consumers';
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
    about: `Moves the database to an empty one: from the embedded PostgreSQL to a server of your own, or from one server
to another, also of a newer version. Its address (postgres://user:password@host/database) is
NEW_DATABASE_URL, or the first line of standard input: every account of the machine can read a
command's arguments. Stop the server first. Counts and checksums of all tables are compared; the old
database is left as it is.`,
    options: {
      replace: { type: 'boolean', default: false, about: 'deletes what Understudy has in the new database' },
    },
    example: '< /root/new-database-url',
    tells: [ConfigError, DatabaseStartError, BackupError],
  },
  async ({ values: { replace } }) => {
    const env = withDotEnv(ROOT, process.env);
    const config = readConfig(env);
    const url = env['NEW_DATABASE_URL'] || (await firstLine());
    if (!/^postgres(ql)?:\/\//.test(url))
      throw new UsageError(
        'Give the address of the new database, postgres://..., in NEW_DATABASE_URL or on standard input.',
      );
    if (url === config.databaseUrl) throw new UsageError('DATABASE_URL is that database already.');
    const { rows, tables, server } = await moveDatabase(config, url, { replace });
    say(`Moved ${rows} rows of ${tables} tables to ${server}; counts and checksums are the same.`);
    say('To use it, start every server with:');
    say('  DATABASE_URL=(the address that you gave)');
    say(`  SECRET_KEY_FILE=${config.secretKeyFile ?? secretKeyBeside(config.dataDir)}`);
    // The embedded database was backed up each day without being told where; a server of one's own is not.
    if (!env['BACKUP_DIR'] && !env['BACKUPS_KEPT'])
      say('  BACKUP_DIR=(a folder for the daily backup; without it there is none)');
  },
);

/** The first line of standard input; empty if a person sits there, who would not know what is waited for. */
async function firstLine(): Promise<string> {
  if (process.stdin.isTTY) return '';
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/);
  return line.trim();
}
