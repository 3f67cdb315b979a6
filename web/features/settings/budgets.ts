import type { BudgetState } from '@understudy/contract/settings';
import { numberWords } from '../../ui/numbers.ts';

const VARIABLES: Record<BudgetState['budget'], string> = {
  site_tokens: 'LIMIT_SITE_TOKENS_PER_DAY',
  site_messages: 'LIMIT_SITE_MESSAGES_PER_DAY',
  address_tokens: 'LIMIT_ADDRESS_TOKENS_PER_DAY',
  address_messages: 'LIMIT_ADDRESS_MESSAGES_PER_DAY',
  session_tokens: 'LIMIT_SESSION_TOKENS_PER_DAY',
};

/** Budgets that were reached today and not dismissed. */
export function spentOf(budgets: readonly BudgetState[], aside: ReadonlySet<string>): BudgetState[] {
  return budgets.filter((one) => one.reached > 0 && !aside.has(spentName(one)));
}

/** Key of a notice: when more have reached the budget, it is a new notice. */
export const spentName = ({ budget, reached }: Pick<BudgetState, 'budget' | 'reached'>) => `${budget} ${reached}`;

/** Which budget was reached, what that means, and what can be done. */
export function spentWords({ budget, limit, reached }: BudgetState): string {
  const amount = numberWords(limit);
  const many = (one: string, more: string) =>
    reached === 1 ? `One ${one} has` : `${numberWords(reached)} ${more} have`;
  const instead = 'the embedded twin answers instead of the language model';
  const there = `There, ${instead}.`;
  const words = {
    site_tokens: `The site has reached today's limit of ${amount} tokens. Until midnight UTC, ${instead}.`,
    site_messages: `The site has reached today's limit of ${amount} messages. Until midnight UTC, ${instead}.`,
    address_tokens: `${many('address', 'addresses')} reached today's limit of ${amount} tokens each. ${there}`,
    address_messages: `${many('address', 'addresses')} reached today's limit of ${amount} messages each. ${there}`,
    session_tokens: `${many('conversation', 'conversations')} reached today's limit of ${amount} tokens each. ${there}`,
  };
  return `${words[budget]} ${VARIABLES[budget]} sets this limit.`;
}

/** Labels of the budgets. */
export const BUDGET_NAMES: Record<BudgetState['budget'], string> = {
  site_tokens: 'Tokens, whole site',
  site_messages: 'Messages, whole site',
  address_tokens: 'Tokens per address',
  address_messages: 'Messages per address',
  session_tokens: 'Tokens per conversation',
};

/** State of a budget: '1,204 of 20,000,000', 'at most 400,000, reached by 2'. */
export function budgetWords({ limit, used, reached }: BudgetState): string {
  if (used !== null) return `${numberWords(used)} of ${numberWords(limit)}`;
  return `at most ${numberWords(limit)}${reached > 0 ? `, reached by ${numberWords(reached)}` : ''}`;
}
