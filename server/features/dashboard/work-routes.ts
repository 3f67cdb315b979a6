import type { AdminActionItem, LeadStatus, Page, WaitlistEntry } from '@understudy/contract/admin';
import { actionItemBody, actionItemsQuery, leadBody, waitlistQuery } from '@understudy/contract/admin-calls';
import { inTransaction } from '../../platform/database/transaction.ts';
import { parseBody } from '../../platform/http/gateway-function.ts';
import { idOf, orNotFound } from '../../platform/http/not-found.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import { listItems, setItemStatus } from './action-items.ts';
import { setLeadStatus } from './lead-status.ts';
import { listWaitlist } from './waitlist.ts';

const NO_ITEM = 'There is no such action item any more.';
const NO_LEAD = 'Nothing is kept of this visitor.';

/** Action items, outcomes of leads, and the waitlist. */
export function mountWork({ http, pool, actorOf }: AdminScope): void {
  http.get('/action-items', async (request): Promise<Page<AdminActionItem>> => {
    const { status, priority, kind, cursor, limit } = parseBody(actionItemsQuery, request.query);
    const any = <Value extends string>(asked: Value | 'all') => (asked === 'all' ? null : (asked as Value));
    return listItems(pool, {
      status: any<'open' | 'done'>(status),
      priority: any<'high' | 'medium' | 'low'>(priority),
      isAsked: kind === 'asked',
      cursor,
      limit,
    });
  });

  http.patch('/action-items/:id', async (request): Promise<AdminActionItem> => {
    const id = idOf(request, 'id', NO_ITEM);
    const { status } = parseBody(actionItemBody, request.body);
    return orNotFound(await setItemStatus(pool, id, status), NO_ITEM);
  });

  http.patch('/leads/:visitor_id', async (request): Promise<{ visitor_id: string; status: LeadStatus }> => {
    const visitor_id = idOf(request, 'visitor_id', NO_LEAD);
    const { status } = parseBody(leadBody, request.body);
    await inTransaction(pool, async (client) => {
      const before = orNotFound(await setLeadStatus(client, visitor_id, status), NO_LEAD);
      if (before !== status)
        await audit(client, actorOf(request), 'lead_status_changed', { visitor_id, from: before, to: status });
    });
    return { visitor_id, status };
  });

  http.get('/waitlist', async (request): Promise<Page<WaitlistEntry>> => {
    const { cursor, limit } = parseBody(waitlistQuery, request.query);
    return listWaitlist(pool, cursor, limit);
  });
}
