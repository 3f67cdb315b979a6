import type { AdminSession, AdminUtterance, LeadStatus, Range, Sort } from '@understudy/contract/admin';
import { RANGE_DAYS } from '@understudy/contract/constants';
import type { Intent, Tier } from '@understudy/contract/leads';
import { t } from '../../platform/texts.ts';
import { sentenceCase, spaced } from '../../ui/id-words.ts';

/** The filter's first five entries are the specification's; others follow if they occur. */
export const filterIntents = (): readonly { id: Intent | 'all'; words: string }[] => [
  { id: 'all', words: t('session.allIntents') },
  { id: 'consulting_inquiry', words: t('session.consulting') },
  { id: 'partnership_vendor', words: t('session.partnership') },
  { id: 'speaking_request', words: t('session.speaking') },
  { id: 'advice_request', words: t('session.advice') },
];

export const rangeWords = (): Record<Range, string> => ({
  '1d': t('session.last24h'),
  '7d': t('session.last7Days'),
  '30d': t('session.last30Days'),
  '90d': t('session.last90Days'),
});

export const sortWords = (): Record<Sort, string> => ({
  score: t('session.byScore'),
  date: t('session.byDate'),
  duration: t('session.byDuration'),
});

/** The caption of 'Total Sessions'. */
export function rangeCaption(range: Range): string {
  return t('session.lastDays', { days: RANGE_DAYS[range] });
}

/** An intent within a sentence: 'consulting inquiry'. */
export const intentWords = (intent: Intent): string => t(`intent.${intent}`);

/** '1,204 sessions', 'At least 10,000 sessions'. */
export const sessionCount = (count: number, isMore: boolean): string =>
  isMore ? t('dashboard.atLeastSessions', { count }) : t('dashboard.sessionCount', { count });

export const tierWords = (): Record<Tier, string> => ({
  hot: t('session.hot'),
  warm: t('session.warm'),
  cold: t('session.cold'),
});

export const statusWords = (): Record<LeadStatus, string> => ({
  new: t('session.new'),
  contacted: t('session.contacted'),
  qualified: t('session.qualified'),
  won: t('session.won'),
  lost: t('session.lost'),
});

/** The list's duration: '12m', or 'Unknown'. */
export const durationWords = ({ duration }: Pick<AdminSession, 'duration'>) =>
  duration === null ? t('session.unknown') : t('session.minutes', { minutes: duration });

/** Intents highlighted by the specification (section 4, intent badge style). */
const HIGHLIGHTED: readonly (Intent | null)[] = ['consulting_inquiry', 'partnership_vendor', 'speaking_request'];

/** What a visitor wants answered by a person: their complaint, or a talk with one. */
export const complaintWords = ({ asks_person: asksPerson }: Pick<AdminSession, 'asks_person'>): string =>
  t(asksPerson ? 'dashboard.asksPerson' : 'dashboard.complaint');

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

/** Who said a line: a person by their name. */
export const speakerWords = (speaker: AdminUtterance['speaker'], author: string | null = null) =>
  speaker === 'visitor'
    ? t('session.visitor')
    : speaker === 'agent'
      ? t('session.aiAgent')
      : (author ?? t('session.person'));

const ruleNames = (): Record<string, string> => ({
  intent: t('session.whatTheyWant'),
  need: t('session.whatTheyNeed'),
  company: t('session.whereTheyWork'),
  role: t('session.theirRole'),
  authority: t('session.decisionMaker'),
  budget: t('session.budget'),
  timeline: t('session.timeline'),
  urgency: t('session.urgency'),
  request: t('session.askedForANextStep'),
  email: t('session.leftAnAddress'),
  phone: t('session.leftANumber'),
  engagement: t('session.engagement'),
  no_budget: t('session.noBudget'),
  ceiling: t('session.limitedToThis'),
});

/** Label of a line in the score log. */
export const ruleWords = (rule: string) => ruleNames()[rule] ?? sentenceCase(rule);

type Chosen = Pick<AdminSession, 'cta_chosen' | 'call_requested' | 'booked' | 'email'>;

/** The next step that the visitor clicked; if only its form was opened, a note that nothing came of it. */
export function chosenWords({ cta_chosen: chosen, call_requested: call, booked, email }: Chosen): string | null {
  if (chosen === 'book_call' && !call && !booked) return t('session.chosenBookCallNone');
  if (chosen === 'leave_email' && !email) return t('session.chosenLeaveEmailNone');
  return chosen && (t('session.chosen', { chosen }) || spaced(chosen));
}

/**
 * The visitor's choice, and whether they booked a meeting or asked for a call, whatever they chose afterwards; null if
 * they chose nothing.
 */
export function ctaWords(session: Chosen): string | null {
  if (!session.call_requested && !session.booked) return chosenWords(session);
  const chosen = session.cta_chosen === 'book_call' ? null : chosenWords(session);
  if (session.booked) return chosen ? t('session.bookedAnd', { chosen }) : t('session.booked');
  return chosen ? t('session.callRequestedAnd', { chosen }) : t('session.callRequested');
}
