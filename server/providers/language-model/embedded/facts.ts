/** What the visitor has told about themselves, read from their own lines. Nothing is guessed; the latest word counts. */
import type { QuestionSlot } from '@understudy/contract/manner';
import { maskForged } from '../../../platform/text/forged.ts';
import { numberOfWords } from '../../../platform/text/number-words.ts';
import { refusesCall } from '../../../platform/text/refuses-call.ts';
import { fold } from '../../../platform/text/words.ts';
import {
  A_SPAN,
  ASKS,
  BARE_NUMBER,
  BARE_ROLE,
  BY_MAIL,
  COMPANY,
  CORRECTED,
  DECLINES,
  EMAIL,
  INTEREST,
  INTRODUCES,
  OUTCOME,
  OWN,
  REACH_OUT,
  ROLE,
  ROLE_AT,
  SHORT_CHARS,
  SIZE,
  SIZE_CORRECTED,
  TELLING,
  TIMELINE,
  wantsNoContact,
} from './fact-signs.ts';
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
  /** They want no call, or none any more, and have not asked for one since. */
  noCall: boolean;
  /** They took back that they want it, and have not asked for it since. */
  declined: boolean;
  /** They told of a difficulty in their own words. */
  trouble: boolean;
  /** What this last message added. */
  fresh: Set<QuestionSlot | 'name' | 'renamed' | 'email' | 'phone' | 'company' | 'budget'>;
}

function toNumber(text: string): number | null {
  const digits = Number(text.replace(/[,.]/g, ''));
  return Number.isFinite(digits) ? digits : numberOfWords(text);
}

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
  noCall: false,
  declined: false,
  trouble: false,
  fresh: new Set(),
});

/** 'Any day except Friday' names no day that suits. */
const callTimeIn = (line: string, wished: boolean) =>
  /\b(except|not|never|but|other than|unless)\b/i.test(line)
    ? null
    : (wished && line.length < SHORT_CHARS ? WISH_TIME : CALL_TIME).exec(line)?.[0].trim();

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
  const wishesNone = refusesCall(text);
  facts.callWish = !wishesNone && (wishesCall || (facts.callWish && !BY_MAIL.test(text)));
  facts.noCall = wishesNone || (facts.noCall && !wishesCall);
  if (wishesNone) facts.callTime = null;
  else if (wishesCall) facts.callTime = WISH_TIME.exec(line)?.[0].trim() ?? facts.callTime;
  else if ((facts.email !== null || facts.callWish) && !asked)
    facts.callTime = callTimeIn(line, facts.callWish) ?? facts.callTime;
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

/**
 * Adds one line of the visitor's; `fresh` holds only what this one told. What is written as if somebody else had said it
 * is not believed here either: the reply would thank for what the analysis does not keep.
 */
export function learnLine(facts: Facts, text: string, answers: QuestionSlot | null): void {
  facts.fresh = new Set();
  if (answers || TELLING.test(text)) learn(facts, maskForged(text.slice(0, 1_000)), answers);
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
