import { isCommon } from '../reading/common-words.ts';
import { FILLERS, type Token } from '../reading/tokens.ts';
import { type AddressWords, companyFits } from './address-words.ts';
import { type Found, squashed } from './found.ts';
import { NOT_PROPER, ORG_WORDS } from './lexicon.ts';
import { isField, isHead, isModifier } from './role-words.ts';
import { titled } from './spoken-words.ts';

const LEADS = /^(?:at|from|with|for|of|called|represent|behalf|run|own|it's|we're|company|firm)$/;
const SKIPPED = /^(?:the|a|an|our|my|is|called|der|die|das)$/;
const STOPS =
  /^(?:in|near|at|from|with|for|on|to|by|we|we're|we've|i|i'm|i've|my|our|is|are|was|has|have|but|so|who|that|that's|it|it's|this|here|there|because|cause|about|outside|calling|writing|doing|studying|working|looking|asking|researching|dot|please|no|not|not|now|just|he|she|they|the|a|an|what|when|how|if)$/;
const JOINS = /^(?:and|&|of|et|und|de|des|du|la|le|les|y|e|na|pod|in|the)$/;
const WORDS_MOST = 7;

/** What may stand between a name and its company. */
const HERE = /^\W{0,3}(?:(?:here|speaking|calling|again)\W{0,2})?$/;

const apart = (text: string, left: Token | undefined, right: Token | undefined): boolean =>
  !left || !right || /[.,;:!?()\n|\u2014\u2013]/.test(text.slice(left.to, right.from));
const isProperWord = (token: Token): boolean => !isCommon(token.low) || ORG_WORDS.has(token.low);

/** The run of words from token `start` that may be an organisation's name. */
function runFrom(text: string, tokens: readonly Token[], start: number): { first: number; last: number } | null {
  let first = start;
  // 'at a sawmill' tells the trade, not the name.
  if (/^an?$/.test(tokens[start]?.low ?? '') || /^an?$/.test(tokens[start + 1]?.low ?? '')) return null;
  while (tokens[first] && (SKIPPED.test(tokens[first]?.low ?? '') || FILLERS.has(tokens[first]?.low ?? ''))) first += 1;
  let last = first - 1;
  for (let at = first; at < tokens.length && at - first < WORDS_MOST; at += 1) {
    const token = tokens[at];
    if (!token || (at > first && apart(text, tokens[at - 1], token))) break;
    if (JOINS.test(token.low)) {
      const next = tokens[at + 1];
      if (
        at === first ||
        !next ||
        STOPS.test(next.low) ||
        token.low === 'in' ||
        !(isProperWord(next) || JOINS.test(next.low))
      )
        break;
      continue;
    }
    if (
      STOPS.test(token.low) ||
      FILLERS.has(token.low) ||
      NOT_PROPER.has(token.low) ||
      /\d|'(?:m|re|ve|ll|d)$/.test(token.low)
    )
      break;
    last = at;
  }
  return last >= first ? { first, last } : null;
}

/** Drops a place that follows the name without a word between ('lakeside grocers kisumu'). */
function withoutPlace(
  tokens: readonly Token[],
  { first, last }: { first: number; last: number },
): { first: number; last: number } {
  for (let at = last; at > first; at -= 1) {
    if (ORG_WORDS.has(tokens[at]?.low.replace(/'s$/, '') ?? '')) return { first, last: at };
  }
  return { first, last };
}

/** The organisation that a visitor speaks for in a line without capitals. */
export function spokenCompanyIn(
  text: string,
  tokens: readonly Token[],
  person: Found | null,
  role: Found | null,
  asked: boolean,
): Found | null {
  let best: Found | null = null;
  const offer = (found: { first: number; last: number } | null, base: number) => {
    if (!found) return;
    const cut = withoutPlace(tokens, found);
    const words = tokens.slice(cut.first, cut.last + 1);
    const from = words[0]?.from ?? 0;
    const to = words.at(-1)?.to ?? 0;
    if (
      (person && from < person.to && person.from < to) ||
      words.every(({ low }) => isHead(low) || isField(low) || isModifier(low))
    )
      return;
    const strange = words.filter((word) => !isCommon(word.low)).length;
    const org = words.some(({ low }) => ORG_WORDS.has(low.replace(/'s$/, '')));
    const strength = base + (org ? 1.2 : 0) + (strange > 0 ? 0.8 : -1) - (words.length === 1 ? 1 : 0);
    if (strength >= 2.2 && (!best || strength > best.strength))
      best = { value: titled(words.map(({ low }) => low)), from, to, strength };
  };
  for (const [at, token] of tokens.entries()) {
    const afterRole = role !== null && token.from >= role.to && token.from - role.to < 4;
    const afterPerson = person !== null && token.from >= person.to && HERE.test(text.slice(person.to, token.from));
    if (LEADS.test(token.low)) {
      const base = afterRole
        ? 2.5
        : afterPerson
          ? 2
          : /^(?:called|represent|behalf)$/.test(token.low)
            ? 1.8
            : /^(?:it's|we're|of|for|own|company|firm)$/.test(token.low)
              ? 0.6
              : 1;
      offer(runFrom(text, tokens, at + 1), base);
    } else if (afterRole && !STOPS.test(token.low)) offer(runFrom(text, tokens, at), 1.6);
    else if ((asked && at < 3) || afterPerson) offer(runFrom(text, tokens, at), asked ? 1.4 : 0.8);
  }
  return best;
}

/** Words heard before that are looked through. */
const GRAM_MOST = 6;

/**
 * The company's name as it was said, for the domain of an address that was told: 'tullowstreetdental.ie' is 'Tullow
 * Street Dental' when these words were heard.
 *
 * @param heard the visitor's words so far, lower case, lines apart by ''
 */
export function heardName(heard: readonly string[], address: AddressWords): string | null {
  let best: { words: readonly string[]; fits: number } | null = null;
  for (let first = 0; first < heard.length; first += 1) {
    // A domain begins with the name's first word; all others are passed over cheaply.
    const start = squashed(heard[first] ?? '');
    if (!start || !address.domain.startsWith(start)) continue;
    if (JOINS.test(heard[first] ?? '') || STOPS.test(heard[first] ?? '')) continue;
    for (let size = 1; size <= GRAM_MOST; size += 1) {
      const words = heard.slice(first, first + size);
      const tail = words.at(-1) ?? '';
      if (words.length < size || tail === '' || words.some((word) => /^(?:dot|at|dash|hyphen|underscore)$/.test(word)))
        break;
      if (size > 1 && (JOINS.test(tail) || STOPS.test(tail))) continue;
      const fits = companyFits(words.join(' '), address);
      if (words.join('').length < words.length * 2) continue;
      if (fits < 1) continue;
      let end = first + size;
      while (ORG_WORDS.has(heard[end] ?? '')) end += 1;
      if (!best || end - first > best.words.length) best = { words: heard.slice(first, end), fits };
    }
  }
  return best && best.words.length > 1 ? titled(best.words) : null;
}
