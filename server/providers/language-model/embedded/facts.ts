/** What the visitor has told about themselves, read from their own lines. Nothing is guessed; the latest word counts. */
import type { QuestionSlot } from '@understudy/contract/manner';
import { numberOfWords, SPOKEN_NUMBER } from '../../../platform/text/number-words.ts';
import { fold } from '../../../platform/text/words.ts';
import { UNANSWERED } from './complaint-signs.ts';
import { isNoName, nameIn, signatureIn } from './names.ts';
import { phoneIn } from './phone.ts';
import {
  BUDGET,
  CALL_TIME,
  CALL_WISH,
  COSTS_THEM,
  DECIDER,
  NEEDS_HELP,
  OUTSIDER,
  RUNS,
  SINCE,
  TRIED,
  TROUBLE,
  WISH_TIME,
} from './signs.ts';
import { callerIn } from './signs-callers.ts';
import { situationsIn, tellsOfWork } from './situations.ts';
import { tradeIn } from './trade.ts';

/** What is known of the visitor. */
export interface Facts {
  name: string | null;
  email: string | null;
  company: string | null;
  /** The trade of their company, in their own words. */
  trade: string | null;
  /** A telephone number, as they wrote it. */
  phone: string | null;
  /** They write, study, organise, offer or apply for something, and have no company to be asked about. */
  outsider: boolean;
  /** Number of people, in digits. */
  size: number | null;
  role: string | null;
  timeline: string | null;
  /** They named money that they have for it. */
  budget: boolean;
  /** When a call would suit, once there is an address or a wish for one. */
  callTime: string | null;
  /** They asked in words to be called. */
  callWish: boolean;
  /** What was told, by the question that need not be asked any more. */
  told: Set<QuestionSlot>;
  /** Times that they asked for a price, a date, a call or the like. */
  interest: number;
  /** They asked not to be asked. */
  noQuestions: boolean;
  /** They asked not to be called or written to, and have not asked for it since. */
  noContact: boolean;
  /** They took back that they want it, and have not asked for it since. */
  declined: boolean;
  /** They told of a difficulty in their own words. */
  trouble: boolean;
  /** What this last message added. */
  fresh: Set<QuestionSlot | 'name' | 'renamed' | 'email' | 'phone' | 'company' | 'budget'>;
}

const NUMBER = `(?:\\d{1,3}(?:[,.]\\d{3})|\\d{1,5}|${SPOKEN_NUMBER})`;
const HEADS =
  '(?:people|persons?|employees?|staff|colleagues|managers|leaders|heads?|headcount|strong|ftes?|folks|of us|team ?members?|developers?|engineers?|designers?|consultants?|lawyers?|doctors?|nurses?|workers?|souls|guys|lads)';
const SIZE: RegExp[] = [
  new RegExp(`\\b(${NUMBER})\\s*(?:\\+\\s*)?-?\\s?(?:\\w+ )?${HEADS}\\b`),
  new RegExp(
    `\\b(?:team|company|firm|agency|business|group|staff|headcount|startup|start-up|crew|cast) of (?:about |around |roughly |some |nearly |almost |over |~)?(${NUMBER})\\b`,
  ),
  new RegExp(
    `\\b(?:we are|we're|we have grown to|we've grown to) (?:about |around |roughly |some |nearly |almost |over |now |~)*(${NUMBER})\\b(?! (?:years?|months?|weeks?|days?|%|percent|offices|sites|countries))`,
  ),
];
/** 'Sorry, I meant 120': a size put right, once there is one. */
const SIZE_CORRECTED = new RegExp(
  `\\b(?:i mean|i meant|meant|make that|make it|rather|no,? wait|wait,? no|sorry),? (?:about |around )?(${NUMBER})\\b`,
);
/** A line this short that tells a fact tells nothing beside it. */
const SHORT_CHARS = 40;
const A_SPAN =
  /^(?:it|that|this) (?:has|is|takes|costs|lasts)\b|\d+ (?:years?|months?|weeks?|days?|hours?|%|percent)|\b(?:19|20)\d\d\b/;
const BARE_NUMBER = new RegExp(`\\b(${NUMBER})\\b`);

const ROLE =
  /\b(?:i'?m|i am|as|being|my role is|i work as|i was) (?:also |just |only |really |actually )?(?:an? |the |our |one of the |your )?((?:co-?)?founder|ceo|coo|cto|cfo|cmo|owner|co-?owner|managing director|managing partner|director(?: of \w+)?|head of \w+|vp(?: of)? \w+|\w+ manager|manager|partner|team lead|consultant|freelancer|developer|designer|engineer|assistant|hr \w+|chief \w+(?: officer)?|second[- ]in[- ]command|president|student|journalist|recruiter|lawyer|doctor|(?:head ?)?teacher|producer|architect|accountant|principal|administrator|coordinator)\b/;
const ROLE_AT = /\b((?:co-?)?founder|ceo|coo|cto|cfo|owner|managing director|head of \w+|partner) (?:at|of|from) /;
const BARE_ROLE =
  /^(?:the |a |an )?((?:co-?)?founder|ceo|coo|cto|cfo|owner|partner|manager|director|head of \w+|second[- ]in[- ]command)\b/;
const TIMELINE =
  /\b(asap|as soon as possible|right away|immediately|urgent(?:ly)?|no (?:rush|hurry|deadline)|(?:on |next |this )?(?:mon|tues|wednes|thurs|fri)days?|(?:this|next|coming) (?:week|month|quarter|year|spring|summer|autumn|fall|winter)|(?:by|in|before|until|within|from|around) (?:the )?(?:end of (?:the )?(?:year|month|quarter)|\d+ (?:days?|weeks?|months?)|(?:a|two|three|four|six|few|couple of) (?:days?|weeks?|months?)|january|february|march|april|june|july|august|september|october|november|december|q[1-4]|christmas|spring|summer|autumn|winter|new year|year end))\b/;
const OUTCOME =
  /\b(?:i|we)(?: would|'d)? (?:want|hope|wish|aim|love|like) (?:to (?!know|ask|talk|speak|book|hear|learn|see|start|hire)|my|our|more|the)|\b(?:the|my|our) goal\b|\bideally\b/;
const INTEREST =
  /\b(price|cost|how much|quote|(?:a|your|her|written) proposal|available|availability|start|book|call|hire|interested|budget|meeting|next step|sign up|contract|invoice|contact|when can)\b/;

/** They want to be left alone, not called or written to. */
const LEAVE_ALONE =
  /\b(don'?t|do not|not|never|nobody|no one|without|no need to|rather not|stop)\b(?! (forget|hesitate|sure|worry))[^.,;!?]{0,24}\b(contact(ed|ing)?|call(ed|ing)?(?! (a |the |any )?meetings?)|phon(e|ed|ing)|write to me|writ(e|ing) me|writ(e|ing) to me|written to|email(ed|ing)?( me)?|mail(ed|ing)?( me)?|reach(ed)? out|message me|chased|sales (call|pitch))\b|\b(rather not|don'?t want to|won'?t|will not|not going to) (leave|give|share|tell)\b.{0,16}\b(address|e-?mail|number)\b|\bno (calls?|emails?|mails?|sales (call|pitch)|contact|newsletter)\b|\bleave me alone\b|\bstop (selling|pitching|advertising)\b/;
/** They would rather be written to than called. */
const BY_MAIL =
  /\b(?:e-?mail|mail|text|message|write)(?:ing)? (?:is |would be |me |works )?(?:better|instead|fine|preferred|rather|best)\b|\b(?:rather|prefer\w*) (?:by |an? )?e-?mail\b/;
/** Whether they want to be left alone; that nobody called is no such wish. @param text folded */
export const wantsNoContact = (text: string): boolean =>
  LEAVE_ALONE.test(text) && !UNANSWERED.test(text) && !BY_MAIL.test(text);
/** They ask to be called or written to. */
const REACH_OUT =
  /\b(call|phone|contact|email|mail|write( to)?|message) me\b|\b(book|schedule|arrange|have|do) (a|the) (\w+ )?(call|meeting)\b|\bget in touch\b/;
/** They want it no more. */
const DECLINES =
  /\b(?:changed (?:my|our) minds?|said no\b|forget (?:it|the|that|about)|never ?mind|not interested|no longer (?:want|need|interested)|(?:don'?t|do not) (?:want|need) (?:it|this|that|the \w+) any ?more)\b/;
const INTRODUCES =
  /^(?:(?:hi|hello|hey|well|ok|so|yes|and|right|yeah)[,. ]*)*(?:i|we)(?:'re|'m| are| am| run| have| own| lead| make| sell| work)\b(?!.*\b(?:but|because|always|never|every|keeps?|still|too|nobody|not|can'?t)\b)/;
const OWN = /\b(i|we|my|our|me|us)\b/;

const EMAIL = /[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}/i;
const COMPANY =
  /\b(?:at|from|run|founded|own|of|called|named|company is|work for|represent)\s+(\p{Lu}(?:[\p{L}\p{N}&'-]|\.(?=\p{L}))*(?:\s\p{Lu}(?:[\p{L}\p{N}&'-]|\.(?=\p{L}))*){0,3})/u;

/** 'It is Acme Labs, not Acme'. */
const CORRECTED =
  /(\p{Lu}[\p{L}\p{N}&'-]*(?:\s\p{Lu}[\p{L}\p{N}&'-]*){0,3}),? (?:and )?not (\p{Lu}[\p{L}\p{N}&'-]*(?:\s\p{Lu}[\p{L}\p{N}&'-]*){0,3})/u;

function toNumber(text: string): number | null {
  const digits = Number(text.replace(/[,.]/g, ''));
  return Number.isFinite(digits) ? digits : numberOfWords(text);
}

/** A question that does not bother with its mark. */
const ASKS =
  /^(?:so |and |but |ok |cool |well )*(?:what|whats|how|hows|who|whos|where|when|which|can|could|do|does|is|are|would|will|should)\b/;

/** Without one of these a line tells nothing that is looked for; most of a long conversation is passed over by it. */
const TELLING =
  /[@\d\u20ac$\u00a3]|\b(i|i'm|i\u2019m|im|we|we're|we\u2019re|my|our|me|us|name|here|this|it's|from|at|by|in|of|for|to|with|within|asap|urgent|founder|owner|ceo|coo|price|cost|much|quote|proposal|available|availability|start|book|call|hire|interested|budget|meeting|next|sign|contract|invoice|contact|when|team|company|people|don't|not|never|without|leave|persons?|staff|employees|colleagues|heads|strong|tired|stressed|exhausted|ideally|stop|enough|just|too|everything|nobody|no|they|since|for|ago|last|decides?|approves?|days?|mornings?|afternoons?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b/i;

/** Nothing is known yet. */
export const emptyFacts = (): Facts => ({
  name: null,
  email: null,
  company: null,
  trade: null,
  phone: null,
  outsider: false,
  size: null,
  role: null,
  timeline: null,
  budget: false,
  callTime: null,
  callWish: false,
  told: new Set(),
  interest: 0,
  noQuestions: false,
  noContact: false,
  declined: false,
  trouble: false,
  fresh: new Set(),
});

/** 'Any day except Friday' names no day that suits. */
const callTimeIn = (line: string) =>
  /\b(except|not|never|but|other than|unless)\b/i.test(line) ? null : CALL_TIME.exec(line)?.[0];

/** Adds to `facts` what one line tells; `answers` is the question that the twin had just asked, if it asked one. */
function learn(facts: Facts, whole: string, answers: QuestionSlot | null): void {
  const phone = phoneIn(whole);
  // The digits of a telephone count no people.
  const line = phone ? whole.replace(phone, '') : whole;
  const text = fold(line);
  if (phone) {
    facts.phone = phone;
    facts.fresh.add('phone');
  }
  facts.trade = tradeIn(line, true) ?? facts.trade;
  if (OUTSIDER.test(text) || callerIn(text)) facts.outsider = true;
  const tell = (slot: QuestionSlot) => {
    facts.told.add(slot);
    facts.fresh.add(slot);
  };
  const correction = CORRECTED.exec(line);
  const corrected = facts.company !== null && correction?.[2] === facts.company ? (correction[1] ?? null) : null;
  if (corrected) {
    facts.company = corrected;
    facts.fresh.add('company');
  }
  const name = corrected ? null : (nameIn(line) ?? (phone ? signatureIn(whole, phone) : null));
  if (name && name !== facts.name) {
    facts.fresh.add('name');
    if (facts.name !== null) facts.fresh.add('renamed');
    facts.name = name;
  }
  const email = line.includes('@') ? EMAIL.exec(line)?.[0] : undefined;
  if (email) {
    facts.email = email;
    facts.fresh.add('email');
  }
  const asked = /\?\s*$/.test(line);
  const asksToo = line.includes('?') || ASKS.test(text);
  const company = corrected ? undefined : COMPANY.exec(line)?.[1]?.replace(/[.,]$/, '');
  if (company && !isNoName(company) && company !== name) {
    facts.company = company;
    facts.fresh.add('company');
  }
  const wishesCall = CALL_WISH.test(text);
  facts.callWish = wishesCall || (facts.callWish && !BY_MAIL.test(text));
  if (wishesCall) facts.callTime = WISH_TIME.exec(line)?.[0].trim() ?? facts.callTime;
  else if ((facts.email !== null || facts.callWish) && !asked) facts.callTime = callTimeIn(line) ?? facts.callTime;
  const counted = SIZE.map((pattern) => pattern.exec(text)?.[1]).find(Boolean);
  const number =
    (facts.size === null && !counted ? undefined : SIZE_CORRECTED.exec(text)?.[1]) ??
    counted ??
    (answers === 'size' && !A_SPAN.test(text) ? BARE_NUMBER.exec(text)?.[1] : undefined);
  if (number) {
    const size = toNumber(number);
    if (size !== null && size >= 1 && size < 100_000) {
      // 'A workshop for 20?' is not how many they are, once that is known.
      if (!asked || facts.size === null) facts.size = size;
      tell('size');
    }
  }
  const role =
    ROLE.exec(text)?.[1] ?? ROLE_AT.exec(text)?.[1] ?? (answers === 'role' ? BARE_ROLE.exec(text)?.[1] : undefined);
  if (role || RUNS.test(text)) {
    facts.role = role ?? facts.role;
    tell('role');
  }
  const timeline = TIMELINE.exec(text)?.[1];
  if (timeline) {
    facts.timeline = timeline;
    tell('timeline');
  }
  if (!asked && BUDGET.test(text)) {
    facts.budget = true;
    facts.fresh.add('budget');
  }
  // 'Call me' is no trouble like 'he calls me all day'.
  const tale = wishesCall ? text.replace(CALL_WISH, ' ') : text;
  const difficulty = TROUBLE.test(tale) || COSTS_THEM.test(text) || situationsIn(text).length > 0;
  if (
    (difficulty && (!asked || /\b(i|we|my|our)\b/.test(text))) ||
    (!asksToo && !facts.outsider && tellsOfWork(text))
  ) {
    facts.trouble = true;
    tell('problem');
  }
  if (TRIED.test(text)) tell('tried');
  if (SINCE.test(text) && !asked) tell('since');
  if (DECIDER.test(text) && !asked) tell('decider');
  if (OUTCOME.test(text)) tell('outcome');
  // 'We are 65 now' tells of something else than the trouble that was asked for.
  const particulars = [...facts.fresh].filter((slot) => slot !== 'since' && slot !== 'decider' && slot !== 'tried');
  const beside = answers !== null && particulars.length > 0 && !facts.fresh.has(answers) && text.length < SHORT_CHARS;
  // 'Need help' does not say what with.
  if (answers && !asksToo && text.length > 1 && !beside && !NEEDS_HELP.test(text)) {
    facts.told.add(answers);
    // 'About thirty' may answer what the trouble is, but tells of none.
    // 'We are a roofing company' tells who they are and of no trouble.
    const introduced = INTRODUCES.test(text) && !difficulty;
    if (answers !== 'problem' || (text.length > 25 && !introduced)) facts.fresh.add(answers);
    if (answers === 'problem' && text.length > 25 && OWN.test(text) && !introduced) facts.trouble = true;
  }
  if (wantsNoContact(text)) {
    facts.noContact = true;
    facts.callWish = false;
  } else {
    if (REACH_OUT.test(text)) facts.noContact = false;
    facts.declined = DECLINES.test(text) || (facts.declined && !REACH_OUT.test(text));
    if (INTEREST.test(text)) facts.interest += 1;
  }
  if (
    /\b(stop|quit|enough|no more) (asking|with the|the|of the|your)? ?(me )?(so many )?questions?\b|\bdon'?t ask me\b|\bjust answer\b/.test(
      text,
    )
  )
    facts.noQuestions = true;
}

/** Adds one line of the visitor's; `fresh` holds only what this one told. */
export function learnLine(facts: Facts, text: string, answers: QuestionSlot | null): void {
  facts.fresh = new Set();
  if (answers || TELLING.test(text)) learn(facts, text.slice(0, 1_000), answers);
}

/** What is known once this line is said too; `facts` stays as it is. */
export function withLine(facts: Facts, text: string, answers: QuestionSlot | null): Facts {
  const known = { ...facts, told: new Set(facts.told) };
  learnLine(known, text, answers);
  return known;
}

/**
 * Reads the visitor's lines, oldest first, each with the question it answers.
 */
export function readFacts(lines: { text: string; answers: QuestionSlot | null }[]): Facts {
  const facts = emptyFacts();
  for (const { text, answers } of lines) learnLine(facts, text, answers);
  return facts;
}
