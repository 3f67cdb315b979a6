/** Whether a sentence asks for a call, puts one off, or names a time for it. Pure. */
import { foreignCallWish } from '../../../platform/text/foreign-call.ts';
import { refusesCall } from '../../../platform/text/refuses-call.ts';
import { TIME } from '../../understanding/parsers/times.ts';
import { DIALOGUE_GATE } from './gate.ts';

const PHONE_VERB = '(?:call|ring|phone|telephone|dial|buzz)';
/** After 'call me' something like this, and not a name: 'call me Bob', 'call me crazy'. */
const NO_NAME =
  '(?=\\s*(?:[.,!?;:)(+–—-]|$|\\d)|\\s(?:back|again|on|at|in|this|next|today|tonight|tomorrow|any|anytime|when|whenever|if|later|soon|about|please|asap|for|under|after|before|between|around|early|late|first|now|right|as|and|or|so|to|via|from|by|maybe|directly|personally|over|the|once|during|sometime|some|mornings?|afternoons?|evenings?|how|with|instead|then|there|here|it.?s|i.?m|my|mon|tues?|wed|thur?s?|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\\b)';
const ME = `(?:(?:me|us)${NO_NAME}|my (?:mobile|cell|phone|number|office|work|home|land ?line|desk|direct)|back\\b|on \\+?\\d|\\+?\\d[\\d ()/.-]{5,})`;
/** Who is to call: nobody of the visitor's own. */
const WHO_CALLS =
  '(?:you|she|he|her|him|theconsultant|somebody|someone|one of you|anyone|anybody|(?!(?:i|we|they|it|that|this|people|customers?|clients?|staff|everyone|everybody|who|users?)\\b)[a-z]+)';

const DIRECT: readonly RegExp[] = [
  // Call me.
  new RegExp(
    `(?:^|[,:;(–—]\\s*|\\s-\\s*|\\b(?:please|pls|plz|just|so|then|and|or|but|do|kindly|maybe|better|thanks|ok|okay|yes|sure|again) )(?:please |kindly |just |do )?${PHONE_VERB} ${ME}`,
    'i',
  ),
  new RegExp(
    `^\\W*(?:(?:hi|hello|hey|ok|okay|yes|sure|great|thanks|thank you|theconsultant)\\W+){0,2}(?:please |just )?${PHONE_VERB} ${ME}`,
    'i',
  ),
  // Can Orla call me?
  new RegExp(
    `\\b(?:can|could|would|will|may|might|should|shall) ${WHO_CALLS}(?: \\w+)? (?:please |kindly |just |maybe |also |perhaps |then )*${PHONE_VERB} ${ME}`,
    'i',
  ),
  // Have her call me.
  new RegExp(
    `\\b(?:have|get|let|ask|tell|want|need|like|love|prefer|wait for|expect|appreciate it if|great if|nice if|good if|grateful if|wonderful if|best if|easier if) ${WHO_CALLS}(?: \\w+)?(?: to| could| can| would)? (?:please |just )?${PHONE_VERB} ${ME}`,
    'i',
  ),
  new RegExp(
    `\\b(?:you|she|theconsultant|he|somebody|someone) (?:can|may|could|should|must) (?:also |always |just |please |simply )*${PHONE_VERB} ${ME}`,
    'i',
  ),
  // Give me a call.
  /\b(?:give|drop) (?:me|us) (?:a|an|one) (?:\w+ )?(?:call|ring|bell|buzz|shout on the phone|phone call|tinkle)\b/i,
  /\bcould (?:i|we) (?:please )?(?:get|have) (?:a|one) (?:\w+ )?(?:call ?back|phone call|call from)\b/i,
  // In speech without marks.
  new RegExp(
    `\\b${PHONE_VERB} me (?:please|pls|today|tomorrow|tonight|this (?:morning|afternoon|evening|week)|whenever|any ?time|asap|now|back)\\b`,
    'i',
  ),
  /\b(?:glad of|grateful for|asking for|ask for|pleased with|waiting for|hoping for|prefer) a (?:phone |quick |short |first )?call\b/i,
  /\ba (?:phone |quick |short |first |video )?call (?:today|tomorrow|tonight|this (?:morning|afternoon|evening|week)|next week|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i,
  /\blet (?:me|us) (?:please |just )?(?:speak|talk) (?:to|with) (?:her|him|theconsultant)\b/i,
  // Reach me by phone.
  /\b(?:reach|try|get|catch|contact) (?:me|us) (?:by|over|via|on) (?:the |my )?(?:phone|telephone|mobile|cell|whats ?app|\+?\d[\d ()/.-]{5,})/i,
  /\b(?:looking|look) forward to (?:your|her|theconsultant's|the) (?:phone )?call\b/i,
];

/** How a wish begins. */
const FRAME =
  "(?:\\b(?:i|we)(?:'d| would)?(?: (?:really|also|just|rather|very much|much))* (?:like|love|prefer|appreciate|want|need|wish)|\\b(?:can|could|may|shall|might|should) (?:i|we|you|she|theconsultant)|\\blet'?s|\\blet us|\\bplease|\\b(?:is|would) it (?:be )?possible|\\bis there|\\bare there|\\bany (?:chance|slot)|\\bhow (?:do|can|could|would) (?:i|we)|\\b(?:are|would) you|\\bis (?:she|he|theconsultant)|\\bdo you have|\\bhave you got|\\bdoes (?:she|he|theconsultant) have|\\bhas (?:she|he|theconsultant)|\\bhappy to|\\bkeen to|\\bready (?:for|to)|\\bup for|\\bopen to|\\bwhen (?:can|could|may|is|are|would|shall|do|does)|\\bwhat time|\\b(?:want|wanna|like|love|need) to|\\btime for)";
/** The call as a thing. */
const CALL =
  '(?:phone |telephone |video |quick |short |first |intro\\w* |discovery |free |zoom |teams |brief |follow-up |proper )*(?:call ?back|call|phone call|chat on the phone|zoom|teams meeting|google meet|facetime)(?! (?:cent|record|handl|script|list|log|volume|queue|track|flow|agent|out\\b|to action|system|sheet|for (?:papers|tenders|speakers)))';
const ARRANGES =
  '(?:(?:have|get|book|schedule|arrange|set ?up|request|hop on|jump on|get on|do|organi[sz]e|fix|plan|make|be up for|put in|find|take|squeeze in|slot for|minutes? for|time for|free for|available for|moment for|hour for|appointment for|possible) )';
const WISHES: readonly RegExp[] = [
  new RegExp(`${FRAME}\\b[^.?!]{0,50}${ARRANGES}(?:an?|the|this|that|one|our|my|another|some)? ?${CALL}\\b`, 'i'),
  new RegExp(
    `\\b(?:i|we)(?:'d| would)?(?: (?:really|also|just|rather))* (?:like|love|prefer|appreciate|want|need|request) (?:an?|the|that|one|another) ${CALL}\\b`,
    'i',
  ),
  new RegExp(
    `^\\W*(?:(?:yes|ok|okay|sure|and|so),? )?(?:book|schedule|arrange|set ?up|plan) (?:me |us )?(?:an?|the|that|one) ${CALL}\\b`,
    'i',
  ),
  new RegExp(`\\ba ${CALL} (?:would|will|might) (?:be|suit|help|work)\\b`, 'i'),
  // Talk to the consultant, or by phone.
  /\b(?:can|could|may|shall|might|should|when can|when could) (?:i|we) (?:please |maybe |just |also |perhaps )*(?:talk|speak|chat|have a (?:word|chat|talk)) (?:to|with) (?:theconsultant|her|him|ms|mrs|mr|the (?:consultant|boss|real))\b/i,
  /\b(?:i|we)(?:'d| would)?(?: (?:really|also|just|rather|much))* (?:like|love|prefer|want|need|wish|hope) (?:to )(?:talk|speak|chat|have a (?:word|chat|talk)) (?:(?:to|with) (?:theconsultant|her|him|ms|mrs|mr|the (?:consultant|boss|real))\b|(?:on|over|by) (?:the )?(?:phone|telephone|video|zoom))/i,
  /\b(?:(?:to|we|i|us|just|please|maybe|rather) (?:talk|speak|chat)|discuss (?:it|this|that)) (?:on|over|by) (?:the )?(?:phone|telephone|video|zoom)\b/i,
  /\bput (?:me|us) (?:through|in touch) (?:to|with) (?:theconsultant|her|him)\b/i,
  /\bwhen (?:can|could|may|would) (?:i|we) (?:talk|speak|have a (?:word|chat|talk))\b(?! (?:at|about) )/i,
  new RegExp(
    `\\bwould (?:an?|the|that) ${CALL}\\b[^.?!]{0,30}\\b(?:be possible|be ok(?:ay)?|be all right|work|suit)\\b`,
    'i',
  ),
];
/** With a day or an hour in the same sentence it is a call, without one it may be this very chat. */
const WITH_TIME: readonly RegExp[] = [
  /(?:\b(?:can|could|may|shall|might) (?:i|we)|\blet'?s|\blet us|\b(?:like|love|want|wish|prefer|possible) to|\b(?:slot|time|minutes?|moment|hour|chance|gap|opening)s?(?: \w+){0,4} to|\bfree to|\bavailable to)(?: \w+){0,2} (?:talk|speak|chat|catch up|have a (?:word|chat|talk))\b(?! (?:at|to) (?:a|an|our|my|your) )/i,
  new RegExp(`${FRAME}\\b[^.?!]{0,50}${CALL}\\b`, 'i'),
  /\b(?:is there|are there|do you have|does (?:she|he|theconsultant) have|has (?:she|theconsultant) got|have you got|any)\b[^.?!]{0,20}\b(?:slots?|openings?|gap)\b(?! (?:for|to) (?:a |an |the )?(?!talk|speak|chat|call|quick|short|phone|meet))/i,
  /\b(?:talk|speak|call|chat)\b[^.?!]{0,20}\b(?:works?|suits?|would be (?:good|great|fine|best|perfect))\b/i,
  /\b(?:call|phone|ring|mobile|tel(?:ephone)?)\b:? ?\+?\d/i,
];

/** A question about calls, or a call of somebody else's, is no wish for one. */
const ABOUT_CALLS =
  /\b(?:cost|costs|charged?|price|fees?|how long|what happens|prepare for|what(?:'s| is| are)? (?:a|an|the|in|that|this|after|during) (?:first |intro\w* )?call|call (?:free|cost|include|work)|(?:after|before|during|in|since) (?:the|our|that|my|first|last|your|every|each) (?:\w+ )?call|had a call|calls? (?:with|from|to) (?:my|our|their|every|each|customers?|clients?|suppliers?|prospects?)|every (?:call|day|week|morning)|all day|at night|keynote|conference|speak at|talk at|give a talk|start(?:ing)? (?:the|in|on|a)|begin|called off|call it|the call (?:we|i) had)\b/i;
/** One that was asked for before and did not come is what is complained of, and no new wish. */
const NOT_CAME =
  /\b(?:i|we)(?:'ve|'d| have| had)? (?:already )?(?:asked for|requested|booked|ordered|arranged|was promised|were promised) (?:a|the|my|our|that) (?:\w+ )?call\b[^.?!]*\b(?:nobody|no ?one|never|nothing|not|none)\b/i;
/** They call each other, or the visitor themselves calls. */
const OTHERS_CALL =
  /\b(?:they|customers?|clients?|people|staff|everyone|everybody|all|who|guards|patients|suppliers|drivers|tenants|team|managers?|employees|guests|parents|colleagues|mother|wife|husband|kids) (?:\w+ )?(?:just |always |still |keep |often |only |can |then |come and |and )*(?:call|ring|phone|dial|buzz)(?:s|ing)?\b|\bto call (?:me|us) (?:for|about|when|every|each|all|at night)\b/i;

const GATE =
  /e-?mail|ruf|telefon|appel|ll[aá]m|\bbel|chiam|ligue|call|ring|phone|telephone|dial|buzz|bell|talk|speak|chat|slot|opening|word|zoom|teams|meet|facetime|tinkle|mobile|tel\b|cell|whats ?app|through/i;

/** What a sentence says of a call. */
export type CallWord = 'asked' | 'refused';

/** Whether a sentence asks for a call or wants none; null when it does neither. */
export function callWordIn(sentence: string): CallWord | null {
  if (!GATE.test(sentence) || DIALOGUE_GATE.test(sentence)) return null;
  if (refusesCall(sentence)) return 'refused';
  if (OTHERS_CALL.test(sentence) || NOT_CAME.test(sentence)) return null;
  if (foreignCallWish(sentence) || DIRECT.some((pattern) => pattern.test(sentence))) return 'asked';
  if (ABOUT_CALLS.test(sentence)) return null;
  if (WISHES.some((pattern) => pattern.test(sentence))) return 'asked';
  return TIME.test(sentence) && WITH_TIME.some((pattern) => pattern.test(sentence)) ? 'asked' : null;
}

/** The twin asked whether, when or where somebody is to be called. */
const OFFERED =
  /\b(?:call|ring|phone|speak (?:to|with) (?:her|him|theconsultant)|talk (?:to|with) (?:her|him|theconsultant)|first call)\b[^.?!]{0,80}\?/i;
const AGREES =
  /^\W*(?:yes|yeah|yep|sure|ok(?:ay)?|please|gladly|that works|fine|good idea|of course|absolutely|why not|perfect|sounds good|do that|let'?s do (?:it|that))\b/i;
/** Words of an answer that is nothing but an answer. */
const ANSWER_WORDS = 12;

const isShort = (text: string) => text.trim().split(/\s+/, ANSWER_WORDS + 1).length <= ANSWER_WORDS;

/** Whether a line takes up the twin's offer of a call. @param before what the twin had said */
export const agreesToCall = (text: string, before: string | null): boolean =>
  before !== null &&
  OFFERED.test(before) &&
  isShort(text) &&
  (AGREES.test(text) || TIME.test(text)) &&
  !/\bno\b/i.test(text);

/** Whether a line behind a wish for a call is only its day or hour: 'Thursday after three', 'make it Friday'. */
export const namesTime = (text: string): boolean => isShort(text) && TIME.test(text);
