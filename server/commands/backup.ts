/** `npm run backup -- FILE` backs up the whole installation into one file; `-- FILE --check` reads one to its end. */
import { checkTarget, runCommand, UsageError } from '../../scripts/command-line.ts';
import { ConfigError, ROOT, readConfig } from '../config.ts';
import { withDotEnv } from '../dot-env.ts';
import { sourceOf } from '../features/backups/installation.ts';
import { sizeInWords } from '../features/twin/moving/archive-format.ts';
import { readPreambleOf } from '../platform/backup/archive.ts';
import { BackupError } from '../platform/backup/backup-error.ts';
import { rowsIn } from '../platform/backup/contents.ts';
import { checkArchive, writeBackup } from '../platform/backup/write-backup.ts';
import { openAsItIs } from '../platform/database/command-database.ts';
import { DatabaseStartError } from '../platform/database/errors.ts';
import { PASSPHRASE_OPTION, passphraseOf } from './passphrase.ts';

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

await runCommand(
  {
    name: 'backup',
    about: `Backs up the database and the twin's folder into one file, as they are at one moment. The server may run
meanwhile. The file is compressed, and read back before it gets its name. With a passphrase it is
encrypted and contains the secret key; without one, keep a copy of the key elsewhere.`,
    argument: 'FILE',
    options: {
      'passphrase-file': PASSPHRASE_OPTION,
      force: { type: 'boolean', default: false, about: 'replaces the file if it exists' },
      check: { type: 'boolean', default: false, about: 'reads a backup to its end and says what is in it' },
    },
    example: '/mnt/backups/understudy.backup --passphrase-file /root/passphrase',
    tells: [ConfigError, DatabaseStartError, BackupError],
  },
  async ({ argument: file, values: { 'passphrase-file': passphraseFile, force, check } }) => {
    if (check && force) throw new UsageError('--check only reads the file, so --force does not go with it.');
    const config = readConfig(withDotEnv(ROOT, process.env));
    const passphrase = await passphraseOf(passphraseFile, config.backups.passphrase);
    if (check) {
      const { preamble } = await readPreambleOf(file);
      const { tables, files, migration } = await checkArchive(file, passphrase);
      say(`A whole backup, made ${preamble.made_at} by Understudy ${preamble.product} (${migration}):`);
      for (const { name, rows } of tables) if (rows > 0) say(`  ${name.padEnd(24)} ${rows}`);
      say(`${rowsIn(tables)} rows, ${files?.length ?? 0} files of the twin.`);
      return;
    }
    await checkTarget(file, force);
    const database = await openAsItIs(config, true);
    try {
      if (!database.secretKey.isStored)
        throw new UsageError(
          `There is no secret key in ${database.secretKey.file}: set SECRET_KEY_FILE as the server has it.`,
        );
      const source = await sourceOf(database, config);
      const made = await writeBackup(source, file, { kind: 'asked', passphrase, mayReplace: force });
      say(`Backed up ${made.rows} rows of ${made.tables} tables and the twin in ${file} (${sizeInWords(made.bytes)}),`);
      say(`and read it back, in ${(made.tookMs / 1_000).toFixed(1)} s.`);
      if (made.isEncrypted) say('It is encrypted and contains the secret key. Keep the passphrase elsewhere.');
      else {
        say(
          'It is not encrypted: whoever has it can read every conversation. The secret key is not in it; keep a copy',
        );
        say(`of ${database.secretKey.file} in another place.`);
      }
    } finally {
      await database.close();
    }
  },
);
