/** Digest of a conversation: what its summary needs beside the facts. */
import type { Subject } from '../understanding/understanding.ts';
import type { UnderstoodLine } from './analyser.ts';

/** A question of the visitor's, in their words. */
export interface AskedQuestion {
  seq: number;
  text: string;
}

/** What was asked, and in which mood. */
export interface ConversationDigest {
  /** The last question of each line that asks something of the consultant's work and nothing to be done. */
  questions: readonly AskedQuestion[];
  /** Lines, and how many of them are abuse. */
  lines: number;
  rude: number;
  /** The worst of them; null where none is. */
  insult: string | null;
  /** Above 0 where they are pleased, below where they are not: of all lines, and of the newest. */
  mood: number;
  last: number;
  /** How many lines that tell something are in which language, by ISO 639-1 code. */
  languages: Readonly<Record<string, number>>;
}

export const EMPTY_DIGEST: ConversationDigest = {
  questions: [],
  lines: 0,
  rude: 0,
  insult: null,
  mood: 0,
  last: 0,
  languages: {},
};

const PLEASED = ['thank', 'agree', 'decide'] as const;
const INSULTED = 3;
const COMPLAINED = 2;
/** A line this short tells nothing of why they came, nor surely its language. */
export const TELLS_CHARS = 25;
const QUESTION_CHARS = 200;
const MIN_QUESTION_CHARS = 8;
/** Questions about the twin, the talk or the visitor are nobody's open question. */
const OF_THE_TALK: readonly Subject[] = ['ai', 'visitor', 'talk', 'chat'];

/** What leads to a question. */
const LEADING = /^(?:(?:and|but|so|ok|okay|also|well|then|first|hi|hey|hello|yes|no)\b[,.]?\s+)+/i;

/** The question without what was said before it in one breath: 'before christmas. but first what would you do?'. */
function questionAlone(said: string): string {
  const parts = said.trim().split(/(?<=[.!?])\s+/);
  const question = parts.findLast((part) => part.includes('?')) ?? parts.at(-1) ?? said;
  const alone = question.replace(LEADING, '');
  return alone.length > MIN_QUESTION_CHARS ? alone : question;
}

/** The digest after one more line. */
export function digestAfter(
  before: ConversationDigest,
  { seq, text, understanding }: UnderstoodLine,
): ConversationDigest {
  const { acts, flags, requests, subjects, sentences, language } = understanding;
  const isRude = acts.has('insult') || flags.has('abuse');
  const mood =
    PLEASED.filter((act) => acts.has(act)).length -
    (isRude ? INSULTED : 0) -
    (requests.has('complaint') ? COMPLAINED : Number(acts.has('reject')));
  const isOfTheTalk = subjects.size > 0 && [...subjects].every((subject) => OF_THE_TALK.includes(subject));
  const asked = isOfTheTalk
    ? undefined
    : sentences.findLast(
        (one) => one.asks && !one.injects && one.requests.size === 0 && one.text.length > MIN_QUESTION_CHARS,
      );
  return {
    questions: asked
      ? [...before.questions, { seq, text: questionAlone(asked.text).slice(0, QUESTION_CHARS).toWellFormed() }]
      : before.questions,
    lines: before.lines + 1,
    rude: before.rude + Number(isRude),
    insult: before.insult ?? (isRude ? text : null),
    mood: before.mood + mood,
    last: mood,
    languages:
      text.trim().length < TELLS_CHARS
        ? before.languages
        : { ...before.languages, [language]: (before.languages[language] ?? 0) + 1 },
  };
}

/** The language of most of what was told, as an ISO 639-1 code; English unless enough speaks for another. */
export function languageOf({ languages }: ConversationDigest): string {
  const total = Object.values(languages).reduce((sum, count) => sum + count, 0);
  return Object.entries(languages).find(([, count]) => count * 2 >= total && count > 0)?.[0] ?? 'en';
}

/** Whether what was said is mostly abuse. */
export const isHostile = ({ rude, lines }: ConversationDigest): boolean => rude > 0 && rude * 2 >= lines;

/** How the visitor took it: their last words count twice. */
export function sentimentOf({ mood, last }: ConversationDigest): 'positive' | 'neutral' | 'negative' {
  const balance = mood + last;
  if (balance > 1) return 'positive';
  return balance < 0 ? 'negative' : 'neutral';
}
