import type { Slot } from '../reading/asked.ts';
import { FILLERS, type Token } from '../reading/tokens.ts';
import { type AddressWords, nameFits } from './address-words.ts';
import { GREETINGS } from './lexicon.ts';
import { isHead, isModifier } from './role-words.ts';
import { apart, beginsName, nameFrom, type SpokenName } from './spoken-words.ts';

/** A name without capitals that no introduction leads to, and how sure it is. */
export interface BareName {
  name: SpokenName;
  strength: number;
}

/** Whose position it is that is named: not the visitor's. */
const OTHERS = /^(?:my|our|your|his|her|their|a|an|every|each|no|with|by|to|ask|tell|told|from)$/;
const OWN = /^(?:i'm|im|am|i've|as|speaking)$/;
/** Words of a position that are looked back over. */
const LOOKED_BACK = 8;

/** Whether the position whose head is at a place is the visitor's own: 'i'm the owner', or it stands alone. */
function ownPosition(text: string, tokens: readonly Token[], head: number): boolean {
  for (let at = head - 1; at >= 0 && head - at < LOOKED_BACK; at -= 1) {
    const word = tokens[at]?.low ?? '';
    if (OWN.test(word)) return true;
    if (OTHERS.test(word)) return false;
    if (apart(text, tokens[at], tokens[at + 1])) return tokens.slice(at + 1, head).every(({ low }) => isModifier(low));
  }
  return head < LOOKED_BACK && tokens.slice(0, head).every(({ low }) => isModifier(low));
}

const ENDS = /^(?:at|from|here|of|and|we|i|i'm|my|our|so|but)$/;
/** What follows a name with which somebody begins. */
const BEGINS = /^(?:i|i'm|i've|we|we're|from|here|at|of|and|the|um|uh|so|calling|with|it's|my|our|a|again|speaking)$/;
const GREETS =
  /^(?:hi|hello|hey|yes|good|morning|afternoon|evening|day|there|dear|oh|ah|ja|si|to|you|all|everyone|again|hiya|ahoy|sir|madam)$/;

/** Names by their place: behind one's position, behind a greeting, before 'is my name'. */
function placed(text: string, tokens: readonly Token[], at: number, greeted: boolean): BareName | null {
  const token = tokens[at];
  if (!token || !beginsName(tokens, at)) return null;
  const name = nameFrom(text, tokens, at, false);
  if (!name) return null;
  const next = tokens[name.last + 1];
  const closed = apart(text, tokens[name.last], next);
  const many = name.words.length > 1;
  if (!closed && next?.low === 'is' && /^(?:my|the)$/.test(tokens[name.last + 2]?.low ?? '')) {
    const named = /^(?:name|full|first|good)$/.test(tokens[name.last + 3]?.low ?? '');
    if (named) return { name, strength: many ? 4 : 3.4 };
  }
  const before = tokens[at - 1];
  if (before && isHead(before.low) && ownPosition(text, tokens, at - 1)) {
    if (many) return { name, strength: 3.1 };
    if (closed || ENDS.test(next?.low ?? '')) return { name, strength: 2.3 };
  }
  const begins = next && (BEGINS.test(next.low) || isHead(next.low) || isModifier(next.low));
  if (greeted && many && name.words.length < 4 && begins) return { name, strength: 2.4 };
  return null;
}

/** Names that stand between marks in hasty typing: 'me. aziz.', 'gus palmieri, owner', and one that signs. */
function marked(
  text: string,
  tokens: readonly Token[],
  at: number,
  asked: ReadonlySet<Slot>,
  address: AddressWords | null,
): BareName | null {
  const token = tokens[at];
  if (!token || !beginsName(tokens, at) || token.low.length < 3) return null;
  if (at > 0 && !apart(text, tokens[at - 1], token)) return null;
  const name = nameFrom(text, tokens, at, false);
  const last = name && tokens[name.last];
  const next = name && tokens[name.last + 1];
  if (!name || !last || name.words.length > 3 || !apart(text, last, next ?? undefined)) return null;
  const many = name.words.length > 1;
  const before = tokens[at - 1]?.low ?? '';
  if (address && nameFits(name.words.join(' '), address) > 0) return { name, strength: 3 };
  if (before === 'me' || before === "it's me") return { name, strength: 2.6 };
  if (asked.has('name')) return { name, strength: 2.4 };
  const position = next && tokens.slice(name.last + 1, name.last + 4).some(({ low }) => isHead(low));
  if (position && at < 40 && /,\s*$/.test(text.slice(last.to, next.from))) return { name, strength: many ? 3 : 2.2 };
  const signs = !next && at > 2 && !text.slice(last.to).includes('?') && /[.!?\n]\s*$/.test(text.slice(0, token.from));
  return signs ? { name, strength: many ? 2.4 : 2.1 } : null;
}

/**
 * The surest name of a line without capitals (or with few) that no introduction leads to.
 *
 * @param hasty whether only what stands between marks is looked at: a line that has capitals too
 */
export function bareNameIn(
  text: string,
  tokens: readonly Token[],
  asked: ReadonlySet<Slot>,
  address: AddressWords | null,
  hasty: boolean,
): BareName | null {
  let best: BareName | null = null;
  let greeting = true;
  for (let at = 0; at < tokens.length; at += 1) {
    const low = tokens[at]?.low ?? '';
    const found =
      (hasty ? null : placed(text, tokens, at, greeting && at > 0)) ?? marked(text, tokens, at, asked, address);
    if (found && (!best || found.strength > best.strength)) best = found;
    greeting &&= GREETS.test(low) || FILLERS.has(low) || GREETINGS.has(low);
  }
  return best;
}

/** The longest form in which a name of one word is told: 'shanelle', and later 'shanelle usher'. */
export function fuller(text: string, tokens: readonly Token[], name: SpokenName): SpokenName {
  if (name.words.length !== 1) return name;
  for (const [at, { low }] of tokens.entries()) {
    if (low !== name.words[0]) continue;
    const other = nameFrom(text, tokens, at, false);
    if (other && other.words.length > 1 && other.words[0] === low) return other;
  }
  return name;
}
