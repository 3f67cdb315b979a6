import { HIGH_QUALITY_LEAD_SCORE } from '@understudy/contract/constants';
import { type EntityName, type Extract, INTENTS, type Intent } from '@understudy/contract/leads';
import type { Understand, Understanding } from '../understanding/understanding.ts';
import { type CallForm, typedQuote, withCallForm } from './call-form.ts';
import { type ConversationDigest, digestAfter, EMPTY_DIGEST } from './conversation-digest.ts';
import { withoutDisqualified } from './disqualification.ts';
import { type LeadFacts, noFacts, type Quote } from './facts.ts';
import { followupsOf } from './followups.ts';
import { meansToBuy } from './intent/buying-signs.ts';
import { beginIntent, type IntentReader } from './intent/reader.ts';
import { mergeFacts } from './model/merge.ts';
import type { ModelReading } from './model/reading.ts';
import { nextBestQuestion } from './next-question.ts';
import {
  eligibilityAfter,
  INITIAL_ELIGIBILITY,
  mayAskMore,
  mayOffer,
  type OfferEligibility,
} from './offer-eligibility.ts';
import { reasonsOf } from './reasons.ts';
import { type HandoffRequests, NO_REQUESTS, requestsAfter } from './requests/handoff-requests.ts';
import { sanitize } from './sanitized-text.ts';
import { newSignals, type Signal, scoreOf } from './score.ts';
import { withoutToldQuotes } from './telling.ts';
import { updateFacts } from './update-facts.ts';

/** One of the visitor's messages. */
export interface VisitorLine {
  /** Its place in the session. */
  seq: number;
  text: string;
  /** What the twin had said before it; null at the beginning. */
  before: string | null;
}

/** One of them with what it means. */
export interface UnderstoodLine extends VisitorLine {
  understanding: Understanding;
}

/** A line without what was forged; nothing where most of it was. */
function ownWords(line: string): string {
  const { text, forged } = sanitize(line);
  if (!forged) return text.trim();
  const left = wordsIn(text);
  return left.length < MIN_OWN_WORDS
    ? ''
    : text
        // What was forged is blank, and parts two sentences.
        .replace(/[^\S\n]{3,}/g, '\n')
        .replace(BRACKETS, ' ')
        .replace(/[^\S\n]+/g, ' ')
        .trim();
}

/** A line of which fewer words are left was forged as a whole. */
const MIN_OWN_WORDS = 6;
/** What is left of forged marks. */
const BRACKETS = /[<>{}[\]|]+/g;
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Understands lines, in their order. */
export async function understandLines<Line extends VisitorLine>(
  understand: Understand,
  lines: readonly Line[],
): Promise<(Line & UnderstoodLine)[]> {
  const understood: (Line & UnderstoodLine)[] = [];
  for (const line of lines) {
    const context = { before: line.before };
    const read = await understand(ownWords(line.text), context);
    // Orders to the machine are no part of what the visitor means, whatever stands beside them.
    const own = read.sentences.filter(({ injects, text }) => !injects && !OWN_NAMES.test(text));
    const understanding =
      own.length === read.sentences.length ? read : await understand(own.map(({ text }) => text).join(' '), context);
    understood.push({ ...line, understanding: withoutToldQuotes(understanding) });
  }
  return understood;
}

/** The program's own names: no visitor writes them of themselves. */
const OWN_NAMES = new RegExp(`\\b(?:${INTENTS.filter((intent) => intent.includes('_')).join('|')})\\b`, 'i');

/** Longest quote that stands for a whole line. */
const MAX_QUOTE_CHARS = 200;

/**
 * The embedded analysis of one conversation. It reads each line once: a line late in a long conversation costs what the
 * first did. The same lines always give the same facts, log and extract; so they do with the same reading of a language
 * model, where there is one.
 */
export class SessionAnalysis {
  #facts: LeadFacts;
  readonly #intent: IntentReader;
  readonly #log: Signal[];
  #latest: Quote | null = null;
  #requests: HandoffRequests = NO_REQUESTS;
  #digest: ConversationDigest = EMPTY_DIGEST;
  #eligibility: OfferEligibility = INITIAL_ELIGIBILITY;
  #reading: ModelReading | null = null;
  #call: CallForm | null = null;
  /** All of it merged, as far as it counts: worked out when it is first asked for after a change. */
  #merged: LeadFacts | null = null;

  /**
   * @param earlierVisits conversations of this visitor before this one
   * @param log what was logged before, when the conversation is read again
   */
  constructor(earlierVisits: number, log: readonly Signal[] = []) {
    this.#intent = beginIntent();
    this.#facts = noFacts(earlierVisits);
    this.#log = [...log];
  }

  /** Reads lines that came together, oldest first. @returns what they added to the log */
  hear(lines: readonly UnderstoodLine[]): readonly Signal[] {
    this.reread(lines);
    return this.settle();
  }

  /** Brings the log to what the lines that were read are worth. @returns what that added to it */
  settle(): readonly Signal[] {
    if (!this.#latest) return [];
    const added = newSignals(this.#log, this.facts, this.#latest);
    this.#log.push(...added);
    return added;
  }

  /** Reads lines whose entries stand in the log already. */
  reread(lines: readonly UnderstoodLine[]): void {
    for (const line of lines) {
      this.#latest = wholeLine(line);
      this.#digest = digestAfter(this.#digest, line);
      this.#eligibility = eligibilityAfter(this.#eligibility, line);
      this.#facts = updateFacts(this.#facts, line);
      this.#requests = requestsAfter(this.#requests, line, this.#eligibility.lines);
      this.#intent.hear(line);
    }
    if (lines.length === 0) return;
    // What is learnt of a line does not depend on the intent: it is weighed once, after the last.
    this.#facts = { ...this.#facts, ...this.#purpose() };
    this.#merged = null;
  }

  /** Takes what a language model pointed at, in place of what one did before. The log is settled by who calls. */
  merge(reading: ModelReading): void {
    this.#reading = reading;
    this.#merged = null;
  }

  /**
   * Takes what the visitor typed into the form for a call, the newest in place of an older. The log is settled by who
   * calls.
   */
  typed(call: Omit<CallForm, 'after'> & Partial<CallForm>): void {
    const after = call.after ?? this.#latest?.seq ?? -1;
    this.#call = { ...call, after };
    if (this.#latest) this.#facts = { ...this.#facts, ...this.#purpose() };
    this.#latest ??= typedQuote(call.wished_time, after);
    this.#merged = null;
  }

  /** Who asks for a call by the form wants more than an answer. */
  #purpose() {
    return this.#intent.reading(meansToBuy(this.#facts) || (this.#call !== null && !this.#facts.disqualified));
  }

  /** What was typed into this conversation's form for a call; null before it. */
  get call(): CallForm | null {
    return this.#call;
  }

  /** The requests that stand. */
  get requests(): HandoffRequests {
    return this.#requests;
  }

  /** What was asked, and in which mood. */
  get digest(): ConversationDigest {
    return this.#digest;
  }

  /** The newest line that was read, 0 before the first. */
  get seq(): number {
    return this.#latest?.seq ?? 0;
  }

  /** How far a language model has read; -1 where none has. */
  get readTo(): number {
    return this.#reading?.seq ?? -1;
  }

  /** What is known, with what a language model pointed at and what was typed into the form for a call. */
  get facts(): LeadFacts {
    const read = () => (this.#reading ? mergeFacts(this.#facts, this.#reading) : this.#facts);
    this.#merged ??= withoutDisqualified(withCallForm(read(), this.#call));
    return this.#merged;
  }

  get log(): readonly Signal[] {
    return this.#log;
  }

  extract(): Extract {
    return presentExtract(this.facts, this.#log, this.#eligibility);
  }
}

function wholeLine({ seq, text }: VisitorLine): Quote {
  const to = Math.min(text.length, MAX_QUOTE_CHARS);
  return { seq, from: 0, to, text: text.slice(0, to).toWellFormed() };
}

/** What facts and the log of their score look like to whoever asks. */
export function presentExtract(facts: LeadFacts, log: readonly Signal[], eligibility: OfferEligibility): Extract {
  const told = (name: EntityName) => facts.entities[name]?.value ?? null;
  return {
    intent: facts.intent,
    lead_score: scoreOf(log),
    confidence: facts.confidence,
    company: told('org_name'),
    contact_info: told('contact_email') ?? facts.phone?.value ?? null,
    pain_points: facts.painPoints.map(({ value }) => value),
    followup_actions: followupsOf(facts, scoreOf(log)),
    entities: {
      person_name: told('person_name'),
      org_name: told('org_name'),
      role: told('role'),
      budget_range: told('budget_range'),
      timeline: told('timeline'),
      use_case: told('use_case'),
      contact_email: told('contact_email'),
      contact_phone: facts.phone?.value ?? null,
    },
    reasons: reasonsOf(log, facts),
    next_best_question: mayAskMore(eligibility) ? nextBestQuestion(facts) : null,
    offer: offerOf(facts, scoreOf(log), eligibility),
  };
}

/** Who is not asked to take the next step, whatever they ask for. */
const NOT_OFFERED = new Set<Intent>(['spam', 'job_inquiry', 'partnership_vendor']);

/** Whether the next step is offered now (specification, section 9: a lead of high quality), or was asked for. */
function offerOf(facts: LeadFacts, score: number, eligibility: OfferEligibility): Extract['offer'] {
  if (facts.disqualified || (facts.intent && NOT_OFFERED.has(facts.intent))) return null;
  const worthIt = score >= HIGH_QUALITY_LEAD_SCORE;
  if (!mayOffer(eligibility, { askedAt: facts.request?.quote.seq ?? null, worthIt })) return null;
  if (facts.request) return 'asked';
  return worthIt ? 'score' : null;
}
