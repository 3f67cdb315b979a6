import type { Clause } from '../reading/clauses.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/stance.ts';
import { A_CALL } from '../request-words.ts';
import type { Found } from './found.ts';

const TO_SPEAK = 'an engagement to speak';

/** What is asked for, with how it is told; the first that fits a clause is meant. */
const REQUESTS: readonly (readonly [string, Phrase])[] = [
  [
    'a contract',
    new Phrase(
      /\b(?:send|make|prepare|draw up|want|need|email|mail|forward|get)\b[^.?!]{0,30}\b(?:contract|papers|paperwork|agreement|engagement letter)\b|\bcontract (?:is )?to\b|\bwhere do i sign\b|\b(?:ready to|want to|like to|going to) sign\b|\bPO (?:will|can|is)\b/i,
    ),
  ],
  [
    'an offer',
    new Phrase(
      /\b(?:send|make|prepare|want|need|get|email|mail|like|please)\b[^.?!]{0,30}\b(?:proposal|quote|quotation|offer|estimate|proforma|pro forma|invoice)\b/i,
    ),
  ],
  [
    'a booking',
    new Phrase(
      /\b(?:book (?:me|us|her|it|one|the|a)\b|want to (?:buy|book|order)|(?:i|we)'ll take (?:it|the|one)|send me the link|put (?:me|us) down|reserve|sign (?:me|us) up|count (?:me|us) in|let'?s (?:do|book) (?:it|the))/i,
    ),
  ],
  [
    'a demonstration',
    new Phrase(
      /\b(?:demo(?:nstration)?|show (?:me|us|it|one)|be shown|(?:i|we|i'd|we'd|i would|we would) (?:want|like|love) to see|can i see|could (?:we|i) see|walk ?through of|see (?:it|one) (?:live|first))\b/i,
    ),
  ],
  [
    A_CALL,
    new Phrase(
      /\b(?:call|ring|phone|telephone|dial) (?:me|us|my|back|today|tomorrow|this|please)\b|\b(?:have|get|let|ask|tell) \p{L}+(?: to)? (?:ring|call|phone)\b|\b(?:can|could|may|would) (?:she|he|you|\p{L}+) (?:please )?(?:call|ring|phone)\b|\b(?:first|quick|short|intro\w*) (?:call|talk|chat|conversation)\b|\ba (?:call|chat|conversation)\b|\b(?:have|arrange|fix|set up|like|want|up for) a talk\b|\bspeak (?:to|with) (?:her|him)\b|\btalk to (?:her|him)\b/iu,
    ),
  ],
  [
    'a meeting',
    new Phrase(
      /\b(?:(?:(?:our|my|their|his|her|every|each|last|this|the|a|all our|in a) (?:[\p{L}'-]+ ){0,2}?)?meeting(?: (?:takes?|took|lasts?|runs?|drags?|eats?))?|meet|appointment|slot|30 min|half an hour|come (?:up|down|here|over|to (?:us|see)))\b/iu,
    ),
  ],
  [
    TO_SPEAK,
    new Phrase(
      /\b(?:keynote|give a talk|speaker|speak at|panel(?:list)?|come on (?:the|my|our)|invite (?:her|him))\b/i,
    ),
  ],
  [
    'an answer in writing',
    new Phrase(
      /\b(?:write|e-?mail|mail|text|message|reply|answer|contact) (?:to )?(?:me|us)\b|\b(?:reach me(?! (?:at|on|under|via|by|here)\b)|get in touch|drop me a line|get back to me|let me know|send (?:to )?me|please (?:write|contact|confirm|mail))\b|\b(?:have|get|let) (?:her|him|\p{L}+) (?:write|e-?mail|contact|confirm)\b/iu,
    ),
  ],
];
/** A meeting of their own, as it is quoted. */
const OWN_MEETING =
  /^(?:(?:our|my|their|his|her|every|each|last|all our|in a) (?!first\b).*meeting|.*\b(?:planning|team|board|staff|council|weekly|daily|monthly|sales|management|status|project|committee|production|leadership) meeting|.*meeting (?:takes?|took|lasts?|runs?|drags?|eats?)$)/iu;

/** Whether words that name a meeting tell of one that the visitor has anyway: 'our planning meeting takes three hours'. */
export const isOwnMeeting = (words: string): boolean => OWN_MEETING.test(words);

const REFUSED = new Phrase(
  /\b(?:no|not|don'?t|do not|never|without|nobody|won'?t|cancel|stop)\b[^.,;]{0,20}\b(?:call|ring|phone|write|mail|e-?mail|contact|offer|proposal|quote|need|meeting|newsletter|reach|demo|invoice|chas\w*)\b/i,
);
const ABOUT_SELLING = new Phrase(
  /\b(?:would she be open|quick 15|free trial|brochure|our (?:platform|product|tool)|click|press (?:one|1)|visit (?:our|my))\b/i,
);

/** About a talk that was given or can be listened to, which asks for none. */
const LISTENS = new Phrase(
  /\b(?:(?:is|are) there (?:an?|any|some)|(?:do|does|did|have|has) \p{L}+ (?:have|got|ever|give[n]?|done|been|gone|speak|spoken|talk(?:ed)?|appear(?:ed)?)\b(?! time)|where can (?:i|we|one)|can (?:i|we|one) (?:listen|watch|hear|see|find|attend)|which (?:podcast|talk|episode)|recommend|(?:i|we) (?:heard|saw|watched|listened|read|loved|enjoyed|attended)|listen(?:ing|ed)? to|(?:recording|video|transcript|slides) of|(?:she|you|he) gave|\p{L}+ gave (?:an?|that|the) (?:\p{L}+ ){0,2}(?:keynote|talk|speech)|(?:keynote|talk|speech|one) (?:that )?(?!i\b|we\b|they\b|who\b)\p{L}+ gave|your (?:talk|keynote|podcast)|her (?:talk|keynote|podcast))\b/iu,
);

/** A meeting of their own stands back behind whatever is asked for. */
const OWN_STRENGTH = 0.5;

/** What the visitor asked for in a line: the weightiest of what they named; null when nothing or refused. */
export function requestIn(clauses: readonly Clause[], readings: readonly Reading[]): Found | null {
  let best: Found | null = null;
  for (const [at, clause] of clauses.entries()) {
    const reading = readings[at];
    if (
      !reading ||
      reading.hypothetical ||
      reading.sarcastic ||
      REFUSED.test(clause.text, clause.openings) ||
      ABOUT_SELLING.test(clause.text, clause.openings)
    )
      continue;
    for (const [rank, [value, pattern]] of REQUESTS.entries()) {
      const match = pattern.exec(clause.text, clause.openings);
      if (!match || (value === TO_SPEAK && LISTENS.test(clause.text, clause.openings))) continue;
      const strength = isOwnMeeting(match[0]) ? OWN_STRENGTH : REQUESTS.length - rank;
      if (!best || strength > best.strength)
        best = { value, from: clause.from + match.index, to: clause.from + match.index + match[0].length, strength };
      break;
    }
  }
  return best;
}

const URGENT = new Phrase(
  /\b(?:urgent(?:ly)?|asap|a\.s\.a\.p|as soon as possible|immediately|right away|at once|today|this (?:afternoon|morning|evening)|tomorrow|tonight|hurry|like yesterday|as fast as|without delay|emergency|dringend|sofort|urgente|cuanto antes|au plus vite|no time to lose|before it is too late)\b/i,
);
const NOT_URGENT = new Phrase(
  /\b(?:no (?:hurry|rush)|not urgent|nothing urgent|whenever|anytime|any time|take your time|there is time)\b/i,
);
const SELLING_HASTE = new Phrase(
  /\b(?:offer|discount|only|reply urgent|ends|expires|treat as urgent|only today|free|click|press)\b/i,
);

/** That it is to happen at once; false when they say that there is time. */
export function urgencyIn(clauses: readonly Clause[], readings: readonly Reading[]): Found | false | null {
  let found: Found | false | null = null;
  for (const [at, clause] of clauses.entries()) {
    if (NOT_URGENT.test(clause.text, clause.openings)) found = false;
    else if (!readings[at]?.hypothetical && !SELLING_HASTE.test(clause.text, clause.openings)) {
      const match = URGENT.exec(clause.text, clause.openings);
      const asks =
        match &&
        (!/^(?:today|tomorrow|tonight|this)/i.test(match[0]) ||
          /\b(?:call|ring|phone|need|want|talk|start|her|she|please|possible)\b/i.test(clause.text));
      if (match && asks)
        found = {
          value: match[0],
          from: clause.from + match.index,
          to: clause.from + match.index + match[0].length,
          strength: 2,
        };
    }
  }
  return found;
}
