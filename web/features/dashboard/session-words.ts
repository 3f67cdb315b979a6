import type { AdminSession, AdminUtterance, LeadStatus, Range, Sort } from '@understudy/contract/admin';
import { RANGE_DAYS } from '@understudy/contract/constants';
import type { Intent, Tier } from '@understudy/contract/leads';
import { sentenceCase, spaced } from '../../ui/id-words.ts';

/** The filter's first five entries are the specification's; others follow if they occur. */
export const FILTER_INTENTS: readonly { id: Intent | 'all'; words: string }[] = [
  { id: 'all', words: 'All Intents' },
  { id: 'consulting_inquiry', words: 'Consulting' },
  { id: 'partnership_vendor', words: 'Partnership' },
  { id: 'speaking_request', words: 'Speaking' },
  { id: 'advice_request', words: 'Advice' },
];

export const RANGE_WORDS: Record<Range, string> = {
  '1d': 'Last 24h',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
};

export const SORT_WORDS: Record<Sort, string> = { score: 'By Score', date: 'By Date', duration: 'By Duration' };

/** The caption of 'Total Sessions'. */
export function rangeCaption(range: Range): string {
  const days = RANGE_DAYS[range];
  return `Last ${days} ${days === 1 ? 'day' : 'days'}`;
}

export const TIER_WORDS: Record<Tier, string> = { hot: 'Hot', warm: 'Warm', cold: 'Cold' };

export const STATUS_WORDS: Record<LeadStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  won: 'Won',
  lost: 'Lost',
};

/** The list's duration: '12m', or 'Unknown'. */
export const durationWords = ({ duration }: Pick<AdminSession, 'duration'>) =>
  duration === null ? 'Unknown' : `${duration}m`;

/** Intents highlighted by the specification (section 4, intent badge style). */
const HIGHLIGHTED: readonly (Intent | null)[] = ['consulting_inquiry', 'partnership_vendor', 'speaking_request'];

/** The style of an intent's badge. */
export function intentVariant(intent: Intent | null): 'default' | 'secondary' | 'outline' {
  if (intent === null) return 'outline';
  return HIGHLIGHTED.includes(intent) ? 'default' : 'secondary';
}

/** The picture of an intent (section 2, session detail). */
export function intentPicture(intent: Intent | null): 'buying' | 'support' | 'partner' | 'other' {
  if (intent === null) return 'other';
  if (/purchase|demo/.test(intent)) return 'buying';
  if (/support/.test(intent)) return 'support';
  return /partner/.test(intent) ? 'partner' : 'other';
}

export const speakerWords = (speaker: AdminUtterance['speaker']) => (speaker === 'visitor' ? 'Visitor' : 'AI Agent');

const RULE_WORDS: Record<string, string> = {
  intent: 'What they want',
  need: 'What they need',
  company: 'Where they work',
  role: 'What they do there',
  authority: 'They decide',
  budget: 'Money',
  timeline: 'When',
  urgency: 'Urgency',
  request: 'Asked for a next step',
  email: 'Left an address',
  phone: 'Left a number',
  engagement: 'How much they said and asked',
  no_budget: 'No money for it',
  ceiling: 'Limited to this',
};

/** Label of a line in the score log. */
export const ruleWords = (rule: string) => RULE_WORDS[rule] ?? sentenceCase(rule);

type Chosen = Pick<AdminSession, 'cta_chosen' | 'call_requested' | 'email'>;

/** The next step that the visitor clicked; if only its form was opened, a note that nothing came of it. */
export function chosenWords({ cta_chosen: chosen, call_requested: call, email }: Chosen): string | null {
  if (chosen === 'book_call' && !call) return 'book call (no call stands)';
  if (chosen === 'leave_email' && !email) return 'leave email (none was left)';
  return chosen && spaced(chosen);
}

/**
 * The visitor's choice, and whether they asked for a call whatever they chose afterwards; null if they chose nothing.
 */
export function ctaWords(session: Chosen): string | null {
  if (!session.call_requested) return chosenWords(session);
  const chosen = session.cta_chosen === 'book_call' ? null : chosenWords(session);
  return chosen ? `call asked for, ${chosen}` : 'call asked for';
}
