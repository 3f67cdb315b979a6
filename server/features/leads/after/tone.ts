import { askingSentences } from '../../../platform/text/asking.ts';
import { fold } from '../../../platform/text/words.ts';
import type { TimedLine } from './action-item.ts';

const INSULTS =
  /\b(?:fuck\w*|shit\w*|idiots?|morons?|stupid|dumb(?:ass)?|bullshit|crap|scam(?:mers?)?|frauds?|liars?|useless|worthless|pathetic|garbage|screw you|piss off|shut up|go to hell|hate you|arse\w*|asshole\w*|bastards?|bitch\w*)\b/;
const GOOD =
  /\b(?:thanks?|thank you|great|perfect|excellent|brilliant|lovely|wonderful|helpful|impressed|love (?:it|this|that)|sounds (?:good|great)|exactly|looking forward|happy|glad|fantastic|amazing|cheers|appreciate\w*)\b/g;
const BAD =
  /\b(?:annoy\w*|frustrat\w*|disappoint\w*|angry|terrible|awful|waste|useless|wrong|never again|complain\w*|unhappy|upset|ridiculous|rubbish|not (?:happy|good|helpful|working)|doesn'?t work|still waiting|refund|fed up|sick of|unacceptable)\b/g;
/** The twin says that it does not know. */
const NOT_KNOWN =
  /\b(?:i (?:do not|don'?t) (?:know|have)|i'?m not sure|i cannot say|i can'?t say|not something i know|(?:is|that's|that is) (?:not )?(?:beyond|outside) what i|no (?:idea|information)|i (?:have|hold) nothing on|better (?:ask|asked)|only \w+ (?:can|could) (?:say|answer|tell))\b/;
/** Questions to the twin about itself or its manners are nobody's open question. */
const SMALL =
  /\b(?:are you|who are you|how are you|you there|hello|can you hear|right\?|ok\?|okay\?|isn'?t it|you know)\b/;
const QUESTIONS_MOST = 5;
const QUESTION_CHARS = 200;
const QUESTION_LEAST_CHARS = 8;

/** Whether what was said is mostly abuse. */
export function isHostile(said: readonly TimedLine[]): boolean {
  const rude = said.filter(({ text }) => INSULTS.test(fold(text.slice(0, 1_000)))).length;
  return rude > 0 && rude * 2 >= said.length;
}

/** How the visitor took it: their last words count twice. */
export function sentimentOf(lines: readonly TimedLine[]): 'positive' | 'neutral' | 'negative' {
  const said = lines.filter(({ speaker }) => speaker === 'visitor');
  let balance = 0;
  for (const [at, { text }] of said.entries()) {
    const folded = fold(text.slice(0, 1_000));
    const good = folded.match(GOOD)?.length ?? 0;
    const bad = (folded.match(BAD)?.length ?? 0) + (INSULTS.test(folded) ? 3 : 0);
    balance += (good - bad) * (at === said.length - 1 ? 2 : 1);
  }
  if (balance > 1) return 'positive';
  return balance < 0 ? 'negative' : 'neutral';
}

/** Questions of the visitor's that the twin could not answer, or that nothing was said to, in their words. */
export function openQuestionsOf(lines: readonly TimedLine[]): string[] {
  const open: string[] = [];
  for (const [at, { speaker, text }] of lines.entries()) {
    if (speaker !== 'visitor') continue;
    const question = askingSentences(text.slice(0, 2_000), QUESTION_LEAST_CHARS).at(-1);
    if (!question || SMALL.test(fold(question))) continue;
    const answers = answersAfter(lines, at);
    const unanswered = answers.length === 0 || answers.some((answer) => NOT_KNOWN.test(fold(answer)));
    if (unanswered && !open.includes(question)) open.push(question.slice(0, QUESTION_CHARS).toWellFormed());
  }
  return open.slice(-QUESTIONS_MOST);
}

/** What the twin said up to the visitor's next words. */
function answersAfter(lines: readonly TimedLine[], at: number): string[] {
  const answers: string[] = [];
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next];
    if (!line || line.speaker === 'visitor') break;
    answers.push(line.text);
  }
  return answers;
}
