/** By which words a line shows who somebody is and what they have. They run over folded text, but for names and addresses. */
import { SPOKEN_NUMBER } from '../../../platform/text/number-words.ts';
import { tellsOfNoCall } from '../../../platform/text/refuses-call.ts';
import { UNANSWERED } from './complaint-signs.ts';

const NUMBER = `(?:\\d{1,3}(?:[,.]\\d{3})|\\d{1,5}|${SPOKEN_NUMBER})`;
const HEADS =
  '(?:people|persons?|employees?|staff|colleagues|managers|leaders|heads?|headcount|strong|ftes?|folks|of us|team ?members?|developers?|engineers?|designers?|consultants?|lawyers?|doctors?|nurses?|workers?|souls|guys|lads)';
export const SIZE: RegExp[] = [
  new RegExp(`\\b(${NUMBER})\\s*(?:\\+\\s*)?-?\\s?(?:\\w+ )?${HEADS}\\b`),
  new RegExp(
    `\\b(?:team|company|firm|agency|business|group|staff|headcount|startup|start-up|crew|cast) of (?:about |around |roughly |some |nearly |almost |over |~)?(${NUMBER})\\b`,
  ),
  new RegExp(
    `\\b(?:we are|we're|we have grown to|we've grown to) (?:about |around |roughly |some |nearly |almost |over |now |~)*(${NUMBER})\\b(?! (?:years?|months?|weeks?|days?|%|percent|offices|sites|countries))`,
  ),
];
/** 'Sorry, I meant 120': a size put right, once there is one. */
export const SIZE_CORRECTED = new RegExp(
  `\\b(?:i mean|i meant|meant|make that|make it|rather|no,? wait|wait,? no|sorry),? (?:about |around )?(${NUMBER})\\b`,
);
/** A line this short that tells a fact tells nothing beside it. */
export const SHORT_CHARS = 40;
export const A_SPAN =
  /^(?:it|that|this) (?:has|is|takes|costs|lasts)\b|\d+ (?:years?|months?|weeks?|days?|hours?|%|percent)|\b(?:19|20)\d\d\b/;
export const BARE_NUMBER = new RegExp(`\\b(${NUMBER})\\b`);

export const ROLE =
  /\b(?:i'?m|i am|as|being|my role is|i work as|i was) (?:also |just |only |really |actually )?(?:an? |the |our |one of the |your )?((?:co-?)?founder|ceo|coo|cto|cfo|cmo|owner|co-?owner|managing director|managing partner|director(?: of \w+)?|head of \w+|vp(?: of)? \w+|\w+ manager|manager|partner|team lead|consultant|freelancer|developer|designer|engineer|assistant|hr \w+|chief \w+(?: officer)?|second[- ]in[- ]command|president|student|journalist|recruiter|lawyer|doctor|(?:head ?)?teacher|producer|architect|accountant|principal|administrator|coordinator)\b/;
export const ROLE_AT =
  /\b((?:co-?)?founder|ceo|coo|cto|cfo|owner|managing director|head of \w+|partner) (?:at|of|from) /;
export const BARE_ROLE =
  /^(?:the |a |an )?((?:co-?)?founder|ceo|coo|cto|cfo|owner|partner|manager|director|head of \w+|second[- ]in[- ]command)\b/;
export const TIMELINE =
  /\b(asap|as soon as possible|right away|immediately|urgent(?:ly)?|no (?:rush|hurry|deadline)|(?:on |next |this )?(?:mon|tues|wednes|thurs|fri)days?|(?:this|next|coming) (?:week|month|quarter|year|spring|summer|autumn|fall|winter)|(?:by|in|before|until|within|from|around) (?:the )?(?:end of (?:the )?(?:year|month|quarter)|\d+ (?:days?|weeks?|months?)|(?:a|two|three|four|six|few|couple of) (?:days?|weeks?|months?)|january|february|march|april|june|july|august|september|october|november|december|q[1-4]|christmas|spring|summer|autumn|winter|new year|year end))\b/;
export const OUTCOME =
  /\b(?:i|we)(?: would|'d)? (?:want|hope|wish|aim|love|like) (?:to (?!know|ask|talk|speak|book|hear|learn|see|start|hire)|my|our|more|the)|\b(?:the|my|our) goal\b|\bideally\b/;
export const INTEREST =
  /\b(price|cost|how much|quote|(?:a|your|her|written) proposal|available|availability|start|book|call|hire|interested|budget|meeting|next step|sign up|contract|invoice|contact|when can)\b/;

/** They want to be left alone, not called or written to. */
const LEAVE_ALONE =
  /\b(don'?t|do not|not|never|nobody|no one|without|no need to|rather not|stop)\b(?! (forget|hesitate|sure|worry))[^.,;!?]{0,24}\b(contact(ed|ing)?|call(ed|ing)?(?! (a |the |any )?meetings?)|phon(e|ed|ing)|write to me|writ(e|ing) me|writ(e|ing) to me|written to|email(ed|ing)?( me)?|mail(ed|ing)?( me)?|reach(ed)? out|message me|chased|sales (call|pitch))\b|\b(rather not|don'?t want to|won'?t|will not|not going to) (leave|give|share|tell)\b.{0,16}\b(address|e-?mail|number)\b|\bno (calls?|emails?|mails?|sales (call|pitch)|contact|newsletter)\b|\bleave me alone\b|\bstop (selling|pitching|advertising)\b/;
/** They would rather be written to than called. */
export const BY_MAIL =
  /\b(?:e-?mail|mail|text|message|write)(?:ing)? (?:is |would be |me |works )?(?:better|instead|fine|preferred|rather|best)\b|\b(?:rather|prefer\w*) (?:by |an? )?e-?mail\b/;
/** They ask to be written to. */
const WRITE_TO_ME = /\b(?:just|simply|please|rather|only|do) (?:e-?mail|mail|write(?: to)?|message|text) me\b/;
/** Whether they want to be left alone; that nobody called is no such wish. @param text folded */
export const wantsNoContact = (text: string): boolean =>
  LEAVE_ALONE.test(text) &&
  !tellsOfNoCall(text) &&
  !UNANSWERED.test(text) &&
  !BY_MAIL.test(text) &&
  !WRITE_TO_ME.test(text);
/** They ask to be called or written to. */
export const REACH_OUT =
  /\b(call|phone|contact|email|mail|write( to)?|message) me\b|\b(book|schedule|arrange|have|do) (a|the) (\w+ )?(call|meeting)\b|\bget in touch\b/;
/** They want it no more. */
export const DECLINES =
  /\b(?:changed (?:my|our) minds?|said no\b|forget (?:it|the|that|about)|never ?mind|not interested|no longer (?:want|need|interested)|(?:don'?t|do not) (?:want|need) (?:it|this|that|the \w+) any ?more)\b/;
export const INTRODUCES =
  /^(?:(?:hi|hello|hey|well|ok|so|yes|and|right|yeah)[,. ]*)*(?:i|we)(?:'re|'m| are| am| run| have| own| lead| make| sell| work)\b(?!.*\b(?:but|because|always|never|every|keeps?|still|too|nobody|not|can'?t)\b)/;
export const OWN = /\b(i|we|my|our|me|us)\b/;

export const EMAIL = /[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}/i;
export const COMPANY =
  /\b(?:at|from|run|founded|own|of|called|named|company is|work for|represent)\s+(\p{Lu}(?:[\p{L}\p{N}&'-]|\.(?=\p{L}))*(?:\s\p{Lu}(?:[\p{L}\p{N}&'-]|\.(?=\p{L}))*){0,3})/u;

/** 'It is Acme Labs, not Acme'. */
export const CORRECTED =
  /(\p{Lu}[\p{L}\p{N}&'-]*(?:\s\p{Lu}[\p{L}\p{N}&'-]*){0,3}),? (?:and )?not (\p{Lu}[\p{L}\p{N}&'-]*(?:\s\p{Lu}[\p{L}\p{N}&'-]*){0,3})/u;

/** A question that does not bother with its mark. */
export const ASKS =
  /^(?:so |and |but |ok |cool |well )*(?:what|whats|how|hows|who|whos|where|when|which|can|could|do|does|is|are|would|will|should)\b/;

/** Without one of these a line tells nothing that is looked for; most of a long conversation is passed over by it. */
export const TELLING =
  /[@\d\u20ac$\u00a3]|\b(i|i'm|i\u2019m|im|we|we're|we\u2019re|my|our|me|us|name|here|this|it's|from|at|by|in|of|for|to|with|within|asap|urgent|founder|owner|ceo|coo|price|cost|much|quote|proposal|available|availability|start|book|call|hire|interested|budget|meeting|next|sign|contract|invoice|contact|when|team|company|people|don't|not|never|without|leave|persons?|staff|employees|colleagues|heads|strong|tired|stressed|exhausted|ideally|stop|enough|just|too|everything|nobody|no|they|since|for|ago|last|decides?|approves?|days?|mornings?|afternoons?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b/i;
