import { actionItems } from '@understudy/contract/calls';
import type { ActionItemsAnswer } from '@understudy/contract/wire';
import type { ActionItem } from '../../features/leads/after/action-item.ts';
import { keepItems } from '../../features/leads/after/keep-items.ts';
import { namesOf } from '../../features/leads/asks/consultant.ts';
import { authenticate, credentialsOf } from '../authenticate.ts';
import { itemsOfConversation, itemsOfText } from '../finish-session.ts';
import { gatewayFunction } from '../gateway.ts';
import { readInTurn } from '../whole-reading.ts';

/** The word that stands for the conversation itself. */
const CONVERSATION = 'conversation';

/**
 * `action_items`: what the conversation asks to be done, kept while it runs where it is kept (asked again, nothing
 * doubles); or what a text asks for, which is only told.
 */
export const actionItemsFunction = gatewayFunction(actionItems, async (body, call) => {
  const { context, request } = call;
  const { session } = await authenticate(context, credentialsOf(body, request.headers));
  const fromConversation = body.extract_from.trim().toLowerCase() === CONVERSATION;
  const names = namesOf(context.twin().persona);
  const items = await readInTurn(call, session.id, () =>
    fromConversation ? itemsOfConversation(context.pool, session.id, names) : itemsOfText(body.extract_from, names),
  );
  if (fromConversation && session.consent) await keepItems(context.pool, session.id, items);
  const answer: ActionItemsAnswer = { extracted: items.map(presentItem) };
  return answer;
});

function presentItem({ title, description, priority, owner, category, tags, due_date }: ActionItem) {
  return { title, description, priority, owner, category, tags, due_date };
}
