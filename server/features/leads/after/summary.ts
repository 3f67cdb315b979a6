import type { Intent } from '@understudy/contract/leads';
import { tierOf } from '@understudy/contract/leads';
import type { LeadFacts } from '../facts.ts';
import { firstSentences } from '../model/executive.ts';
import type { ActionItem, TimedLine } from './action-item.ts';
import { type AskedFor, NOTHING_ASKED } from './action-items.ts';
import { type Reach, reachOf, wantsNoCall, withoutCall } from './asked.ts';
import { back, isThin, newsAsked } from './earlier.ts';
import { inTheirLanguage } from './foreign.ts';
import { asksInterview } from './interview.ts';
import { nextStep } from './next-step.ts';
import { quoted } from './quoted.ts';
import { isHostile, openQuestionsOf, sentimentOf } from './tone.ts';

/** What a busy person needs to know of a conversation (specification, section 3). */
export interface Summary {
  /** At most five sentences. */
  executive_summary: string;
  action_items: { text: string; owner: string; priority: string }[];
  topics: string[];
  /** What the visitor asked and got no answer to, in their words. */
  open_questions: string[];
  sentiment: 'positive' | 'neutral' | 'negative';
}

/** What is summed up. */
export interface SummaryInput {
  facts: LeadFacts;
  /** 0 to 100. */
  score: number;
  lines: readonly TimedLine[];
  items: readonly ActionItem[];
  /** What was talked about, the most first: the titles of the passages that answers rested on. */
  topics: readonly string[];
  /** On what the score rests, the weightiest first, a sentence each. */
  reasons?: readonly string[];
  /** The consultant's first name. */
  consultant: string;
  /** What they asked of a person in this conversation, and what was known of them before it. */
  asked?: AskedFor;
}

/** Topics that are named. */
export const TOPICS_MOST = 5;

/** What somebody with this intent did, after their name. */
const DID: Record<Intent, (consultant: string) => string> = {
  consulting_inquiry: (her) => `asked whether ${her} can help`,
  purchase_intent: () => 'wants to buy',
  demo_request: () => 'wants to be shown how it works',
  advice_request: () => 'wanted advice rather than an engagement',
  speaking_request: (her) => `invited ${her} to speak`,
  partnership_vendor: () => 'offered something, or to team up',
  support_request: () => 'has trouble with something already delivered',
  job_inquiry: () => 'asked about work',
  general_chat: () => 'had a look around and a chat',
  spam: () => 'sent what reads like bulk mail',
};

/** Sums up a conversation by rules: who, what for, on which terms, what is open, what to do. */
export function summarise(told: SummaryInput): Summary {
  const input = heeding(told);
  const { facts, lines, items, topics } = input;
  const open = openQuestionsOf(lines);
  return {
    executive_summary: sentencesOf(input, open).join(' '),
    action_items: items.map(({ title, owner, priority }) => ({ text: title, owner, priority })),
    topics: topics.slice(0, TOPICS_MOST),
    open_questions: facts.intent === 'spam' ? [] : open,
    sentiment: input.asked?.asks.complaint ? 'negative' : sentimentOf(lines),
  };
}

/** What was taken back is not told: of who wants no call neither the wish for one nor the number. */
function heeding(input: SummaryInput): SummaryInput {
  const { facts, asked } = input;
  if (!asked || !wantsNoCall(asked)) return input;
  const earlier = asked.earlier && { ...asked.earlier, phone: null };
  return { ...input, facts: withoutCall(facts), asked: { ...asked, earlier } };
}

function sentencesOf(input: SummaryInput, open: readonly string[]): string[] {
  const { facts, lines } = input;
  const said = lines.filter(({ speaker }) => speaker === 'visitor');
  if (said.length === 0) return ['The visitor opened the conversation and said nothing.'];
  if (facts.intent === 'spam') return [`${who(facts)} ${DID.spam('')}.`, 'Nothing needs to be done.'];
  const { asks, earlier } = input.asked ?? NOTHING_ASKED;
  if (isHostile(said) && !asks.complaint) return hostile(facts, said);
  const looksIn = looksInOf(input);
  const step = stepOf(input);
  if (earlier && looksIn) {
    // What they came to ask stands in the first sentence.
    const others = open.filter((question) => !newsAsked(lines)?.words.includes(question));
    const sentences = [...back(nameOf(input), earlier, lines), evidence(input), asked(others), step];
    return sentences.filter((one) => one !== null);
  }
  const foreign = asks.complaint || asks.settled?.complaint ? null : inTheirLanguage(lines, facts, input.reasons ?? []);
  const sentences = foreign
    ? [opening(input), input.asked?.call ? evidence(input) : terms(input), ...foreign, step]
    : [opening(input), terms(input), evidence(input), asked(open), step];
  return sentences.filter((sentence) => sentence !== null);
}

/** Whether somebody who was here before only looks in again, and asks for news; null where they do more. */
function looksInOf({ facts, lines, asked }: SummaryInput): { news: boolean } | null {
  if (!asked?.earlier || asked.asks.complaint || asked.asks.settled?.complaint || !isThin(facts, lines)) return null;
  return { news: newsAsked(lines) !== null };
}

/** What is to be done next, in one sentence. */
const stepOf = (input: SummaryInput): string =>
  nextStep(input.facts, input.score, reachWith(input), input.asked ?? NOTHING_ASKED, looksInOf(input));

/** Sentences of a model's summary that leave place for the next step. */
const BEFORE_STEP = 4;

/**
 * A summary in a model's words. Whom to call, not to call or to answer stands at its end by rule: of that no model is
 * trusted to say it, nor to give the right number.
 */
export function withNextStep(written: string, input: SummaryInput): string {
  const { asked } = input;
  if (!asked || !(asked.call || asked.asks.complaint || wantsNoCall(asked))) return written;
  return `${firstSentences(written, BEFORE_STEP)} ${stepOf(heeding(input))}`;
}

/** Where they can be reached, by what they told now or before. */
function reachWith({ facts, asked }: SummaryInput): Reach {
  const { name, phone, email } = reachOf(facts);
  const earlier = asked?.earlier;
  return {
    name: name ?? earlier?.name ?? null,
    phone: phone ?? earlier?.phone ?? null,
    email: asked?.call?.email ?? email ?? earlier?.email ?? null,
  };
}

/** Who came back, by what they told now or before. */
function nameOf({ facts, asked }: SummaryInput): string {
  const { person_name: name, org_name: company, role } = facts.entities;
  const earlier = asked?.earlier;
  const known = name?.value ?? earlier?.name;
  return subject({
    name: known,
    // A name that is known already needs no role told beside it.
    role: role?.value ?? (known ? null : earlier?.role),
    company: company?.value ?? earlier?.company,
    else: earlier ? 'A returning visitor' : 'A visitor',
  });
}

/** The visitor as a subject, as far as they told it here. */
const who = ({ entities }: LeadFacts): string =>
  subject({
    name: entities.person_name?.value,
    role: entities.role?.value,
    company: entities.org_name?.value,
    else: 'A visitor',
  });

/** Name, role and company, as far as they are known. */
function subject(known: Record<'name' | 'role' | 'company', string | null | undefined> & { else: string }): string {
  const { name, company } = known;
  // 'I run the place' tells what somebody does, and stands for no position in a sentence.
  const role = /^i /i.test(known.role ?? '') ? null : known.role;
  const part = [role && withArticle(role, Boolean(name)), company && `of ${company}`].filter(Boolean).join(' ');
  if (name && !role) return company ? `${name} of ${company}` : name;
  if (name) return `${name} (${part})`;
  if (role) return capital(part);
  return company ? `Somebody from ${company}` : known.else;
}

/** 'Founder' alone needs an article, behind a name in brackets it needs none. */
function withArticle(role: string, named: boolean): string {
  if (named || /^(?:an?|the|my|our)\b/i.test(role)) return role;
  return `${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${role}`;
}

function opening(input: SummaryInput): string {
  const { facts, asked } = input;
  const settled = asked?.asks.settled?.complaint ?? null;
  const complaint = asked?.asks.complaint ?? settled;
  if (complaint) {
    const did = complaint.kind === 'complaint' ? 'complained' : 'asked for a person in place of the twin';
    return (
      `${nameOf(input)} ${did}: ${quoted(complaint.words)}` + `${settled ? ', and said later that it is settled' : ''}.`
    );
  }
  const person = `${nameOf(input)} ${asked?.earlier ? 'came back and ' : ''}${did(input)}`;
  const [first, second] = facts.painPoints.map(({ value }) => inSentence(value));
  if (first) return `${person}: ${first}${second ? `; ${second}` : ''}.`;
  const { use_case: use } = facts.entities;
  return use ? `${person}, in their words: ${quoted(use.value)}.` : `${person}.`;
}

/**
 * Words that stand in the middle of a sentence: a question as it was asked, all else with a small letter, unless it is
 * a name, 'I' or an abbreviation.
 */
function inSentence(words: string): string {
  if (/^(?:how|what|why|when|who|where|which|can|could|should|is|are|do|does)\b/i.test(words)) return quoted(words);
  const [first = ''] = words.split(/\s/);
  const common =
    /^(?:An?|The|Our|My|We|They|He|She|It|This|That|These|Those|There|Every\w*|Each|All|Half|No|Nobody|Nothing|Last|Two|Three|Some|Most|Many|Everything|Everybody|Since|When|If|And|But|So)$/;
  return common.test(first) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/**
 * What they did, as far as they did it: a question for a price is no purchase, and who wants a call wants more than
 * advice.
 */
function did({ facts: { intent }, consultant, score, asked, lines }: SummaryInput): string {
  if (intent === 'speaking_request' && asksInterview(lines)) return `asked for an interview with ${consultant}`;
  if (intent === 'purchase_intent' && tierOf(score) === 'cold') return 'asked about a price or a booking';
  if (asked?.call && (intent === 'advice_request' || intent === 'general_chat' || !intent))
    return `wants to talk with ${consultant}`;
  return DID[intent ?? 'general_chat'](consultant);
}

/** Money, time and who decides, as they were said; the day of the call is the call's. */
function terms({ facts, asked }: SummaryInput): string | null {
  const { noBudget, authority } = facts;
  const ofCall = (words: string | undefined) => words !== undefined && asked?.call?.wish.includes(words);
  const entities = ofCall(facts.entities.timeline?.value) ? { ...facts.entities, timeline: undefined } : facts.entities;
  const urgency = ofCall(facts.urgency?.quote.text) ? null : facts.urgency;
  const told = [
    entities.budget_range ? `have a budget of ${entities.budget_range.value}` : noBudget ? 'have no budget' : null,
    entities.timeline ? `name the time ${quoted(entities.timeline.value)}` : null,
    authority ? 'can decide' : null,
    urgency ? 'are in a hurry' : null,
  ].filter((part) => part !== null);
  return told.length > 0 ? `They ${list(told)}.` : null;
}

/** What they want next, or else what hurts in their own words, where these say more than was said already. */
function evidence({ asked, facts: { request, painPoints } }: SummaryInput): string | null {
  if (asked?.call) {
    const { wish, email } = asked.call;
    return `They asked for a call: ${quoted(wish)}${email ? `; the answer goes to ${email}` : ''}.`;
  }
  if (request) return `They asked for ${request.value}.`;
  const [pain] = painPoints;
  if (!pain || pain.quote.text.length > 140) return null;
  const words = pain.quote.text.trim();
  return words.length > pain.value.length + 15 ? `In their words: ${quoted(words)}.` : null;
}

function asked(open: readonly string[]): string | null {
  if (open.length === 0) return null;
  return `Not answered: ${quoted(open[0] ?? '')}${open.length > 1 ? ` and ${open.length - 1} more` : ''}.`;
}

function hostile(facts: LeadFacts, said: readonly TimedLine[]): string[] {
  const worst = said.find((line) => isHostile([line]))?.text ?? '';
  return [`${who(facts)} was hostile: ${quoted(worst.slice(0, 120).toWellFormed())}.`, 'No answer is called for.'];
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const list = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
