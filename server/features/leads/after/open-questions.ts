import { saysOneOf } from '../../../platform/text/filled-lines.ts';
import { contentWords, fold } from '../../../platform/text/words.ts';
import type { AskedQuestion } from '../conversation-digest.ts';
import type { TimedLine } from './action-item.ts';

/** The twin, or a model in its place, says that it does not know. */
const NOT_KNOWN =
  /\b(?:i (?:do not|don'?t) (?:know|have)|i'?m not sure|i cannot say|i can'?t say|not something i know|(?:is|that's|that is) (?:not )?(?:beyond|outside) what i|no (?:idea|information)|i (?:have|hold) nothing on|better (?:ask|asked)|only \w+ (?:can|could) (?:say|answer|tell))\b/;
/** The twin said of each that it is noted: all of a conversation's, but for one that is nothing but questions. */
const MAX_QUESTIONS = 50;

/** Words of a question from which on a reply that has all of them is taken for its answer. */
const TELLING_WORDS = 2;
/** Share of their words that two questions have in common which ask the same. */
const SAME_FROM = 0.6;
/** The twin says so at the beginning; further on it hedges an answer. */
const BEGINNING_CHARS = 220;

/**
 * Questions of the visitor's that the twin could not answer, or that nothing was said to, in their words. One that was
 * asked again and answered then, or that a later reply speaks of in its own words, is open no more.
 *
 * @param leftOpen lines by which the twin itself says that it does not know, whatever their words
 */
export function openQuestionsOf(
  questions: readonly AskedQuestion[],
  lines: readonly TimedLine[],
  leftOpen: readonly string[] = [],
): string[] {
  const leavesOpen = saysOneOf(leftOpen);
  const isUnanswered = (answers: readonly string[]): boolean =>
    answers.length === 0 ||
    answers.some(leavesOpen) ||
    NOT_KNOWN.test(fold(answers.join(' ').slice(0, BEGINNING_CHARS)));
  const tellsOf = ({ speaker, text }: TimedLine, words: ReadonlySet<string>): boolean => {
    if (speaker !== 'agent' || words.size < TELLING_WORDS || isUnanswered([text])) return false;
    const said = new Set(contentWords(text));
    return [...words].every((word) => said.has(word));
  };
  const asked = questions.map(({ seq, text }) => ({
    text,
    seq,
    words: new Set(contentWords(text)),
    isOpen: isUnanswered(answersAfter(lines, seq)),
  }));
  const open = asked.filter(
    (one, at) =>
      one.isOpen &&
      !asked.slice(at + 1).some((later) => !later.isOpen && isSame(one.words, later.words)) &&
      !lines.some((line) => line.seq > one.seq && tellsOf(line, one.words)),
  );
  return [...new Set(open.map(({ text }) => text))].slice(-MAX_QUESTIONS);
}

/** Two questions of which most words are the same. */
function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared > 0 && shared >= SAME_FROM * Math.max(one.size, other.size);
}

/** What the twin said up to the visitor's next words. */
function answersAfter(lines: readonly TimedLine[], seq: number): string[] {
  const behind = lines.slice(lines.findIndex((line) => line.seq === seq) + 1);
  const next = behind.findIndex(({ speaker }) => speaker === 'visitor');
  return (next < 0 ? behind : behind.slice(0, next)).map(({ text }) => text);
}
