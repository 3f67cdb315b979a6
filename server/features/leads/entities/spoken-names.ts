import type { Slot } from '../reading/asked.ts';
import { isCommon } from '../reading/common-words.ts';
import { FILLERS, type Token } from '../reading/tokens.ts';
import { type AddressWords, nameFits } from './address-words.ts';
import type { Found } from './found.ts';
import { HONORIFICS, NOT_PROPER, ORG_WORDS, PARTICLES } from './lexicon.ts';
import { isHead, isModifier } from './role-words.ts';

/** Whether a text carries no capitals by which names could be known: speech, or hasty typing. */
export const isSpoken = (text: string): boolean => !/(?:^|[^\p{L}])\p{Lu}[\p{Ll}\p{M}]/u.test(text);

const SMALL = /^(?:and|of|the|et|und|de|des|du|la|le|les|van|von|der|den|ter|ten|te|y|e|for|in|af|av|bin|al)$/;

/** A name as it is written, from words that were heard: 'willem ter horst' is Willem ter Horst. */
export function titled(words: readonly string[]): string {
  return words
    .map((word, at) =>
      at > 0 && SMALL.test(word)
        ? word
        : word.replace(
            /(^|-|'(?=\p{L}{3}))(\p{L})/gu,
            (_all, edge: string, letter: string) => edge + letter.toUpperCase(),
          ),
    )
    .join(' ');
}

const apart = (text: string, left: Token | undefined, right: Token | undefined): boolean =>
  !left || !right || /[.,;:!?()\n|\u2014\u2013]/.test(text.slice(left.to, right.from));

const isName = (token: Token | undefined): boolean =>
  token !== undefined &&
  /^\p{L}[\p{L}\p{M}'-]*$/u.test(token.low) &&
  token.low.length > 1 &&
  !isCommon(token.low) &&
  !/'(?:s|m|re|ve|ll|d|t)$/.test(token.low) &&
  !FILLERS.has(token.low) &&
  !NOT_PROPER.has(token.low) &&
  !HONORIFICS.has(token.low) &&
  !/^(?:dot|underscore|dash|hyphen|arroba)$/.test(token.low) &&
  !ORG_WORDS.has(token.low) &&
  !isHead(token.low);

const isLetter = (token: Token | undefined): boolean => token !== undefined && /^\p{L}$/u.test(token.low);

/** The words of a name from token `start`, spelt letters passed over; `strong` takes an everyday word for a name too. */
function nameFrom(
  text: string,
  tokens: readonly Token[],
  start: number,
  strong: boolean,
): { words: string[]; last: number; first: number } | null {
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
      isName(token) ||
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

/** 'Call me tomorrow', 'call me on Friday': when, and not how. */
const WHEN =
  /^(?:to(?:day|morrow|night)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mornings?|afternoons?|evenings?|back|later|next|this|at|on|in|by|after|before|between|from|around|when|whenever|any|anytime|any ?time|now|soon|asap|again|please|maybe|once|tmrw|tmr|urgently|immediately|if|about|for|first)$/;

/** Whether the word at a place may end a name: no small word, and something new begins after it. */
function surname(text: string, tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const next = tokens[at + 1];
  if (!token || !/^\p{L}{3,}$/u.test(token.low) || SMALL_WORD.test(token.low)) return false;
  return !next || apart(text, token, next) || /^(?:and|from|with|i|i'm|at|we|the)$/.test(next.low);
}
const SMALL_WORD =
  /^(?:and|from|with|the|but|for|here|speaking|calling|this|that|just|also|not|you|are|was|she|they|who|like|because)$/;

const FOLLOWS = /^(?:from|at|with|here|speaking|calling|and|i'm|i|we|we're|by|managing|of|my|the|it's|in)$/;
const OTHERS =
  /^(?:my|his|her|their|our|your|boss|colleague|friend|brother|sister|wife|husband|nephew|cousin|assistant|partner|with|and|like|about|to|for|not|called|director|chairman)$/;

/** The visitor's own name in a line without capitals. */
export function spokenPersonIn(
  text: string,
  tokens: readonly Token[],
  asked: ReadonlySet<Slot>,
  address: AddressWords | null = null,
): Found | null {
  let best: Found | null = null;
  const offer = (name: { words: string[]; last: number; first: number } | null, strength: number) => {
    const first = name && tokens[name.first];
    const last = name && tokens[name.last];
    // 'Call me 0046 70' tells a number.
    if (name?.words.some((word) => !/\p{L}/u.test(word))) return;
    if (!name || !first || !last || (best && best.strength >= strength)) return;
    best = { value: titled(name.words), from: first.from, to: last.to, strength };
  };
  let opening = true;
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1]?.low ?? '';
    const two = `${before} ${token.low}`;
    if (
      (/^(?:name is|names is)$/.test(two) && /^(?:my|full|good|the)$/.test(tokens[at - 2]?.low ?? 'my')) ||
      (token.low === "name's" && before === 'my') ||
      (two === 'call me' && !WHEN.test(tokens[at + 1]?.low ?? '')) ||
      two === 'am called'
    )
      offer(nameFrom(text, tokens, at + 1, true), 5);
    else if (/^(?:i'm|im|it's|that's)$/.test(token.low) || /^(?:i am|this is|it is)$/.test(two)) {
      const name = nameFrom(text, tokens, at + 1, false);
      const next = tokens[(name?.last ?? at) + 1];
      const ends = !next || apart(text, tokens[name?.last ?? at], next);
      const follows =
        ends ||
        FOLLOWS.test(next.low) ||
        isHead(next.low) ||
        isModifier(next.low) ||
        isLetter(next) ||
        FILLERS.has(next.low) ||
        /^(?:spelt|spelled|calling)$/.test(next.low);
      const own =
        !/^it|^that/.test(token.low) ||
        asked.has('name') ||
        asked.has('contact') ||
        at < 8 ||
        (name?.words.length ?? 0) > 1;
      const one = name?.words.length === 1;
      const adjective =
        one &&
        /(?:ing|ed|ly|able|ful|ous|ish|ive|less|al|ic|y)$/.test(name.words[0] ?? '') &&
        !asked.has('name') &&
        !/^(?:from|here|at|speaking)$/.test(next?.low ?? '');
      const it = /^(?:it's|that's|it)$/.test(token.low) || two === 'it is';
      const sure = !it || !one || asked.has('name') || /^(?:from|here|at|speaking|calling|with)$/.test(next?.low ?? '');
      if (name && follows && own && sure && !adjective && !/^that/.test(token.low)) offer(name, one ? 3 : 4);
    }
    if (isName(token) && isName(tokens[at + 1]) && !isName(tokens[at - 1]) && !OTHERS.test(before)) {
      // 'krystyna oleńska deputy director of', 'hilde vermassen i'm head of'
      const name = nameFrom(text, tokens, at, false);
      const next = tokens[(name?.last ?? at) + 1];
      if (
        name &&
        next &&
        (isHead(next.low) ||
          (isModifier(next.low) && !apart(text, tokens[name.last], next)) ||
          /^(?:i'm|i)$/.test(next.low))
      )
        offer(name, 3.2);
    }
    if (opening && isName(token) && !/^(?:an?|the|my|our|no|some|of|in|on)$/.test(before)) {
      const name = nameFrom(text, tokens, at, false);
      const next = tokens[(name?.last ?? at) + 1];
      const marked =
        next &&
        (/^(?:here|from|speaking|at)$/.test(next.low) ||
          isHead(next.low) ||
          (isModifier(next.low) && isHead(tokens[(name?.last ?? at) + 2]?.low ?? '')) ||
          (isModifier(next.low) && (name?.words.length ?? 0) > 1));
      if (name && marked) offer(name, name.words.length > 1 ? 3.5 : 3);
      opening = false;
    } else if (!(FILLERS.has(token.low) || (isCommon(token.low) && at < 12))) opening = false;
    if (
      address &&
      isName(token) &&
      token.low.length > 2 &&
      !apart(text, tokens[at - 1], token) === at > 0 &&
      tokens[at + 1]?.low !== 'dot' &&
      tokens[at + 1]?.low !== 'at' &&
      nameFits(token.low, address) > 0
    ) {
      const name = nameFrom(text, tokens, at, false);
      if (name && name.words.length > 1) offer(name, 3.4);
    }
    if (asked.has('name') && isName(token) && !OTHERS.test(before) && !apart(text, tokens[at - 1], token) === at > 0) {
      const name = nameFrom(text, tokens, at, false);
      if (name && name.words.length > 1) offer(name, 2.5);
      else if (name && (at < 4 || tokens.length < 4)) offer(name, 2.2);
    }
  }
  if (!best && asked.has('name') && tokens.length <= 4 && tokens.length > 0)
    offer(nameFrom(text, tokens, 0, true), 2.6);
  return best;
}
