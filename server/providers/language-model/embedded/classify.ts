import { foreignCallWish } from '../../../platform/text/foreign-call.ts';
import { contentWords, fold } from '../../../platform/text/words.ts';
import { ACTS, type Act, AT_SOMEBODY_ELSE, INSULT, LATER, QUESTION, SHORT_ACTS } from './acts.ts';
import { complains } from './complaint-signs.ts';
import { wantsNoContact } from './fact-signs.ts';
import { detectLanguage } from './language.ts';
import { isManipulation } from './manipulation.ts';
import { COSTS_THEM } from './signs.ts';
import { literal } from './text.ts';

/** Keyboard noise: no vowels, one letter over and over, or words that nobody says. */
function isNoise(text: string): boolean {
  const words = text.match(/\p{L}+/gu) ?? [];
  if (words.length === 0) return true;
  const odd = words.filter(
    (word) =>
      (/^[a-z]+$/.test(word) && word.length > 3 && !/[aeiouy]/.test(word)) ||
      /(.)\1{3,}/.test(word) ||
      /^(asdf|qwer|zxcv|hjkl|sdfg|jkl|lorem|blah|foo|bar|test)\w*$/.test(word) ||
      /[bcdfghjklmnpqrstvwxz]{6,}/.test(word) ||
      word.length > 30,
  ).length;
  return odd > 0 && odd * 2 >= words.length;
}

/** Words of money and amounts in what is told of their own work: 'nobody decides how much dough to make without me'. */
const TELLS_OF_AMOUNTS = new RegExp(
  [
    COSTS_THEM.source,
    String.raw`(?<=\w )\bhow much \w+ (?:\w+ )?to \w+(?![^.?!]*(?:\?|\b(?:pay|cost|costs|charge|price)\b))`,
    String.raw`\bin charge\b`,
    String.raw`\bafford (?:another|any more|to (?:lose|wait|fail|stop|let))\b(?![^.?!]*\?)`,
    String.raw`(?<!\b(?:what|how much|how|which)\b[^.?!]{0,40})\b(?:my|our|every|each|all) (?:\w+ )?(?:price|prices|pricing|costs|fee|fees|rate|rates)\b(?![^.?!]*\?)`,
  ].join('|'),
  'g',
);

/** 'My last consultant cost 60k' asks for no price. */
const TELLS_OF_A_BILL =
  /^[^?]*\b(?:cost|costs|paid|charged|spent|took) (?:us |me |about |over |around |nearly )*[€$£]?\d[^?]*$/;

const wordCount = (text: string) => text.match(/[\p{L}\p{N}']+/gu)?.length ?? 0;

const TELLS_ON = /\b(nobody|i|we|they|it|he|she|my|our|everybody|everyone|the)(?:'[a-z]+)? [a-z']+/;

/** 'Is this a scam?' is a doubt. */
const ASKS_WHETHER =
  /^(?:so |and |ok )?(?:is|are) (?:this|it|that|you|these) (?:just |really |all )*(?:an? )?(?:kind of |sort of )?(?:scams?|frauds?|con|joke)\b/;

const insults = (text: string) =>
  INSULT.test(text) &&
  !ASKS_WHETHER.test(text) &&
  (!AT_SOMEBODY_ELSE.test(text) || wordCount(text) < 5 || /\byou\b/.test(text));

/** Whether strong words are said to the twin. */
export const isInsult = (message: string): boolean => insults(fold(message));

/** Acts that stand above strong words and short ones. */
const FIRST = new Set<Act>(['distress', 'human']);

/** A short act with no more beside it than it bears. */
function shortAct(text: string): Act | null {
  const words = wordCount(text);
  for (const [act, pattern] of SHORT_ACTS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const rest = wordCount(text.replace(pattern, ' '));
    const room =
      act === 'thanks' || act === 'goodbye'
        ? 6
        : act === 'praise' || act === 'unsure' || act === 'apology'
          ? 4
          : act === 'greeting'
            ? 1
            : 3;
    if (act === 'apology' && /\d/.test(text)) continue;
    // 'No, nobody else checks' tells something.
    if ((act === 'deny' ? rest > 1 : act === 'unsure' && rest > 2) && TELLS_ON.test(text.replace(pattern, ' ')))
      continue;
    // 'Fine. what's the price' is more than fine.
    if (
      rest > 1 &&
      act !== 'small_talk' &&
      act !== 'greeting' &&
      QUESTION.test(text.replace(pattern, '').replace(/^[\s,.!;-]+/, ''))
    )
      continue;
    if (rest <= room && words <= 9 && !(QUESTION.test(text) && !['small_talk', 'greeting'].includes(act))) return act;
  }
  return null;
}

/** The consultant by name is 'her' to the patterns, whoever it is; a name that is an everyday word stays. */
function withoutNames(text: string, names: readonly string[]): string {
  const distinct = names.filter((name) => contentWords(name).length > 0).map(fold);
  return distinct.reduce(
    (rest, name) => rest.replaceAll(new RegExp(`\\b${literal(name)}\\b(?!@|\\.\\w)`, 'g'), 'her'),
    text,
  );
}

/**
 * Says what a message does, as far as its words show. `language` is set for a message in another language.
 *
 * @param names how the consultant may be called, the longest first
 */
export function classify(
  message: string,
  names: readonly string[] = [],
): { act: Act; text: string; language?: { name: string; line: string } } {
  const text = withoutNames(fold(message), names).replace(/\s+/g, ' ').trim();
  const is = (act: Act) => ({ act, text });
  if (text === '') return is('empty');
  if (isManipulation(message)) return is('manipulation');
  const language = detectLanguage(message);
  if (wantsNoContact(text)) return is('no_contact');
  const quick = shortAct(text);
  // What must not be missed, whatever strong words stand beside it.
  for (const [act, pattern] of ACTS) if (FIRST.has(act) && pattern.test(text)) return is(act);
  if (complains(text)) return is('complaint');
  if (insults(text)) return is('insult');
  if (foreignCallWish(message)) return { act: 'call_wish', text, ...(language && { language }) };
  if (language && !quick) return { act: 'foreign', text, language };
  // 'Fine, let's do it' is more than fine, and 'thanks, I will talk to my partner' more than thanks.
  if (quick && quick !== 'deny' && ACTS.some(([act, pattern]) => act === 'book' && pattern.test(text)))
    return is('book');
  if (quick) return is(quick !== 'goodbye' && LATER.test(text) ? 'later' : quick);
  if (isNoise(text) && !/\d/.test(text)) return is(/[\p{L}\p{N}]/u.test(text) ? 'nonsense' : 'empty');
  const asksPrice = (pattern: RegExp) =>
    !TELLS_OF_A_BILL.test(text) && pattern.test(text.replaceAll(TELLS_OF_AMOUNTS, ' '));
  const act = ACTS.find(([one, pattern]) => pattern.test(text) && (one !== 'price' || asksPrice(pattern)))?.[0];
  if (act) return is(act);
  if (language) return { act: 'foreign', text, language };
  return is(QUESTION.test(text) || QUESTION.test(text.split(/[.!] /).at(-1) ?? '') ? 'question' : 'statement');
}
