/** What a visitor asked a person for, in their own words: to be called, or to be answered because something went wrong. */

import { clausesOf } from '../reading/clauses.ts';
import { readableOf } from '../reading/readable.ts';
import { readStances } from '../reading/stance.ts';
import { agreesToCall, callWordIn, namesTime, TIME } from './call.ts';
import { type Grievance, grievanceIn } from './complaint.ts';

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
  complaint: Complaint | null;
}

/** One of the visitor's lines, with what the twin had said before it. */
export interface AskingLine {
  seq: number;
  text: string;
  before: string | null;
  at: Date;
}

/** Nothing was asked for yet. */
export const NO_ASKS: Asks = { call: null, complaint: null };

/** Longest words that are quoted, in characters. */
const WORDS_MOST = 200;
/** Lines behind a wish for a call in which a time alone is taken for its time. */
const TIME_WITHIN = 6;

/** What is asked for after one more line. */
export function asksAfter({ call, complaint }: Asks, line: AskingLine): Asks {
  const { text } = readableOf(line.text);
  const heard: Asks = { call, complaint };
  let told = false;
  for (const sentence of sentencesOf(text)) {
    const word = callWordIn(sentence);
    if (word === 'refused') heard.call = null;
    else if (word === 'asked') {
      heard.call = wish(line, sentence, heard.call);
      told = true;
    }
    const grievance = grievanceIn(sentence);
    if (grievance && heard.complaint?.kind !== 'complaint')
      heard.complaint = { kind: grievance, seq: line.seq, words: cut(sentence) };
  }
  if (!told && heard.call && namesTime(text) && line.seq - heard.call.seq <= TIME_WITHIN)
    heard.call = { ...heard.call, seq: line.seq, time: { words: cut(text), at: line.at } };
  else if (!told && !heard.call && agreesToCall(text, line.before)) heard.call = wish(line, text, null);
  return heard;
}

/** Whether a conversation's lines ask for anything, newest position last. */
export const asksOf = (lines: Iterable<AskingLine>): Asks => {
  let asks = NO_ASKS;
  for (const line of lines) asks = asksAfter(asks, line);
  return asks;
};

/** The same wish said again without a time keeps the one that was named. */
function wish(line: AskingLine, sentence: string, before: CallWish | null): CallWish {
  const words = cut(sentence);
  const time = TIME.test(sentence) ? { words, at: line.at } : (before?.time ?? null);
  return { seq: line.seq, words: time && time.words !== words && before ? before.words : words, time };
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

const cut = (text: string): string => text.trim().replace(/\s+/g, ' ').slice(0, WORDS_MOST).toWellFormed();
