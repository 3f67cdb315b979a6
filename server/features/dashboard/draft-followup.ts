import type { FollowupDraft } from '@understudy/contract/admin';
import type { Twin } from '@understudy/contract/twin';
import { abortWhenGone, idOf, orNotFound } from '../../platform/http/gateway-function.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import type { Complete } from '../../providers/language-model/completions.ts';
import type { LanguageModels } from '../../providers/language-model/create-language-model.ts';
import type { AdminScope } from '../accounts/index.ts';
import { writeFollowupDraft } from '../leads/index.ts';
import type { Understand } from '../understanding/index.ts';
import { readSessionDetail } from './session-detail.ts';
import { NO_SESSION } from './session-rows.ts';

/** Dependencies of drafting a follow-up email. */
export interface DraftDeps {
  twin(): Twin;
  understand: Understand;
  settings: OwnerSettings;
  models: Pick<LanguageModels, 'complete'>;
  /** Whole completions on behalf of a session, within the budgets. */
  completeFor(sessionId: string): Complete;
}

/** Mounts the draft of a follow-up email. */
export function mountDrafts({ http, pool, limits, actorOf }: AdminScope, deps: DraftDeps): void {
  http.post('/sessions/:id/draft', async (request, reply): Promise<FollowupDraft> => {
    const id = idOf(request, 'id', NO_SESSION);
    const { session } = orNotFound(await readSessionDetail(pool, id, -1), NO_SESSION);
    const { id: owner, email } = actorOf(request);
    await limits.take('admin_previews', owner ?? email);
    const { completeFor, models } = deps;
    const model = models.complete ? { pool, completeFor, signal: abortWhenGone(reply) } : null;
    return writeFollowupDraft({ pool, ...deps }, deps.twin(), session, model);
  });
}
