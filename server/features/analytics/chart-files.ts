import type { Analytics, Chart } from '@understudy/contract/analytics';
import { WEEKDAYS } from '@understudy/contract/weekdays';

/** The table in an export file: column names and rows. */
interface ChartTable {
  columns: string[];
  rows: (string | number | null)[][];
}

const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No');

/** A chart's data. */
type Data<Name extends Chart> = NonNullable<Analytics[Name]>;

const TABLES: { [Name in Chart]: (data: Data<Name>) => ChartTable } = {
  over_time(points) {
    const intents = [...new Set(points.flatMap((point) => Object.keys(point.intents)))].sort();
    const counts = (point: Data<'over_time'>[number]) =>
      intents.map((intent) => point.intents[intent as keyof typeof point.intents] ?? 0);
    return {
      columns: ['Start', 'Sessions', 'Leads', ...intents],
      rows: points.map((point) => [point.start, point.sessions, point.leads, ...counts(point)]),
    };
  },
  funnel: (steps) => ({ columns: ['Step', 'Count'], rows: steps.map(({ step, count }) => [step, count]) }),
  scores: (bands) => ({
    columns: ['From', 'To', 'Sessions'],
    rows: bands.map(({ from, to, sessions }) => [from, to, sessions]),
  }),
  calibration: (bands) => ({
    columns: ['From', 'To', 'Won', 'Lost', 'Open', 'Rate', 'Low', 'High'],
    rows: bands.map(({ from, to, won, lost, open, rate, low, high }) => [from, to, won, lost, open, rate, low, high]),
  }),
  pains: (terms) => termTable('Pain point', terms),
  topics: (terms) => termTable('Topic', terms),
  unanswered: (questions) => ({
    columns: ['Question', 'Cause', 'Times', 'Leads', 'Best score', 'Session', 'Utterance', 'Asked', 'Answered by'],
    rows: questions.map((one) => [
      one.question,
      one.cause,
      one.times,
      one.leads,
      one.best_score,
      one.session_id,
      one.seq,
      one.at,
      one.answered_by,
    ]),
  }),
  latency: (rows) => ({
    columns: ['Stage', 'Provider', 'Times', 'P50 (ms)', 'P90 (ms)', 'P99 (ms)'],
    rows: rows.map((row) => [row.stage, row.provider, row.times, row.p50_ms, row.p90_ms, row.p99_ms]),
  }),
  cost: ({ currency, rows }) => ({
    columns: [
      'Kind',
      'Provider',
      'Model',
      'Tokens read',
      'Tokens written',
      'Tokens cached',
      'Characters',
      'Seconds',
      'Estimated',
      `Cost (${currency})`,
    ],
    rows: rows.map((row) => [
      row.kind,
      row.provider,
      row.model,
      row.prompt_tokens,
      row.completion_tokens,
      row.cached_tokens,
      row.characters,
      row.seconds,
      yesOrNo(row.estimated),
      row.cost,
    ]),
  }),
  hours: (week) => ({
    columns: ['Day', ...Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)],
    rows: week.map((hours, day) => [WEEKDAYS[day] ?? '', ...hours]),
  }),
};

function termTable(name: string, terms: Data<'pains'>): ChartTable {
  return { columns: [name, 'Sessions'], rows: terms.map(({ term, sessions }) => [term, sessions]) };
}

/** Formats a chart as a table for people. */
export function tableOf<Name extends Chart>(name: Name, data: Data<Name>): ChartTable {
  return TABLES[name](data);
}

/** Formats a chart for programs: objects in the wire's shape, one per line. */
export function recordsOf<Name extends Chart>(name: Name, data: Data<Name>): unknown[] {
  if (name === 'cost') return (data as Data<'cost'>).rows;
  if (name === 'hours') return (data as Data<'hours'>).map((hours, day) => ({ day, hours }));
  return data as unknown[];
}
