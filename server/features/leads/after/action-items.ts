import { CALL_REQUEST_KEY, COMPLAINT_KEY, gradeOf, type Intent, tierOf } from '@understudy/contract/leads';
import { dayAt } from '../../../platform/zones.ts';
import { TELLS_CHARS } from '../conversation-digest.ts';
import { SURE_FROM } from '../disqualification.ts';
import type { LeadFacts } from '../facts.ts';
import { type HandoffRequests, NO_REQUESTS, type QuotedLine } from '../requests/handoff-requests.ts';
import { ASKED_FOR, HIRE_KEY, requestItems } from '../requests/request-items.ts';
import type { ActionItem, TimedLine } from './action-item.ts';
import { type Earlier, isThin, returnItem } from './earlier.ts';
import {
  callItem,
  complaintItem,
  type HandoffCall,
  type Reach,
  reachOf,
  wantsNoCall,
  withoutCall,
} from './handoff-items.ts';
import { promisesIn } from './promises.ts';
import { quoted } from './quoted.ts';
import { INTEREST } from './retractions.ts';
import { refusalOf, writeItem } from './written-to.ts';

/** Specification, section 9: which intents call for what. */
const TITLES: Partial<Record<Intent, string>> = {
  purchase_intent: 'Follow up on purchase interest',
  demo_request: 'Schedule product demo',
  consulting_inquiry: 'Prepare consulting proposal',
};

const priorityOf = (score: number) => gradeOf('item_priority', score);

/** What was asked for in a conversation, and what was known of its visitor before it. */
export interface Handoff {
  requests: HandoffRequests;
  call: HandoffCall | null;
  /** Null for a first conversation. */
  earlier: Earlier | null;
  /** Whether a call was asked for, in this conversation or before it, and is wanted no more. */
  calledOff: boolean;
  /** IANA name of the time zone in which the consultant's days begin and end. */
  zone: string;
}

export const NO_HANDOFF: Handoff = {
  requests: NO_REQUESTS,
  call: null,
  earlier: null,
  calledOff: false,
  zone: 'UTC',
};

/** Who it is about and what is known, in a sentence or two. @param said words of theirs to quote above others */
function described({ entities, painPoints, phone, intentQuote }: LeadFacts, said?: string): string {
  const { person_name: person, org_name: company, role, budget_range: budget, timeline } = entities;
  const name = person?.value ?? (role || company ? 'The visitor' : null);
  const who = [name, role?.value, company && `of ${company.value}`].filter(Boolean).join(', ');
  const told = intentQuote && intentQuote.text.length >= TELLS_CHARS ? intentQuote : null;
  const words = said ?? (told ?? painPoints[0]?.quote ?? intentQuote)?.text;
  const wants = words && `In their words: ${quoted(words)}.`;
  const terms = [budget && `budget ${quoted(budget.value)}`, timeline && `time ${quoted(timeline.value)}`]
    .filter(Boolean)
    .join(', ');
  const reach = [entities.contact_email?.value, phone?.value].filter(Boolean).join(' or ');
  return [
    who && `${who.replace(', of ', ' of ')}.`,
    wants,
    terms && `Named: ${terms}.`,
    reach ? `Reach them at ${reach}.` : 'No address was left.',
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * What a conversation asks to be done: what was asked of a person, its intent, what either side promised, a date that
 * was named for talking again. A hot one leaves something to the owner whatever its intent. Nobody who is no lead makes
 * work, but by what they ask of a person: who complains or wants a call is answered, whatever else they are but
 * somebody who sells or a sender of bulk mail. Pure: the same conversation always gives the same keys.
 *
 * @param lines the whole conversation, oldest first
 * @param made keys of intent items that other conversations of this lead have made
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
 * Who came back is answered: to a look in where they ask for news, and to their yes or the next step whatever else they
 * say.
 */
function returned(facts: LeadFacts, lines: readonly TimedLine[], asked: Handoff): ActionItem | null {
  const { earlier } = asked;
  if (!earlier || !(isThin(facts, lines) || asked.requests.goesOn)) return null;
  const reached = { ...earlier, phone: wantsNoCall(asked) ? null : earlier.phone };
  return returnItem(reached, asked.requests, priorityOf(earlier.score));
}

/** A guess that is no reason to keep silent about what they ask for, but to put it behind what others do. */
const isLikelySeller = ({ intent, confidence }: LeadFacts): boolean =>
  (intent === 'partnership_vendor' || intent === 'spam') && confidence >= SURE_FROM;

/** A call, or an answer to a complaint: who gets it needs no other. */
const isOfAPerson = (key: string): boolean => key === CALL_REQUEST_KEY || key === COMPLAINT_KEY;

/** What the visitor asked a person for. */
function requestedItems(facts: LeadFacts, score: number, lines: readonly TimedLine[], asked: Handoff): ActionItem[] {
  const { requests, call, earlier } = asked;
  const told = reachOf(facts);
  const reach: Reach = {
    name: told.name ?? earlier?.name ?? null,
    phone: told.phone ?? (wantsNoCall(asked) ? null : (earlier?.phone ?? null)),
    email: told.email ?? earlier?.email ?? null,
  };
  const items: ActionItem[] = [];
  // What the words show silences a wish, a guessed intent does not: a short complaint may look like bulk mail.
  const sells = facts.disqualified?.kind === 'vendor' || facts.disqualified?.kind === 'spam';
  // The form is an act: its item is of high priority, but for somebody who most likely sells.
  const callPriority = isLikelySeller(facts) ? 'low' : call?.email ? 'high' : priorityOf(score);
  if (call && (call.seq === null || !sells)) items.push(callItem(call, reach, callPriority));
  const written = wantsNoCall(asked) && !sells ? writeItem(refusalOf(requests, lines), reach, asked.calledOff) : null;
  if (written) items.push(written);
  if (requests.complaint && !sells) {
    // A complaint is no lead: it presses whatever the score, on the day on which it was made.
    const { kind, seq } = requests.complaint;
    const at = lines.find((line) => line.seq === seq)?.at;
    const day = at ? dayAt(asked.zone, at.getTime()) : null;
    const isComplaint = kind === 'complaint';
    items.push(
      complaintItem(requests.complaint, reach, isComplaint ? 'high' : priorityOf(score), isComplaint ? day : null),
    );
  }
  // What is cancelled here is the call, which is withdrawn already.
  const others = requests.others.filter(({ request }) => requests.refused === null || request !== 'cancel');
  return [...items, ...requestItems(others, reach, sells)];
}

/** Who is to be called today is nobody's to forget, though their intent asks for nothing. */
const hotItem = (facts: LeadFacts, who: string): ActionItem => ({
  key: 'intent:hot',
  title: `Follow up with ${who}, a hot lead`.slice(0, 160).toWellFormed(),
  description: described(facts),
  priority: 'high',
  owner: 'you',
  category: 'sales',
  tags: [...(facts.intent ? [facts.intent] : []), ...(facts.urgency ? ['urgent'] : [])],
  due_date: null,
  seq: facts.intentQuote?.seq ?? null,
});

/** An intent that is less sure asks for nothing to be done. */
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
 * What is to be done about what they want: the item of the intent, and where they said that they have work to give, one
 * that quotes them, whatever the intent. One item for one wish: who asks for the engagement has one.
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

/** Who sells has no work to give, nor has who wants none of it any more. */
const isOverOrSold = ({ disqualified }: LeadFacts): boolean =>
  disqualified?.kind === 'vendor' || disqualified?.kind === 'spam' || disqualified?.kind === 'declined';

/** @param as the item of the intent, which it is where there is one */
const interestItem = (
  facts: LeadFacts,
  score: number,
  { seq, words }: QuotedLine,
  as: ActionItem | null,
): ActionItem => ({
  key: as?.key ?? HIRE_KEY,
  title: as?.title ?? 'Follow up on their interest',
  description: described(facts, words),
  priority: priorityOf(score),
  owner: 'you',
  category: 'sales',
  tags: [...(as?.tags ?? []), INTEREST, ASKED_FOR],
  due_date: null,
  seq,
});

/** A day that was named for a call, and the twin's word that one comes, are none once no call is wanted. */
const isTakenBack = ({ key, description, seq }: Omit<ActionItem, 'priority'>, refused: number | null) =>
  refused !== null &&
  (seq ?? 0) <= refused &&
  (key.startsWith('again:') ? OF_CALL.test(description) : key.startsWith(TWINS_PROMISE) && OF_CALL.test(key));

/** What the twin promises, by the key of its item, which holds the words of the promise. */
const TWINS_PROMISE = 'promise:you:';
const OF_CALL = /\b(?:call|ring|phone|talk|speak)\b/i;

/** What the twin says it passes on, and the day on which to talk, are the call that was asked for. */
function isSameCall({ key, due_date }: Omit<ActionItem, 'priority'>, call: HandoffCall | null): boolean {
  if (key.startsWith('again:')) return call?.due_date === null || due_date === call?.due_date;
  return key.startsWith(TWINS_PROMISE) && OF_CALL.test(key);
}
