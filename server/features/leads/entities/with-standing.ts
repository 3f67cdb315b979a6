import type { Disqualifier, Finding } from '../facts.ts';
import type { Found } from './found.ts';
import type { Told } from './read-line.ts';
import { quoteOf, type ReadFacts, type VisitorLine } from './reader.ts';
import { DECIDER, standingIn, UNDECIDER } from './standing.ts';
import { isOwnMeeting } from './wishes.ts';

/** Kinds of visitors whose money and dates are a seller's, an applicant's or bait. */
const NOT_SPENDING: ReadonlySet<Disqualifier> = new Set(['vendor', 'job_seeker', 'spam']);
/** Kinds that somebody who then asks for something or names money plainly is not any more. */
const OUTGROWN: ReadonlySet<Disqualifier> = new Set(['declined', 'spam', 'for_somebody_else']);
/** A day or a month, as opposed to 'this week'. */
const DATED = /\d|\b(?:\p{L}+uary|march|april|june|july|august|\p{L}+ember|october)\b/iu;
/** How much vaguer a later date may be and still replace an earlier one. */
const VAGUER = 0.8;
/** Words that must be left of a line with forged text for it to say anything. */
const WORDS_LEFT = 4;
/** Whoever has said so much of their own is judged by that, whatever they then forge (M2). */
const OWN_WORDS = 20;

/** The facts with what the line says of money, dates, wishes and of whether the visitor is a lead at all. */
export function withStanding(facts: ReadFacts, line: VisitorLine, told: Told): ReadFacts {
  const { reader } = facts;
  if (!reader) return facts;
  const finding = (found: Found): Finding => ({ value: found.value, quote: quoteOf(line, told, found) });
  const next: ReadFacts = { ...facts };
  let { budget, timeline } = reader;
  // A weekday in passing does not replace the date that was named.
  const surest = timeline ? (reader.strengths['timeline'] ?? 0) : 0;
  const strengths = { ...reader.strengths };
  const vague =
    timeline !== null && told.timeline !== null && DATED.test(timeline.value) && !DATED.test(told.timeline.value);
  if (told.timeline && told.timeline.strength >= surest - (vague ? 0 : VAGUER)) {
    timeline = finding(told.timeline);
    strengths['timeline'] = told.timeline.strength;
  }
  if (told.noBudget && (!told.budget || told.noBudget.from > told.budget.from)) {
    budget = null;
    next.noBudget = finding(told.noBudget);
  } else if (told.budget) {
    budget = finding(told.budget);
    next.noBudget = null;
  }
  if (told.request && !(next.request && isOwnMeeting(finding(told.request).quote.text)))
    next.request = finding(told.request);
  if (told.authority === false) next.authority = null;
  else if (told.authority) next.authority = finding(told.authority);
  else if (told.role && DECIDER.test(told.role.value) && !UNDECIDER.test(told.role.value))
    next.authority ??= finding(told.role);
  if (told.urgency === false) next.urgency = null;
  else if (told.urgency) next.urgency = finding(told.urgency);

  const said = standingIn(told.clauses, told.readings, reader.kind);
  const positive = told.request !== null || (told.budget !== null && !told.noBudget);
  if (said === 'back') next.disqualified = null;
  else if (said) next.disqualified = { kind: said.kind, quote: quoteOf(line, told, said.found) };
  else if (told.readable.forged && told.tokens.length < WORDS_LEFT && facts.engagement.words < OWN_WORDS) {
    next.disqualified = {
      kind: 'spam',
      quote: {
        seq: line.seq,
        from: 0,
        to: Math.min(line.text.length, 200),
        text: line.text.slice(0, 200).toWellFormed(),
      },
    };
  } else if (next.disqualified && OUTGROWN.has(next.disqualified.kind) && positive && said === null)
    next.disqualified = null;
  const kind = next.disqualified?.kind ?? null;
  if (kind === 'declined') {
    next.request = null;
    next.urgency = null;
    timeline = null;
    budget = null;
  }
  const spends = kind === null || !NOT_SPENDING.has(kind);
  next.entities = { ...facts.entities };
  setOrDrop(next.entities, 'budget_range', spends ? budget : null);
  setOrDrop(next.entities, 'timeline', spends ? timeline : null);
  next.reader = { ...reader, strengths, budget, timeline, kind };
  return next;
}

function setOrDrop(entities: ReadFacts['entities'], name: 'budget_range' | 'timeline', value: Finding | null): void {
  if (value) entities[name] = value;
  else delete entities[name];
}
