import { setImmediate } from 'node:timers/promises';
import { HIGH_QUALITY_LEAD_SCORE } from '@understudy/contract/constants';
import { fixedSentence, fixedValue } from '@understudy/contract/fixed-sentences';
import { type EntityName, type Extract, INTENTS, type Intent, tierOf, type Work } from '@understudy/contract/leads';
import type { Understand } from '../understanding/index.ts';
import { type ConversationDigest, digestAfter, EMPTY_DIGEST } from './conversation-digest.ts';
import {
  type CallForm,
  type LeadFacts,
  noFacts,
  type Quote,
  quoteOf,
  typedQuote,
  withCallForm,
  withoutToldQuotes,
} from './facts.ts';
import { createIntentClassifier, type IntentClassifier, meansToBuy } from './intent/conversation-intent.ts';
import type { UnderstoodLine, VisitorLine } from './lines.ts';
import { mergeFacts } from './model/merge.ts';
import type { ModelReading } from './model/reading.ts';
import {
  eligibilityAfter,
  INITIAL_ELIGIBILITY,
  mayAskMore,
  mayOffer,
  nextBestQuestion,
  type OfferEligibility,
} from './next-question.ts';
import { type HandoffRequests, NO_HANDOFF_REQUESTS, updateHandoffRequests } from './requests/handoff-requests.ts';
import { newSignals, reasonsOf, type Signal, scoreOf } from './score.ts';
import { sanitize, updateFacts, withoutDisqualified } from './update-facts.ts';

/** A line without its forged parts; empty when most of it was forged. */
function ownWords(line: string): string {
  const { text, forged } = sanitize(line);
  if (!forged) return text.trim();
  const left = wordsIn(text);
  return left.length < MIN_OWN_WORDS
    ? ''
    : text
        // A forged part was blanked; it separates two sentences.
        .replace(/[^\S\n]{3,}/g, '\n')
        .replace(BRACKETS, ' ')
        .replace(/[^\S\n]+/g, ' ')
        .trim();
}

/** With fewer words left, the whole line counts as forged. */
const MIN_OWN_WORDS = 6;
/** Remains of forged markup. */
const BRACKETS = /[<>{}[\]|]+/g;
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Understands lines in order. */
export async function understandLines<Line extends VisitorLine>(
  understand: Understand,
  lines: readonly Line[],
): Promise<(Line & UnderstoodLine)[]> {
  const understood: (Line & UnderstoodLine)[] = [];
  for (const line of lines) {
    const context = { before: line.before };
    const read = await understand(ownWords(line.text), context);
    // Orders to the machine are not part of what the visitor means, wherever they stand.
    const own = read.sentences.filter(({ injects, text }) => !injects && !INTERNAL_NAMES.test(text));
    const understanding =
      own.length === read.sentences.length ? read : await understand(own.map(({ text }) => text).join(' '), context);
    understood.push({ ...line, understanding: withoutToldQuotes(understanding) });
  }
  return understood;
}

/** The names of intents in code, which visitors do not write by themselves. */
const INTERNAL_NAMES = new RegExp(`\\b(?:${INTENTS.filter((intent) => intent.includes('_')).join('|')})\\b`, 'i');

/**
 * The embedded analysis of one conversation. Reads each line once: a late line in a long conversation costs as much as
 * the first. Deterministic: the same lines, and the same model reading if there is one, always give the same facts, log
 * and extract.
 */
export class SessionAnalysis {
  #facts: LeadFacts;
  #intent: IntentClassifier;
  readonly #log: Signal[];
  #latest: Quote | null = null;
  #requests: HandoffRequests = NO_HANDOFF_REQUESTS;
  #digest: ConversationDigest = EMPTY_DIGEST;
  #eligibility: OfferEligibility = INITIAL_ELIGIBILITY;
  #reading: ModelReading | null = null;
  #call: CallForm | null = null;
  /** All merged facts that count; computed on first use after a change. */
  #merged: LeadFacts | null = null;

  /**
   * @param earlierVisits this visitor's conversations before this one
   * @param log the existing log, when the conversation is read again
   */
  constructor(earlierVisits: number, log: readonly Signal[] = []) {
    this.#intent = createIntentClassifier();
    this.#facts = noFacts(earlierVisits);
    this.#log = [...log];
  }

  /** A copy that reads on independently, with the same log unless another is given. */
  fork(log: readonly Signal[] = this.#log): SessionAnalysis {
    const copy = new SessionAnalysis(0, log);
    copy.#facts = this.#facts;
    copy.#intent = this.#intent.fork();
    copy.#latest = this.#latest;
    copy.#requests = this.#requests;
    copy.#digest = this.#digest;
    copy.#eligibility = this.#eligibility;
    copy.#reading = this.#reading;
    copy.#call = this.#call;
    return copy;
  }

  /** Reads lines that came together, oldest first. @returns the entries added to the log */
  addLines(lines: readonly UnderstoodLine[]): readonly Signal[] {
    this.replayLines(lines);
    return this.updateLog();
  }

  /** Updates the log to the worth of the lines read so far. @returns the entries added */
  updateLog(): readonly Signal[] {
    if (!this.#latest) return [];
    const added = newSignals(this.#log, this.facts, this.#latest);
    this.#log.push(...added);
    return added;
  }

  /** Reads lines whose entries are already in the log. */
  replayLines(lines: readonly UnderstoodLine[]): void {
    for (const line of lines) {
      this.#latest = quoteOf(line, line.text);
      this.#digest = digestAfter(this.#digest, line);
      this.#eligibility = eligibilityAfter(this.#eligibility, line);
      this.#facts = updateFacts(this.#facts, line);
      this.#requests = updateHandoffRequests(this.#requests, line, this.#eligibility.lines);
      this.#intent.addLine(line);
    }
    if (lines.length === 0) return;
    // The facts of a line do not depend on the intent, so the intent is computed once, after the last line.
    this.#facts = { ...this.#facts, ...this.#purpose() };
    this.#merged = null;
  }

  /** Replaces the previous model reading. The caller updates the log. */
  setModelReading(reading: ModelReading): void {
    this.#reading = reading;
    this.#merged = null;
  }

  /** Takes the content of the call form; a newer one replaces an older. The caller updates the log. */
  setCallForm(call: Omit<CallForm, 'after'> & Partial<CallForm>): void {
    const after = call.after ?? this.#latest?.seq ?? -1;
    this.#call = { ...call, after };
    if (this.#latest) this.#facts = { ...this.#facts, ...this.#purpose() };
    this.#latest ??= typedQuote(call.wished_time, after);
    this.#merged = null;
  }

  /** The intent so far. A visitor who requests a call by form wants more than an answer. */
  #purpose() {
    return this.#intent.classify(meansToBuy(this.#facts) || (this.#call !== null && !this.#facts.disqualified));
  }

  /** The content of this conversation's call form; null before it was sent. */
  get call(): CallForm | null {
    return this.#call;
  }

  get handoffRequests(): HandoffRequests {
    return this.#requests;
  }

  get digest(): ConversationDigest {
    return this.#digest;
  }

  /** The place of the newest line read; 0 before the first. */
  get seq(): number {
    return this.#latest?.seq ?? 0;
  }

  /** The place up to which a language model has read; -1 for none. */
  get modelReadTo(): number {
    return this.#reading?.seq ?? -1;
  }

  /** All facts, including those from the model reading and the call form. */
  get facts(): LeadFacts {
    const read = () => (this.#reading ? mergeFacts(this.#facts, this.#reading) : this.#facts);
    this.#merged ??= withoutDisqualified(withCallForm(read(), this.#call));
    return this.#merged;
  }

  get log(): readonly Signal[] {
    return this.#log;
  }

  /** @param work what the consultant does, which decides how the twin asks */
  extract(work: Work = 'advice'): Extract {
    return presentExtract(this.facts, this.#log, this.#eligibility, work);
  }
}

/** The extract on the wire. */
function presentExtract(facts: LeadFacts, log: readonly Signal[], eligibility: OfferEligibility, work: Work): Extract {
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
    next_best_question: mayAskMore(eligibility) ? nextBestQuestion(facts, work) : null,
    offer: offerOf(facts, scoreOf(log), eligibility),
  };
}

/** Intents that never get an offer, whatever the visitor asks for. */
const NOT_OFFERED = new Set<Intent>(['spam', 'job_inquiry', 'partnership_vendor']);

/** Whether to offer the next step now: for a lead of high quality (specification, section 9), or on request. */
function offerOf(facts: LeadFacts, score: number, eligibility: OfferEligibility): Extract['offer'] {
  if (facts.disqualified || (facts.intent && NOT_OFFERED.has(facts.intent))) return null;
  const worthIt = score >= HIGH_QUALITY_LEAD_SCORE;
  if (!mayOffer(eligibility, { askedAt: facts.request?.quote.seq ?? null, worthIt })) return null;
  if (facts.request) return 'asked';
  return worthIt ? 'score' : null;
}

/** Recommended next actions for the owner, the most urgent first; empty for somebody who is no lead. */
function followupsOf(facts: LeadFacts, score: number): string[] {
  const { intent, entities, phone, request, disqualified } = facts;
  if (!intent || disqualified || intent === 'spam' || intent === 'general_chat') return [];
  const who = entities.person_name?.value ?? fixedValue('the_visitor');
  const reachable = entities.contact_email?.value ?? phone?.value ?? null;
  const actions: string[] = [];
  if (tierOf(score) === 'hot' && reachable) actions.push(fixedSentence('today', { who, at: reachable }));
  else if (request && reachable)
    actions.push(fixedSentence('answer_wish', { who, wish: request.value, at: reachable }));
  if (intent === 'purchase_intent') actions.push(fixedSentence('purchase'));
  if (intent === 'demo_request') actions.push(fixedSentence('demo'));
  if (intent === 'consulting_inquiry') actions.push(fixedSentence('proposal'));
  if (intent === 'speaking_request') actions.push(fixedSentence('invitation'));
  if (intent === 'support_request') actions.push(fixedSentence('support'));
  if (intent === 'partnership_vendor') actions.push(fixedSentence('partnership'));
  if (!reachable && tierOf(score) !== 'cold') actions.push(fixedSentence('ask_address'));
  return actions;
}

/** Lines read before yielding: a line takes a millisecond or two, a long one somewhat more. */
const MAX_LINES_AT_ONCE = 4;

/** Reads a whole conversation without blocking other visitors. The caller updates its log. */
export async function readLines(
  understand: Understand,
  analysis: SessionAnalysis,
  lines: readonly VisitorLine[],
): Promise<void> {
  for (let at = 0; at < lines.length; at += MAX_LINES_AT_ONCE) {
    analysis.replayLines(await understandLines(understand, lines.slice(at, at + MAX_LINES_AT_ONCE)));
    await setImmediate();
  }
}
