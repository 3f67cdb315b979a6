import type { Intent } from '@understudy/contract/leads';
import { reasonSentence } from '@understudy/contract/score-reasons';
import type { Disqualifier, Finding, LeadFacts, Quote } from './facts.ts';
import { disqualifierOf } from './update-facts.ts';

/** Points, and the words that show them. */
interface Worth {
  points: number;
  quote: Quote;
}

/** A rule of the score. */
interface ScoreRule {
  id: string;
  group: 'fit' | 'engagement' | 'buying' | 'contact' | 'deduction';
  /** Points for the facts, with the words that show them; null when there is no evidence. */
  worth(facts: LeadFacts): Worth | null;
  /** The reason as a sentence for the owner; null when it explains nothing. */
  reason(facts: LeadFacts): string | null;
}

/** Points by intent: an engagement, a price or a talk are worth more than an answer. */
const INTENT_POINTS: Record<Intent, number> = {
  purchase_intent: 38,
  consulting_inquiry: 33,
  demo_request: 35,
  speaking_request: 31,
  advice_request: 31,
  partnership_vendor: 20,
  support_request: 25,
  general_chat: 14,
  job_inquiry: 8,
  spam: 0,
};

/** Points for a finding; null when there is none. */
const valued = (finding: Finding | null | undefined, points: number): Worth | null =>
  finding ? { points, quote: finding.quote } : null;

const ROLE_POINTS = 3;

/** Whether both rest on the same words. */
const isSame = (one: Finding | null, other: Finding | undefined): boolean =>
  one !== null && one.quote.seq === other?.quote.seq && one.quote.from === other.quote.from;

/** Words of a conversation whose length counts in full. */
const MAX_WORDS = 120;
/** Points for engagement. */
const MAX_ENGAGEMENT = 14;

/**
 * The table of score rules: how many points each gives for the facts, which words show it, and the reason shown to the
 * owner. The weights are those that come nearest to the tiers and score ranges of the training conversations
 * (docs/leads.md defines the tiers), kept from falling below 0 and rounded. The intent counts most, then contact
 * details, then money, a date and urgency; need and identity come on top.
 */
const SCORE_RULES: readonly ScoreRule[] = [
  {
    id: 'intent',
    group: 'fit',
    worth: ({ intent, intentQuote }) =>
      intent && intentQuote ? { points: INTENT_POINTS[intent], quote: intentQuote } : null,
    reason: ({ intent }) => reasonSentence(`intent_${intent ?? 'general_chat'}`),
  },
  {
    id: 'need',
    group: 'fit',
    worth: ({ painPoints, entities }) => {
      const [first, second] = painPoints;
      if (first) return { points: second ? 9 : 7, quote: first.quote };
      return valued(entities.use_case, 5);
    },
    reason: ({ painPoints, entities }) =>
      painPoints.length > 0
        ? reasonSentence(
            'need',
            painPoints
              .slice(0, 2)
              .map((pain) => pain.value)
              .join('; '),
          )
        : reasonSentence('use_case', entities.use_case?.value),
  },
  {
    id: 'company',
    group: 'fit',
    worth: ({ entities }) => valued(entities.org_name, 7),
    reason: ({ entities }) => reasonSentence('company', entities.org_name?.value),
  },
  {
    id: 'role',
    group: 'fit',
    // A role that decides by itself counts once, as the next rule's entry.
    worth: ({ entities, authority }) => (isSame(authority, entities.role) ? null : valued(entities.role, ROLE_POINTS)),
    reason: ({ entities }) => reasonSentence('role', entities.role?.value),
  },
  {
    id: 'authority',
    group: 'buying',
    worth: ({ authority, entities }) => valued(authority, 8 + (isSame(authority, entities.role) ? ROLE_POINTS : 0)),
    reason: ({ authority }) => reasonSentence('authority', authority?.value),
  },
  {
    id: 'budget',
    group: 'buying',
    worth: ({ entities }) => valued(entities.budget_range, 11),
    reason: ({ entities }) => reasonSentence('budget', entities.budget_range?.value),
  },
  {
    id: 'timeline',
    group: 'buying',
    worth: ({ entities }) => valued(entities.timeline, 11),
    reason: ({ entities }) => reasonSentence('timeline', entities.timeline?.value),
  },
  {
    id: 'urgency',
    group: 'buying',
    worth: ({ urgency }) => valued(urgency, 9),
    reason: () => reasonSentence('urgency'),
  },
  {
    id: 'request',
    group: 'buying',
    worth: ({ request }) => valued(request, 4),
    reason: ({ request }) => reasonSentence('request', request?.value),
  },
  {
    id: 'email',
    group: 'contact',
    worth: ({ entities }) => valued(entities.contact_email, 13),
    reason: ({ entities }) => reasonSentence('email', entities.contact_email?.value),
  },
  {
    id: 'phone',
    group: 'contact',
    worth: ({ phone, entities }) => valued(phone, entities.contact_email ? 6 : 10),
    reason: ({ phone }) => reasonSentence('phone', phone?.value),
  },
  {
    id: 'engagement',
    group: 'engagement',
    worth: ({ engagement, intentQuote }) => {
      const { words, questions, earlierVisits } = engagement;
      const points = Math.min(words / MAX_WORDS, 1) * 6 + Math.min(questions, 3) + Math.min(earlierVisits, 2) * 2;
      return intentQuote ? { points: Math.min(MAX_ENGAGEMENT, Math.round(points)), quote: intentQuote } : null;
    },
    // The number of words and questions is no reason to call.
    reason: ({ engagement: { earlierVisits } }) =>
      earlierVisits > 0 ? reasonSentence(earlierVisits === 1 ? 'returned_once' : 'returned', earlierVisits) : null,
  },
  {
    id: 'no_budget',
    group: 'deduction',
    worth: ({ noBudget, entities }) => (entities.budget_range ? null : valued(noBudget, -6)),
    reason: () => reasonSentence('no_budget'),
  },
];

/** The highest score for each kind of disqualification: none of them is hot, and most are no lead at all. */
const CEILINGS: Record<Disqualifier, number> = {
  student: 40,
  vendor: 35,
  job_seeker: 30,
  spam: 5,
  declined: 25,
  for_somebody_else: 45,
};

/** A log entry: a change of a rule's points, with the words that caused it. Entries are never edited. */
export interface Signal {
  rule: string;
  points: number;
  quote: Quote;
}

/** The rule that keeps a disqualified visitor below their ceiling. */
const CEILING_RULE = 'ceiling';

/** The score of a log: the sum of its points, a whole number from 0 to 100. Pure, so that anybody can recompute it. */
export function scoreOf(log: readonly Pick<Signal, 'points'>[]): number {
  return Math.min(100, Math.max(0, sumOf(log)));
}

/** The sum of a log's points, a whole number that may be over 100 or below 0. */
const sumOf = (log: readonly Pick<Signal, 'points'>[]): number =>
  Math.round(log.reduce((total, { points }) => total + points, 0));

/** The sum of each rule's entries in a log. */
function standings(log: readonly Pick<Signal, 'rule' | 'points'>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { rule, points } of log) sums.set(rule, (sums.get(rule) ?? 0) + points);
  return sums;
}

/** Current points of the facts by rule, with the words that show them. */
function worths(facts: LeadFacts): Map<string, Worth> {
  const found = new Map<string, Worth>();
  for (const rule of SCORE_RULES) {
    const worth = rule.worth(facts);
    if (worth && worth.points !== 0) found.set(rule.id, worth);
  }
  const disqualified = disqualifierOf(facts);
  const sum = [...found.values()].reduce((total, { points }) => total + points, 0);
  const over = disqualified ? sum - CEILINGS[disqualified.kind] : 0;
  if (disqualified && over > 0) found.set(CEILING_RULE, { points: -over, quote: disqualified.quote });
  return found;
}

/**
 * The entries that bring a log up to date with the facts: one for each rule whose points changed. Points that the facts
 * no longer support are taken back, with the newest words as the reason. The intent also gets an entry of 0 points when
 * later words show it better.
 *
 * @param latest the words that led to the current facts
 */
export function newSignals(log: readonly Signal[], facts: LeadFacts, latest: Quote): Signal[] {
  const before = standings(log);
  const now = worths(facts);
  const added: Signal[] = [];
  for (const [rule, { points, quote }] of now) {
    const change = points - (before.get(rule) ?? 0);
    if (change !== 0 || (rule === INTENT_RULE && isToldBetter(log, quote))) added.push({ rule, points: change, quote });
  }
  for (const [rule, points] of before) {
    if (points !== 0 && !now.has(rule)) added.push({ rule, points: -points, quote: latest });
  }
  return added;
}

/** The rule whose quote may improve without a change of points. */
const INTENT_RULE = 'intent';

/** Whether other words than those in the log now show the intent. */
function isToldBetter(log: readonly Signal[], { seq, from, text }: Quote): boolean {
  const shown = log.findLast(({ rule }) => rule === INTENT_RULE)?.quote;
  return shown !== undefined && (shown.seq !== seq || shown.from !== from || shown.text !== text);
}

/** Reasons to show; nobody reads more. */
const MAX_REASONS = 5;
/** Points of a rule that is shown as a reason; fewer explain nothing. */
const MIN_WEIGHT = 3;

/** A sentence for a score that was clamped and so is not the sum of its points; null when it was not. */
function cutOf(log: readonly Signal[]): string | null {
  const sum = sumOf(log);
  if (sum > 100) return reasonSentence('over', sum);
  return sum < 0 ? reasonSentence('under', -sum) : null;
}

/**
 * The main reasons of a score, one sentence each, by their weight for or against it; last, when the points add up to
 * more or less than a score may be, a note that it was clamped.
 */
export function reasonsOf(log: readonly Signal[], facts: LeadFacts): string[] {
  const sentences: { weight: number; text: string }[] = [];
  for (const [id, points] of standings(log)) {
    if (Math.abs(points) < MIN_WEIGHT) continue;
    const rule = SCORE_RULES.find((one) => one.id === id);
    const text = rule?.reason(facts);
    if (text) sentences.push({ weight: Math.abs(points), text });
    else if (id === CEILING_RULE) {
      const kind = facts.disqualified?.kind ?? 'spam';
      // The ceiling that limits everything else comes first.
      sentences.push({ weight: Number.POSITIVE_INFINITY, text: reasonSentence(`ceiling_${kind}`, CEILINGS[kind]) });
    }
  }
  const told = sentences
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MAX_REASONS)
    .map(({ text }) => text);
  const cut = cutOf(log);
  return cut ? [...told, cut] : told;
}
