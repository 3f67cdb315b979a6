import { fixedValue } from '@understudy/contract/fixed-sentences';
import type { EntityName, Intent, RequestedCall } from '@understudy/contract/leads';
import type { Entity, Request, Sentence, Subject, Understanding } from '../understanding/index.ts';

/** Values of {@link LeadFacts.request} that code tells apart from others. */
export const A_CALL = fixedValue('a_call');
export const A_PARTNERSHIP = fixedValue('partnership_wish');

/** A span of the visitor's own words: characters `from` to `to` (exclusive) of the utterance at `seq`. */
export interface Quote {
  seq: number;
  from: number;
  to: number;
  text: string;
}

/** A normalized value with the quote that shows it. */
export interface Finding {
  value: string;
  quote: Quote;
}

/** Why somebody is no lead, however eager they sound (docs/leads.md, tiers). */
export type Disqualifier = 'student' | 'vendor' | 'job_seeker' | 'spam' | 'declined' | 'for_somebody_else';

/** What the visitor did in the conversation, apart from the facts they stated. */
interface Engagement {
  messages: number;
  words: number;
  /** Number of their questions about the consultant's work. */
  questions: number;
  /** Number of this visitor's conversations before this one. */
  earlierVisits: number;
}

/**
 * What is known about a visitor from one conversation: the last stated value of each field, with its quote. Immutable:
 * learning a line creates a new object.
 */
export interface LeadFacts {
  intent: Intent | null;
  /** Confidence in the intent, 0 to 1. */
  confidence: number;
  /** The strongest evidence for the intent. */
  intentQuote: Quote | null;
  entities: Partial<Record<EntityName, Finding>>;
  phone: Finding | null;
  /** Short phrases for their problems, in the order mentioned. */
  painPoints: Finding[];
  /** That they decide, or influence the decision. */
  authority: Finding | null;
  /** What they asked for: a call, a meeting, an offer, a contract, a demonstration. */
  request: Finding | null;
  noBudget: Finding | null;
  urgency: Finding | null;
  disqualified: { kind: Disqualifier; quote: Quote } | null;
  engagement: Engagement;
}

/** The facts before the first line. */
export const noFacts = (earlierVisits = 0): LeadFacts => ({
  intent: null,
  confidence: 0,
  intentQuote: null,
  entities: {},
  phone: null,
  painPoints: [],
  authority: null,
  request: null,
  noBudget: null,
  urgency: null,
  disqualified: null,
  engagement: { messages: 0, words: 0, questions: 0, earlierVisits },
});

/** What a visitor typed into the page's call form. */
export interface CallForm extends RequestedCall {
  /** Their newest line before it; -1 before the first. */
  after: number;
}

/**
 * Form text as evidence. It stands in no utterance, so the quote covers characters 0 to 0 of the utterance before it.
 */
export const typedQuote = (text: string, after: number): Quote => ({ seq: Math.max(0, after), from: 0, to: 0, text });

/**
 * Adds the form to the facts: the visitor's own address and the call request. An address stated after it wins, since
 * the last stated value always does.
 */
export function withCallForm(facts: LeadFacts, call: CallForm | null): LeadFacts {
  if (!call) return facts;
  const told = facts.entities.contact_email;
  const typed = { value: call.email, quote: typedQuote(call.email, call.after) };
  return {
    ...facts,
    entities: { ...facts.entities, contact_email: told && told.quote.seq > call.after ? told : typed },
    request: facts.request ?? { value: A_CALL, quote: typedQuote(call.wished_time, call.after) },
  };
}

/** Longest quote, in characters. */
const MAX_QUOTE_CHARS = 200;

/**
 * The visitor's own words as a quote of the original line; its beginning when they do not stand there in one piece,
 * because they were read with something left out.
 */
export function quoteOf({ seq, text }: { seq: number; text: string }, words: string): Quote {
  const found = text.indexOf(words);
  const from = Math.max(0, found);
  const to = found < 0 ? Math.min(text.length, MAX_QUOTE_CHARS) : from + Math.min(words.length, MAX_QUOTE_CHARS);
  return { seq, from, to, text: text.slice(from, to).toWellFormed() };
}

/** A span of a line, in characters of the understood text, and how much it shows why they came. */
export interface Telling {
  from: number;
  to: number;
  worth: number;
}

/** Longest span, in characters. */
const MAX_SPAN_CHARS = 200;
/** Characters of a sentence that says something by itself. */
const MIN_TELLING_CHARS = 25;
/** Characters of a question that names what they want, unlike 'what does it cost?'. */
const MIN_QUESTION_CHARS = 40;

/** Weights of a sentence by what it does: how much it shows why they came. */
const TROUBLED = {
  trouble: 1,
  wish: 0.8,
  wishedQuestion: 0.5,
  states: 0.4,
  takesBack: 0.5,
  question: 0.25,
  rest: 0.05,
};
/** Weights for visitors who have decided what they want: a full question about it says more than their problems. */
const DECIDED: typeof TROUBLED = { ...TROUBLED, question: 0.5 };

/** Requests for work, as opposed to other reasons to come. */
const OF_WORK: readonly Request[] = ['hire', 'quote'];
/** Requests about a complaint or their stored data. */
const OF_THEIRS: readonly Request[] = ['complaint', 'delete_data', 'see_data', 'correct_data', 'withdraw_consent'];
/**
 * Subjects of questions about the twin, the talk or what is known about the visitor: they do not show why they came.
 */
export const OF_THE_TALK: readonly Subject[] = ['ai', 'visitor', 'talk', 'chat'];
/** Minimum probability that a sentence asks about such a subject. */
const MIN_SUBJECT = 0.5;

/** Words that turn a clause into a question: 'does my manager take part' is no problem, 'nobody decides' is one. */
const QUESTION_WORDS = `do does did is are was were can could would will should shall may have has had
  what how who when where why which`;
const PUT_AS_QUESTION = new RegExp(
  `^(?:(?:and|but|so|or|ok|well|then)\\b,?\\s+)*(?:${QUESTION_WORDS.split(/\s+/).join('|')})\\b`,
  'i',
);

/** 'Four of whom may order' says nothing without the clause before it. */
const RELATIVE_CLAUSE = /^(?:[\p{L}\p{N}]+ of )?(?:whom|whose|which)\b/iu;

/** The pain points, without clauses that ask or that do not stand by themselves. */
export function troublesIn({ entities, sentences }: Pick<Understanding, 'entities' | 'sentences'>): Entity[] {
  return entities.filter(
    ({ type, value, from }) =>
      type === 'pain' &&
      !RELATIVE_CLAUSE.test(value) &&
      !(PUT_AS_QUESTION.test(value) && sentenceAt(sentences, from)?.asks),
  );
}

/**
 * The line without requests for a quote in sentences that state a problem and neither ask nor wish: 'last week a quote
 * waited four days' is about a quote of their own.
 */
export function withoutToldQuotes(line: Understanding): Understanding {
  const troubles = troublesIn(line);
  const isTold = ({ asks, informs, signs, requests, from, to }: Sentence): boolean =>
    requests.has('quote') &&
    informs &&
    !asks &&
    !signs.has('wants') &&
    troubles.some((one) => one.from >= from && one.from < to);
  if (!line.sentences.some(isTold)) return line;
  const sentences = line.sentences.map((sentence) =>
    isTold(sentence)
      ? { ...sentence, requests: new Set([...sentence.requests].filter((request) => request !== 'quote')) }
      : sentence,
  );
  return { ...line, sentences, requests: new Set(sentences.flatMap(({ requests }) => [...requests])) };
}

const sentenceAt = (sentences: readonly Sentence[], at: number): Sentence | undefined =>
  sentences.find(({ from, to }) => at >= from && at < to);

/**
 * The span of a line that best shows why they came, by the problem or the work that it states; null when the line says
 * nothing.
 *
 * @param decided whether they know which work they want
 */
export function tellingIn(line: Pick<Understanding, 'entities' | 'sentences'>, decided = false): Telling | null {
  const troubles = troublesIn(line);
  let best: { at: number; worth: number } | null = null;
  for (const [at, sentence] of line.sentences.entries()) {
    // 'Ivan Mbeki, Riverbend, 79 staff, address below' introduces somebody; it does not show why they came.
    const introduces = names(line, sentence);
    const isTrouble = troubles.some(({ from }) => from >= sentence.from && from < sentence.to);
    const worths = decided ? DECIDED : TROUBLED;
    const worth = worthOf(
      sentence,
      isTrouble && !(decided && introduces),
      introduces ? { ...worths, states: 0 } : worths,
    );
    if (!best || worth > best.worth) best = { at, worth };
  }
  return best && { ...stretchAround(line, best.at), worth: best.worth };
}

/** How much a sentence shows why they came. */
function worthOf(
  { text, asks, informs, injects, requests, signs, about }: Sentence,
  isTrouble: boolean,
  worths: typeof TROUBLED,
): number {
  if (injects) return 0;
  const made = (kinds: readonly Request[]) => kinds.some((kind) => requests.has(kind));
  const isOfTheTalk = OF_THE_TALK.some((subject) => about[subject] > MIN_SUBJECT);
  const wishes = signs.has('wants');
  const { question } = text.length < MIN_QUESTION_CHARS ? TROUBLED : worths;
  const worth =
    (isTrouble ? worths.trouble : 0) +
    (made(OF_WORK) || (wishes && !asks) ? worths.wish : 0) +
    (made(OF_THEIRS) || signs.has('refuses-call') ? worths.takesBack : 0) +
    (asks ? (isOfTheTalk ? 0 : wishes ? worths.wishedQuestion : question) : informs ? worths.states : 0);
  return (worths.rest + worth) * (text.length < MIN_TELLING_CHARS ? 0.5 : 1);
}

/** Whether a sentence says who they are, or how to reach them. */
const names = ({ entities }: Pick<Understanding, 'entities'>, { from, to }: Sentence): boolean =>
  entities.some(({ type, from: at }) => (type === 'email' || type === 'person') && at >= from && at < to);

/**
 * Extends a sentence by its neighbours about the visitor, except those that only say who they are or how to reach them.
 */
function stretchAround({ sentences, entities }: Pick<Understanding, 'entities' | 'sentences'>, at: number) {
  const belongs = (one: Sentence): boolean => one.informs && !one.asks && !one.injects && !names({ entities }, one);
  let { from, to } = sentences[at] as Sentence;
  if (!belongs(sentences[at] as Sentence)) return { from: from + openingOf(sentences[at] as Sentence), to };
  for (let one = at - 1; one >= 0; one -= 1) {
    const before = sentences[one] as Sentence;
    if (!belongs(before) || to - before.from > MAX_SPAN_CHARS) break;
    from = before.from;
  }
  for (const after of sentences.slice(at + 1)) {
    if (!belongs(after) || after.to - from > MAX_SPAN_CHARS) break;
    to = after.to;
  }
  const first = sentences.find((one) => one.from === from) as Sentence;
  return { from: from + openingOf(first), to };
}

/** What people say before they get to the point. */
const OPENERS =
  'hi|hey|hello|hm+|oh|ah|ok|okay|yes|yeah|no|so|well|and|but|exactly|good (?:morning|afternoon|evening|day)';
const OPENING = new RegExp(`^(?:(?:${OPENERS})\\b[\\s,.!]*)+`, 'i');
/** Length of what opens a sentence; 0 when hardly anything follows. */
const openingOf = ({ text }: Sentence): number => {
  const length = OPENING.exec(text)?.[0].length ?? 0;
  return text.length - length < MIN_TELLING_CHARS ? 0 : length;
};
