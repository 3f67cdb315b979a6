import { OF_THE_TALK } from './facts.ts';
import type { UnderstoodLine } from './lines.ts';

/** A visitor's question in their own words. */
export interface AskedQuestion {
  seq: number;
  text: string;
}

/** What a conversation's summary needs in addition to the facts. */
export interface ConversationDigest {
  /** The last question of each line that asks about the consultant's work and requests nothing. */
  questions: readonly AskedQuestion[];
  /** Number of lines; `rude` counts the abusive ones. */
  lines: number;
  rude: number;
  /** The worst insult; null when there is none. */
  insult: string | null;
  /** Above 0 for pleased, below 0 for displeased: `mood` over all lines, `last` for the newest. */
  mood: number;
  last: number;
  /** Number of informative lines per language, by ISO 639-1 code. */
  languages: Readonly<Record<string, number>>;
}

/** The digest before the first line. */
export const EMPTY_DIGEST: ConversationDigest = {
  questions: [],
  lines: 0,
  rude: 0,
  insult: null,
  mood: 0,
  last: 0,
  languages: {},
};

/** Acts that raise the mood by 1, and what an insult and a complaint take from it. */
const PLEASED = ['thank', 'agree', 'decide'] as const;
const INSULT_COST = 3;
const COMPLAINT_COST = 2;
/** Characters of a line that shows why they came and, reliably, its language. */
export const MIN_INFORMATIVE_CHARS = 25;
/** Characters of a question. */
const MAX_QUESTION_CHARS = 200;
const MIN_QUESTION_CHARS = 8;

const LEADING = /^(?:(?:and|but|so|ok|okay|also|well|then|first|hi|hey|hello|yes|no)\b[,.]?\s+)+/i;

/** The question without what precedes it in the same sentence: 'before christmas. but first what would you do?'. */
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
    (isRude ? INSULT_COST : 0) -
    (requests.has('complaint') ? COMPLAINT_COST : Number(acts.has('reject')));
  // Questions about the twin, the talk or the visitor never count as open.
  const isOfTheTalk = subjects.size > 0 && [...subjects].every((subject) => OF_THE_TALK.includes(subject));
  const asked = isOfTheTalk
    ? undefined
    : sentences.findLast(
        (one) => one.asks && !one.injects && one.requests.size === 0 && one.text.length > MIN_QUESTION_CHARS,
      );
  return {
    questions: asked
      ? [...before.questions, { seq, text: questionAlone(asked.text).slice(0, MAX_QUESTION_CHARS).toWellFormed() }]
      : before.questions,
    lines: before.lines + 1,
    rude: before.rude + Number(isRude),
    insult: before.insult ?? (isRude ? text : null),
    mood: before.mood + mood,
    last: mood,
    languages:
      text.trim().length < MIN_INFORMATIVE_CHARS
        ? before.languages
        : { ...before.languages, [language]: (before.languages[language] ?? 0) + 1 },
  };
}

/**
 * The language of most informative lines, as an ISO 639-1 code; English unless there is enough evidence for another.
 */
export function languageOf({ languages }: ConversationDigest): string {
  const total = Object.values(languages).reduce((sum, count) => sum + count, 0);
  return Object.entries(languages).find(([, count]) => count * 2 >= total && count > 0)?.[0] ?? 'en';
}

/** Whether most lines are abusive. */
export const isHostile = ({ rude, lines }: ConversationDigest): boolean => rude > 0 && rude * 2 >= lines;

/** The visitor's sentiment; their last words count twice. */
export function sentimentOf({ mood, last }: ConversationDigest): 'positive' | 'neutral' | 'negative' {
  const balance = mood + last;
  if (balance > 1) return 'positive';
  return balance < 0 ? 'negative' : 'neutral';
}
