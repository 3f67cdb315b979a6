import path from 'node:path';
import { RETENTION_KINDS, type RetentionSettings } from '@understudy/contract/settings';
import { countExpired, runRetention } from '../server/features/privacy/retention.ts';
import { openDatabase } from '../server/platform/database/open-database.ts';
import { createLog } from '../server/platform/log.ts';
import { LOAD, ROUNDS } from './dashboard-load.ts';
import { figure, mean, noteOthers, printTable } from './figures.ts';
import { type Measured, measure } from './measure.ts';
import type { Stage } from './stage.ts';

/** Minimum number of rows to delete, including those that depend on each session. */
const MIN_ROWS = 100_000;
/** Days over which the seeded sessions are spread. */
const DAYS = 90;
/** Tables whose rows are deleted with a session. */
const HANGING = [
  'turns',
  'utterances',
  'extracts',
  'lead_signals',
  'events',
  'summaries',
  'action_items',
  'transcripts',
  'session_figures',
  'unanswered_questions',
  'memories',
  'memory_marks',
  'notes',
  'speech_use',
  'plain_completions',
  'webhook_messages',
];

/**
 * Cost of a deletion after the retention is shortened (reliability, V6: 100,000 rows in 60 s, a visitor's p95 at most
 * 20 % longer), run by another instance than the one that answers visitors. Deletes for good, and so comes last.
 *
 * @param environment of the server
 */
export async function benchDeletion(stage: Stage, environment: Record<string, string>, dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir: path.resolve(dataDir), databaseUrl: null, log: createLog('silent') });
  let server: Awaited<ReturnType<Stage['product']>> | null = null;
  try {
    await database.ready();
    const { pool, connection } = database;
    const { user, password, database: name, host = '', port } = connection;
    const DATABASE_URL = `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
    server = await stage.product({ ...environment, DATABASE_URL, SECRET_KEY_FILE: `${path.resolve(dataDir)}.key` }, {});
    // PostgreSQL's latest estimate: counting ten million rows takes longer than the statement timeout.
    const rowsIn = async (tables: readonly string[]): Promise<number> => {
      const { rows } = await pool.query<{ n: number }>(
        'SELECT sum(greatest(reltuples, 0))::float8 AS n FROM pg_class WHERE oid = ANY ($1::regclass[])',
        [tables],
      );
      return rows[0]?.n ?? 0;
    };
    const sessions = await rowsIn(['sessions']);
    const before = await rowsIn(['sessions', ...HANGING]);
    const forEver = Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, null])) as RetentionSettings;
    const planOf = (days: number) => ({ set: { ...forEver, transcripts: days }, promises: [] });
    let days = DAYS;
    let going = 0;
    while (days > 1 && going * (before / sessions) < MIN_ROWS) {
      days -= 1;
      going = (await countExpired(pool, planOf(days))).transcripts;
    }
    const load = { ...LOAD, url: server.url };
    const quiet: Measured[] = [];
    while (quiet.length < ROUNDS) quiet.push(await measure(load, server.pid));
    const began = performance.now();
    let over = 0;
    const running = runRetention(pool, async () => planOf(days)).finally(() => {
      over = performance.now();
    });
    // Apart from the first, a measurement that continues after the deletion's end would include quiet time.
    const busy: Measured[] = [];
    while (busy.length === 0 || over === 0) busy.push(await measure(load, server.pid));
    if (busy.length > 1) busy.pop();
    const run = await running;
    const seconds = (over - began) / 1000;
    if (run.state !== 'done') throw new Error(`The deletion is ${run.state}.`);
    const deleted = run.deleted['sessions'] ?? 0;
    printTable(
      'dashboard: deletion of what was kept for long enough ' +
        '(aim: 100,000 rows within 60 s, p95 of a turn +20 % at most)',
      ['sessions', 'rows with what hangs on them', 'seconds', 'rows/s', 'p95 of a turn before', 'meanwhile'],
      [
        [deleted, deleted * (before / sessions), seconds, (deleted * (before / sessions)) / seconds]
          .concat([quiet, busy].map((measured) => mean(measured.map(({ p95 }) => p95))))
          .map(figure),
      ],
    );
    noteOthers([...quiet, ...busy].map(({ others }) => others));
  } finally {
    await server?.end();
    await database.close();
  }
}
