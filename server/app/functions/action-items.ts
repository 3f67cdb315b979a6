import { actionItems } from '@understudy/contract/calls';
import type { ActionItemsAnswer } from '@understudy/contract/wire';
import { openTurn, type SessionRow } from '../../features/conversation/store.ts';
import type { ActionItem } from '../../features/leads/after/action-item.ts';
import { keepItems } from '../../features/leads/after/keep-items.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { authenticateCaller } from '../authenticate.ts';
import type { AppContext } from '../context.ts';
import { itemsOfConversation, itemsOfText } from '../finish-session.ts';
import { gatewayFunction } from '../gateway.ts';
import { readWithinLimits } from '../limited-reading.ts';
import { NO_TURN } from '../turn.ts';

/** The word that stands for the conversation itself. */
const CONVERSATION = 'conversation';

/**
 * `action_items`: what the conversation asks to be done, kept while it runs where it is kept (asked again, nothing
 * doubles); or what a text asks for, which is only told. An administrator names any conversation that is kept.
 */
export const actionItemsFunction = gatewayFunction(actionItems, async (body, call) => {
  const { context } = call;
  const caller = await authenticateCaller(call, body);
  const fromConversation = body.extract_from.trim().toLowerCase() === CONVERSATION;
  const session = caller.session ?? (fromConversation ? await keptSession(context, body.session_id) : null);
  const items = await readWithinLimits(call, caller.limitKey, () =>
    fromConversation && session ? itemsOfConversation(context, session.id) : itemsOfText(context, body.extract_from),
  );
  if (fromConversation && session?.consent) await keepItems(context.pool, session.id, items);
  // What a lead is worth doing for is the owner's, unless they show it; what was promised or asked for is both sides'.
  const isShown = caller.session === null || context.settings.get('visitor_page').analysis;
  const shown = items.filter(({ category }) => isShown || category !== 'sales');
  const answer: ActionItemsAnswer = { extracted: shown.map(presentItem) };
  return answer;
});

/** The conversation that an administrator names; one that is not kept is nobody's to read. */
async function keptSession(context: AppContext, sessionId: string | undefined): Promise<SessionRow> {
  if (sessionId === undefined) {
    throw new AppError('invalid_request', 'Name the conversation by session_id, or give a text in extract_from.');
  }
  const opened = await openTurn(context.pool, sessionId, NO_TURN);
  if (!opened?.session.consent) throw new AppError('not_found', 'There is no such conversation.');
  return opened.session;
}

function presentItem({ title, description, priority, owner, category, tags, due_date }: ActionItem) {
  return { title, description, priority, owner, category, tags, due_date };
}
