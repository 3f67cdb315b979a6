import { type Analytics, CHARTS } from '@understudy/contract/analytics';
import { type AskedDays, analyticsExportQuery, analyticsQuery } from '@understudy/contract/analytics-calls';
import type { FastifyReply } from 'fastify';
import { parseBody } from '../../platform/http/gateway-function.ts';
import { abortWhenGone } from '../../platform/http/request-signal.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { Semaphore } from '../../platform/semaphore.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import { BYTE_ORDER_MARK, csvLine, spanFor } from '../dashboard/index.ts';
import { readSetting } from '../settings/index.ts';
import type { Speaker } from '../twin/index.ts';
import type { Understand } from '../understanding/index.ts';
import { type ChartSource, readAnalytics, readChart } from './analytics.ts';
import { recordsOf, tableOf } from './chart-files.ts';

/** A page requests ten charts at once, which would take all CPUs from visitors' turns if read in parallel. */
const CHARTS_AT_ONCE = 1;

/** What charts of unanswered questions need. */
export interface ChartDeps {
  /** The current twin, ready to answer. */
  speaker(): Speaker;
  understand: Understand;
}

/** The charts, and the table behind each as a file. */
export function mountAnalytics({ http, pool, guard, now }: AdminScope, { speaker, understand }: ChartDeps): void {
  const semaphore = new Semaphore(CHARTS_AT_ONCE);
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

  const inLine = async <Data>(reply: FastifyReply, read: () => Promise<Data>): Promise<Data> => {
    const release = await semaphore.acquire(abortWhenGone(reply));
    try {
      return await read();
    } finally {
      release();
    }
  };

  http.get('/analytics', async (request, reply): Promise<Analytics> => {
    const { chart, ...asked } = parseBody(analyticsQuery, request.query);
    const source = await sourceOf(asked);
    return inLine(reply, () => readAnalytics(chart ? [chart] : CHARTS, source));
  });

  http.get('/analytics/export', async (request, reply) => {
    const actor = await guard.requireFresh(request);
    const { chart, format, ...asked } = parseBody(analyticsExportQuery, request.query);
    const source = await sourceOf(asked);
    const data = await inLine(reply, () => readChart(chart, source));
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
