import { INTENTS, type Intent } from '@understudy/contract/leads';
import type { LeadFacts, Quote } from '../facts.ts';
import { ANSWER_ONLY, ENGAGEMENT } from './buying-signs.ts';
import { CUES } from './cues.ts';
import { probabilitiesOf } from './model.ts';
import { INTENT_MODEL } from './shipped-model.ts';
import { describe, IntentTally } from './tally.ts';

/** What the visitor is after, as far as it was heard. */
export interface IntentReading {
  intent: Intent | null;
  /** 0 to 1. */
  confidence: number;
  intentQuote: Quote | null;
}

/** One line of the visitor's with what the twin had said before it. */
export interface HeardLine {
  seq: number;
  text: string;
  before: string | null;
}

/** Reads a conversation's purpose line by line. */
export interface IntentReader {
  hear(line: HeardLine): void;
  /**
   * What it is, by all that was heard.
   * @param facts what is known of the visitor by the same lines
   * @param buys whether they mean to buy by what they told: then it is no mere question, and the words say which
   * engagement it is
   */
  reading(facts: LeadFacts, buys?: boolean): IntentReading;
}

/** Longest quote. */
const QUOTE_MOST_CHARS = 200;
/** Probability from which a conversation is bulk mail. */
const SPAM_LEAST = 0.5;
const PRIORS = new Map(CUES.map(({ name, prior }) => [name, prior]));

/**
 * Begins to read a conversation. A line costs the same however long the conversation is.
 * @param names how the consultant is called
 */
export function beginIntent(names: readonly string[] = []): IntentReader {
  const tally = new IntentTally(INTENT_MODEL.middle, names);
  /** Per intent the line that spoke most for it: the newest of equals. */
  const spoke = new Map<Intent, { worth: number; quote: Quote }>();
  return {
    hear({ seq, text, before }) {
      const names = tally.hearVisitor(text);
      if (before) tally.hearAgent(before);
      const to = Math.min(text.length, QUOTE_MOST_CHARS);
      const quote: Quote = { seq, from: 0, to, text: text.slice(0, to).toWellFormed() };
      for (const intent of INTENTS) {
        const worth = names.reduce((sum, name) => sum + (PRIORS.get(name)?.[intent] ?? 0), 0);
        if (worth >= (spoke.get(intent)?.worth ?? Number.NEGATIVE_INFINITY)) spoke.set(intent, { worth, quote });
      }
    },
    reading(facts, buys = false) {
      const odds = probabilitiesOf(INTENT_MODEL, describe(tally, facts));
      const best = likeliest(odds);
      const { intent, confidence } = buys && best.intent && ANSWER_ONLY.has(best.intent) ? engagementOf(odds) : best;
      return {
        intent,
        confidence: Math.round(confidence * 100) / 100,
        intentQuote: intent ? (spoke.get(intent)?.quote ?? null) : null,
      };
    },
  };
}

/** The likeliest intent. Who is taken for a spammer is told nothing more, so that it is to be likelier than not. */
function likeliest(odds: readonly number[]): { intent: Intent | null; confidence: number } {
  const left = odds.map((odd, at) => (INTENTS[at] === 'spam' && odd < SPAM_LEAST ? 0 : odd));
  const best = left.indexOf(Math.max(...left));
  return { intent: INTENTS[best] ?? null, confidence: left[best] ?? 0 };
}

/** The likelier engagement, once it is known that it is no mere question. */
function engagementOf(odds: readonly number[]): { intent: Intent | null; confidence: number } {
  const left = odds.map((odd, at) => (ANSWER_ONLY.has(INTENTS[at] as Intent) ? 0 : odd));
  const total = left.reduce((sum, odd) => sum + odd, 0) || 1;
  return likeliest(left.map((odd, at) => (ENGAGEMENT.has(INTENTS[at] as Intent) ? odd / total : 0)));
}
