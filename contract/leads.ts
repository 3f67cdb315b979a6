/**
 * The vocabulary of lead analysis: intents, tiers, entities, and the evidence for a score. The file imports no runtime
 * library, so that the web app can use it at no cost.
 */
import { CHAT_MEDIUM_PRIORITY_SCORE, HIGH_QUALITY_LEAD_SCORE, HOT_LEAD_SCORE, WARM_LEAD_SCORE } from './constants.ts';

/** What a visitor may want (docs/leads.md). */
export const INTENTS = [
  'consulting_inquiry',
  'partnership_vendor',
  'speaking_request',
  'advice_request',
  'purchase_intent',
  'demo_request',
  'support_request',
  'job_inquiry',
  'general_chat',
  'spam',
] as const;
export type Intent = (typeof INTENTS)[number];

/**
 * The four score scales of the specification (section 9). Each lists its grades from the highest down, with the lowest
 * score of each. All grading uses this table.
 */
export const SCORE_SCALES = {
  /** Lists, badges, charts, summaries and exports. */
  tier: [
    { grade: 'hot', from: HOT_LEAD_SCORE },
    { grade: 'warm', from: WARM_LEAD_SCORE },
    { grade: 'cold', from: 0 },
  ],
  /** The stat card 'High-Quality Leads', and what charts count as a lead. */
  stat_card: [
    { grade: 'high-quality', from: HIGH_QUALITY_LEAD_SCORE },
    { grade: 'not counted', from: 0 },
  ],
  /** 'Conversation Analysis' in the chat. */
  chat_priority: [
    { grade: 'high', from: HIGH_QUALITY_LEAD_SCORE },
    { grade: 'medium', from: CHAT_MEDIUM_PRIORITY_SCORE },
    { grade: 'low', from: 0 },
  ],
  /** Action items derived from an intent: above 70 is high, 70 itself is not. */
  item_priority: [
    { grade: 'high', from: HIGH_QUALITY_LEAD_SCORE + 1 },
    { grade: 'medium', from: 0 },
  ],
} as const;
export type ScoreScale = keyof typeof SCORE_SCALES;
/** The grades of a scale. */
export type Grade<Scale extends ScoreScale> = (typeof SCORE_SCALES)[Scale][number]['grade'];

/** The grade of a score on a scale. */
export function gradeOf<Scale extends ScoreScale>(scale: Scale, score: number): Grade<Scale> {
  const grades: readonly { grade: Grade<Scale>; from: number }[] = SCORE_SCALES[scale];
  return (grades.find(({ from }) => score >= from) ?? (grades.at(-1) as (typeof grades)[number])).grade;
}

/** The grades of the dashboard's scale. */
export const TIERS = ['hot', 'warm', 'cold'] as const;
export type Tier = Grade<'tier'>;

/** The tier of a score. */
export const tierOf = (score: number): Tier => gradeOf('tier', score);

/** What is extracted from a visitor's words (specification, section 3, extract). */
export const ENTITY_NAMES = [
  'person_name',
  'org_name',
  'role',
  'budget_range',
  'timeline',
  'use_case',
  'contact_email',
] as const;
export type EntityName = (typeof ENTITY_NAMES)[number];
/** The extracted values, and the visitor's own telephone number, which is kept beside their address. */
export type Entities = Record<EntityName | 'contact_phone', string | null>;

/**
 * One reason for points: an entry of the append-only log that the score is computed from. The quote is in the visitor's
 * own words: characters `from` to `to` (exclusive) of that utterance, or, with 0 and 0, text typed into the call form,
 * which is in no utterance.
 */
export interface LeadSignal {
  rule: string;
  /** Added to the score; negative for a deduction. */
  points: number;
  quote: string;
  utterance_id: string;
  from: number;
  to: number;
}

/** The analysis of a conversation so far (specification, section 3). */
export interface Extract {
  intent: Intent | null;
  /** An integer, 0 to 100. */
  lead_score: number;
  /** Confidence in the intent, 0 to 1. */
  confidence: number;
  company: string | null;
  /** The visitor's own address or, failing that, their telephone number; `entities` holds both. */
  contact_info: string | null;
  pain_points: string[];
  followup_actions: string[];
  entities: Entities;
  /** Reasons for the score, one sentence each, strongest first. */
  reasons: string[];
  /** The question that would raise the confidence, as the twin would ask it; null if there is none. */
  next_best_question: string | null;
  /** Why the next step is offered to the visitor, if at all: they asked for it, or their score is high enough. */
  offer: 'asked' | 'score' | null;
}

/** What a page needs to offer the visitor a next step and to prefill what they already said. */
export interface NextStepHint {
  /** See {@link Extract}. */
  offer: Extract['offer'];
  /** Whether an offer would be out of place, even if one was made before: after strong words or a refusal. */
  unwelcome: boolean;
  /** The visitor's own address and number, and which of them to use first. */
  email: string | null;
  phone: string | null;
  contact: string | null;
}

/** The part of an analysis that concerns the offer of a next step. */
export function nextStepHint({ offer, contact_info: contact, lead_score: score, entities }: Extract): NextStepHint {
  return {
    offer,
    // The score alone would justify an offer, so something speaks against it.
    unwelcome: offer === null && score >= HIGH_QUALITY_LEAD_SCORE,
    email: entities.contact_email,
    phone: entities.contact_phone,
    contact,
  };
}

/** Kinds of work that consultants do, by what they ask a new client. */
export const WORKS = ['advice', 'trade', 'creative', 'care', 'law'] as const;
export type Work = (typeof WORKS)[number];

/** Questions that would raise the confidence about a lead; null for one that such a client is not asked. */
export interface NextQuestions {
  need: string;
  timeline: string;
  /** Instead of `timeline`, of somebody who organises an event. */
  event: string;
  authority: string | null;
  company: string | null;
  /** Instead of `company`, of somebody who organises an event. */
  organiser: string;
  budget: string | null;
  contact: string;
}

const OF_ANYBODY = { event: 'When is the event?', organiser: 'Who organises it?', contact: 'How can you be reached?' };

/** The questions in the twin's words (`next_best_question`). Each asks one thing, and none plays doctor or judge. */
export const NEXT_QUESTIONS: Readonly<Record<Work, NextQuestions>> = {
  advice: {
    ...OF_ANYBODY,
    need: 'What would you like to be different afterwards?',
    timeline: 'By when would you like this settled?',
    authority: 'Who decides about this on your side?',
    company: 'Which organisation would this be for?',
    budget: 'Is there a budget for it?',
  },
  trade: {
    ...OF_ANYBODY,
    need: "What's the place like, and what's there now?",
    timeline: 'When would you like it done?',
    authority: 'Do you own the place, or do you rent it?',
    company: null,
    budget: 'Do you have a budget in mind?',
  },
  creative: {
    ...OF_ANYBODY,
    need: 'What is it for?',
    timeline: 'When is the day, or by when do you need it?',
    event: 'When is the day?',
    authority: null,
    company: 'Who is it for?',
    organiser: 'Who is it for?',
    budget: 'Do you have a budget in mind?',
  },
  care: {
    ...OF_ANYBODY,
    need: 'What would you like help with first?',
    timeline: 'When would you like to start?',
    authority: 'Is it for you, or for somebody else?',
    company: null,
    budget: null,
  },
  law: {
    ...OF_ANYBODY,
    need: 'In a sentence or two, what has happened so far?',
    timeline: 'Is there a date by which something must be done?',
    authority: null,
    company: 'Is it for you, or for a company?',
    budget: null,
  },
};

/** Every one of them: a twin's earlier words may be those of another kind. */
export const ALL_NEXT_QUESTIONS: readonly string[] = [
  ...new Set(Object.values(NEXT_QUESTIONS).flatMap((questions) => Object.values(questions))),
].filter((question) => question !== null);

/** Reasons that follow from the intent alone; they add nothing when the intent is shown as well. */
export const INTENT_REASONS: Readonly<Record<Intent, string>> = {
  purchase_intent: 'Wants to buy or asks for a price.',
  consulting_inquiry: 'Asks whether the consultant fits their problem.',
  demo_request: 'Wants to be shown how it works.',
  speaking_request: 'Wants a talk or workshop.',
  advice_request: 'Asks for advice.',
  partnership_vendor: 'Offers something or wants to team up.',
  support_request: 'Needs help with something already delivered.',
  general_chat: 'Is having a chat.',
  job_inquiry: 'Is about a job.',
  spam: 'Reads like bulk mail.',
};

/** Prefixes of reasons that only state an address or number; they add nothing when these are shown as well. */
export const CONTACT_REASONS = { email: 'Left an address: ', phone: 'Left a telephone number: ' } as const;

/** A call that the visitor asked for, until calls can be booked. */
export interface RequestedCall {
  /** The preferred time, in the visitor's own words. */
  wished_time: string;
  /** The day that was understood, `2026-12-01`; null if none was named. */
  due_date: string | null;
  /** Where to send the answer. */
  email: string;
}

/** Key of the action item for a requested call, by form or in words: one per conversation. */
export const CALL_REQUEST_KEY = 'request:call';
/** Key of the action item for an appointment that the visitor wants to move or cancel. */
export const CANCEL_REQUEST_KEY = 'request:cancel';
/** Key of the action item for a complaint or a request for a person: one per conversation. */
export const COMPLAINT_KEY = 'request:answer';

/** An analysis without findings. */
export const emptyExtract = (): Extract => ({
  intent: null,
  lead_score: 0,
  confidence: 0,
  company: null,
  contact_info: null,
  pain_points: [],
  followup_actions: [],
  entities: {
    person_name: null,
    org_name: null,
    role: null,
    budget_range: null,
    timeline: null,
    use_case: null,
    contact_email: null,
    contact_phone: null,
  },
  reasons: [],
  next_best_question: null,
  offer: null,
});

/** An action item, as returned by `action_items` (section 3). */
export interface ActionItemAnswer {
  title: string;
  description: string;
  priority: 'high' | 'medium' | 'low';
  owner: 'you' | 'visitor';
  category: string;
  tags: string[];
  /** A day, `2026-12-01`. */
  due_date: string | null;
}
