import { saysOneOf } from '../../../platform/text/filled-lines.ts';
import { fold } from '../../../platform/text/words.ts';
import type { AskedQuestion } from '../account.ts';
import type { TimedLine } from './action-item.ts';

/** The twin, or a model in its place, says that it does not know. */
const NOT_KNOWN =
  /\b(?:i (?:do not|don'?t) (?:know|have)|i'?m not sure|i cannot say|i can'?t say|not something i know|(?:is|that's|that is) (?:not )?(?:beyond|outside) what i|no (?:idea|information)|i (?:have|hold) nothing on|better (?:ask|asked)|only \w+ (?:can|could) (?:say|answer|tell))\b/;
/** The twin said of each that it is noted: all of a conversation's, but for one that is nothing but questions. */
const QUESTIONS_MOST = 50;

/**
 * Questions of the visitor's that the twin could not answer, or that nothing was said to, in their words.
 * @param leftOpen lines by which the twin itself says that it does not know, whatever their words
 */
export function openQuestionsOf(
  questions: readonly AskedQuestion[],
  lines: readonly TimedLine[],
  leftOpen: readonly string[] = [],
): string[] {
  const leavesOpen = saysOneOf(leftOpen);
  const open = new Set<string>();
  for (const { seq, text } of questions) {
    const answers = answersAfter(lines, seq);
    if (answers.length === 0 || answers.some((answer) => leavesOpen(answer) || NOT_KNOWN.test(fold(answer))))
      open.add(text);
  }
  return [...open].slice(-QUESTIONS_MOST);
}

/** What the twin said up to the visitor's next words. */
function answersAfter(lines: readonly TimedLine[], seq: number): string[] {
  const behind = lines.slice(lines.findIndex((line) => line.seq === seq) + 1);
  const next = behind.findIndex(({ speaker }) => speaker === 'visitor');
  return (next < 0 ? behind : behind.slice(0, next)).map(({ text }) => text);
}
