/** The thing that a question of fact asks for by its name, 'your VAT number' or 'parking': what no passage names is not known. */
import type { KnowledgePassage, Twin } from '@understudy/contract/twin';
import { contentWords, fold } from '../../../platform/text/words.ts';
import { unknown } from './answer.ts';
import type { Cast } from './cast.ts';
import type { Draft } from './draft.ts';
import type { Scene } from './scene.ts';
import { literal, paragraphsOf } from './text.ts';

const OWNER = '(?:you|she|he|they|we|it|one|her)';
/** Where the name of the thing ends. */
const ENDS = String.raw`(?= (?:at|in|near|by|from|of|about|with|to|that|which|who|when|where|if|and|or|for|against|on|too|as|here|there|then|right|now|already|yet)\b|[?.,!;:]|$)`;
const NAME = String.raw`([a-z0-9][\w'/-]*(?: [\w'/-]+){0,3}?)`;
/** 'Do you have parking at your office', 'has she any insurance', 'is there a lift'. */
const HAS = new RegExp(
  String.raw`\b(?:(?:do|does|did|has|have) ${OWNER}(?: (?:already|also|still|even|have|has|got|carry|hold|own|provide|offer))+|(?:has|have) ${OWNER}(?: got|(?= (?:an?|any)\b))|(?:is|are) there|(?:do|does) ${OWNER} have|does [a-z]+ (?:have|carry|hold|own|provide|offer))(?: (?:an?|any|some|your|her|the))? ${NAME}${ENDS}`,
);
/** 'What is your VAT number'. */
const WHAT_IS = new RegExp(
  String.raw`\b(?:what(?:'s| is| are)|tell me|give me|need|know|have) (?:your|her|the company'?s?) ${NAME}${ENDS}`,
);
/** What is known by what stands before it: a number may be anything's. */
const NUMBERED = new Set(contentWords('number id iban account code register registration certificate licence license'));
/** The case, and what is asked for it. */
const CASE = /^\s*(?:(?:and|but|so|ok|hi|hello)[, ]+)*(?:what )?(?:if|when) [^,;.?!]+[,;?.] *(.+)$/is;
/** Words that name no thing by themselves: the one before them does, or what is spoken of. */
const GENERAL = new Set(
  contentWords(
    `policy term option plan process scheme arrangement system service package program programme method approach philosophy
    style view opinion stance take idea thought advice tip suggestion answer question example experience background story
    difference point catch limit minimum maximum reason rule chance possibility time room interest anybody anyone nobody
    somebody someone people client customer company team business list sort type issue trouble risk concern problem work
    help support worry preference more other else`,
  ),
);
/** Put nearly as the files put it, a question is about what they say it is about. */
const AS_ASKED = 0.72;
/** From this share of the asked words on, a passage is taken for an answer. */
const ANSWERS = 0.5;

/** Tags of what the consultant thinks, or would do in one's place. */
const VIEWS = new Set(['opinion', 'advice', 'problem']);

const held = new WeakMap<Twin, Set<string>[]>();

const wordsIn = ({ title, called, text, asked, tags }: KnowledgePassage) =>
  new Set(contentWords([title, called, text, ...asked, ...tags].join(' ')));

/** Whether a passage holds all the words in one breath. */
const speaksOf = (passage: KnowledgePassage, thing: readonly string[]) =>
  [passage.title, passage.called, ...passage.asked, ...paragraphsOf(passage)].some((part) => {
    const words = new Set(contentWords(part));
    return thing.every((word) => words.has(word));
  });

/** The words by which each passage may be found. */
function wordsOf({ twin }: Cast): Set<string>[] {
  let words = held.get(twin);
  if (!words) {
    words = twin.knowledge.map(wordsIn);
    held.set(twin, words);
  }
  return words;
}

/** 'What if she makes a mistake, does she have insurance?' asks for the insurance: the question without the case beside it. */
export function withoutCase(question: string): string {
  const rest = CASE.exec(question)?.[1] ?? '';
  return thingAsked(rest).length > 0 ? rest : question;
}

/** The words of the thing that a question of fact asks for; none when it asks for none by its name. */
export function thingAsked(question: string, names: readonly string[] = []): string[] {
  const own = new RegExp(`\\b(?:${['your twin', ...names.map(fold)].map(literal).join('|')})(?='s|\\b)`, 'g');
  const text = fold(question).replace(/\s+/g, ' ').replace(own, 'she').replaceAll("she's", 'her');
  const words = contentWords(HAS.exec(text)?.[1] ?? WHAT_IS.exec(text)?.[1] ?? '');
  const last = words.at(-1);
  return last === undefined || GENERAL.has(last) ? [] : words;
}

/** Whether a question of fact asks for a thing that none of the passages names. */
export function asksForUnknown({ cast }: Pick<Scene, 'cast'>, question: string): boolean {
  const { name, first_name } = cast.twin.persona;
  const thing = thingAsked(question, [name, first_name]);
  const last = thing.at(-1);
  const hits = cast.find(question, 5);
  const best = hits.find(({ coverage }) => coverage >= ANSWERS) ?? hits[0];
  if (last === undefined || (best?.likeness ?? 0) >= AS_ASKED) return false;
  // A view or a piece of advice that shares a stray word with it is no fact.
  if (best?.passage.tags.some((tag) => VIEWS.has(tag)) && !speaksOf(best.passage, thing)) return true;
  // The number of anything else is another number.
  const sought = NUMBERED.has(last) ? thing : [last];
  if (wordsOf(cast).some((words) => sought.every((word) => words.has(word)))) return false;
  // A word that is only misspelt is found all the same.
  return sought.length > 1 || cast.find(last, 1).length === 0;
}

/** What is said where the thing asked for is named nowhere; null when it is, or none is asked for. */
export const notNamed = (scene: Scene, question: string): Draft | null =>
  asksForUnknown(scene, question) ? unknown(scene, []) : null;
