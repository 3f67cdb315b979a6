/** `npm run seed`: fills the configured database with realistic synthetic sessions. */
import path from 'node:path';
import pg from 'pg';
import { runCommand, UsageError } from '../../scripts/command-line.ts';
import { ConfigError, ROOT, readConfig } from '../config.ts';
import { withDotEnv } from '../dot-env.ts';
import { databaseOptions } from '../features/backups/index.ts';
import { DatabaseStartError, openDatabase } from '../platform/database/open-database.ts';
import { createLog } from '../platform/log.ts';
import { operatorCommand } from '../platform/operator-command.ts';
import { fill } from './seed/fill.ts';
import { readTemplates } from './seed/templates.ts';

const CONVERSATIONS = path.join(ROOT, 'bench/leads/train');
/** Number of conversations that serve as templates, each for many invented people. */
const TEMPLATES = 300;

/** Parses an option. @throws UsageError unless it is a whole number from 1 to `max` */
function wholeNumber(name: string, value: string, max: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || number > max) {
    throw new UsageError(`--${name} must be a whole number from 1 to ${max}, not ${value.slice(0, 40)}.`);
  }
  return number;
}

await runCommand(
  {
    name: 'seed',
    about: `Fills the configured database (DATA_DIR or DATABASE_URL) with synthetic sessions, as a year of visitors
leaves them: transcripts, analyses with their evidence, summaries, action items, leads. All of them are added, or none.
Stop the server meanwhile: on a database that is shared its visitors would wait until all of them are in.`,
    options: {
      sessions: { type: 'string', value: 'N', about: 'how many sessions are added' },
      days: { type: 'string', default: '90', value: 'D', about: 'over how many days up to now they are spread' },
    },
    example: '--sessions 1000 --days 30',
    tells: [ConfigError, DatabaseStartError],
  },
  async ({ values }) => {
    if (!values.sessions)
      throw new UsageError(`Say how many with --sessions, for example: ${operatorCommand('seed', '--sessions 1000')}`);
    const sessions = wholeNumber('sessions', values.sessions, 10_000_000);
    const days = wholeNumber('days', values.days, 3_650);
    const config = readConfig(withDotEnv(ROOT, process.env));
    const began = performance.now();
    const templates = await readTemplates(CONVERSATIONS, TEMPLATES);
    const database = await openDatabase({ ...databaseOptions(config), log: createLog('silent') });
    try {
      await database.ready();
      const client = new pg.Client(database.connection);
      await client.connect();
      try {
        process.stdout.write(`${templates.length} conversations read in ${seconds(performance.now() - began)}\n`);
        const filled = await fill(client, templates, { sessions, days }, (sentence) =>
          process.stdout.write(`${sentence}\n`),
        );
        const indexed =
          filled.indexesMs === null
            ? 'indexes kept up meanwhile'
            : `keys and indexes built in ${seconds(filled.indexesMs)}`;
        const perSecond = Math.round(filled.sessions / (filled.rowsMs / 1000));
        process.stdout.write(
          `${filled.sessions} sessions added in ${seconds(filled.rowsMs)} (${perSecond} a second), ` +
            `sums for the charts in ${seconds(filled.figuresMs)}, ` +
            `${indexed}; the database now holds ${filled.utterances} utterances\n`,
        );
        await client.query('VACUUM (ANALYZE)');
      } finally {
        await client.end();
      }
    } finally {
      await database.close();
    }
  },
);

/** Milliseconds in words. */
function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
