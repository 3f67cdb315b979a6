import { isCommon } from '../reading/common-words.ts';
import { FILLERS, type Token } from '../reading/tokens.ts';
import { GREETINGS, HONORIFICS, NAMES_TOO, NOT_PROPER, ORG_WORDS, PARTICLES } from './lexicon.ts';
import { isHead } from './role-words.ts';

/** Whether a text carries no capitals by which names could be known: speech, or hasty typing. */
export const isSpoken = (text: string): boolean => !/(?:^|[^\p{L}])\p{Lu}[\p{Ll}\p{M}]/u.test(text);

const SMALL = /^(?:and|of|the|et|und|de|des|du|la|le|les|van|von|der|den|ter|ten|te|y|e|for|in|af|av|bin|al)$/;

/** Legal forms that are not written like a name. */
const FORMS: Readonly<Record<string, string>> = Object.fromEntries(
  'GmbH AG KG SE UG LLC LLP PLC BV NV SA SRL SL AB AS'.split(' ').map((form) => [form.toLowerCase(), form]),
);

/** A name as it is written, from words that were heard: 'willem ter horst' is Willem ter Horst. */
export function titled(words: readonly string[]): string {
  return words
    .map((word, at) =>
      at > 0 && SMALL.test(word)
        ? word
        : (at > 0 && at === words.length - 1 && FORMS[word]) ||
          word.replace(
            /(^|-|'(?=\p{L}{3}))(\p{L})/gu,
            (_all, edge: string, letter: string) => edge + letter.toUpperCase(),
          ),
    )
    .join(' ');
}

/** Whether a mark stands between two words; beyond the first and the last one does. */
export const apart = (text: string, left: Token | undefined, right: Token | undefined): boolean =>
  !left || !right || /[.,;:!?()\n|\u2014\u2013]/.test(text.slice(left.to, right.from));

/** Whether a word of a line without capitals may be part of a name. */
export const isName = (token: Token | undefined): boolean =>
  token !== undefined &&
  /^\p{L}[\p{L}\p{M}'-]*$/u.test(token.low) &&
  token.low.length > 1 &&
  !isCommon(token.low) &&
  !/'(?:s|m|re|ve|ll|d|t)$/.test(token.low) &&
  !FILLERS.has(token.low) &&
  !NOT_PROPER.has(token.low) &&
  !GREETINGS.has(token.low) &&
  !HONORIFICS.has(token.low) &&
  !/^(?:dot|underscore|dash|hyphen|arroba)$/.test(token.low) &&
  !ORG_WORDS.has(token.low) &&
  !isHead(token.low);

/** Whether a name may begin with a word: one of a name, or a month's before one, 'jan smit'. */
export const beginsName = (tokens: readonly Token[], at: number): boolean =>
  isName(tokens[at]) || (NAMES_TOO.has(tokens[at]?.low ?? '') && isName(tokens[at + 1]));

export const isLetter = (token: Token | undefined): boolean => token !== undefined && /^\p{L}$/u.test(token.low);

/** A name in a line without capitals: its words, and the first and the last of its tokens. */
export interface SpokenName {
  words: string[];
  first: number;
  last: number;
}

/** The words of a name from token `start`, spelt letters passed over; `strong` takes an everyday word for a name too. */
export function nameFrom(text: string, tokens: readonly Token[], start: number, strong: boolean): SpokenName | null {
  let at = start;
  while (
    tokens[at] &&
    (FILLERS.has(tokens[at]?.low ?? '') ||
      HONORIFICS.has(tokens[at]?.low ?? '') ||
      /^(?:the|just)$/.test(tokens[at]?.low ?? ''))
  )
    at += 1;
  const words: string[] = [];
  const first = at;
  let last = at;
  let letters = '';
  while (at < tokens.length && words.length < 5 && at - first < 40) {
    const token = tokens[at];
    if (!token || (at > first && apart(text, tokens[at - 1], token))) break;
    if (words.length >= 1 && token.low === 'o' && tokens[at + 1]?.low === 'apostrophe') break;
    if (isLetter(token)) {
      letters += token.low;
      at += 1;
      continue;
    }
    // 'rhiannon um rhiannon beddoe', 'my name is um it's nkem'
    const again = tokens[at + 1]?.low;
    if (
      (words.length > 0 && FILLERS.has(token.low) && again === words[0]) ||
      (words.length === 0 && strong && /^(?:it's|is|uh|um)$/.test(token.low))
    ) {
      at += 1;
      continue;
    }
    if (
      /^(?:spelt|spelled|spelling|double)$/.test(token.low) ||
      (letters && /^(?:and|then|with|that's)$/.test(token.low) && words.length < 2)
    ) {
      at += 1;
      continue;
    }
    if (
      (words.length === 0 ? beginsName(tokens, at) : isName(token)) ||
      (strong &&
        words.length === 0 &&
        token.low.length > 2 &&
        !/^(?:not|the|and|this|that|what|who|in|on)$/.test(token.low))
    ) {
      if (words[0] === token.low) words.length = 0;
      words.push(token.low);
      last = at;
    } else if (
      words.length > 0 &&
      PARTICLES.has(token.low) &&
      (isName(tokens[at + 1]) || PARTICLES.has(tokens[at + 1]?.low ?? '')) &&
      !/^(?:i|e|y|o|st)$/.test(token.low)
    ) {
      words.push(token.low);
    } else if (strong && words.length === 1 && surname(text, tokens, at)) {
      // 'my name is john smith and': an everyday word is a surname when what follows begins anew.
      words.push(token.low);
      last = at;
    } else break;
    at += 1;
  }
  while (words.length > 0 && PARTICLES.has(words.at(-1) ?? '')) words.pop();
  if (words.length === 0 && letters.length > 2 && strong) return { words: [letters], last: at - 1, first };
  return words.length > 0 ? { words, last, first } : null;
}

/** Whether the word at a place may end a name: no small word, and something new begins after it. */
function surname(text: string, tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const next = tokens[at + 1];
  if (!token || !/^\p{L}{3,}$/u.test(token.low) || SMALL_WORD.test(token.low)) return false;
  return !next || apart(text, token, next) || /^(?:and|from|with|i|i'm|at|we|the)$/.test(next.low);
}
const SMALL_WORD =
  /^(?:and|from|with|the|but|for|here|speaking|calling|this|that|just|also|not|you|are|was|she|they|who|like|because)$/;
