import type { Slot } from '../reading/asked.ts';
import { isCommon } from '../reading/common-words.ts';
import { FILLERS, type Token } from '../reading/tokens.ts';
import { type AddressWords, nameFits } from './address-words.ts';
import { bareNameIn, fuller } from './bare-names.ts';
import type { Found } from './found.ts';
import { isHead, isModifier } from './role-words.ts';
import { apart, beginsName, isLetter, isName, nameFrom, type SpokenName, titled } from './spoken-words.ts';

/** 'Call me tomorrow', 'call me on Friday': when, and not how. */
const WHEN =
  /^(?:to(?:day|morrow|night)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mornings?|afternoons?|evenings?|back|later|next|this|at|on|in|by|after|before|between|from|around|when|whenever|any|anytime|any ?time|now|soon|asap|again|please|maybe|once|tmrw|tmr|right|straight|up|via|through|oh|zero|one|two|three|four|five|six|seven|eight|nine|plus|double|urgently|immediately|if|about|for|first)$/;

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
  const offer = (told: SpokenName | null, strength: number) => {
    // The line is looked through for a fuller form only for a name that may count.
    if (best && best.strength >= strength) return;
    const name = told && fuller(text, tokens, told);
    const first = name && tokens[name.first];
    const last = name && tokens[name.last];
    // 'Call me 0046 70' tells a number.
    if (name?.words.some((word) => !/\p{L}/u.test(word))) return;
    if (!name || !first || !last) return;
    best = { value: titled(name.words), from: first.from, to: last.to, strength };
  };
  let opening = true;
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1]?.low ?? '';
    const two = `${before} ${token.low}`;
    if (
      (/^(?:name is|names is)$/.test(two) && /^(?:my|full|good|the)$/.test(tokens[at - 2]?.low ?? 'my')) ||
      token.low === "name's" ||
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
        next.low === name?.words[0] ||
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
      if (name && follows && own && sure && !adjective && !(one && /^that/.test(token.low))) offer(name, one ? 3 : 4);
    }
    if (beginsName(tokens, at) && isName(tokens[at + 1]) && !isName(tokens[at - 1]) && !OTHERS.test(before)) {
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
    if (opening && beginsName(tokens, at) && !/^(?:an?|the|my|our|no|some|of|in|on)$/.test(before)) {
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
  const bare = bareNameIn(text, tokens, asked, address, false);
  if (bare) offer(bare.name, bare.strength);
  if (!best && asked.has('name') && tokens.length <= 4 && tokens.length > 0)
    offer(nameFrom(text, tokens, 0, true), 2.6);
  return best;
}

/** The visitor's own name where it is typed small in a line that has capitals elsewhere: 'gus palmieri, owner'. */
export function hastyPersonIn(
  text: string,
  tokens: readonly Token[],
  asked: ReadonlySet<Slot>,
  address: AddressWords | null,
): Found | null {
  const small = tokens.filter(({ word, low }) => word === low);
  const bare = bareNameIn(text, small, asked, address, true);
  const first = bare && small[bare.name.first];
  const last = bare && small[bare.name.last];
  return first && last
    ? { value: titled(bare.name.words), from: first.from, to: last.to, strength: bare.strength }
    : null;
}
