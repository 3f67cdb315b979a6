/** Several questions in one message: each is answered, and of which there is no answer is said. */

import type { Service } from '@understudy/contract/twin';
import { contentWords, fold } from '../../../platform/text/words.ts';
import type { Act } from './acts.ts';
import { bestParagraph, figures, unknown } from './answer.ts';
import { asksForUnknown, withoutCase } from './asked-thing.ts';
import { serviceIn } from './cast.ts';
import { classify } from './classify.ts';
import { type Draft, leadIn, say, unsaidParagraph } from './draft.ts';
import { ANSWER_MISSING, DURATIONS, REST_LATER } from './phrases.ts';
import {
  AS_ASKED,
  asTheFilesPutIt,
  durationList,
  OF_PRICE,
  POINTS_BACK_BY_WORD,
  STANDS_ALONE,
  UNMARKED,
  understood,
} from './question.ts';
import type { Scene } from './scene.ts';

/** Paragraphs that answer several questions at once, in characters. */
const MAX_CHARS = 720;
/** Questions that are answered at once. */
const MOST = 3;
/** A longer question has words beside its subject: it is met by less of it with this score. */
const PART = 0.5;
const PART_SCORE = 60;

/** Where the next question begins: behind a comma or an 'and', with a word that asks and one that is asked about. */
const NEXT =
  /(?:[,;:] | and | or )(?:and )?(?:also )?(?=(?:(?:where|when|who|which|why) (?:is|are|was|do|does|did|can|could|will|would|should|has|have)|(?:what|how|do|does|can|could|is|are|will|would|has|have) (?:you|she|i|we|it|is|are|was|does|do|much|many|long|soon|fast|quickly|often|the|your|her|an?|there|would|will|can|could|about|[\p{Lu}]\p{L}+|lunch|travel))\b)/u;
const LEADS = /^(?:and|so|but|also|then|plus|ok|okay|hi|hello|hey)\b[ ,]*/i;
/** Acts of questions that the notes may answer; what is asked beside one of another kind is no second question. */
const ASKS = new Set<Act>(['question', 'price', 'duration', 'advise', 'help', 'can_help', 'book']);
/** What none of the notes answer is no gap in them. */
const NO_GAP = new Set<Act>(['advise', 'help', 'can_help', 'book']);
/** The price of what is talked of. */
const THE_FEE = /\b(?:her|the|your) (?:fee|price)\b/;
/** 'There' that points nowhere. */
const THERE_IS = /\b(?:is|are|was|will) there\b/;
const ORDINALS = ['first', 'second', 'third'];

/** 'Could you outline your approach, your fees and your availability' asks three things. */
const LISTED =
  /\b(?:outline|describe|explain|summari[sz]e|cover|tell (?:me|us) (?:more )?(?:about )?|know (?:more )?about|information (?:on|about)|details (?:on|about|of)) ?((?:(?:your|her|the|its) [\w' -]{3,40}?(?:,? and |, )){1,4}(?:your|her|the|its) [^,.?!]{3,40})/;

/** What is asked for in a list, as a question each; none when there is no list. */
function listedIn(message: string): string[] {
  const list = LISTED.exec(fold(message))?.[1];
  return list
    ? list
        .split(/,? and (?=(?:your|her|the|its) )|, (?=(?:your|her|the|its) )/)
        .map((item) => `what is ${item.trim()}?`)
    : [];
}

/** The questions of a message, told apart: 'do you charge VAT and do you work in Hamburg?' are two. */
export function questionsOf(message: string): string[] {
  const listed = listedIn(message);
  if (listed.length > 1) return listed;
  const sentences = message.match(/[^.?!\n]+(?:\.(?=\d)[^.?!\n]+)*[.?!]*/g) ?? [];
  return sentences.flatMap((sentence) => {
    const marked = sentence.trim().endsWith('?');
    const parts = withoutCase(sentence)
      .split(NEXT)
      .map((part) => part.trim().replace(LEADS, ''));
    const asks = (part: string) => UNMARKED.test(fold(part)) || (parts.length === 1 && marked);
    return parts.filter((part) => asks(part) && /\p{L}{2}/u.test(part)).map((part) => part.replace(/[?!.,;\s]*$/, '?'));
  });
}

/** What answers one of the questions; `known`: nothing need be said to it, or it leans on what only the whole message says. */
type Answer =
  | { kind: 'told'; text: string; id: string | null; ofService?: Service }
  | { kind: 'known' }
  | { kind: 'none' };

/** Answers one question by itself; null when it is of another kind than those that the notes answer. */
function answerTo(scene: Scene, one: string, before: readonly Answer[]): Answer | null {
  const { act } = classify(one, [scene.cast.twin.persona.name, scene.cast.twin.persona.first_name]);
  if (!ASKS.has(act)) return null;
  const leans = POINTS_BACK_BY_WORD.test(fold(one).replace(THERE_IS, ' '));
  const service =
    serviceIn(scene.cast, one) ??
    (leans || act === 'duration' || THE_FEE.test(fold(one))
      ? (serviceIn(scene.cast, scene.message) ?? scene.thread.service)
      : null);
  if (service && (act === 'price' || act === 'duration')) {
    // A price is told with its duration.
    if (before.some((answer) => answer.kind === 'told' && answer.ofService === service)) return { kind: 'known' };
    const line = figures(scene, service, act === 'price' ? 'price' : 'duration')?.parts[1];
    const id = scene.cast.services.find((entry) => entry.service === service)?.passage?.id ?? null;
    if (line) return { kind: 'told', text: line, id, ofService: service };
  }
  // 'What is in the Walkthrough' is told by the passage on it.
  const own =
    service && act === 'question' ? scene.cast.services.find((entry) => entry.service === service)?.passage : null;
  const whole =
    own && scene.cast.find(one, 4).some((hit) => hit.passage === own)
      ? unsaidParagraph(scene, own, bestParagraph(scene, own, one))
      : null;
  if (own && whole) return { kind: 'told', text: whole, id: own.id };
  // 'How long' is said of everything: of no piece of work in particular it is asked of them all.
  const long = act === 'duration' ? say(scene, DURATIONS, { list: durationList(scene) }) : null;
  if (long) return { kind: 'told', text: long, id: null };
  if (asksForUnknown(scene, one)) return { kind: 'none' };
  const ofMoney = act === 'price' && contentWords(one).every((word) => OF_PRICE.has(word));
  const query = ofMoney ? 'what does it cost' : asTheFilesPutIt(scene.cast, one);
  const [hit] = scene.cast.find(query, 1);
  const sure =
    hit !== undefined &&
    (hit.coverage >= STANDS_ALONE || hit.likeness >= AS_ASKED || (hit.coverage >= PART && hit.score >= PART_SCORE));
  if (!sure)
    return leans || NO_GAP.has(act) || !UNMARKED.test(fold(one)) || contentWords(one).length === 0
      ? { kind: 'known' }
      : { kind: 'none' };
  const paragraph = unsaidParagraph(
    scene,
    hit.passage,
    bestParagraph(scene, hit.passage, ofMoney ? query : `${one} ${query}`),
  );
  const told = before.some(
    (answer) => answer.kind === 'told' && (answer.text === paragraph || answer.id === hit.passage.id),
  );
  return paragraph && !told ? { kind: 'told', text: paragraph, id: hit.passage.id } : { kind: 'known' };
}

/** Several questions at once: all of them, as far as there is room; null when there is one, or one leans on another. */
export function several(scene: Scene): Draft | null {
  const questions = questionsOf(scene.message);
  if (questions.length < 2) return null;
  const answers: Answer[] = [];
  let chars = 0;
  let left = Math.max(0, questions.length - MOST);
  for (const one of questions.slice(0, MOST)) {
    const answer = answerTo(scene, one, answers);
    if (!answer) return null;
    const fits = answer.kind !== 'told' || chars + answer.text.length <= MAX_CHARS;
    if (!fits) left += 1;
    answers.push(fits ? answer : { kind: 'known' });
    chars += fits && answer.kind === 'told' ? answer.text.length : 0;
  }
  const told = answers.flatMap((answer) => (answer.kind === 'told' ? [answer] : []));
  const missing = answers.flatMap(({ kind }, at) => (kind === 'none' ? [ORDINALS[at] ?? 'last'] : []));
  if (told.length === 0 && missing.length > 1 && !understood(scene)) return unknown(scene, []);
  if (told.length === 0 || told.length + missing.length < 2) return null;
  const which = missing.join(' and the ');
  return {
    parts: [
      leadIn(scene),
      ...told.map(({ text }) => text),
      missing.length > 0
        ? say(scene, ANSWER_MISSING, { which, questions: missing.length > 1 ? 'questions' : 'question' })
        : null,
      left > 0 ? say(scene, REST_LATER) : null,
    ],
    knowledge: told.flatMap(({ id }) => id ?? []),
  };
}
