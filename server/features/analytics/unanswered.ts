import { createHash } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { MissCause } from '@understudy/contract/analytics';
import { EMBEDDED_ID } from '@understudy/contract/twin';
import { oneOf } from '../../platform/text/patterns.ts';
import { saysOneOf } from '../../platform/text/visible.ts';
import { contentWords, fold } from '../../platform/text/words.ts';
import { similarity } from '../../providers/embedder/port.ts';
import type { Understand, Understanding } from '../understanding/index.ts';

/** One message of the visitor with its reply. */
export interface Exchange {
  seq: number;
  at: Date;
  message: string;
  /** The delivered part, without pause markers. */
  reply: string;
  /** Whether the reply was cut short because the visitor spoke or left. */
  cut: boolean;
  /** The provider that wrote the reply. */
  provider: string;
  /** Whether the reply used passages of the knowledge. For a language model, whether it was given any. */
  passages: boolean;
}

/** A question that the twin did not answer, or not to the point. */
interface Unanswered {
  cause: MissCause;
  seq: number;
  at: Date;
  /** The sentence that asks, in the visitor's words. */
  question: string;
  /** Identical for questions of the same meaning: a UUID derived from their stems. */
  key: string;
}

const MAX_QUESTION_CHARS = 200;
/** Words that do not change what a question asks. */
const FILLERS = new Set(
  contentWords(
    `offer offering provide work help use need able possible ask question curious wonder interested consultant twin once
     again exactly usual usually somewhere somebody someone anybody anyone anywhere already currently`,
  ),
);

/** What follows 'I do not know' where only the visitor can know it. */
const ABOUT_THEM = [
  'you|your|about your|enough about your|anything about your|how (?:you|your)|what (?:you|your)',
  'who you|where you|that you|much about you',
];
/**
 * Phrases with which the prompt (`features/twin/prompt/prompt.md`) tells a model to say that it does not know. What
 * only the visitor can know ('I do not know your team') is not a gap.
 */
const NOT_KNOWN = new RegExp(
  [
    String.raw`\bi (?:(?:honestly|really|actually|simply|just|also) )?(?:do not|don'?t) ` +
      String.raw`(?:(?:actually|really|currently) )?know\b(?! ${oneOf(ABOUT_THEM)})`,
    String.raw`\bi (?:do not|don'?t) have (?:(?:any|that|the|those|specific|exact|detailed|more|further|enough) )*` +
      String.raw`(?:information|details?|data|figures?|an answer|facts?|anything|knowledge)\b` +
      '(?! (?:about|on|of) you)',
    String.raw`\bi have no (?:information|details?|data|figures?|answer|knowledge|record|idea)\b`,
    String.raw`\bi(?:'m| am) not (?:sure|certain|aware) ` +
      String.raw`(?:if|whether|of any|that she|that he|that they|about that|on that)\b`,
    String.raw`\bi (?:cannot|can'?t) (?:say|tell you) (?:for certain|for sure|whether|if)\b`,
    String.raw`\b(?:that'?s|that is|it'?s|this is) ` +
      String.raw`(?:not something i know|outside what i know|beyond what i know|not in (?:my|the) notes)\b`,
  ].join('|'),
);
/** Such a phrase counts only at the beginning; later on it hedges an answer. */
const BEGINNING_CHARS = 220;
/** From this similarity on, a question repeats the one before it. */
const SAME_FROM = 0.85;
/** Random keystrokes: five or more consonants in a row. */
const KEYSTROKES = /[bcdfghjklmnpqrstvwxz]{5}/;
/** Subjects that no passage can answer: the visitor, the conversation, the twin, and anything off topic. */
const UNANSWERABLE = ['visitor', 'talk', 'chat', 'offtopic'] as const;
/** Likewise, but easily confused with questions about the consultant, so that they must be certain. */
const SURELY_UNANSWERABLE = ['ai', 'private'] as const;
const SURE_FROM = 0.6;

/** Whether a model's reply says that it has no answer. */
export const modelHasNone = (reply: string): boolean => NOT_KNOWN.test(fold(reply.slice(0, BEGINNING_CHARS)));

/** What finding unanswered questions needs. */
export interface QuestionReader {
  /** The consultant's names, who is the subject of most questions. */
  names: readonly string[];
  /** Lines with which the embedded twin says that it has no answer; text in braces varies. */
  noAnswerLines: readonly string[];
  understand: Understand;
}

/** Finds unanswered questions in a conversation; lets other conversations' turns run in between. */
export async function findUnanswered(
  { names, noAnswerLines, understand }: QuestionReader,
  exchanges: readonly Exchange[],
): Promise<Unanswered[]> {
  const embeddedHasNone = saysOneOf(noAnswerLines);
  // A reply that was cut short no longer matches a whole line, so its beginning is also checked for the phrases.
  const isUnanswered = ({ provider, reply, cut }: Exchange) =>
    provider === EMBEDDED_ID ? embeddedHasNone(reply) || (cut && modelHasNone(reply)) : modelHasNone(reply);
  const found = new Map<string, Unanswered>();
  const keep = ({ seq, at }: Exchange, { question, key }: Asked, cause: MissCause) =>
    found.set(key, { seq, at, question, key, cause: found.get(key)?.cause ?? cause });
  let last: { exchange: Exchange; asked: Asked } | null = null;
  for (const exchange of exchanges) {
    // There may be a thousand exchanges, and visitors' turns must not wait for all of them.
    await yieldToOthers();
    const line = await understand(exchange.message, { before: last?.exchange.reply ?? null });
    const asked = questionOf(line, names);
    // A question repeated in one conversation counts once, at its last place.
    if (asked && isUnanswered(exchange)) keep(exchange, asked, 'unknown');
    else if (asked && last && isSame(asked, last.asked)) keep(exchange, asked, 'asked_again');
    else if (last && line.acts.has('reject') && !found.has(last.asked.key)) keep(last.exchange, last.asked, 'rejected');
    last = asked ? { exchange, asked } : null;
  }
  return [...found.values()];
}

/** Whether two questions mean the same. */
const isSame = (one: Asked, other: Asked): boolean =>
  one.key === other.key ||
  (one.vector !== null && other.vector !== null && similarity(one.vector, other.vector) >= SAME_FROM);

/** Whether every word is random keystrokes. */
const isGibberish = (text: string): boolean =>
  fold(text)
    .match(/\p{L}+/gu)
    ?.every((word) => KEYSTROKES.test(word)) ?? true;

/** Whether a line asks something that the knowledge could answer. */
const couldBeKnown = ({ text, acts, subjects, flags, probabilities }: Understanding): boolean =>
  acts.has('question') &&
  !isGibberish(text) &&
  !flags.has('injection') &&
  !acts.has('insult') &&
  (subjects.has('knowledge') ||
    (!UNANSWERABLE.some((subject) => subjects.has(subject)) &&
      SURELY_UNANSWERABLE.every((subject) => probabilities[subject] < SURE_FROM)));

/**
 * The question in a message that the knowledge could answer; null for small talk, insults and tricks.
 * @param names the consultant's, who is the subject of most questions
 */
export async function questionIn(
  message: string,
  names: readonly string[],
  understand: Understand,
): Promise<Asked | null> {
  return questionOf(await understand(message, { before: null }), names);
}

/** A question that the knowledge could answer, with its {@link questionKey} and the embedding of its sentence. */
interface Asked {
  question: string;
  key: string;
  vector: Float32Array | null;
}

/** The question in an understood line; null if there is none that the knowledge could answer. */
function questionOf(line: Understanding, names: readonly string[]): Asked | null {
  if (!couldBeKnown(line)) return null;
  const sentence = line.sentences.findLast(({ asks, injects }) => asks && !injects);
  const said = sentence?.text ?? line.text;
  const question = said.replace(/\s+/g, ' ').trim().slice(0, MAX_QUESTION_CHARS).toWellFormed().trim();
  const key = questionKey(question, names);
  return question && key ? { question, key, vector: sentence?.vector ?? null } : null;
}

/**
 * A UUID that is the same for all wordings of a question: it ignores word order, inflection and small words. Null if no
 * words are left.
 * @param names the consultant's, who is the subject of most questions
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
