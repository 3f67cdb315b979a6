import type { BudgetState } from '@understudy/contract/settings';
import { numberWords } from '../../ui/numbers.ts';

const VARIABLES: Record<BudgetState['budget'], string> = {
  site_tokens: 'LIMIT_SITE_TOKENS_PER_DAY',
  site_messages: 'LIMIT_SITE_MESSAGES_PER_DAY',
  address_tokens: 'LIMIT_ADDRESS_TOKENS_PER_DAY',
  address_messages: 'LIMIT_ADDRESS_MESSAGES_PER_DAY',
  session_tokens: 'LIMIT_SESSION_TOKENS_PER_DAY',
};

/** Budgets that were reached today, those that were put aside left out. */
export function spentOf(budgets: readonly BudgetState[], aside: ReadonlySet<string>): BudgetState[] {
  return budgets.filter((one) => one.reached > 0 && !aside.has(spentName(one)));
}

/** Names one notice: once more have reached it, it is another. */
export const spentName = ({ budget, reached }: Pick<BudgetState, 'budget' | 'reached'>) => `${budget} ${reached}`;

/** What was reached, what that means, and what can be done. */
export function spentWords({ budget, limit, reached }: BudgetState): string {
  const tokens = `${numberWords(limit)} tokens a day`;
  const many = (one: string, more: string) =>
    reached === 1 ? `One ${one} has` : `${numberWords(reached)} ${more} have`;
  const instead = 'the embedded twin answers in place of the language model';
  const words = {
    site_tokens: `The site has used its ${tokens}: until midnight UTC ${instead}.`,
    site_messages: `The site has answered its ${numberWords(limit)} messages of today: until midnight UTC ${instead}.`,
    address_tokens: `${many('network', 'networks')} used the ${tokens} that one may use: there ${instead}.`,
    address_messages:
      `${many('network', 'networks')} had the ${numberWords(limit)} messages answered that one may send in a day: ` +
      `there ${instead}.`,
    session_tokens: `${many('conversation', 'conversations')} used the ${tokens} that one may use: there ${instead}.`,
  };
  return `${words[budget]} ${VARIABLES[budget]} sets the budget.`;
}

/** What each budget is called. */
export const BUDGET_NAMES: Record<BudgetState['budget'], string> = {
  site_tokens: 'Tokens of the site',
  site_messages: 'Messages of the site',
  address_tokens: 'Tokens of a network',
  address_messages: 'Messages of a network',
  session_tokens: 'Tokens of a conversation',
};

/** How a budget stands: '1,204 of 20,000,000', 'at most 400,000, reached by 2'. */
export function budgetWords({ limit, used, reached }: BudgetState): string {
  if (used !== null) return `${numberWords(used)} of ${numberWords(limit)}`;
  return `at most ${numberWords(limit)}${reached > 0 ? `, reached by ${numberWords(reached)}` : ''}`;
}
