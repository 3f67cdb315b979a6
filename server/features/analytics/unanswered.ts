import { createHash } from 'node:crypto';
import { setImmediate as others } from 'node:timers/promises';
import type { MissCause } from '@understudy/contract/analytics';
import { EMBEDDED_ID } from '@understudy/contract/twin';
import { saysOneOf } from '../../platform/text/filled-lines.ts';
import { contentWords, fold } from '../../platform/text/words.ts';
import { similarity } from '../../providers/embedder/port.ts';
import type { Understand, Understanding } from '../understanding/understanding.ts';

/** One message of the visitor's with what was said to it. */
export interface Exchange {
  seq: number;
  at: Date;
  message: string;
  /** As far as it was delivered, without pause markers. */
  reply: string;
  /** Whether it is only the beginning: the visitor spoke on, or left. */
  cut: boolean;
  /** Who wrote the reply. */
  provider: string;
  /** Whether it rested on passages of what the twin knows. Of a model it is known only which it was given. */
  passages: boolean;
}

/** A question that the twin had no answer to, or answered beside the point. */
export interface Unanswered {
  cause: MissCause;
  seq: number;
  at: Date;
  /** In the visitor's words, the one sentence that asks. */
  question: string;
  /** Questions of the same meaning have the same: a UUID made of their stems. */
  key: string;
}

const QUESTION_CHARS = 200;
/** Words without which a question asks the same. */
const FILLERS = new Set(
  contentWords(
    `offer offering provide work help use need able possible ask question curious wonder interested consultant twin once
     again exactly usual usually somewhere somebody someone anybody anyone anywhere already currently`,
  ),
);

/**
 * The words in which the prompt has a model say that it does not know (`features/conversation/prompt.ts`). What the
 * visitor alone can know ('I do not know your team') is no gap.
 */
const NOT_KNOWN = new RegExp(
  [
    String.raw`\bi (?:(?:honestly|really|actually|simply|just|also) )?(?:do not|don'?t) (?:(?:actually|really|currently) )?know\b(?! (?:you|your|about your|enough about your|anything about your|how (?:you|your)|what (?:you|your)|who you|where you|that you|much about you))`,
    String.raw`\bi (?:do not|don'?t) have (?:(?:any|that|the|those|specific|exact|detailed|more|further|enough) )*(?:information|details?|data|figures?|an answer|facts?|anything|knowledge)\b(?! (?:about|on|of) you)`,
    String.raw`\bi have no (?:information|details?|data|figures?|answer|knowledge|record|idea)\b`,
    String.raw`\bi(?:'m| am) not (?:sure|certain|aware) (?:if|whether|of any|that she|that he|that they|about that|on that)\b`,
    String.raw`\bi (?:cannot|can'?t) (?:say|tell you) (?:for certain|for sure|whether|if)\b`,
    String.raw`\b(?:that'?s|that is|it'?s|this is) (?:not something i know|outside what i know|beyond what i know|not in (?:my|the) notes)\b`,
  ].join('|'),
);
/** It is said at the beginning; further on it hedges an answer. */
const BEGINNING_CHARS = 220;

/** Whether a model's reply says that it has no answer. */
export const modelHasNone = (reply: string): boolean => NOT_KNOWN.test(fold(reply.slice(0, BEGINNING_CHARS)));

/** What finding questions without an answer takes. */
export interface QuestionReader {
  /** How the consultant is called, who is meant by most questions. */
  names: readonly string[];
  /** Lines by which the embedded twin says that it has no answer; what stands in braces differs. */
  noAnswerLines: readonly string[];
  understand: Understand;
}

/** Finds such questions in conversations with a twin, others' turns going between. */
export async function findUnanswered(
  { names, noAnswerLines, understand }: QuestionReader,
  exchanges: readonly Exchange[],
): Promise<Unanswered[]> {
  const embeddedHasNone = saysOneOf(noAnswerLines);
  // Of a line that was cut short only the beginning is there, which says it in plain words or not at all.
  const isUnanswered = ({ provider, reply, cut }: Exchange) =>
    provider === EMBEDDED_ID ? embeddedHasNone(reply) || (cut && modelHasNone(reply)) : modelHasNone(reply);
  const found = new Map<string, Unanswered>();
  const keep = ({ seq, at }: Exchange, { question, key }: Asked, cause: MissCause) =>
    found.set(key, { seq, at, question, key, cause: found.get(key)?.cause ?? cause });
  let last: { exchange: Exchange; asked: Asked } | null = null;
  for (const exchange of exchanges) {
    // There may be a thousand.
    await others();
    const line = await understand(exchange.message, { before: last?.exchange.reply ?? null });
    const asked = questionOf(line, names);
    // Asked again in one conversation it is one question, of the place where it was asked last.
    if (asked && isUnanswered(exchange)) keep(exchange, asked, 'unknown');
    else if (asked && last && isSame(asked, last.asked)) keep(exchange, asked, 'asked_again');
    else if (last && line.acts.has('reject') && !found.has(last.asked.key)) keep(last.exchange, last.asked, 'rejected');
    last = asked ? { exchange, asked } : null;
  }
  return [...found.values()];
}

/** How alike two questions in a row are when the second asks the first again. */
const SAME_FROM = 0.85;

const isSame = (one: Asked, other: Asked): boolean =>
  one.key === other.key ||
  (one.vector !== null && other.vector !== null && similarity(one.vector, other.vector) >= SAME_FROM);

/** A hand that runs over the keyboard: words of five consonants in a row and more. */
const KEYS = /[bcdfghjklmnpqrstvwxz]{5}/;
const isKeys = (text: string): boolean =>
  fold(text)
    .match(/\p{L}+/gu)
    ?.every((word) => KEYS.test(word)) ?? true;

/** What the visitor, the talk or the twin is, no passage could tell; nor what is none of the site's business. */
const NOT_TO_BE_KNOWN = ['visitor', 'talk', 'chat', 'offtopic'] as const;
/** The same of what is easily taken for a question about the consultant: these must be certain. */
const SURELY_NOT = ['ai', 'private'] as const;
const SURE = 0.6;

const couldBeKnown = ({ text, acts, subjects, flags, probabilities }: Understanding): boolean =>
  acts.has('question') &&
  !isKeys(text) &&
  !flags.has('injection') &&
  !acts.has('insult') &&
  (subjects.has('knowledge') ||
    (!NOT_TO_BE_KNOWN.some((subject) => subjects.has(subject)) &&
      SURELY_NOT.every((subject) => probabilities[subject] < SURE)));

/**
 * What a message asks that could be known; null for talk, insults and tricks.
 * @param names of the consultant, who is meant by most questions
 */
export async function questionIn(
  message: string,
  names: readonly string[],
  understand: Understand,
): Promise<Asked | null> {
  return questionOf(await understand(message, { before: null }), names);
}

/** What a line asks that could be known, and how the sentence that asks it is meant. */
interface Asked {
  question: string;
  key: string;
  vector: Float32Array | null;
}

function questionOf(line: Understanding, names: readonly string[]): Asked | null {
  if (!couldBeKnown(line)) return null;
  const sentence = line.sentences.findLast(({ asks, injects }) => asks && !injects);
  const said = sentence?.text ?? line.text;
  const question = said.replace(/\s+/g, ' ').trim().slice(0, QUESTION_CHARS).toWellFormed().trim();
  const key = questionKey(question, names);
  return question && key ? { question, key, vector: sentence?.vector ?? null } : null;
}

/**
 * What is asked, whatever the order, the forms and the small words; null when nothing is left.
 * @param names of the consultant, who is meant by most questions
 */
export function questionKey(question: string, names: readonly string[]): string | null {
  const nameStems = new Set(names.flatMap(contentWords));
  const stems = [...new Set(contentWords(question))].filter((stem) => !nameStems.has(stem));
  const telling = stems.filter((stem) => !FILLERS.has(stem));
  const kept = telling.length > 0 ? telling : stems;
  if (kept.length === 0) return null;
  const hash = createHash('md5').update(kept.sort().join(' ')).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
