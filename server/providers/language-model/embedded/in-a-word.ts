/** A message of a word or three, without a verb: it asks about what it names. */

import { elaborate } from './advise.ts';
import { answer } from './answer.ts';
import { serviceIn } from './cast.ts';
import { book } from './contact.ts';
import { HELP_WITH, HIRING_PEOPLE, HIRING_WHICH } from './courtesies.ts';
import { ask, type Draft, say } from './draft.ts';
import type { Scene } from './scene.ts';
import { NEEDS_HELP } from './signs.ts';
import { pointElsewhere } from './social.ts';

const MAX_WORDS = 3;
/** An answer to which of two things is meant is short. */
const MAX_ANSWER = 6;
/** From this coverage on, a passage is what was named. */
const NAMED = 0.7;
const NEXT = /^(?:and |ok |then )*(?:next|further|go on)\W*$/;
const CONTACT = /^(?:contact|booking|appointment|call|e-?mail|phone|address)\W*$/;
const CHEAPER = /^(?:any(?:thing)? )?(?:cheaper|discounts?|less|smaller)\W*$/;
/** An answer to a question tells, and asks nothing. */
const TELLS = /\b(?:i|we|my|our|me|us|he|she|they|it|is|are|was|were)\b|\d/;

const HIRING = /^(?:and |about |it's |is it )*(?:hiring|recruiting|recruitment)\W*$/;
const WORK = /\b(?:work|jobs?|positions?|employed|internship)\b/;

/** What could mean two things, or names nothing yet: asks which, or what with; null when it is clear. */
export function ambiguous(scene: Scene, text: string): Draft | null {
  if (NEEDS_HELP.test(text)) {
    const { facts, mode } = scene;
    const open = !facts.noQuestions && !facts.outsider && !facts.told.has('problem');
    const question = ask(scene, ['problem']) ?? (open ? say(scene, mode.manner.questions.problem) : null);
    return { parts: [say(scene, HELP_WITH), question ?? pointElsewhere(scene)], knowledge: [] };
  }
  if (HIRING.test(text)) {
    const line = scene.facts.noQuestions ? null : say(scene, HIRING_WHICH);
    return line ? { parts: [line], knowledge: [] } : null;
  }
  // 'Work' answers which of the two.
  const which = HIRING_WHICH.some((line) => scene.lastAgent.endsWith(line)) && text.split(' ').length <= MAX_ANSWER;
  if (!which) return null;
  if (/\bpeople\b/.test(text)) return { parts: [say(scene, HIRING_PEOPLE), ask(scene, ['problem'])], knowledge: [] };
  return WORK.test(text) ? answer(scene, 'are you hiring') : null;
}

/** Answers what a word or two name; null when they tell something, or name nothing that is known. */
export function inAWord(scene: Scene, text: string): Draft | null {
  if (text.split(' ').length > MAX_WORDS || TELLS.test(text) || scene.facts.fresh.size > (scene.lastAsked ? 1 : 0))
    return null;
  if (NEXT.test(text)) return elaborate(scene);
  if (CONTACT.test(text)) return book(scene);
  if (CHEAPER.test(text)) return answer(scene, 'can it be cheaper');
  const [best] = scene.cast.find(scene.message, 1);
  const named = serviceIn(scene.cast, scene.message) !== null || (best !== undefined && best.coverage >= NAMED);
  return named ? answer(scene, scene.message) : null;
}
