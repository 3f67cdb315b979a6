import { fixedSentence } from '@understudy/contract/fixed-sentences';
import { CALL_REQUEST_KEY, COMPLAINT_KEY, gradeOf, type Intent, tierOf } from '@understudy/contract/leads';
import { dayAt } from '../../../platform/zones.ts';
import { MIN_INFORMATIVE_CHARS } from '../conversation-digest.ts';
import type { LeadFacts } from '../facts.ts';
import type { QuotedLine, TimedLine } from '../lines.ts';
import { type HandoffRequests, NO_HANDOFF_REQUESTS } from '../requests/handoff-requests.ts';
import { ASKED_FOR, HIRE_KEY, requestItems } from '../requests/request-items.ts';
import { MIN_NOT_SPENDING } from '../update-facts.ts';
import { type ActionItem, eitherOf, type Reach, reachSentence } from './action-item.ts';
import { type Earlier, isThin, returnItem } from './earlier.ts';
import {
  callItem,
  complaintItem,
  type HandoffCall,
  INTEREST,
  reachOf,
  wantsNoCall,
  withoutCall,
} from './handoff-items.ts';
import { promisesIn, quoted } from './open-questions.ts';
import { refusalOf, writeItem } from './written-to.ts';

/** Item titles by intent (specification, section 9). */
const TITLES: Partial<Record<Intent, string>> = {
  purchase_intent: fixedSentence('purchase'),
  demo_request: fixedSentence('demo'),
  consulting_inquiry: fixedSentence('proposal'),
};

const priorityOf = (score: number) => gradeOf('item_priority', score);

/** What a conversation asked for, and what was known about its visitor before. */
export interface Handoff {
  requests: HandoffRequests;
  call: HandoffCall | null;
  /** Null for a first conversation. */
  earlier: Earlier | null;
  /** Whether a call was requested, in this conversation or earlier, and is no longer wanted. */
  calledOff: boolean;
  /** IANA name of the time zone that bounds the consultant's days. */
  zone: string;
}

/** The handoff of a conversation that asked for nothing. */
export const NO_HANDOFF: Handoff = {
  requests: NO_HANDOFF_REQUESTS,
  call: null,
  earlier: null,
  calledOff: false,
  zone: 'UTC',
};

/** Describes the visitor in a sentence or two. @param said their words to quote in preference to others */
function described({ entities, painPoints, phone, intentQuote }: LeadFacts, said?: string): string {
  const { person_name: person, org_name: company, role, budget_range: budget, timeline } = entities;
  const name = person?.value ?? (role || company ? 'The visitor' : null);
  const who = [name, role?.value, company && `of ${company.value}`].filter(Boolean).join(', ');
  const told = intentQuote && intentQuote.text.length >= MIN_INFORMATIVE_CHARS ? intentQuote : null;
  const words = said ?? (told ?? painPoints[0]?.quote ?? intentQuote)?.text;
  const wants = words && fixedSentence('in_their_words', { quote: quoted(words) });
  return [
    who && `${who.replace(', of ', ' of ')}.`,
    wants,
    namedTerms(budget ? quoted(budget.value) : null, timeline ? quoted(timeline.value) : null),
    reachSentence(eitherOf(entities.contact_email?.value ?? null, phone?.value ?? null)),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Budget and time in a sentence; null if neither was named. */
function namedTerms(budget: string | null, time: string | null): string | null {
  if (budget && time) return fixedSentence('named_terms', { quote: budget, quote_time: time });
  if (budget) return fixedSentence('named_budget', { quote: budget });
  return time && fixedSentence('named_time', { quote: time });
}

/**
 * The action items of a conversation: requests to a person, the item of its intent, promises of either side, and a date
 * named for talking again. A hot lead always gets an item, whatever its intent. Somebody who is no lead creates no
 * items except through their requests to a person: a complaint or a call request is answered unless it comes from a
 * vendor or a sender of bulk mail. Pure: the same conversation always gives the same keys.
 *
 * @param lines the whole conversation, oldest first
 * @param made keys of intent items that this lead's other conversations created
 */
export async function actionItemsOf(
  told: LeadFacts,
  score: number,
  lines: readonly TimedLine[],
  asked: Handoff = NO_HANDOFF,
  made: ReadonlySet<string> = new Set(),
): Promise<ActionItem[]> {
  const facts = wantsNoCall(asked) ? withoutCall(told) : told;
  const requested = requestedItems(facts, score, lines, asked);
  const isNoLead = facts.disqualified !== null || facts.intent === 'spam';
  const wish = wishItem(facts, score, asked.requests, isNoLead ? null : intentItem(facts, score), requested);
  if (isNoLead) return wish ? [...requested, wish] : requested;
  const back = returned(facts, lines, asked);
  const items = [
    ...requested,
    ...(wish ? [wish] : []),
    ...(back && !requested.some(({ key }) => isOfAPerson(key)) ? [back] : []),
  ];
  const who = facts.entities.person_name?.value ?? asked.earlier?.name ?? 'the visitor';
  const isAsked = requested.some(({ key }) => asked.call && key.endsWith(':call'));
  for (const promise of await promisesIn(lines, asked.requests, who, asked.zone)) {
    if (isAsked && isSameCall(promise, asked.call)) continue;
    if (isTakenBack(promise, asked.requests.refused)) continue;
    const priority =
      promise.owner === 'visitor' ? 'low' : promise.category === 'follow-up' ? priorityOf(score) : 'medium';
    items.push({ ...promise, priority });
  }
  if (tierOf(score) === 'hot' && !items.some(({ owner }) => owner === 'you')) items.push(hotItem(facts, who));
  const open = new Set(asked.earlier?.items.map(({ key }) => key));
  return items.filter(({ key }) => !made.has(key) && !(open.has(key) && key.startsWith('promise:')));
}

/**
 * The item for a returning visitor: for asking for news when they only look in, and for agreeing or asking for the next
 * step in every case.
 */
function returned(facts: LeadFacts, lines: readonly TimedLine[], asked: Handoff): ActionItem | null {
  const { earlier } = asked;
  if (!earlier || !(isThin(facts, lines) || asked.requests.goesOn)) return null;
  const reached = { ...earlier, phone: wantsNoCall(asked) ? null : earlier.phone };
  return returnItem(reached, asked.requests, priorityOf(earlier.score));
}

/** Whether the intent is most likely a seller's. Such a guess lowers the priority of a request but does not drop it. */
const isLikelySeller = ({ intent, confidence }: LeadFacts): boolean =>
  (intent === 'partnership_vendor' || intent === 'spam') && confidence >= MIN_NOT_SPENDING;

/** A call, or an answer to a complaint: either makes the item for a returning visitor unnecessary. */
const isOfAPerson = (key: string): boolean => key === CALL_REQUEST_KEY || key === COMPLAINT_KEY;

function requestedItems(facts: LeadFacts, score: number, lines: readonly TimedLine[], asked: Handoff): ActionItem[] {
  const { requests, call, earlier } = asked;
  const told = reachOf(facts);
  const reach: Reach = {
    name: told.name ?? earlier?.name ?? null,
    phone: told.phone ?? (wantsNoCall(asked) ? null : (earlier?.phone ?? null)),
    email: told.email ?? earlier?.email ?? null,
  };
  const items: ActionItem[] = [];
  // Only the visitor's words suppress a request. A guessed intent does not: a short complaint may look like bulk mail.
  const sells = facts.disqualified?.kind === 'vendor' || facts.disqualified?.kind === 'spam';
  // Submitting the form is deliberate, so its item has high priority, except for a likely seller.
  const callPriority = isLikelySeller(facts) ? 'low' : call?.email ? 'high' : priorityOf(score);
  if (call && (call.seq === null || !sells)) items.push(callItem(call, reach, callPriority));
  const written = wantsNoCall(asked) && !sells ? writeItem(refusalOf(requests, lines), reach, asked.calledOff) : null;
  if (written) items.push(written);
  if (requests.complaint && !sells) {
    // A complaint is no lead: it is urgent whatever the score, and due on the day it was made.
    const { kind, seq } = requests.complaint;
    const at = lines.find((line) => line.seq === seq)?.at;
    const day = at ? dayAt(asked.zone, at.getTime()) : null;
    const isComplaint = kind === 'complaint';
    items.push(
      complaintItem(requests.complaint, reach, isComplaint ? 'high' : priorityOf(score), isComplaint ? day : null),
    );
  }
  // The cancellation here refers to the call, which is already withdrawn.
  const others = requests.others.filter(({ request }) => requests.refused === null || request !== 'cancel');
  return [...items, ...requestItems(others, reach, sells)];
}

/** Reminds the owner of a hot lead whose intent creates no item. */
const hotItem = (facts: LeadFacts, who: string): ActionItem => ({
  key: 'intent:hot',
  title: fixedSentence('hot', { who }).slice(0, 160).toWellFormed(),
  description: described(facts),
  priority: 'high',
  owner: 'you',
  category: 'sales',
  tags: [...(facts.intent ? [facts.intent] : []), ...(facts.urgency ? ['urgent'] : [])],
  due_date: null,
  seq: facts.intentQuote?.seq ?? null,
});

/** Minimum confidence in an intent that creates an item. */
const MIN_CONFIDENCE = 0.4;

function intentItem(facts: LeadFacts, score: number): ActionItem | null {
  const title = facts.intent && TITLES[facts.intent];
  if (!facts.intent || !title || facts.confidence < MIN_CONFIDENCE) return null;
  return {
    key: `intent:${facts.intent}`,
    title,
    description: described(facts),
    priority: priorityOf(score),
    owner: 'you',
    category: 'sales',
    tags: [facts.intent, ...(facts.urgency ? ['urgent'] : [])],
    due_date: null,
    seq: facts.intentQuote?.seq ?? null,
  };
}

/**
 * The item for what they want: the item of the intent or, where they said that they have work to give, one that quotes
 * them, whatever the intent. One item per wish: somebody who asks for the engagement gets only that one.
 */
function wishItem(
  facts: LeadFacts,
  score: number,
  requests: HandoffRequests,
  ofIntent: ActionItem | null,
  requested: readonly ActionItem[],
): ActionItem | null {
  const intent = requested.some(({ key }) => key === ofIntent?.key) ? null : ofIntent;
  const { interest } = requests;
  if (!interest || requested.some(({ key }) => key === HIRE_KEY) || isOverOrSold(facts)) return intent;
  return interestItem(facts, score, interest, intent);
}

/** Whether they have no work to give: vendors, and those who no longer want any. */
const isOverOrSold = ({ disqualified }: LeadFacts): boolean =>
  disqualified?.kind === 'vendor' || disqualified?.kind === 'spam' || disqualified?.kind === 'declined';

/** @param as the item of the intent, to use when there is one */
const interestItem = (
  facts: LeadFacts,
  score: number,
  { seq, words }: QuotedLine,
  as: ActionItem | null,
): ActionItem => ({
  key: as?.key ?? HIRE_KEY,
  title: as?.title ?? fixedSentence('interest'),
  description: described(facts, words),
  priority: priorityOf(score),
  owner: 'you',
  category: 'sales',
  tags: [...(as?.tags ?? []), INTEREST, ASKED_FOR],
  due_date: null,
  seq,
});

/** Once a call is refused, a day named for it and the twin's promise of it no longer count. */
const isTakenBack = ({ key, description, seq }: Omit<ActionItem, 'priority'>, refused: number | null) =>
  refused !== null &&
  (seq ?? 0) <= refused &&
  (key.startsWith('again:') ? OF_CALL.test(description) : key.startsWith(TWINS_PROMISE) && OF_CALL.test(key));

/** Key prefix of the twin's promises; the words of the promise follow. */
const TWINS_PROMISE = 'promise:you:';
const OF_CALL = /\b(?:call|ring|phone|talk|speak)\b/i;

/** The twin's promise to pass something on, and a day named for talking, refer to the requested call. */
function isSameCall({ key, due_date }: Omit<ActionItem, 'priority'>, call: HandoffCall | null): boolean {
  if (key.startsWith('again:')) return call?.due_date === null || due_date === call?.due_date;
  return key.startsWith(TWINS_PROMISE) && OF_CALL.test(key);
}
