import type {
  FollowupDraft,
  Page,
  SearchHit,
  SessionDetail,
  SessionsPage,
  StatsAnswer,
} from '@understudy/contract/admin';
import { searchQuery, sessionQuery, sessionsQuery, statsQuery } from '@understudy/contract/admin-calls';
import type { Twin } from '@understudy/contract/twin';
import { parseBody } from '../../platform/http/gateway-function.ts';
import { idOf, orNotFound } from '../../platform/http/not-found.ts';
import { abortWhenGone } from '../../platform/http/request-signal.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import type { Complete } from '../../providers/language-model/completions.ts';
import type { LanguageModels } from '../../providers/language-model/create-language-model.ts';
import type { AdminScope } from '../accounts/index.ts';
import { draftOf } from '../leads/index.ts';
import type { Understand } from '../understanding/index.ts';
import { readItemsOf } from './action-items.ts';
import { spanFor } from './date-range.ts';
import { listSessions, searchEverywhere } from './list-sessions.ts';
import { noteReader, readNotes } from './notes.ts';
import { listsFor } from './read-listed.ts';
import { readSessionDetail } from './session-detail.ts';
import { readStats } from './totals.ts';

/** The sentence for an unknown session (specification, section 8). */
export const NO_SESSION = 'Session not found';

/** What drafting a follow-up email needs. */
export interface DraftDeps {
  twin(): Twin;
  understand: Understand;
  settings: OwnerSettings;
  models: Pick<LanguageModels, 'complete'>;
  /** Whole completions on behalf of a session, within the budgets. */
  completeFor(sessionId: string): Complete;
}

/** Figures, lists and details of conversations. */
export function mountSessions({ http, pool, limits, now, actorOf }: AdminScope, deps: DraftDeps): void {
  http.get('/stats', async (request): Promise<StatsAnswer> => {
    const { start, end: _, ...span } = await spanFor({ pool, now }, parseBody(statsQuery, request.query));
    return { ...(await readStats(pool, new Date(start))), span };
  });

  http.get('/sessions', async (request): Promise<SessionsPage> => {
    const { range, intent, q, sort, cursor, limit } = parseBody(sessionsQuery, request.query);
    const { start } = await spanFor({ pool, now }, { range });
    return listSessions(listsFor(pool, request), {
      filter: { from: new Date(start), intent, q },
      sort,
      cursor,
      limit,
    });
  });

  http.get('/sessions/:id', async (request): Promise<SessionDetail> => {
    const id = idOf(request, 'id', NO_SESSION);
    const { after = -1 } = parseBody(sessionQuery, request.query);
    const detail = orNotFound(await readSessionDetail(pool, id, after), NO_SESSION);
    const [notes, action_items] = await Promise.all([
      readNotes(pool, id, noteReader(actorOf(request))),
      readItemsOf(pool, id),
    ]);
    return { ...detail, notes, action_items };
  });

  http.post('/sessions/:id/draft', async (request, reply): Promise<FollowupDraft> => {
    const id = idOf(request, 'id', NO_SESSION);
    const { session } = orNotFound(await readSessionDetail(pool, id, -1), NO_SESSION);
    const { id: owner, email } = actorOf(request);
    await limits.take('admin_previews', owner ?? email);
    const { completeFor, models } = deps;
    const model = models.complete ? { pool, completeFor, signal: abortWhenGone(reply) } : null;
    return draftOf({ pool, ...deps }, deps.twin(), session, model);
  });

  http.get('/search', async (request): Promise<Page<SearchHit>> => {
    const { q, cursor, limit } = parseBody(searchQuery, request.query);
    return q === null
      ? { items: [], next_cursor: null }
      : searchEverywhere(listsFor(pool, request), { q, cursor, limit });
  });
}
