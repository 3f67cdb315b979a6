import type { Intent, RequestedCall } from '@understudy/contract/leads';
import { tierOf } from '@understudy/contract/leads';
import type { LeadFacts } from '../facts.ts';
import type { ActionItem, TimedLine } from './action-item.ts';
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
  /** The consultant's first name. */
  consultant: string;
  /** The call that they asked for in this conversation. */
  askedCall?: RequestedCall | null;
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
export function summarise(input: SummaryInput): Summary {
  const { facts, lines, items, topics } = input;
  const open = openQuestionsOf(lines);
  return {
    executive_summary: sentencesOf(input, open).join(' '),
    action_items: items.map(({ title, owner, priority }) => ({ text: title, owner, priority })),
    topics: topics.slice(0, TOPICS_MOST),
    open_questions: facts.intent === 'spam' ? [] : open,
    sentiment: sentimentOf(lines),
  };
}

function sentencesOf(input: SummaryInput, open: readonly string[]): string[] {
  const { facts, lines, score } = input;
  const said = lines.filter(({ speaker }) => speaker === 'visitor');
  if (said.length === 0) return ['The visitor opened the conversation and said nothing.'];
  if (facts.intent === 'spam') return [`${who(facts)} ${DID.spam('')}.`, 'Nothing needs to be done.'];
  if (isHostile(said)) return hostile(facts, said);
  const sentences = [opening(input), terms(facts), evidence(input), asked(open), outlook(facts, score)];
  return sentences.filter((sentence) => sentence !== null);
}

/** The visitor as a subject: name, role and company as far as they were told. */
function who({ entities }: LeadFacts): string {
  const { person_name: name, role, org_name: company } = entities;
  const part = [role && withArticle(role.value, Boolean(name)), company && `of ${company.value}`]
    .filter(Boolean)
    .join(' ');
  if (name && !role) return company ? `${name.value} of ${company.value}` : name.value;
  if (name) return `${name.value} (${part})`;
  if (role) return capital(part);
  return company ? `Somebody from ${company.value}` : 'A visitor';
}

/** 'Founder' alone needs an article, behind a name in brackets it needs none. */
function withArticle(role: string, named: boolean): string {
  if (named || /^(?:an?|the|my|our)\b/i.test(role)) return role;
  return `${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${role}`;
}

function opening({ facts, consultant }: SummaryInput): string {
  const subject = `${who(facts)} ${DID[facts.intent ?? 'general_chat'](consultant)}`;
  const [first, second] = facts.painPoints.map(({ value }) => inSentence(value));
  if (first) return `${subject}: ${first}${second ? `; ${second}` : ''}.`;
  const { use_case: use } = facts.entities;
  return use ? `${subject}, in their words: ${quoted(use.value)}.` : `${subject}.`;
}

/** Words that stand in the middle of a sentence: a small letter, unless it is a name, 'I' or an abbreviation. */
function inSentence(words: string): string {
  const [first = ''] = words.split(/\s/);
  const common =
    /^(?:An?|The|Our|My|We|They|He|She|It|This|That|These|Those|There|Every\w*|Each|All|Half|No|Nobody|Nothing|Last|Two|Three|Some|Most|Many|Everything|Everybody|Since|When|If|And|But|So)$/;
  return common.test(first) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/** Money, time and who decides, as they were said. */
function terms({ entities, noBudget, authority, urgency }: LeadFacts): string | null {
  const told = [
    entities.budget_range ? `have a budget of ${entities.budget_range.value}` : noBudget ? 'have no budget' : null,
    entities.timeline ? `name the time ${quoted(entities.timeline.value)}` : null,
    authority ? 'can decide' : null,
    urgency ? 'are in a hurry' : null,
  ].filter((part) => part !== null);
  return told.length > 0 ? `They ${list(told)}.` : null;
}

/** What they want next, or else what hurts in their own words, where these say more than was said already. */
function evidence({ askedCall, facts: { request, painPoints } }: SummaryInput): string | null {
  if (askedCall)
    return `They asked for a call: ${quoted(askedCall.wished_time)}; the answer goes to ${askedCall.email}.`;
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

/** What follows from it all. */
function outlook(facts: LeadFacts, score: number): string {
  const { entities, phone, disqualified } = facts;
  const reach = entities.contact_email?.value ?? phone?.value;
  if (disqualified) return 'This is no lead.';
  const tier = tierOf(score);
  if (tier === 'cold') return reach ? `A cold lead; ${reach} was left all the same.` : 'A cold lead: nothing presses.';
  if (!reach) return `A ${tier} lead (${score} of 100) who left no address.`;
  return tier === 'hot'
    ? `A hot lead (${score} of 100): answer today, at ${reach}.`
    : `A warm lead (${score} of 100): write to ${reach}.`;
}

function hostile(facts: LeadFacts, said: readonly TimedLine[]): string[] {
  const worst = said.find((line) => isHostile([line]))?.text ?? '';
  return [`${who(facts)} was hostile: ${quoted(worst.slice(0, 120).toWellFormed())}.`, 'No answer is called for.'];
}

const quoted = (text: string) => `"${text.replace(/[".]+$/, '').replaceAll('"', "'")}"`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const list = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
