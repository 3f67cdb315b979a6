import { exportQuery, waitlistExportQuery } from '@understudy/contract/admin-calls';
import { installationSecret } from '../../platform/database/sealed-rows.ts';
import { parseBody } from '../../platform/http/gateway-function.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import { spanFor } from './date-range.ts';
import { exportSessions, exportWaitlist } from './export-sessions.ts';
import { listSessions } from './list-sessions.ts';
import { listsFor } from './read-listed.ts';
import { countWaitlist } from './waitlist.ts';

/**
 * Downloads of what the lists show. Each requires recent reauthentication, and is in the audit log before the first
 * byte is sent.
 */
export function mountExports({ http, pool, sealer, guard, now }: AdminScope): void {
  http.get('/export', async (request, reply) => {
    const actor = await guard.requireFresh(request);
    const { range, intent, q, sort, format, preset, transcripts: asked } = parseBody(exportQuery, request.query);
    const transcripts = asked === 'yes';
    const { start } = await spanFor({ pool, now }, { range });
    const filter = { from: new Date(start), intent, q };
    const { total, total_is_more } = await listSessions(listsFor(pool, request), {
      filter,
      sort: 'date',
      cursor: null,
      limit: 1,
    });
    await audit(pool, actor, 'sessions_exported', { format, preset, transcripts, range, intent, search: q, total });
    const key = await installationSecret({ pool, sealer }, 'exports');
    const rows = exportSessions(pool, { filter, sort, format, preset, transcripts, key });
    // A CSV file with transcripts has one row per utterance.
    const isCounted = !total_is_more && !(transcripts && format === 'csv');
    const file = { name: 'understudy-sessions', format, total: isCounted ? total : null, rows };
    return sendFile(reply, { guard, request, actor, now: now() }, file);
  });

  http.get('/waitlist/export', async (request, reply) => {
    const actor = await guard.requireFresh(request);
    const { format } = parseBody(waitlistExportQuery, request.query);
    const total = await countWaitlist(pool);
    await audit(pool, actor, 'waitlist_exported', { format, total });
    const file = { name: 'understudy-waitlist', format, total, rows: exportWaitlist(pool, format) };
    return sendFile(reply, { guard, request, actor, now: now() }, file);
  });
}
