/** What a visitor asked a person for, in their own words: to be called, or to be answered because something went wrong. */

import { withConsultant } from '../../understanding/consultant.ts';
import { TIME } from '../../understanding/parsers/times.ts';
import type { Request } from '../../understanding/understanding.ts';
import { clausesOf } from '../model/clauses.ts';
import { readStances } from '../model/stance.ts';
import { readableOf } from '../readable.ts';
import { agreesToCall, callWordIn, namesTime } from './call.ts';
import { type Grievance, grievanceIn } from './complaint.ts';
import type { AskedRequest } from './requests.ts';
import { settlesComplaint } from './settled.ts';

/** A wish for a call, in the visitor's words. */
export interface CallWish {
  /** The line in which it was last asked for or timed. */
  seq: number;
  /** The words, the newest where a time was named later. */
  words: string;
  /** The sentence in which a day or an hour was named, and when it was said; null where none was. */
  time: { words: string; at: Date } | null;
}

/** A complaint, or the wish for a person in place of the twin. */
export interface Complaint {
  kind: Grievance;
  seq: number;
  words: string;
}

/** What is asked for in a conversation; the last stated position, as everywhere. */
export interface Asks {
  call: CallWish | null;
  /** The line in which a call was last refused; null where none was. */
  refused: number | null;
  complaint: Complaint | null;
  /** Where the visitor last said that it is settled, and what they had complained of here; null where it stands, or was none. */
  settled: { seq: number; complaint: Complaint | null } | null;
}

/** One of the visitor's lines, with what the twin had said before it. */
export interface AskingLine {
  seq: number;
  text: string;
  before: string | null;
  at: Date;
}

/** Nothing was asked for yet. */
export const NO_ASKS: Asks = { call: null, refused: null, complaint: null, settled: null };

/** Whether something was asked for or taken back between two readings of one conversation. */
export const asksOtherwise = (before: Asks, after: Asks): boolean =>
  before.call !== after.call ||
  before.refused !== after.refused ||
  before.complaint !== after.complaint ||
  before.settled !== after.settled;

/** Longest words that are quoted, in characters. */
const WORDS_MOST = 140;
const GRIEVANCE_MOST = 160;
/** Lines behind a wish for a call in which a time alone is taken for its time. */
const TIME_WITHIN = 6;

/**
 * What is asked for after one more line.
 *
 * @param names how the consultant is called; without any, whoever is named is somebody else
 */
export function asksAfter(before: Asks, line: AskingLine, names: readonly string[] = []): Asks {
  const { text } = readableOf(line.text);
  const heard: Asks = { ...before };
  let isTold = false;
  for (const sentence of sentencesOf(text)) {
    const told = withConsultant(sentence, names);
    const word = callWordIn(told);
    if (word === 'refused') {
      heard.call = null;
      heard.refused = line.seq;
    } else if (word === 'asked') {
      heard.call = wish(line, sentence, heard.call);
      isTold = true;
    }
    const grievance = grievanceIn(told);
    const settles = settlesComplaint(told);
    // 'I got my money back' adds nothing to what was complained of.
    if (grievance && !(settles && heard.complaint)) {
      heard.complaint = grieved(line, sentence, grievance, heard.complaint);
      heard.settled = null;
    }
    if (settles) {
      heard.settled = { seq: line.seq, complaint: heard.complaint ?? heard.settled?.complaint ?? null };
      heard.complaint = null;
    }
  }
  const isTimed = isTold && heard.call?.time !== null;
  if (!isTimed && heard.call && namesTime(text) && line.seq - heard.call.seq <= TIME_WITHIN)
    heard.call = { ...heard.call, seq: line.seq, time: { words: cut(text), at: line.at } };
  else if (!isTold && !heard.call && agreesToCall(text, line.before && withConsultant(line.before, names)))
    heard.call = wish(line, text, null);
  return heard;
}

/** The same with what was understood beside it. */
export function withRequests(asks: Asks, requests: readonly AskedRequest[]): Asks {
  const of = (...kinds: Request[]) => requests.find(({ request }) => kinds.includes(request));
  const call = of('call', 'slot');
  const complaint = of('complaint');
  // Whoever wants a call, or none, wants no person beside it.
  const grievance = complaint ?? (asks.call || call || asks.refused !== null ? undefined : of('person'));
  return {
    ...asks,
    call: asks.call ?? (call && asks.refused === null ? { seq: call.seq, words: call.words, time: null } : null),
    complaint:
      asks.complaint ??
      (grievance && !asks.settled
        ? { kind: complaint ? 'complaint' : 'person', seq: grievance.seq, words: grievance.words }
        : null),
  };
}

/** Whether a conversation's lines ask for anything, newest position last. @param names as for {@link asksAfter} */
export const asksOf = (lines: Iterable<AskingLine>, names: readonly string[] = []): Asks => {
  let asks = NO_ASKS;
  for (const line of lines) asks = asksAfter(asks, line, names);
  return asks;
};

/** The same wish said again without a time keeps the one that was named. */
function wish(line: AskingLine, sentence: string, before: CallWish | null): CallWish {
  const words = cut(sentence);
  const time = TIME.test(sentence) ? { words, at: line.at } : (before?.time ?? null);
  return { seq: line.seq, words: time && time.words !== words && before ? before.words : words, time };
}

/** A complaint is more than the wish for a person, and what is added to one is part of it. */
function grieved({ seq }: AskingLine, sentence: string, kind: Grievance, before: Complaint | null): Complaint {
  const words = cut(sentence).replace(/[.!]+$/, '');
  if (!before || (before.kind === 'person' && kind === 'complaint')) return { kind, seq, words };
  const whole = `${before.words} … ${words}`;
  if (kind !== before.kind || whole.length > GRIEVANCE_MOST || before.words.includes(words)) return before;
  return { ...before, words: whole };
}

/** The sentences in which the visitor is in earnest. */
function sentencesOf(text: string): string[] {
  const clauses = clausesOf(text);
  const readings = readStances(clauses);
  const sentences: { number: number; text: string; meant: boolean }[] = [];
  for (const [at, clause] of clauses.entries()) {
    const meant = !readings[at]?.hypothetical && !readings[at]?.sarcastic;
    const last = sentences.at(-1);
    if (last?.number === clause.sentence) {
      last.text += clause.text;
      last.meant &&= meant;
    } else sentences.push({ number: clause.sentence, text: clause.text, meant });
  }
  return sentences.filter(({ meant }) => meant).map((sentence) => sentence.text.trim());
}

/** Where in a long sentence without marks the asking stands. */
const HEART =
  /\b(?:call|ring|phone|telephone|buzz|slot|talk to|speak (?:to|with)|refund|money back|waiting|nobody|no one|human|person|complain\w*)\b/i;
const AROUND = 70;

/** Words as they are quoted: without an address at their beginning, and of a long sentence what matters. */
function cut(text: string): string {
  const told = text
    .trim()
    .replace(/^\S+@\S+[\s,;:]+/, '')
    .replace(/\s+/g, ' ');
  const heart = told.length > WORDS_MOST ? HEART.exec(told) : null;
  const from = Math.max(0, (heart?.index ?? 0) - AROUND);
  const isLong = told.length > from + WORDS_MOST;
  const part = told.slice(from, from + WORDS_MOST).toWellFormed();
  const begun = from > 0 ? `… ${part.replace(/^\S*\s/, '')}` : part;
  return isLong ? `${begun.replace(/\s\S*$/, '')} …` : begun;
}
