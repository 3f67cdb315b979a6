import { MEMORY_TEXT_MAX_CHARS, RETENTION_MEMORIES_DAYS } from '@understudy/contract/constants';
import { type Clause, ownClauses } from './clauses.ts';
import type { LineMemories, Remembered, VisitorSaid } from './memory.ts';
import type { Found } from './rule.ts';
import { RULES } from './rules.ts';
import { asidesIn } from './rules-aside.ts';
import { capital } from './third-person.ts';
import { isUnkeepable } from './unkeepable.ts';
import { dayNamedIn } from './until.ts';

const DAY_MS = 86_400_000;
/** What has a date is of use for so long after it. */
const AFTER_ITS_DATE_DAYS = 30;
/** Things remembered from one line: more is a text about somebody, not a word of somebody. */
const OF_ONE_LINE_MOST = 8;

/** An address is remembered as such, not within something else. */
const ADDRESS = /[\s,;:(]*\S{1,64}@\S{1,80}/g;

/** What people hang on to a sentence, and what begins another. */
const TAIL =
  /(?:,? so (?:it|that|they|he|she|i|maybe|basically)\b|, (?:so|it|he|she|they|that|this|you know|i mean|if that helps|no hurry|no rush)\b).*$|,? (?:lol|haha|though|you know|no hurry|no rush)$/i;

/** What stands before the sentence proper. */
const OPENERS =
  /^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|well|ok|okay|so|yes|yeah|yep|no|sure|right|and|also|actually|honestly|basically|thanks|thank you|great|anyway|by the way|btw|um|uh|oh|ah|first of all|to be honest|at the moment|these days|currently|as i said|as for me|sorry|please note that|you see|look|i think|i guess|i should say that|i should mention that|fyi|there)[,!:]?\s+)+/i;
/** A denial in the present: it takes back what was remembered, and is no fact of its own. */
const DENIED =
  /^(?:i|we)(?:'m not| am not|'re not| aren't| are not| don't| do not| didn't| did not| never)\b(?! (?:like|want|know|think|believe|understand|mind|see|get))/i;
const MY_IS_NOT =
  /^(?:my|our) (name|budget|company|business|role|deadline|launch|team)\b[^.]{0,40}?(?:isn't|is not|'s not|are not|aren't)\b/i;
/** Of what a denial speaks, by its words. */
const DENIED_SUBJECTS: [RegExp, string][] = [
  [/\b(?:name|called)\b/i, 'name'],
  [/\b(?:budget|money)\b/i, 'budget'],
  [/\b(?:run|own|company|business|shop|bakery|restaurant|agency|firm|startup)\b/i, 'business'],
  [/\b(?:founder|ceo|owner|director|manager|student|lead|manage)\b/i, 'role'],
  [/\b(?:people|employees|staff)\b/i, 'size'],
  [/\b(?:live|based)\b/i, 'place'],
  [/\bwork\b/i, 'work'],
];
const NO_LONGER = /\b(?:any ?more|any longer)\b/i;

/** The twin's questions to which one or two words are an answer. */
const ASKED_NAME =
  /\b(?:your name|what (?:may|can|should|do) i call you|who am i (?:talking|speaking) (?:to|with)|whom do i have)\b[^?]*\?\s*$/i;
const ASKED_SIZE = /\bhow (?:many|big|large)\b[^?]*(?:people|you|team|company|staff|employees)?[^?]*\?\s*$/i;
const BARE_NAME = /^(?:it's |it is |i'm |i am |just )?(\p{Lu}[\p{L}'-]{1,24}(?: \p{Lu}[\p{L}'-]{1,24}){0,2})[.!]?$/u;
const BARE_SIZE =
  /^(?:(?:we're|we are|about|around|roughly|some|nearly|almost|just|only|maybe|over) )*(\d{1,5})(?: people| of us| employees)?[.!]?$/i;

/**
 * What is worth remembering of one line of the visitor, and what it takes back. Only their own plain word about
 * themselves counts: nothing supposed, quoted, told of others, forged, secret or delicate. Pure.
 *
 * @param keepDays for how long it is remembered at the most
 */
export function memoriesIn(line: VisitorSaid, keepDays = RETENTION_MEMORIES_DAYS): LineMemories {
  const result: LineMemories = { keep: [], retract: [] };
  const clauses = ownClauses(line.text);
  const found = clauses.length === 1 ? answered(line.text.trim(), line.before ?? '') : null;
  const told = found ? [found] : clauses.flatMap((clause) => readClause(clause, result.retract));
  // What is told in passing adds to what is told outright, and never replaces it.
  const subjects = new Set(told.map(({ subject }) => subject));
  const beside = found ? [] : clauses.flatMap(asides).filter(({ subject }) => !subjects.has(subject));
  const whole = [...told, ...beside];
  const all = whole.filter((one) => !isToldWith(one, whole));
  for (const each of all) {
    const text = tidy(each.subject === 'email' ? each.text : each.text.replace(ADDRESS, ''));
    if (text.length > MEMORY_TEXT_MAX_CHARS || isUnkeepable(text)) continue;
    const memory: Remembered = { ...each, text, seq: line.seq, expiresAt: expiryOf(each, text, line.at, keepDays) };
    // Of two in one line the later counts: '40 people. Sorry, 45.'
    result.keep = [...result.keep.filter(({ subject }) => subject !== memory.subject), memory].slice(-OF_ONE_LINE_MOST);
  }
  return result;
}

/** A word or two after a question that they answer. */
function answered(text: string, before: string): Found | null {
  const name = ASKED_NAME.test(before.slice(-300)) ? BARE_NAME.exec(text)?.[1] : undefined;
  if (name) return { kind: 'fact', subject: 'name', text: `Is called ${name}`, importance: 0.9 };
  const size = ASKED_SIZE.test(before.slice(-300)) ? BARE_SIZE.exec(text)?.[1] : undefined;
  return size ? { kind: 'fact', subject: 'size', text: `Has ${size} people`, importance: 0.75 } : null;
}

function readClause({ text: whole, asked }: Clause, retract: string[]): Found[] {
  const text = whole.replace(OPENERS, '');
  // A clause that holds a secret is not cut down to a harmless part.
  if (isUnkeepable(text)) return [];
  return readTold(text.replace(TAIL, ''), asked, retract);
}

/** A number of people that stands in what is told of the business is not told twice. */
const isToldWith = ({ subject, text }: Found, all: readonly Found[]): boolean =>
  subject === 'size' &&
  all.some((other) => other.subject === 'business' && other.text.split(/[ -]/).includes(text.split(' ')[1] ?? ''));

/** What stands in a clause beside its main point; nothing of a question, nor of what holds a secret. */
function asides({ text: whole, asked }: Clause): Found[] {
  const text = whole.replace(OPENERS, '');
  return asked || isUnkeepable(text) ? [] : asidesIn(text.replace(TAIL, ''));
}

function readTold(text: string, asked: boolean, retract: string[]): Found[] {
  const denied = DENIED.test(text) || MY_IS_NOT.test(text);
  if (denied && !asked) {
    const subject = DENIED_SUBJECTS.find(([pattern]) => pattern.test(text))?.[1];
    if (subject) retract.push(subject);
    return [];
  }
  for (const { pattern, asks, found } of RULES) {
    if (asked && !asks) continue;
    const match = pattern.exec(text);
    const made = match && found(match);
    if (made) return NO_LONGER.test(text) ? [] : [made];
  }
  return [];
}

/** One line, without what hangs loose at its ends. */
function tidy(text: string): string {
  return capital(
    text
      .replace(/\s+/g, ' ')
      .replace(/(?:[\s,;:–—-]|\b(?:Mr|Mrs|Ms|Dr))+$/u, '')
      .trim(),
  );
}

/** As long as is set; what has a date, and what somebody promised, not much longer than that date. */
function expiryOf({ kind, subject }: Found, text: string, now: Date, keepDays: number): Date {
  const longest = now.getTime() + keepDays * DAY_MS;
  if (kind !== 'promise' && kind !== 'thread' && !subject.startsWith('date:')) return new Date(longest);
  const date = dayNamedIn(text, now);
  if (!date) return new Date(longest);
  return new Date(Math.min(longest, Math.max(date.getTime(), now.getTime()) + AFTER_ITS_DATE_DAYS * DAY_MS));
}
