import { actionItems } from '@understudy/contract/calls';
import type { ActionItemsAnswer } from '@understudy/contract/wire';
import type { AppContext } from '../../app/context.ts';
import { gatewayFunction } from '../../app/gateway.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { authenticateCaller } from '../conversation/authenticate.ts';
import { openTurn, type SessionRow } from '../conversation/store.ts';
import { NO_TURN } from '../conversation/turn.ts';
import type { ActionItem } from './after/action-item.ts';
import { saveItems } from './after/save-items.ts';
import { itemsOfConversation, itemsOfText } from './finish-session.ts';
import { readWithinLimits } from './limited-reading.ts';

/** Refers to the conversation itself. */
const CONVERSATION = 'conversation';

/**
 * `action_items`: a conversation's action items, stored while it runs if it is kept (without duplicates when asked
 * again); or those of a text, which are only returned. An administrator may name any stored conversation.
 */
export const actionItemsFunction = gatewayFunction(actionItems, async (body, call) => {
  const { context } = call;
  const caller = await authenticateCaller(call, body);
  const fromConversation = body.extract_from.trim().toLowerCase() === CONVERSATION;
  const session = caller.session ?? (fromConversation ? await keptSession(context, body.session_id) : null);
  const items = await readWithinLimits(call, caller.limitKey, () =>
    fromConversation && session ? itemsOfConversation(context, session.id) : itemsOfText(context, body.extract_from),
  );
  if (fromConversation && session?.consent) await saveItems(context.pool, session.id, items);
  // Items from the lead analysis are the owner's unless they show it; promises and requests belong to both sides.
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
