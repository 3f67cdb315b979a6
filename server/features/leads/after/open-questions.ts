import { saysOneOf } from '../../../platform/text/filled-lines.ts';
import { contentWords, fold } from '../../../platform/text/words.ts';
import type { AskedQuestion } from '../conversation-digest.ts';
import type { TimedLine } from './action-item.ts';

/** Phrases with which the twin, or a model answering for it, says that it does not know. */
const NOT_KNOWN =
  /\b(?:i (?:do not|don'?t) (?:know|have)|i'?m not sure|i cannot say|i can'?t say|not something i know|(?:is|that's|that is) (?:not )?(?:beyond|outside) what i|no (?:idea|information)|i (?:have|hold) nothing on|better (?:ask|asked)|only \w+ (?:can|could) (?:say|answer|tell))\b/;
/**
 * Covers all questions of a conversation, unless it is nothing but questions: the twin told the visitor that each is
 * noted.
 */
const MAX_QUESTIONS = 50;

/** A question with at least this many content words counts as answered by a reply that contains all of them. */
const TELLING_WORDS = 2;
/** Share of common words from which two questions count as the same. */
const SAME_FROM = 0.6;
/** The twin admits ignorance at the beginning of a reply; further on such words only hedge an answer. */
const BEGINNING_CHARS = 220;

/**
 * The visitor's questions that the twin could not answer or did not reply to, in their words. A question is no longer
 * open once it was repeated and answered, or once a later reply covers it in its own words.
 *
 * @param leftOpen the twin's own lines for saying that it does not know, however worded
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

/** Whether two questions share most of their words. */
function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared > 0 && shared >= SAME_FROM * Math.max(one.size, other.size);
}

/** What the twin said before the visitor's next words. */
function answersAfter(lines: readonly TimedLine[], seq: number): string[] {
  const behind = lines.slice(lines.findIndex((line) => line.seq === seq) + 1);
  const next = behind.findIndex(({ speaker }) => speaker === 'visitor');
  return (next < 0 ? behind : behind.slice(0, next)).map(({ text }) => text);
}
