import type { Clause } from '../reading/clauses.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/stance.ts';
import type { Found } from './found.ts';
import { readable } from './pain-features.ts';

/** Before what somebody wants it for. */
const WANTED = new Phrase(
  /\b(?:(?:i|we)(?:'d| would)? (?:want|need|like|love|hope|wish|wanted|are looking|'re looking|are after|'re after) (?:(?:to|for|help|someone|somebody|a hand|her|it|you|orla) ){0,3}|looking for |help (?:us|me) (?:with |to )?|can (?:you|she) (?:help with|show) |is (?:this|it|she) (?:something )?for |the goal is (?:to )?|use it (?:for|to) |hand over |interested in )/i,
);
const EMPTY = /^(?:it|this|that|one|her|you|more|know|ask|see|talk|thank|say|go|do|be|come|think|look|hear|read)?\s*$/i;

/** What the visitor would use it for, in their words; null when they do not say. */
export function useCaseIn(clauses: readonly Clause[], readings: readonly Reading[]): Found | null {
  for (const [at, clause] of clauses.entries()) {
    const reading = readings[at];
    if (!reading || reading.hypothetical || reading.sarcastic || reading.third || /@/.test(clause.text)) continue;
    const match = WANTED.exec(clause.text, clause.openings);
    if (!match || /\b(?:not|n't|no)\s*$/.test(clause.text.slice(0, match.index + 2))) continue;
    const start = match.index + match[0].length;
    const rest = clause.text.slice(start).split(/[,;:]\s/)[0] ?? '';
    const value = readable(rest);
    if (value.split(' ').length < 3 || EMPTY.test(value)) continue;
    const from = clause.from + start;
    return { value, from, to: from + rest.trimEnd().length, strength: 1 };
  }
  return null;
}
