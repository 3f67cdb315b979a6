import { type Analytics, CHARTS } from '@understudy/contract/analytics';
import { type AskedDays, analyticsExportQuery, analyticsQuery } from '@understudy/contract/analytics-calls';
import type { FastifyReply } from 'fastify';
import PQueue from 'p-queue';
import { audit } from '../../features/accounts/audit-log.ts';
import { type ChartSource, readAnalytics, readChart } from '../../features/analytics/analytics.ts';
import { recordsOf, tableOf } from '../../features/analytics/chart-files.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../features/dashboard/csv.ts';
import { readSetting } from '../../features/settings/settings.ts';
import { inTurn } from '../../platform/in-turn.ts';
import { parseBody } from '../gateway.ts';
import { abortWhenGone } from '../request-signal.ts';
import { type AdminScope, spanFor } from './admin-scope.ts';
import { sendFile } from './send-file.ts';

/** A page requests ten charts at once, which would take all CPUs from visitors' turns if read in parallel. */
const CHARTS_AT_ONCE = 1;

/** The charts, and the table behind each as a file. */
export function mountAnalytics({ http, pool, guard, now, context }: AdminScope): void {
  const queue = new PQueue({ concurrency: CHARTS_AT_ONCE });
  const sourceOf = async (asked: AskedDays): Promise<ChartSource> => {
    const [span, prices] = await Promise.all([spanFor({ pool, now }, asked), readSetting(pool, 'prices')]);
    const { answers } = context.speaker();
    const answerNow = async (question: string) => {
      const { probabilities } = await context.understand(question, { before: null });
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

  const inLine = <Data>(reply: FastifyReply, read: () => Promise<Data>): Promise<Data> =>
    inTurn(queue, abortWhenGone(reply), read);

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
