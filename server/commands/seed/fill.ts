import { randomUUID } from 'node:crypto';
import { HIGH_QUALITY_LEAD_SCORE } from '@understudy/contract/constants';
import type { ClientBase } from 'pg';
import { type DroppedIndexes, dropIndexes, renewEmptyTables, restoreIndexes } from '../../platform/database/indexes.ts';
import { FIRST_NAMES, LAST_NAMES } from './people.ts';
import {
  COUNT_ALL,
  COUNT_BATCH,
  CREATE_BATCH,
  CREATE_TABLES,
  INSERT_BATCH,
  INSERT_LEADS,
  insertTemplates,
  RECORD_BATCH,
  SEEDED_TABLES,
} from './statements.ts';
import { EMAIL_MARK, NAME_MARK, type SeedTemplate, turnsOf } from './templates.ts';

/** Sessions per batch: enough to be fast, few enough to show progress. */
const BATCH = 20_000;
/** From this share of new sessions it is faster to rebuild the indexes than to maintain them. */
const REBUILD_SHARE = 0.5;
/** Below this either is fast enough. */
const MIN_ROWS_TO_REBUILD = 50_000;
/** Tables whose triggers count rows; here all rows are counted at once. */
const COUNTED_TABLES = ['sessions', 'session_figures', 'leads'];
/** Share of promising leads that are won or lost. */
const DECIDED_SHARE = 0.3;
/** Maximum number of these, because somebody has to have talked to each of them. */
const MAX_DECIDED = 8_000;

/** SQL: the searchable words of each template. Each session adds its person's name and address. */
const WORDS_OF_TEMPLATES = `UPDATE seed_template t SET words = (SELECT to_tsvector('simple',
  string_agg(text, E'\\n' ORDER BY seq))
  FROM seed_line l WHERE l.t = t.t)`;

/** Result of filling. */
interface Filled {
  sessions: number;
  /** In the whole database, including earlier rows. */
  utterances: number;
  /** The time for the rows. */
  rowsMs: number;
  /** The time for the charts' sums. */
  figuresMs: number;
  /** The time for keys and indexes; null if they were maintained with each row. */
  indexesMs: number | null;
}

/**
 * Adds synthetic sessions in one transaction.
 *
 * @param client a separate connection, without time limits
 * @param tell called with progress, in sentences
 */
export async function fill(
  client: ClientBase,
  templates: readonly SeedTemplate[],
  asked: { sessions: number; days: number },
  tell: (sentence: string) => void,
): Promise<Filled> {
  await client.query('BEGIN');
  try {
    // For this transaction only.
    await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
    await client.query('SET LOCAL max_parallel_maintenance_workers = 2');
    await client.query(CREATE_TABLES);
    for (const [table, rows] of Object.entries(rowsOf(templates))) {
      await client.query(insertTemplates(table), [JSON.stringify(rows)]);
    }
    await client.query(WORDS_OF_TEMPLATES);
    for (const table of COUNTED_TABLES) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    const rebuild = await isWorthRebuilding(client, asked.sessions);
    const began = performance.now();
    const dropped: DroppedIndexes = rebuild ? await dropIndexes(client, SEEDED_TABLES) : [];
    if (rebuild) await renewEmptyTables(client, SEEDED_TABLES);
    const salt = randomUUID();
    const open = templates.filter((template) => template.open).length;
    for (let from = 0; from < asked.sessions; from += BATCH) {
      const to = Math.min(asked.sessions, from + BATCH) - 1;
      await client.query('TRUNCATE seed_batch');
      const values = [from, to, asked.days, templates.length - open, open, FIRST_NAMES, LAST_NAMES, salt];
      await client.query(CREATE_BATCH, values);
      for (const statement of INSERT_BATCH) await client.query(statement);
      await client.query(INSERT_LEADS, [Math.min(DECIDED_SHARE, MAX_DECIDED / asked.sessions)]);
      await client.query(COUNT_BATCH, [HIGH_QUALITY_LEAD_SCORE]);
      await client.query(RECORD_BATCH);
      tell(`${to + 1} of ${asked.sessions} sessions`);
    }
    const rowsMs = performance.now() - began;
    tell('sums of figures');
    for (const statement of COUNT_ALL) await client.query(statement);
    const figuresMs = performance.now() - began - rowsMs;
    await restoreIndexes(client, dropped, (table) => tell(`keys and indexes of ${table}`));
    for (const table of COUNTED_TABLES) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    const { rows } = await client.query<{ count: number }>('SELECT count(*)::int FROM utterances');
    await client.query('COMMIT');
    const indexesMs = rebuild ? performance.now() - began - rowsMs - figuresMs : null;
    return { sessions: asked.sessions, utterances: rows[0]?.count ?? 0, rowsMs, figuresMs, indexesMs };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Whether so many new sessions make it faster to rebuild the indexes than to maintain them. */
async function isWorthRebuilding(client: ClientBase, added: number): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int FROM sessions');
  return added >= MIN_ROWS_TO_REBUILD && added >= (rows[0]?.count ?? 0) * REBUILD_SHARE;
}

/** The templates as rows of their tables. */
function rowsOf(templates: readonly SeedTemplate[]): Record<string, object[]> {
  return {
    seed_template: templates.map((template, t) => {
      const { summary, intent, score, cta } = template;
      return {
        t,
        ...marked({
          summary: summary.executive_summary,
          summary_items: summary.action_items,
          open_questions: summary.open_questions,
          words: template.lines,
        }),
        // WORDS_OF_TEMPLATES fills them in.
        words: null,
        intent,
        score,
        has_name: template.hasName,
        has_email: template.hasEmail,
        company: template.company,
        role: template.role,
        cta,
        duration_ms: template.durationMs,
        utterances: template.lines.length,
        topics: summary.topics,
        sentiment: summary.sentiment,
        figures: template.counted.figures,
        summarised: { writer: 'embedded', final_intent: intent, lead_score: score },
        chosen: { cta },
      };
    }),
    seed_line: templates.flatMap(({ lines }, t) =>
      lines.map(({ atMs: at_ms, ...line }) => marked({ t, ...line, turn_head: headOf(line.turn), at_ms })),
    ),
    seed_turn: templates.flatMap(({ lines, counted }, t) =>
      turnsOf(lines).map(({ turn, text, atMs: at_ms }) => {
        const {
          provider = '',
          model = '',
          reply_ms = 0,
          usage = null,
          latency_trace = null,
        } = counted.work.find((work) => work.turn === turn) ?? {};
        return marked({
          t,
          turn,
          turn_head: headOf(turn),
          text,
          at_ms,
          over_ms: at_ms + reply_ms,
          provider,
          model,
          usage,
          latency_trace,
        });
      }),
    ),
    seed_speech: templates.flatMap(({ counted }, t) => counted.speech.map((used) => ({ t, ...used }))),
    seed_question: templates.flatMap(({ counted }, t) => counted.questions.map((one) => marked({ t, ...one }))),
    seed_figure: templates.flatMap(({ counted }, t) =>
      counted.figures.map(([name, key, count, sum]) => ({ t, name, key, count, sum })),
    ),
    seed_extract: templates.flatMap(({ analyses }, t) =>
      analyses.map(({ seq, atMs: at_ms, extract }) => marked({ ...extract, t, seq, at_ms })),
    ),
    seed_signal: templates.flatMap(({ analyses }, t) =>
      analyses.flatMap(({ signals, atMs: at_ms }) => signals.map((signal) => marked({ ...signal, t, at_ms }))),
    ),
    seed_item: templates.flatMap(({ items, lines }, t) =>
      items.map(({ due_date, ...item }) => marked({ ...item, t, due_after: daysUntil(due_date, lines.length) })),
    ),
  };
}

/** The beginning of a turn's id. */
const headOf = (turn: number) => turn.toString(16).padStart(8, '0');

/** A row that says which of its columns contain a mark. */
const marked = (row: object) => ({
  ...row,
  marked: Object.entries(row).flatMap(([column, value]) => (isMarked(value) ? [column] : [])),
});

/** Whether a value contains a mark. */
function isMarked(value: unknown): boolean {
  const written = JSON.stringify(value) ?? '';
  return [NAME_MARK, EMAIL_MARK].some((mark) => written.includes(JSON.stringify(mark).slice(1, -1)));
}

/** Days from a session's start to the due date of an item; null for none. Invented, because a template has no date. */
function daysUntil(dueDate: string | null, spread: number): number | null {
  return dueDate === null ? null : 2 + (spread % 12);
}
