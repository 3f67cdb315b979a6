import type { Slot } from '../reading/asked.ts';
import { type Clause, clauseAt } from '../reading/clauses.ts';
import { datesIn } from '../reading/dates.ts';
import type { Reading } from '../reading/stance.ts';
import type { Found } from './found.ts';

const PROJECT =
  /\b(?:timeline|timing|timeframe|when|let'?s|start(?:s|ing)?|begin(?:s|ning)?|kick[- ]?off|deadline|due|launch(?:es)?|go live|need(?:s|ed)?|want(?:s|ed)?|must|has to|have to|should|ready|finish(?:ed)?|done|sorted|running|in place|ended|live|decision|decide|opens?|goes? in|meets?|meeting|agm|takes? over|leaves?|retires?|returns?|event|conference|congress|festival|keynote|talk|panel|retreat|summit|dates?|demo(?:nstration)?|show(?:n|s)?|see it|watch|walkthrough|workshop|book(?: (?:it|me|her|us))?|works better|suits?|free|available|lapses|expires|before that|expects?|plan(?:ned|s)?|it'?s on|it is on|is on|would be|will be|is the|moves?|possible|price|proposal|season|budget|maybe|perhaps|if it|come back|for it|join(?:s|ed)?|in time|latest|audit|inspection|set|proper|offsite|agenda|planning|somewhere in|track|route|in the room|come to|comes to)\b/i;
const PAST =
  /\b(?:last|ago|since|was|were|had|did|went|came|spoke|met|saw|wrote|booked|finished|told|asked|left|took|gave|paid|bought|cost|called|rang|said|heard|read|been|used to|already|opened|started|burned|died|joined|ended|mailed|used|sent|arrived|promised|collapsed|voted|cancelled|happened|lost)\b/i;
const TIME_OF_DAY = /\b(?:evenings?|mornings?|afternoons?)\b/i;
/** A time to be called back, or a seller's. */
const CALL =
  /\b(?:call|ring|phone|rang|reach|telephone|mobile|text me|free to talk|catch me|try me|call me|ring me|write back|confirm(?:ed)? by|get back|hear by|reply|answer by|best)\b/i;
const SELLER =
  /\b(?:offer|promotion|rate|discount|deal|valid|price|tariff|free trial|conditions|ends|until|till|expires|good till|closes|shortlist|hear|sale|only|introductory|hot deal)\b/i;
const REPEATED = /\b(?:every|each|on|always|usually|most|per)\s+(?:\p{L}+\s+)?$/iu;

/** When the project, the decision or the event is to be, as said; the last such time of a line. */
export function timelineIn(
  text: string,
  clauses: readonly Clause[],
  readings: readonly Reading[],
  asked: ReadonlySet<Slot>,
): Found | null {
  let best: Found | null = null;
  for (const said of datesIn(text)) {
    if (/\bby the way\b/i.test(text.slice(said.from, said.to + 4))) continue;
    const clause = clauseAt(clauses, said.date);
    const reading = clause && readings[clauses.indexOf(clause)];
    if (!clause || !reading || reading.hypothetical || reading.sarcastic) continue;
    const before = text.slice(Math.max(clause.from, said.from - 80), said.from);
    const after = text.slice(said.to, Math.min(clause.to, said.to + 60));
    const near = `${before} ${after}`;
    const project = PROJECT.test(near);
    const waits =
      /^(?:some ?(?:time|where) )?(?:before|by|until|till|til|after|b4|ahead|in time|from|within|starting|latest)/.test(
        said.lead,
      );
    let score = said.exact * 0.6;
    if (project) score += 1;
    if (waits) score += 1;
    if (said.exact >= 1.8 && /^(?:in|on|for|at|around|)$/.test(said.lead)) score += said.exact < 2 ? 0.7 : 0.5;
    if (/^(?:in|within) (?!the\b)/i.test(text.slice(said.date, said.to))) score += 0.9;
    if (asked.has('timeline')) score += 1.6;
    if (asked.has('trouble') && !project && !waits) score -= 0.5;
    const past =
      PAST.test(before.slice(-50)) &&
      !/\b(?:asked me to|wants?|told me to|need|moved it|changed|booked for|said)\b/i.test(before);
    if (
      past &&
      !/\b(?:will|would|must|should|going to|has to|wants?|needs?|is on|starts|begins)\b/i.test(near) &&
      !waits
    )
      score -= 2.5;
    if (
      /\b(?:last|since|of|back in|in may \d)\s*$/i.test(before) ||
      said.lead === 'of' ||
      /^\s*(?:ago|last year)\b/i.test(after)
    )
      score -= 2;
    if (
      (CALL.test(near) || (said.exact < 1.8 && TIME_OF_DAY.test(near))) &&
      said.exact < 2.4 &&
      !/\b(?:start|begin|demo|show|event)\b/i.test(near)
    )
      score -= 2.2;
    if (
      SELLER.test(near) &&
      /\b(?:only|offer|promotion|rate|until|till|free|discount|conditions)\b/i.test(near) &&
      !/\bbudget|start|we need|i need\b/i.test(near)
    )
      score -= 1.5;
    if (REPEATED.test(before) && said.exact < 1.5) score -= 1.2;
    if (
      /\b(?:held|was|worked|lasted|closed|opened|went|fine)\s*$/i.test(before) &&
      /^(?:till|until|to)$/.test(said.lead)
    )
      score -= 2.5;
    if (/\bnot\s*$/i.test(before) || /^not\b/.test(said.lead)) score -= 3;
    if (said.exact < 1 && !project && !asked.has('timeline')) score -= 0.8;
    if (clause.asks && said.exact < 1.5 && !project) score -= 0.8;
    const surest: number = best?.strength ?? 0;
    if (score >= 1.7 && score >= surest - 0.4 && !(best && said.exact < 2 && surest >= 2.5)) {
      best = { value: text.slice(said.from, said.to).trim(), from: said.from, to: said.to, strength: score };
    }
  }
  return best;
}
