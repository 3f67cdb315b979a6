import { INTENTS, type Intent } from '@understudy/contract/leads';
import type { Quote } from '../facts.ts';
import { CUES } from './cues.ts';
import { likelihoods } from './model.ts';
import { INTENT_MODEL } from './shipped-model.ts';
import { IntentTally } from './tally.ts';

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
  /** What it is, by all that was heard. */
  reading(): IntentReading;
}

/** Longest quote. */
const QUOTE_MOST_CHARS = 200;
const PRIORS = new Map(CUES.map(({ name, prior }) => [name, prior]));

/** Begins to read a conversation. A line costs the same however long the conversation is. */
export function beginIntent(): IntentReader {
  const tally = new IntentTally(INTENT_MODEL.middle);
  /** Per intent the line that spoke most for it: the newest of equals. */
  const spoke = new Map<Intent, { worth: number; quote: Quote }>();
  return {
    hear({ seq, text, before }) {
      const names = tally.hearVisitor(text);
      if (before) tally.hearAgent(before);
      const to = Math.min(text.length, QUOTE_MOST_CHARS);
      const quote: Quote = { seq, from: 0, to, text: text.slice(0, to) };
      for (const intent of INTENTS) {
        const worth = names.reduce((sum, name) => sum + (PRIORS.get(name)?.[intent] ?? 0), 0);
        if (worth >= (spoke.get(intent)?.worth ?? Number.NEGATIVE_INFINITY)) spoke.set(intent, { worth, quote });
      }
    },
    reading() {
      const odds = likelihoods(INTENT_MODEL, tally);
      const best = odds.indexOf(Math.max(...odds));
      const intent = INTENTS[best] ?? null;
      return {
        intent,
        confidence: Math.round((odds[best] ?? 0) * 100) / 100,
        intentQuote: intent ? (spoke.get(intent)?.quote ?? null) : null,
      };
    },
  };
}
