/** A question about particulars that nobody wrote down, put as the files put it: 'my nurses' are one's people. */

const OWN_PEOPLE =
  /\b(my|our) (?:[\p{L}-]+ )?(?:team|staff|sisters?|brothers?|wife|husband|partner|son|daughter|father|mother|boss|office|board|assistants?|secretary|managers?|c[eftmo]o|nurses?|doctors?|engineers?|developers?|guys|folks|crew|colleagues|employees|leads?|[\p{L}]{3,}(?:eers|ists|ants|sters|ians|men|women|ners|kers|ters|vers|gners|opers|ssors))\b/giu;
/** People who are not one's own. */
const OTHERS =
  /\b(customers?|clients?|suppliers?|competitors?|investors?|computers?|papers?|letters?|matters?|orders?|numbers?|printers?|centers?|masters?)\b/i;
const OWN_TRADE =
  /\b(in|for|at|to) (?:an?|my|our|the) (?:[\p{L}-]+ ){0,2}[\p{L}-]+(?=\W*$|,)|\b(with) (?:[\p{L}-]+ ){0,2}(?:firms|companies|businesses|agencies|practices|shops|people like us|organi[sz]ations)(?=\W*$|,)/giu;

const TO_A_PLACE =
  /\b(?:come|comes|travel|travels|fly|drive|get) (?:out |over |up |down )?(?:to|as far as) \p{Lu}\p{L}+|\bwork(?:s|ed|ing)? (?:in|from|outside) \p{Lu}\p{L}+/u;
const A_DATE =
  /^\W*(?:and |so |but |ok,? )*(?:can|could|would|will|is|are|does) (?:she|you|it|we|this|that)\b.*\b(?:in|on|by|before|after|from|until|next|this) (?:the |an? )?(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? )?(?:early |late |mid[- ]?)?(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|q[1-4]|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|week|month|year|christmas|easter)(?: (?:the )?\d{1,2}(?:st|nd|rd|th)?)?\W*$/i;
/** 'Do you know furniture?' */
const KNOWS_TRADE =
  /^\W*(?:and |so |but )*(?:do|does|have|has) (?:you|she|\p{Lu}\p{L}+) (?:know|understand|have (?:any )?experience (?:with|in)|worked (?:with|in|for)|work with|(?:ever )?done) (?:[\p{L}-]+ ?){1,3}\W*$/iu;
const JUST_WHERE = /^\W*(?:and )?where\W*$/i;
/** 'And in Scotland?' */
const AND_THERE = /^\W*(?:and |or |what about )(?:in|to|at) \p{Lu}\p{L}+\W*$/u;
/** 'And tomorrow?', 'when could that be' */
const AND_THEN =
  /^\W*(?:and |or |what about )(?:today|tomorrow|next week|next month|this week|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\W*$|\b(?:can|could|will|would) (?:she|you|\p{Lu}\p{L}+) (?:come|be here|start|begin|visit)\b.*\b(?:today|tomorrow|tonight)\W*$|^\W*(?:and |so )*when (?:could|can|would|will) (?:that|it|this) be\W*$/iu;
const IN_A_LANGUAGE =
  /\b(?:in|speaks?|reads?|writes?) (?:also )?(?:english|german|french|spanish|italian|dutch|danish|swedish|norwegian|finnish|polish|czech|portuguese|russian|turkish|greek|hungarian|romanian|arabic|chinese|japanese|irish)\W*$/i;
const IF_IT_GOES_WRONG =
  /^\W*(?:and |but |so |ok )*(?:what )?if (?:.{0,60}\b)(?:wrong|fails?|stolen|steals?|breaks?|mistakes?|lose|loses|lost|bad|backfires?)\b/i;
const WHEN_HAS_SHE =
  /^\W*(?:and |so )*when (?:has|does|is|would|could|can|are|have|do) (?:she|you|\p{Lu}\p{L}+)\b.*\b(?:time|free|available|start|begin)\b/iu;
/** What somebody without profits wants to know first. */
export const CHARITY =
  /\b(?:charit(?:y|ies)|ngos?|non-?profits?)\b.*\b(?:money|budget|funds|pay|afford|cheap\w*|less|discount|price|free)\b/i;
const SENDS_CV =
  /\b(?:send|submit|leave|attach|share|give) (?:\S+ ){0,2}?(?:my|a|our) (?:cv|résumé|resume|application|portfolio)\b/i;
const WHO_WOULD_KNOW =
  /\bwho (?:else )?(?:would|will|can|could|gets? to|is going to|might) (?:know|hear|read|see|learn|find out)\b.*\b(?:this|talk|conversation|chat|what i)\b/i;
const HOW_SOON =
  /\bhow (?:fast|quickly|soon) (?:can|could|would|will) (?:you|she|we|it|this|\p{Lu}\p{L}+) (?:start|begin|come|be here)\b/iu;
/** Longer questions about a date have a subject beside it. */
const DATE_MAX_WORDS = 9;

/** A time at the end of a question about something else: 'your availability in the second quarter'. */
const SOME_TIME =
  / (?:in|for|during|by|before|after|from|until) (?:the )?(?:(?:first|second|third|fourth|last|next|coming) (?:quarter|half|month|week|year)(?: of \S+)?|(?:early |late |mid[- ]?)?(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|q[1-4])(?: \d{4})?)(?=\W*$)/i;
const JUST_NOW = / (?:at the moment|at present|right now|currently|these days|nowadays|just now)(?=\W*$)/i;

/** The question with one's people and one's company in place of who and what they are. */
export function generalise(question: string): string {
  if (TO_A_PLACE.test(question)) return 'do you travel';
  if (A_DATE.test(question) && question.split(' ').length <= DATE_MAX_WORDS) return 'when are you available';
  if (JUST_WHERE.test(question)) return 'where are you based';
  if (AND_THERE.test(question)) return 'do you travel';
  if (AND_THEN.test(question)) return 'when are you available';
  if (IN_A_LANGUAGE.test(question)) return 'in what language do you work';
  if (IF_IT_GOES_WRONG.test(question)) return 'what if it goes wrong';
  if (HOW_SOON.test(question)) return 'how soon can you start';
  if (SENDS_CV.test(question)) return 'are you hiring';
  if (WHO_WOULD_KNOW.test(question)) return 'who can read this';
  if (WHEN_HAS_SHE.test(question)) return 'when are you available';
  if (KNOWS_TRADE.test(question)) return 'do you have experience in our industry';
  return question
    .replace(JUST_NOW, '')
    .replace(SOME_TIME, '')
    .replace(OWN_PEOPLE, (whole, own: string) => (OTHERS.test(whole) ? whole : `${own} people`))
    .replace(OWN_TRADE, (_, first?: string, second?: string) => `${first ?? second} a company like ours`);
}
