import { ENTITY_NAMES } from '@understudy/contract/leads';
import type { Disqualifier, LeadFacts } from '../facts.ts';

const KINDS: readonly Disqualifier[] = ['student', 'vendor', 'job_seeker', 'spam', 'declined', 'for_somebody_else'];
/** What is asked for, as entities/wishes.ts tells it. */
const REQUESTS = [
  'a contract',
  'an offer',
  'a booking',
  'a demonstration',
  'a call',
  'a meeting',
  'an engagement to speak',
  'an answer in writing',
];
/** Questions that are told apart. */
const QUESTIONS_MOST = 4;

/** What is known of a visitor, as numbers beside what their words show: who they are and what they ask for. */
export function knownMarks(facts: LeadFacts): number[] {
  const { disqualified, request, entities, phone, noBudget, urgency, authority, painPoints, engagement } = facts;
  return [
    ...KINDS.map((kind) => disqualified?.kind === kind),
    ...REQUESTS.map((value) => request?.value === value),
    request === null,
    ...ENTITY_NAMES.map((name) => entities[name] !== undefined),
    phone !== null,
    noBudget !== null,
    urgency !== null,
    authority !== null,
    painPoints.length > 0,
    painPoints.length > 1,
    Math.min(engagement.questions, QUESTIONS_MOST) / 2,
    engagement.questions === 0,
  ].map(Number);
}

/** How many marks there are. */
export const KNOWN_WIDTH = KINDS.length + REQUESTS.length + 1 + ENTITY_NAMES.length + 8;
