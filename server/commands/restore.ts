/** `npm run restore -- FILE` puts a backup in the place of this installation. */
import { runCommand } from '../../scripts/command-line.ts';
import { ConfigError, ROOT, readConfig } from '../config.ts';
import { withDotEnv } from '../dot-env.ts';
import { restoreInstallation } from '../features/backups/restore.ts';
import { TwinSwapError } from '../features/twin/moving/swap-folder.ts';
import { BackupError } from '../platform/backup/backup-error.ts';
import { DatabaseStartError } from '../platform/database/errors.ts';
import { operatorCommand } from '../platform/operator-command.ts';
import { PASSPHRASE_OPTION, passphraseOf } from './passphrase.ts';

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

await runCommand(
  {
    name: 'restore',
    about: `Restores the database and the twin's folder from a backup: onto a new machine, or with --replace in the
place of what is here. Stop the server first. If it fails, or is killed, what was here stays. Visitors
who had their data erased since stay erased. Everybody signs in again.`,
    argument: 'FILE',
    options: {
      'passphrase-file': PASSPHRASE_OPTION,
      replace: { type: 'boolean', default: false, about: 'replaces what is here, after a backup of it' },
      'without-key': {
        type: 'boolean',
        default: false,
        about: 'goes on though the secret key of the backup is lost: passwords of servers are lost with it',
      },
    },
    example: '/mnt/backups/understudy.backup --passphrase-file /root/passphrase',
    tells: [ConfigError, DatabaseStartError, BackupError, TwinSwapError],
  },
  async ({ argument: file, values }) => {
    const config = readConfig(withDotEnv(ROOT, process.env));
    const passphrase = await passphraseOf(values['passphrase-file'], config.backups.passphrase);
    const { replace, 'without-key': withoutKey } = values;
    const restored = await restoreInstallation(file, config, { passphrase, replace, withoutKey, say });
    const { visitors, conversations, messages, memories, addresses } = restored.erased;
    const erased = visitors + conversations + messages + memories + addresses;
    if (erased > 0) say(`Erased again what visitors had erased: ${erased} entries of the ledger.`);
    if (restored.oldTwin) say(`The twin's folder is the backup's; the old one is beside it as ${restored.oldTwin}.`);
    say(`Restored ${restored.rows} rows of ${restored.tables} tables, as of ${restored.madeAt}.`);
    say(
      `Start the server. Everybody signs in again; with "${operatorCommand('owner', 'EMAIL')}" if a password is lost.`,
    );
  },
);
