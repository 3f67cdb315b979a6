import { HIGH_QUALITY_LEAD_SCORE } from '@understudy/contract/constants';
import type { Intent } from '@understudy/contract/leads';
import type { LeadFacts } from '../facts.ts';
import type { ActionItem, TimedLine } from './action-item.ts';
import { promisesIn } from './promises.ts';

/** Specification, section 9: which intents call for what. */
const TITLES: Partial<Record<Intent, string>> = {
  purchase_intent: 'Follow up on purchase interest',
  demo_request: 'Schedule product demo',
  consulting_inquiry: 'Prepare consulting proposal',
};

/** Section 9: above 70, not from 70 on. */
const priorityOf = (score: number) => (score > HIGH_QUALITY_LEAD_SCORE ? 'high' : 'medium');

/** Who it is about and what is known, in a sentence or two. */
function described({ entities, painPoints, phone }: LeadFacts): string {
  const { person_name: person, org_name: company, role, budget_range: budget, timeline } = entities;
  const name = person?.value ?? 'The visitor';
  const who = [name, role?.value, company && `of ${company.value}`].filter(Boolean).join(', ');
  const wants = painPoints.length > 0 ? `Need: ${painPoints.map(({ value }) => value).join('; ')}.` : null;
  const terms = [budget && `budget ${budget.value}`, timeline && `time ${timeline.value}`].filter(Boolean).join(', ');
  const reach = entities.contact_email?.value ?? phone?.value;
  return [
    `${who.replace(', of ', ' of ')}.`,
    wants,
    terms && `Named: ${terms}.`,
    reach ? `Reach them at ${reach}.` : 'No address was left.',
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * What a conversation asks to be done: by its intent, by what either side promised, by a date that was named for talking
 * again. Nobody who is no lead makes work. Pure: the same conversation always gives the same keys.
 *
 * @param lines the whole conversation, oldest first
 */
export async function actionItemsOf(
  facts: LeadFacts,
  score: number,
  lines: readonly TimedLine[],
): Promise<ActionItem[]> {
  if (facts.disqualified || facts.intent === 'spam') return [];
  const items: ActionItem[] = [];
  const title = facts.intent && TITLES[facts.intent];
  if (facts.intent && title) {
    items.push({
      key: `intent:${facts.intent}`,
      title,
      description: described(facts),
      priority: priorityOf(score),
      owner: 'you',
      category: 'sales',
      tags: [facts.intent, ...(facts.urgency ? ['urgent'] : [])],
      due_date: null,
      seq: facts.intentQuote?.seq ?? null,
    });
  }
  const who = facts.entities.person_name?.value ?? 'the visitor';
  for (const promise of await promisesIn(lines, who)) {
    const priority =
      promise.owner === 'visitor' ? 'low' : promise.category === 'follow-up' ? priorityOf(score) : 'medium';
    items.push({ ...promise, priority });
  }
  return items;
}
