import type { Disqualifier, Finding, LeadFacts, Quote } from '../facts.ts';
import type { Told } from './read-line.ts';

/** What the reader keeps between lines, beside the facts: a plain value, fit for JSON. */
export interface Reader {
  /** How sure each kept fact is; a less sure one of a later line does not replace it. */
  strengths: Record<string, number>;
  /** Addresses and names that the agent used before the visitor did. */
  agents: string[];
  strange: string[];
  /** The visitor's last words, lower case, lines apart by '': a domain is spelt like a name that was said. */
  heard: string[];
  /** Money and date as stated, kept aside while the visitor is somebody whose money and date do not count. */
  budget: Finding | null;
  timeline: Finding | null;
  /** The newest number of theirs, also one that is only set off from other words: 'Thursday after three, 06 1234 5678'. */
  number: Finding | null;
  /** What was last said of being no lead. */
  kind: Disqualifier | null;
}

/** Words that are kept: about what is said in ten turns. */
export const HEARD_MOST = 400;
export const STRANGE_MOST = 80;

export const freshReader = (): Reader => ({
  strengths: {},
  agents: [],
  strange: [],
  heard: [],
  budget: null,
  timeline: null,
  number: null,
  kind: null,
});

/** What is known, with what the reader keeps for itself between lines. */
export type ReadFacts = LeadFacts & { reader?: Reader };

/** A line of the visitor's, as it was kept. */
export interface VisitorLine {
  seq: number;
  text: string;
  /** The agent's line before it. */
  before: string | null;
}

/** The words of the line that a finding rests on. */
export function quoteOf(line: VisitorLine, told: Told, { from, to }: { from: number; to: number }): Quote {
  const first = told.readable.at(from);
  const last = Math.max(first, told.readable.at(to - 1) + 1);
  return { seq: line.seq, from: first, to: last, text: line.text.slice(first, last).toWellFormed() };
}
