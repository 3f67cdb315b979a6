import { Readable } from 'node:stream';
import type { EXPORT_FORMATS } from '@understudy/contract/admin';
import { exportQuery, waitlistExportQuery } from '@understudy/contract/admin-calls';
import type { FastifyReply } from 'fastify';
import { audit } from '../../features/accounts/audit-log.ts';
import { exportSessions, exportWaitlist } from '../../features/dashboard/export-sessions.ts';
import { startOf } from '../../features/dashboard/filter.ts';
import { listSessions } from '../../features/dashboard/list-sessions.ts';
import { countWaitlist } from '../../features/dashboard/waitlist.ts';
import { parseBody } from '../gateway.ts';
import type { AdminScope } from './admin-scope.ts';

type Format = (typeof EXPORT_FORMATS)[number];

const MEDIA_TYPES: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

/**
 * Files of what lists show. Whoever takes one with them has given their password just now, and stands in the audit log
 * before the first byte leaves.
 */
export function mountExports({ http, pool, guard, now }: AdminScope): void {
  const send = (
    reply: FastifyReply,
    file: { name: string; format: Format; total: number | null; rows: AsyncIterable<string> },
  ) => {
    const day = now().toISOString().slice(0, 10);
    reply
      .type(MEDIA_TYPES[file.format])
      .header('content-disposition', `attachment; filename="${file.name}-${day}.${file.format}"`);
    if (file.total !== null) reply.header('x-total-count', String(file.total));
    // One piece waits at the most: the next is read when this one has gone.
    return reply.send(Readable.from(file.rows, { highWaterMark: 1 }));
  };

  http.get('/export', async (request, reply) => {
    const actor = await guard.requireFresh(request);
    const { range, intent, q, sort, format, preset } = parseBody(exportQuery, request.query);
    const filter = { from: startOf(range, now()), intent, q };
    const { total, total_is_more } = await listSessions(pool, { filter, sort: 'date', cursor: null, limit: 1 });
    await audit(pool, actor, 'sessions_exported', { format, preset, range, intent, search: q, total });
    const rows = exportSessions(pool, { filter, sort, format, preset });
    return send(reply, { name: 'understudy-sessions', format, total: total_is_more ? null : total, rows });
  });

  http.get('/waitlist/export', async (request, reply) => {
    const actor = await guard.requireFresh(request);
    const { format } = parseBody(waitlistExportQuery, request.query);
    const total = await countWaitlist(pool);
    await audit(pool, actor, 'waitlist_exported', { format, total });
    return send(reply, { name: 'understudy-waitlist', format, total, rows: exportWaitlist(pool, format) });
  });
}
