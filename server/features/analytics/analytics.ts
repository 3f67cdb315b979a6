import { type AskedDays, analyticsExportQuery, analyticsQuery } from '@understudy/contract/admin-calls';
import { type Analytics, CHARTS, type Chart, type UnansweredQuestion } from '@understudy/contract/analytics';
import { HIGH_QUALITY_LEAD_SCORE } from '@understudy/contract/constants';
import type { PriceSettings } from '@understudy/contract/settings';
import type { Twin } from '@understudy/contract/twin';
import type { FastifyReply } from 'fastify';
import PQueue from 'p-queue';
import type { Pool } from 'pg';
import { abortWhenGone, parseBody } from '../../platform/http/gateway-function.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { inTurn } from '../../platform/in-turn.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import { BYTE_ORDER_MARK, csvLine, type DateRange, spanFor } from '../dashboard/index.ts';
import { readSetting } from '../settings/index.ts';
import { noAnswerLines, type Speaker } from '../twin/index.ts';
import { createMask, MASK_WORDS, namesOf, type Understand } from '../understanding/index.ts';
import { recordsOf, tableOf } from './chart-files.ts';
import { readCalibration, readFunnel, readHours, readLatency, readOverTime, readScores, readTerms } from './charts.ts';
import { readCost } from './cost.ts';
import type { QuestionReader } from './unanswered.ts';

/** A page requests ten charts at once. Read in parallel, they would take all CPUs from visitors' turns. */
const MAX_CONCURRENT_READS = 1;
/** Unanswered questions shown. */
const MAX_QUESTIONS = 50;

/** Everything that reading a chart needs. */
interface ChartSource {
  pool: Pool;
  span: DateRange;
  prices: PriceSettings;
  /** The title of the passage in the current knowledge that answers a question; null for none. */
  answerNow: (question: string) => Promise<string | null>;
}

const READERS: { [Name in Chart]: (source: ChartSource) => Promise<NonNullable<Analytics[Name]>> } = {
  over_time: ({ pool, span }) => readOverTime(pool, span),
  funnel: ({ pool, span }) => readFunnel(pool, span),
  scores: ({ pool, span }) => readScores(pool, span),
  calibration: ({ pool, span }) => readCalibration(pool, span),
  pains: ({ pool, span }) => readTerms(pool, 'pain', span),
  topics: ({ pool, span }) => readTerms(pool, 'topic', span),
  unanswered: ({ pool, span, answerNow }) => readQuestions(pool, span, answerNow),
  latency: ({ pool, span }) => readLatency(pool, span),
  cost: ({ pool, span, prices }) => readCost(pool, span, prices),
  hours: ({ pool, span }) => readHours(pool, span),
};

/** Reads one chart. */
function readChart<Name extends Chart>(name: Name, source: ChartSource): Promise<NonNullable<Analytics[Name]>> {
  return READERS[name](source);
}

/** Reads the requested charts one after the other, to leave CPUs to visitors' turns. */
async function readAnalytics(charts: readonly Chart[], source: ChartSource): Promise<Analytics> {
  const { start: _start, end: _end, ...span } = source.span;
  const analytics: Analytics = { span };
  for (const name of charts) Object.assign(analytics, { [name]: await readChart(name, source) });
  return analytics;
}

const readers = new WeakMap<Twin, QuestionReader>();

/** What finding a twin's unanswered questions needs; made once per twin. */
export function questionReader(twin: Twin, understand: Understand): QuestionReader {
  const known = readers.get(twin);
  if (known) return known;
  const reader = { names: namesOf(twin.persona), noAnswerLines: noAnswerLines(twin), understand };
  readers.set(twin, reader);
  return reader;
}

/** Dependencies of the charts. */
export interface ChartDeps {
  /** The current twin, ready to answer. */
  speaker(): Speaker;
  understand: Understand;
  settings: OwnerSettings;
}

/** Charts with visitors' words. */
const WITH_WORDS: ReadonlySet<Chart> = new Set(['pains', 'unanswered'] as const);

/** A copy with every text masked. */
function maskedTexts<Data>(data: Data, mask: (text: string) => string): Data {
  const masked = (value: unknown): unknown => {
    if (typeof value === 'string') return mask(value);
    if (Array.isArray(value)) return value.map(masked);
    if (typeof value !== 'object' || value === null) return value;
    const isId = (name: string) => name.endsWith('_id') || name === 'at';
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isId(name) ? one : masked(one)]));
  };
  return masked(data) as Data;
}

/** Mounts `/analytics`: the charts, and the table behind each as a file. */
export function mountAnalytics(
  { http, pool, guard, now }: AdminScope,
  { speaker, understand, settings }: ChartDeps,
): void {
  const queue = new PQueue({ concurrency: MAX_CONCURRENT_READS });
  const sourceOf = async (asked: AskedDays): Promise<ChartSource> => {
    const [span, prices] = await Promise.all([spanFor({ pool, now }, asked), readSetting(pool, 'prices')]);
    const { answers } = speaker();
    const answerNow = async (question: string) => {
      const { probabilities } = await understand(question, { before: null });
      const { decision, candidates } = await answers.find({
        text: question,
        about: probabilities,
        previous: null,
        told: null,
      });
      return decision === 'answer' ? (candidates[0]?.passage.title ?? null) : null;
    };
    return { pool, span, prices, answerNow };
  };

  const readInTurn = <Data>(reply: FastifyReply, read: () => Promise<Data>): Promise<Data> =>
    inTurn(queue, abortWhenGone(reply), read);

  http.get('/analytics', async (request, reply): Promise<Analytics> => {
    const { chart, ...asked } = parseBody(analyticsQuery, request.query);
    const source = await sourceOf(asked);
    return readInTurn(reply, () => readAnalytics(chart ? [chart] : CHARTS, source));
  });

  http.get('/analytics/export', async (request, reply) => {
    const actor = await guard.requireFresh(request);
    const { chart, format, ...asked } = parseBody(analyticsExportQuery, request.query);
    const source = await sourceOf(asked);
    const read = await readInTurn(reply, () => readChart(chart, source));
    // Whose words they are is not known here: what shows by itself is masked, such as addresses.
    const mask = createMask({ names: [], emails: [], phones: [] }, MASK_WORDS.en, settings.get('exports'));
    const data = WITH_WORDS.has(chart) ? maskedTexts(read, mask) : read;
    const { from, to } = source.span;
    await audit(pool, actor, 'analytics_exported', { chart, format, from, to });
    const { columns, rows } = tableOf(chart, data);
    const lines =
      format === 'csv'
        ? [BYTE_ORDER_MARK + csvLine(columns), ...rows.map(csvLine)]
        : recordsOf(chart, data).map((record) => `${JSON.stringify(record)}\n`);
    const file = { name: `understudy-${chart.replace('_', '-')}`, format, total: rows.length, rows: lines };
    return sendFile(reply, { guard, request, actor, now: now() }, file);
  });
}

/**
 * Reads questions that the twin did not answer, or not to the point. Sorted by how many leads asked them, then by how
 * often they were asked, then newest first. Texts are read only for the questions shown. A question that the knowledge
 * answers by now keeps its place and is marked, because visitors did ask it.
 *
 * @param answerNow the title of the passage that answers a question today, or null
 */
async function readQuestions(
  pool: Pool,
  { start, end }: DateRange,
  answerNow: (question: string) => Promise<string | null>,
): Promise<UnansweredQuestion[]> {
  const { rows } = await pool.query<Omit<UnansweredQuestion, 'at' | 'answered_by'> & { asked_at: Date }>(
    `WITH meant AS (
       SELECT key, count(*)::int AS times, (count(*) FILTER (WHERE score >= ${HIGH_QUALITY_LEAD_SCORE}))::int AS leads,
         max(score) AS best_score, max(at) AS asked_at
       FROM unanswered_questions WHERE started_at >= $1 AND started_at < $2
       GROUP BY key ORDER BY leads DESC, times DESC, asked_at DESC, key LIMIT ${MAX_QUESTIONS}
     )
     SELECT n.question, n.cause, m.times, m.leads, m.best_score, n.session_id, n.seq, m.asked_at
     FROM meant m CROSS JOIN LATERAL (
       SELECT question, cause, session_id, seq FROM unanswered_questions q
       WHERE q.key = m.key AND q.at = m.asked_at AND q.started_at >= $1 AND q.started_at < $2 ORDER BY session_id
         LIMIT 1
     ) AS n ORDER BY m.leads DESC, m.times DESC, m.asked_at DESC, m.key`,
    [new Date(start), new Date(end)],
  );
  return Promise.all(
    rows.map(async ({ asked_at, ...row }) => ({
      ...row,
      at: asked_at.toISOString(),
      answered_by: await answerNow(row.question),
    })),
  );
}
