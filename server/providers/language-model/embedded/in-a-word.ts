/** A message of a word or three, without a verb: it asks about what it names. */

import { elaborate } from './advise.ts';
import { answer } from './answer.ts';
import { serviceIn } from './cast.ts';
import { book } from './contact.ts';
import type { Draft } from './draft.ts';
import type { Scene } from './scene.ts';

const MAX_WORDS = 3;
/** From this coverage on, a passage is what was named. */
const NAMED = 0.7;
const NEXT = /^(?:and |ok |then )*(?:next|further|go on)\W*$/;
const CONTACT = /^(?:contact|booking|appointment|call|e-?mail|phone|address)\W*$/;
const CHEAPER = /^(?:any(?:thing)? )?(?:cheaper|discounts?|less|smaller)\W*$/;
/** An answer to a question tells, and asks nothing. */
const TELLS = /\b(?:i|we|my|our|me|us|he|she|they|it|is|are|was|were)\b|\d/;

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
