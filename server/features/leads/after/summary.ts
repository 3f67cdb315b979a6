import { fixedSentence, fixedValue } from '@understudy/contract/fixed-sentences';
import { CALL_REQUEST_KEY, COMPLAINT_KEY } from '@understudy/contract/leads';
import type { SummaryLabel } from '@understudy/contract/summary-labels';
import { capital } from '../../../platform/text/wording.ts';
import {
  type ConversationDigest,
  EMPTY_DIGEST,
  isHostile,
  languageOf,
  MIN_INFORMATIVE_CHARS,
  sentimentOf,
} from '../conversation-digest.ts';
import { A_CALL, type LeadFacts } from '../facts.ts';
import type { TimedLine } from '../lines.ts';
import { firstSentences } from '../model/write.ts';
import { isAskedFor, isOwnRightItem } from '../requests/request-items.ts';
import { type ActionItem, eitherOf, type Reach } from './action-item.ts';
import { type Handoff, NO_HANDOFF } from './action-items.ts';
import { backSince, dateOf, isThin, newsAsked, ownersItems } from './earlier.ts';
import { reachOf, wantsNoCall, withoutCall } from './handoff-items.ts';
import { nextStep, type Pressing } from './next-step.ts';
import { openQuestionsOf, quoted } from './open-questions.ts';
import { refusalOf, WRITE_KEY } from './written-to.ts';

/** What a busy person needs to know about a conversation (specification, section 3). */
export interface Summary {
  /** One line per field: who, what they want, terms, what they asked for, what is open, what to do. */
  executive_summary: string;
  action_items: { text: string; owner: string; priority: string }[];
  topics: string[];
  /** The visitor's unanswered questions, in their words. */
  open_questions: string[];
  sentiment: 'positive' | 'neutral' | 'negative';
}

/** What a summary is made from. */
export interface SummaryInput {
  facts: LeadFacts;
  /** 0 to 100. */
  score: number;
  lines: readonly TimedLine[];
  digest?: ConversationDigest;
  items: readonly ActionItem[];
  /** Topics, the most discussed first: titles of the passages used in answers. */
  topics: readonly string[];
  /** Reasons for the score, the weightiest first, one sentence each. */
  reasons?: readonly string[];
  /** The twin's own lines for saying that it does not know. */
  leftOpen?: readonly string[];
  /** The consultant's first name. */
  consultant: string;
  /** Requests to a person in this conversation, and what was known about the visitor before. */
  asked?: Handoff;
}

/** Additional input of the visitor's own summary. */
export interface VisitorInput {
  /** Whether the conversation is kept: otherwise nobody has the visitor's address afterwards. */
  kept: boolean;
  /** The call they explicitly asked for, as a sentence; null when they asked for none. */
  call: string | null;
}

/** Keys of items that the next step covers anyway. */
const IN_NEXT_STEP: ReadonlySet<string> = new Set([CALL_REQUEST_KEY, COMPLAINT_KEY, WRITE_KEY]);
const MAX_TOPICS = 5;
/** Reasons to list when the owner may not read the visitor's language. */
const MAX_REASONS = 4;
/** Longest quote for what they want, in characters. */
const MAX_WANTS_CHARS = 200;

/**
 * Summarizes a conversation for the consultant by rules, in fields and quotations. The visitor's words are never
 * spliced into generated sentences.
 */
export function summarise(told: SummaryInput): Summary {
  const input = heeding(told);
  const { facts, items } = input;
  const open = openOf(input);
  return {
    executive_summary: ownerLines(input, open).join('\n'),
    action_items: items.map(({ title, owner, priority }) => ({ text: title, owner, priority })),
    topics: input.topics.slice(0, MAX_TOPICS),
    open_questions: facts.intent === 'spam' ? [] : open,
    sentiment: input.asked?.requests.complaint ? 'negative' : sentimentOf(digestOf(input)),
  };
}

/**
 * Summarizes the same conversation for the visitor: what they said and asked in their own words, promises and open
 * questions. Contains no score and no verdict.
 */
export function summariseForVisitor(told: SummaryInput & VisitorInput): Summary {
  const input = heeding(told);
  const { facts, consultant } = input;
  return {
    executive_summary: hasSaid(input) ? visitorLines(input, told).join('\n') : fixedSentence('nothing_said'),
    action_items: input.items
      .filter(
        ({ category, key }) =>
          (category === 'promise' || category === 'follow-up') && key !== 'returned:news' && key !== WRITE_KEY,
      )
      .map((item) => promised(item, consultant)),
    topics: input.topics.slice(0, MAX_TOPICS),
    open_questions: facts.intent === 'spam' ? [] : openOf(input),
    sentiment: sentimentOf(digestOf(input)),
  };
}

const digestOf = ({ digest }: SummaryInput): ConversationDigest => digest ?? EMPTY_DIGEST;
/** The visitor's open questions. */
export const openOf = (input: SummaryInput): string[] =>
  openQuestionsOf(digestOf(input).questions, input.lines, input.leftOpen);
const hasSaid = ({ lines }: SummaryInput): boolean => lines.some(({ speaker }) => speaker === 'visitor');

/** Leaves out what was taken back: when the visitor wants no call, neither the request for it nor the number. */
function heeding(input: SummaryInput): SummaryInput {
  const { facts, asked } = input;
  if (!asked || !wantsNoCall(asked)) return input;
  const earlier = asked.earlier && { ...asked.earlier, phone: null };
  return { ...input, facts: withoutCall(facts), asked: { ...asked, earlier } };
}

const fieldLines = (fields: readonly (readonly [label: SummaryLabel, value: string | null])[]): string[] =>
  fields.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []));

/** The lines of the owner's summary. @param open the open questions */
function ownerLines(input: SummaryInput, open: readonly string[]): string[] {
  const { facts, lines } = input;
  const digest = digestOf(input);
  const { requests, earlier } = input.asked ?? NO_HANDOFF;
  if (!hasSaid(input)) return [fixedSentence('said_nothing')];
  if (facts.intent === 'spam')
    return [
      `${fixedSentence('bulk')}: ${quoted(wantsOf(input) ?? firstWords(lines))}`,
      idleStep(input, fixedSentence('idle')),
    ];
  if (isHostile(digest) && !requests.complaint)
    return [
      fixedSentence('hostile', { who: whoOf(input), quote: quoted(digest.insult ?? '') }),
      idleStep(input, fixedSentence('no_answer')),
    ];
  const looksIn = looksInOf(input);
  const complaint = requests.complaint ?? requests.settled?.complaint ?? null;
  const refusal = input.asked && wantsNoCall(input.asked) ? refusalOf(requests, lines) : null;
  const wants = looksIn ? (newsAsked(requests)?.words ?? refusal?.words ?? wantsOf(input)) : wantsOf(input);
  const language = languageOf(digest);
  return [
    earlier ? backSince(earlier, lines, whoOf(input)) : whoOf(input),
    ...fieldLines([
      [
        complaint?.kind === 'person' ? 'Asks for a person' : 'Complaint',
        complaint &&
          (requests.complaint ? quoted(complaint.words) : fixedSentence('settled', { quote: quoted(complaint.words) })),
      ],
      [
        language === 'en' ? 'Wants' : `Wants (in ${LANGUAGES.of(language)})`,
        wants && !complaint ? quoted(wants, MAX_WANTS_CHARS) : null,
      ],
      ['Problem', looksIn || complaint ? null : problemsOf(facts, wants)],
      ['No call', refusal && wants !== refusal.words ? quoted(refusal.words) : null],
      ['Terms', listed([...amountsOf(input), ...standingOf(input)])],
      ['Asked for', looksIn || (complaint && !input.asked?.call) ? null : askedForOf(input)],
      // The rules read other languages only partially, so the reasons for the score show the owner what was understood.
      ['Score', language !== 'en' && !complaint ? reasonsOf(input) : null],
      [
        `Still open from ${earlier ? dateOf(earlier.at) : ''}`,
        looksIn && earlier ? openBefore(input) || fixedSentence('nothing') : null,
      ],
      ['Not answered', notAnswered(open.filter((question) => !(looksIn && wants?.includes(question))))],
    ]),
    stepOf(input),
  ];
}

/** The lines of the visitor's summary. */
function visitorLines(input: SummaryInput, { kept, call }: VisitorInput): string[] {
  const { facts, consultant, asked } = input;
  const { entities, phone } = facts;
  const wants = wantsOf(input);
  const refusal = asked && wantsNoCall(asked) ? refusalOf(asked.requests, input.lines) : null;
  const address = eitherOf(entities.contact_email?.value ?? null, phone?.value ?? null);
  return [
    ...(wants ? [] : [fixedSentence('talked', { name: consultant })]),
    ...fieldLines([
      ['You said', wants && quoted(wants, MAX_WANTS_CHARS)],
      ['What troubles you', problemsOf(facts, wants)],
      ['You named', listed(amountsOf(input))],
      ['You asked for', call ? null : (facts.request?.value ?? null)],
    ]),
    ...(call ? [call] : []),
    ...fieldLines([['You want no call', refusal && quoted(refusal.words)]]),
    ...(kept && address ? [fixedSentence('can_reach', { name: consultant, at: address })] : []),
  ];
}

/** A call request, or a number for it. */
const OF_CALL = /\b(?:call|ring|phone)\b|\d(?:[ ()./-]{0,2}\d){6,}/i;

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });

const firstWords = (lines: readonly TimedLine[]): string =>
  lines.find(({ speaker }) => speaker === 'visitor')?.text ?? '';

/**
 * The words that best say what they want: the strongest evidence for the intent or, in another language, the longest
 * line.
 */
export function wantsOf(input: SummaryInput): string | null {
  const { facts, lines, asked } = input;
  const isTold = asked && wantsNoCall(asked) ? (text: string) => !OF_CALL.test(text) : () => true;
  const said = lines
    .filter(({ speaker, text }) => speaker === 'visitor' && isTold(text))
    .map(({ text }) => text.trim());
  if (languageOf(digestOf(input)) !== 'en') {
    const telling = said.map((text) => ({ text, tells: tells(text, facts) }));
    return telling.toSorted((one, other) => other.tells - one.tells)[0]?.text ?? null;
  }
  const line = facts.intentQuote && lines.find(({ seq }) => seq === facts.intentQuote?.seq)?.text.trim();
  const told = facts.intentQuote?.text.trim();
  // A short quote picked by a model is shown with the line around it.
  const spoke = told && told.length >= MIN_INFORMATIVE_CHARS ? told : line;
  const words = spoke && isTold(spoke) ? spoke : null;
  if (words && words.length >= MIN_INFORMATIVE_CHARS) return words;
  // Their intent is taken back, so whatever else they said in passing does not stand for it.
  if (spoke && !words && facts.intent === 'general_chat') return null;
  // 'Yes please' is evidence for the intent but says nothing.
  const longest = said.toSorted((one, other) => other.length - one.length)[0];
  if (longest && longest.length >= MIN_INFORMATIVE_CHARS) return longest;
  return facts.intent === null || facts.intent === 'general_chat' ? null : words;
}

/** Characters of a line without names and addresses, which the summary already contains. */
const tells = (text: string, { entities, phone }: LeadFacts): number =>
  [entities.person_name, entities.org_name, entities.role, entities.contact_email, phone].reduce(
    (left, found) => left - (found && text.includes(found.quote.text) ? found.quote.text.length + 15 : 0),
    Math.min(text.length, MAX_WANTS_CHARS),
  );

/** Their problems in their words, unless what they want already includes them. */
function problemsOf({ painPoints }: LeadFacts, wants: string | null): string | null {
  const words = painPoints.map(({ quote }) => quote.text.trim()).filter((text) => !wants?.includes(text));
  return words.length > 0
    ? words
        .slice(0, 2)
        .map((text) => quoted(text))
        .join(', ')
    : null;
}

/** Whether the words belong to the call request, whose day is not a date of the work. */
const isOfCall = ({ asked }: SummaryInput, words: string): boolean => asked?.call?.wish.includes(words) ?? false;

/** Budget and timeline, as stated. */
function amountsOf(input: SummaryInput): string[] {
  const { budget_range: budget, timeline } = input.facts.entities;
  return [
    ...(budget ? [fixedSentence('budget', { quote: quoted(budget.value) })] : []),
    ...(timeline && !isOfCall(input, timeline.value) ? [fixedSentence('time', { quote: quoted(timeline.value) })] : []),
  ];
}

/** Other conditions that decide the outcome, unless another field already covers them. */
function standingOf(input: SummaryInput): string[] {
  const { entities, noBudget, urgency, authority } = input.facts;
  const isTold = (words: string) =>
    isOfCall(input, words) || words === entities.timeline?.quote.text || whoOf(input).includes(words);
  const part = (what: 'no_budget' | 'urgent' | 'decides', words: string | undefined) =>
    words === undefined || isTold(words) ? [] : [fixedSentence(what, { quote: quoted(words) })];
  return [
    ...part('no_budget', entities.budget_range ? undefined : noBudget?.quote.text),
    ...part('urgent', urgency?.quote.text),
    ...part('decides', authority?.quote.text),
  ];
}

const listed = (parts: readonly string[]): string | null => (parts.length > 0 ? parts.join(', ') : null);

function askedForOf({ facts: { request }, asked }: SummaryInput): string | null {
  if (!asked?.call) return request ? request.value : null;
  const { wish, email } = asked.call;
  return `${A_CALL}, ${quoted(wish)}${email ? `; ${fixedSentence('answer_goes_to', { email })}` : ''}`;
}

function reasonsOf({ reasons = [] }: SummaryInput): string | null {
  return reasons.length > 0
    ? reasons
        .slice(0, MAX_REASONS)
        .map((reason) => reason.replace(/\.$/, ''))
        .join('; ')
    : null;
}

/** What was left open before they looked in again. */
function openBefore({ asked }: SummaryInput): string {
  const earlier = asked?.earlier;
  if (!earlier) return '';
  return [...ownersItems(earlier), ...earlier.questions.slice(0, 1).map((question) => quoted(question))].join('; ');
}

const notAnswered = (open: readonly string[]): string | null =>
  open.length === 0
    ? null
    : open.length > 1
      ? fixedSentence('and_more', { quote: quoted(open[0] ?? ''), n: open.length - 1 })
      : quoted(open[0] ?? '');

/** Whether a returning visitor only looks in again, and asks for news; null when they do more. */
function looksInOf({ facts, lines, asked }: SummaryInput): { news: boolean } | null {
  if (!asked?.earlier || !isThin(facts, lines)) return null;
  const { requests } = asked;
  if (requests.complaint || requests.settled?.complaint) return null;
  return { news: newsAsked(requests) !== null };
}

/** The next step. Requests about their stored data come first, lead or not. */
function stepOf(input: SummaryInput): string {
  const presses = pressingOf(input);
  const step = nextStep(
    input.facts,
    input.score,
    reachWith(input),
    input.asked ?? NO_HANDOFF,
    looksInOf(input),
    presses,
  );
  return presses?.first && !step.includes(presses.deed)
    ? `${fixedSentence('first', { deed: presses.deed })} ${step}`
    : step;
}

/** The last line of a summary when the words call for nothing. @param idle what to say unless a request presses */
function idleStep(input: SummaryInput, idle: string): string {
  const presses = pressingOf(input);
  return presses ? fixedSentence('to_be_done', { deed: presses.deed }) : idle;
}

/** Their other high-priority request, beside a call and an answer, which the next step already covers. */
function pressingOf({ items }: SummaryInput): (Pressing & { first: boolean }) | null {
  const pressing = items.filter(
    (item) => item.owner === 'you' && item.priority === 'high' && isAskedFor(item) && !IN_NEXT_STEP.has(item.key),
  );
  const item = pressing.find(isOwnRightItem) ?? pressing[0];
  const deed = item?.title.split(': “')[0];
  return item && deed ? { deed: deed.charAt(0).toLowerCase() + deed.slice(1), first: isOwnRightItem(item) } : null;
}

/** Sentences of a model's summary before the next step. */
const MAX_SENTENCES_BEFORE_STEP = 4;

/**
 * A model's summary, followed by the rule-based next step where somebody is to be called, not called or answered: no
 * model is trusted to say that, or to give the right number.
 */
export function withNextStep(written: string, input: SummaryInput): string {
  const { asked } = input;
  if (!asked || !(asked.call || asked.requests.complaint || wantsNoCall(asked))) return written;
  return `${firstSentences(written, MAX_SENTENCES_BEFORE_STEP)} ${stepOf(heeding(input))}`;
}

/** How to reach them, from this and earlier conversations. */
function reachWith({ facts, asked }: SummaryInput): Reach {
  const { name, phone, email } = reachOf(facts);
  const earlier = asked?.earlier;
  return {
    name: name ?? earlier?.name ?? null,
    phone: phone ?? earlier?.phone ?? null,
    email: asked?.call?.email ?? email ?? earlier?.email ?? null,
  };
}

/** Name, role and company, from this and earlier conversations. */
function whoOf({ facts, asked }: SummaryInput): string {
  const { person_name: name, org_name: company, role } = facts.entities;
  const earlier = asked?.earlier;
  const known = name?.value ?? earlier?.name;
  // A known name needs no role from before beside it, and 'I run the place' is no role.
  const position = role?.value ?? (known ? null : earlier?.role);
  const parts = [known, position && !/^i /i.test(position) ? position : null, company?.value ?? earlier?.company];
  const who = parts.filter((part) => part !== null && part !== undefined).join(', ');
  return capital(who || fixedValue(earlier ? 'returning_visitor' : 'a_visitor'));
}

/** A promise in the words it was given in. */
function promised({ title, owner, priority }: ActionItem, consultant: string): Summary['action_items'][number] {
  const text = owner === 'visitor' ? title.replace(/^.+? said: /, () => `${fixedSentence('you_said')}: `) : title;
  return { text, owner: owner === 'visitor' ? 'you' : consultant, priority };
}
