import type { EntityName, Intent } from '@understudy/contract/leads';
import { maskForged } from '../../platform/text/forged.ts';
import { type Entity, isOffRecord, phoneIn, phraseOf, type Sentence, signsIn } from '../understanding/index.ts';
import { A_PARTNERSHIP, type Disqualifier, type Finding, type LeadFacts, quoteOf, troublesIn } from './facts.ts';
import type { UnderstoodLine } from './lines.ts';
import { wishIn } from './requests/request-items.ts';

/** Characters read at the beginning and the end of a long line, where visitors describe themselves. */
const HEAD_CHARS = 1_800;
const TAIL_CHARS = 600;

/** The part of a line that is read, with a map back to the original line. */
export interface SanitizedText {
  /** The text to read; forged and unprintable characters are blanked one by one. */
  text: string;
  /** Whether something in it pretended to be somebody else, or gave orders to the analysis. */
  forged: boolean;
  /** Maps a place in `text` to its place in the line. */
  at(place: number): number;
}

/** Lines without such a character contain nothing unprintable and no typographic apostrophe. */
const BEYOND_ASCII = /[^ -~]/;

/** Cache of the last line: facts and intent read the same line, one after the other. */
let latest: { line: string; sanitized: SanitizedText } | null = null;

/** Sanitizes a line: cuts it to the part that is read, in time linear in its length, and blanks forged parts. */
export function sanitize(line: string): SanitizedText {
  if (latest?.line !== line) latest = { line, sanitized: cutAndMasked(line) };
  return latest.sanitized;
}

function cutAndMasked(line: string): SanitizedText {
  const cut = line.length > HEAD_CHARS + TAIL_CHARS;
  const gap = cut ? line.length - HEAD_CHARS - TAIL_CHARS - 1 : 0;
  const kept = cut ? `${line.slice(0, HEAD_CHARS)}\n${line.slice(-TAIL_CHARS)}`.toWellFormed() : line;
  const printable = BEYOND_ASCII.test(kept) ? withoutControls(kept) : kept;
  const text = maskForged(printable);
  return { text, forged: text !== printable, at: (place) => (place > HEAD_CHARS ? place + gap : place) };
}

const withoutControls = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}]/gu, (one) => (one === '\n' ? one : ' '.repeat(one.length)))
    .replace(/[\u2018\u2019\u02bc]/g, "'");

/** Pain points to keep; even a talkative visitor has no more. */
const MAX_PAIN_POINTS = 6;
/** Disqualifications that end when the visitor asks for something or names money. */
const OUTGROWN: ReadonlySet<Disqualifier> = new Set(['declined', 'for_somebody_else']);
/** A day or a month, as opposed to 'this week'. */
const DATED = /\d(?! ?(?:am|pm|o'clock))|\b(?:in may|\p{L}+uary|march|april|june|july|august|\p{L}+ember|october)\b/iu;

/** The facts after one more line, as a new object. The last stated value wins, and a denial removes a fact. */
export function updateFacts(facts: LeadFacts, line: UnderstoodLine): LeadFacts {
  const { understanding } = line;
  const finding = ({ value, from, to }: Entity): Finding => ({
    value,
    quote: quoteOf(line, understanding.text.slice(from, to)),
  });
  const lineEntities = understanding.entities.filter((one) => !isUnmeant(line, one));
  const troubles = troublesIn(understanding).filter((one) => !isUnmeant(line, one));
  const entityMatch = (type: Entity['type']) => lineEntities.findLast((one) => one.type === type);
  const entities = { ...facts.entities };
  const set = (name: EntityName, entity: Entity | undefined): void => {
    if (entity) entities[name] = finding(entity);
  };
  const email = entityMatch('email');
  // An address that the twin gave is not the visitor's.
  if (!line.before?.toLowerCase().includes(email?.value ?? ' ')) set('contact_email', email);
  set('person_name', fuller(entityMatch('person'), entities.person_name));
  set('org_name', fuller(entityMatch('company'), entities.org_name));
  set('role', entityMatch('role'));
  set('budget_range', entityMatch('budget'));
  const when = entityMatch('timeline');
  // A weekday in passing does not replace the date named before, and the time of a call is no project date.
  const isOfCall = understanding.requests.has('slot') || understanding.requests.has('call');
  if (when && (DATED.test(when.value) || !(isOfCall || DATED.test(entities.timeline?.value ?? ''))))
    set('timeline', when);

  const sign = (name: string): Finding | null => {
    const sentence = understanding.flags.has('sarcasm')
      ? undefined
      : understanding.sentences.findLast((one) => one.signs.has(name) && !(one.asks && name !== 'urgent'));
    return sentence ? { value: wordsOf(sentence), quote: quoteOf(line, sentence.text) } : null;
  };
  const budget = entityMatch('budget');
  // 'We had 30k. It is gone.': the last statement counts.
  const denied = sign('money-no-issue') ? null : sign('no-money');
  const noBudget =
    denied && (!budget || denied.quote.to > quoteOf(line, understanding.text.slice(budget.from, budget.to)).from)
      ? denied
      : null;
  if (noBudget) delete entities.budget_range;
  const wanted = sign('wants');
  if (wanted && isAboutWork(line) && !entities.use_case && !isOffRecord(understanding)) entities.use_case = wanted;
  const phone = phoneIn(understanding.text, isAskedFor(line.before), understanding.requests.has('call'));

  const next: LeadFacts = {
    ...facts,
    entities,
    phone: phone
      ? { value: phone.value, quote: quoteOf(line, understanding.text.slice(phone.from, phone.to)) }
      : facts.phone,
    painPoints: isOffRecord(understanding) ? facts.painPoints : withPains(facts.painPoints, troubles.map(finding)),
    noBudget: noBudget ?? (budget ? null : facts.noBudget),
    authority: sign('others-decide') ? null : (sign('decides') ?? facts.authority ?? decider(entities.role)),
    urgency: sign('not-urgent') ? null : (sign('urgent') ?? facts.urgency),
    request: wishIn(line) ?? partnership(line, sign) ?? facts.request,
    engagement: {
      ...facts.engagement,
      messages: facts.engagement.messages + 1,
      words: facts.engagement.words + (understanding.text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0),
      questions: facts.engagement.questions + understanding.sentences.filter(({ asks }) => asks).length,
    },
    disqualified: standing(facts, line, sign),
  };
  // Somebody who is no longer interested has no money, date or urgency for it.
  if (next.disqualified?.kind !== 'declined') return next;
  const { budget_range: _budget, timeline: _timeline, ...left } = entities;
  return { ...next, entities: left, request: null, urgency: null };
}

/**
 * Sums, dates and problems do not count in a sentence that only supposes or is about somebody else; names still do. A
 * sum that they lost, or find too high, is no budget.
 */
function isUnmeant({ understanding }: UnderstoodLine, { type, from }: Entity): boolean {
  if (type !== 'budget' && type !== 'timeline' && type !== 'pain') return false;
  const signs = understanding.sentences.find((sentence) => from >= sentence.from && from < sentence.to)?.signs;
  if (type === 'budget' && signs?.has('sum-not-offered')) return true;
  return signs?.has('supposed') || signs?.has('for-somebody-else') || false;
}

/** A name that is fuller than the known one, or different; a part of the known one adds nothing. */
const fuller = (entity: Entity | undefined, known: Finding | undefined): Entity | undefined =>
  entity && known?.value.toLowerCase().includes(entity.value.toLowerCase()) ? undefined : entity;

/** A sentence as a phrase that reads well on its own. */
const wordsOf = ({ text }: Sentence): string => (phraseOf(text) ?? text).replace(/[\s,;:]+$/, '');

/** A role that decides by itself; null for any other. */
const decider = (role: Finding | undefined): Finding | null => {
  const signs = role ? signsIn(role.value) : [];
  return role && signs.includes('decider') && !signs.includes('no-decider') ? role : null;
};

const WORK = ['purchase_intent', 'consulting_inquiry', 'speaking_request', 'demo_request'] as const;
const isAboutWork = ({ understanding: { intents } }: UnderstoodLine): boolean =>
  WORK.reduce((sum, intent) => sum + intents[intent], 0) > 0.5;

/** Minimum probability that a line is a seller's or partner's for 'together' to mean an offer to the consultant. */
const MIN_PARTNER = 0.3;

/** The wish for a partnership in a line; null when there is none. */
function partnership({ understanding }: UnderstoodLine, sign: (name: string) => Finding | null): Finding | null {
  const told = understanding.intents.partnership_vendor >= MIN_PARTNER ? sign('teams-up') : null;
  return told && { ...told, value: A_PARTNERSHIP };
}

/** Whether the twin asked for contact details. */
const isAskedFor = (before: string | null): boolean =>
  before !== null && /\b(?:reach|number|phone|call you|contact)\b[^?]*\?\s*$/i.test(before.slice(-200));

/** Whether the twin asked whether to book, move or cancel a meeting; a no to that is no more than that. */
const isAboutBooking = (before: string | null): boolean => /^Shall I (?:book|move|cancel) /m.test(before ?? '');

/** The pain points with new ones, without repetitions. */
function withPains(known: readonly Finding[], entities: readonly Finding[]): Finding[] {
  const pains = [...known];
  for (const pain of entities)
    if (!pains.some(({ value }) => value.toLowerCase() === pain.value.toLowerCase())) pains.push(pain);
  return pains.slice(0, MAX_PAIN_POINTS);
}

/** Minimum probability for one line alone to show that somebody sells, applies for a post or sends bulk mail. */
const MIN_DISQUALIFYING = 0.7;

/**
 * Evidence in a line's words that the visitor sells, applies for a post or sends bulk mail; a guessed intent is none.
 */
function soldIn(line: UnderstoodLine): LeadFacts['disqualified'] {
  const { acts, flags, intents, text } = line.understanding;
  const quote = quoteOf(line, text);
  if (flags.has('spam') && intents.spam >= MIN_DISQUALIFYING) return { kind: 'spam', quote };
  if (intents.job_inquiry >= MIN_DISQUALIFYING) return { kind: 'job_seeker', quote };
  return acts.has('pitch') && intents.partnership_vendor >= MIN_DISQUALIFYING ? { kind: 'vendor', quote } : null;
}

/** The disqualification by what they said; it stands until they say otherwise. */
function standing(
  { disqualified }: LeadFacts,
  line: UnderstoodLine,
  sign: (name: string) => Finding | null,
): LeadFacts['disqualified'] {
  const { acts, requests, entities } = line.understanding;
  const kindOf = (kind: Disqualifier, found: Finding | null) => found && { kind, quote: found.quote };
  const taken = sign('no-student') ?? sign('for-myself') ?? sign('calls-it-on');
  if (taken) return null;
  const told =
    kindOf('student', sign('student')) ?? kindOf('for_somebody_else', sign('for-somebody-else')) ?? soldIn(line);
  if (told) return told;
  const wants = requests.size > 0 || acts.has('decide') || entities.some(({ type }) => type === 'budget');
  const off = isAboutBooking(line.before) ? null : sign('calls-it-off');
  if (off && acts.has('decline') && !wants) return { kind: 'declined', quote: off.quote };
  return disqualified && OUTGROWN.has(disqualified.kind) && wants ? null : disqualified;
}

/** Intents of people who do not come to buy: their money, dates and problems belong to an offer, a job post or bait. */
const NOT_SPENDING: Partial<Record<Intent, Disqualifier>> = {
  partnership_vendor: 'vendor',
  job_inquiry: 'job_seeker',
  spam: 'spam',
};

/** Minimum confidence in such an intent for their facts to be held back. */
export const MIN_NOT_SPENDING = 0.5;

/**
 * The facts that count for the conversation's intent: a seller's price is no budget, the end of an offer is no project
 * date, and the problems of a seller's clients are no need. The other facts are kept, for the next message may show a
 * different intent.
 */
export function withoutDisqualified(facts: LeadFacts): LeadFacts {
  if (!facts.intent || !(facts.intent in NOT_SPENDING) || facts.confidence < MIN_NOT_SPENDING) return facts;
  const { budget_range: _budget, timeline: _timeline, use_case: _use, ...entities } = facts.entities;
  return { ...facts, entities, painPoints: [] };
}

/**
 * What lowers the score: the visitor said that they are no lead, or the conversation is most likely about selling, a
 * job post or bait. Somebody who proposes a partnership does not count as a seller.
 */
export function disqualifierOf({ intent, intentQuote, confidence, disqualified, request }: LeadFacts) {
  const kind = intent ? NOT_SPENDING[intent] : undefined;
  const isPartner = kind === 'vendor' && request?.value === A_PARTNERSHIP;
  const sells =
    kind && intentQuote && !isPartner && confidence >= MIN_NOT_SPENDING ? { kind, quote: intentQuote } : null;
  return disqualified ?? sells;
}
