import type { Slot } from '../reading/asked.ts';
import type { Token } from '../reading/tokens.ts';
import type { Found } from './found.ts';
import { ALONE, BROAD, isField, isHead, isModifier } from './role-words.ts';

/** Before a position that is the visitor's own. */
const OWN =
  /(?:\b(?:i'?m|i am|ich bin|je suis|soy|sono|ik ben|jestem|i was|i work as|i serve as|working as|work as|i act as|i've been|i have been|am|speaking as|asking as|job is|role is|title is|position is|here as|in my (?:role|capacity) as|as)\s+)(?:(?:also|just|only|really|still|now|currently|actually|myself|self-employed|here|his|uh|um|eh|er|the uh|like|kind of|sort of|both|well|mainly|technically|officially|basically|one of (?:the |two |three |our )?)\s+|,\s*){0,3}(?:(?:an?|the|our|their|its|this|der|die|das|ein|eine|le|la|el|un|une|una|de|het|your)\s+){0,2}(?:(?:an?|the|uh|um)\s+){0,2}$/i;
/** A position with no word of whose it is, right after a name or alone between two marks. */
const MARKS = /^[\s]*[,.;:()\n|\u2014\u2013/!?-]|^\s*$/u;
const ENDS =
  /^\s*(?:[,.;:()\n|\u2014\u2013/!?&-]|$)|^\s+(?:at|of|for|from|with|in|here|and|near|van|von|de|du|des|bei|chez|der|la)\b/i;
const HERE = /^\s+here\b/i;
/** The same words, said of somebody else. */
const OTHERS =
  /\b(?:my|his|her|their|our|your|a|an|the|every|each|some|no|two|three|four|new|any|which|another|one|is|was|and|with|by|to|of|for|ask|asks|tell|told|from|than|or|as)\s+$/i;

interface Span {
  first: number;
  last: number;
  /** Whether its head says little alone. */
  broad: boolean;
}

const apart = (text: string, left: Token, right: Token): boolean => /[^\s"']/.test(text.slice(left.to, right.from));
const FUNCTION =
  /^(?:me|us|him|them|when|if|then|than|what|because|cause|was|be|been|being|do|does|did|can|will|would|could|should|there|it's|that's|ask|asks|asked|call|calls|every|each|no|which|i|i'm|im|i've|am|an?|the|my|our|his|her|their|your|is|are|was|were|as|of|at|in|on|with|by|to|for|from|and|or|but|not|who|that|we|he|she|they|you|it's|this|here|so|just|only|uh|um|need|want|hire|find|says?|said|has|have|got|no|new)$/;

/** The position whose head is at `head`: its modifiers before it and its field after it. */
function spanAt(text: string, tokens: readonly Token[], head: number): Span {
  const word = tokens[head]?.low ?? '';
  let first = head;
  let wide = head;
  while (wide > 0 && head - wide < 5) {
    const before = tokens[wide - 1];
    const here = tokens[wide];
    if (
      !before ||
      !here ||
      apart(text, before, here) ||
      (FUNCTION.test(before.low) && before.word !== 'IT') ||
      before.word === 'it'
    )
      break;
    // 'Mihaela Cristescu administrator': the name is no part of it.
    if (
      /^\p{Lu}\p{Ll}/u.test(before.word) &&
      /^\p{Ll}/u.test(tokens[head]?.word ?? '') &&
      !isModifier(before.low) &&
      !isField(before.low)
    )
      break;
    wide -= 1;
    if (first === wide + 1 && (isModifier(before.low) || isHead(before.low) || isField(before.low))) first = wide;
  }
  const last = ALONE.has(word) ? head : fieldAfter(text, tokens, head);
  // 'I'm the wedding dress maker', 'faculty manager' between two marks: all the words are the position's.
  const from = tokens[wide]?.from ?? 0;
  const opens = /(?:^|[,.;:()\n|\u2014\u2013!?])\s*$/u.test(text.slice(0, from)) && head - wide <= 3;
  if (OWN.test(text.slice(Math.max(0, from - 60), from)) || opens) first = wide;
  return { first, last, broad: first === head && last === head && BROAD.has(word) };
}

function fieldAfter(text: string, tokens: readonly Token[], head: number): number {
  let last = head;
  let at = head + 1;
  const follows = () => at < tokens.length && !apart(text, tokens[at - 1] as Token, tokens[at] as Token);
  if (follows() && /^(?:of|for|de|der)$/.test(tokens[at]?.low ?? '')) {
    let field = at + 1;
    while (/^(?:the|a|an|our|la|los)$/.test(tokens[field]?.low ?? '')) field += 1;
    const inside = tokens[field];
    if (!inside || !(isField(inside.low) || (isModifier(inside.low) && isField(tokens[field + 1]?.low ?? ''))))
      return last;
    last = field;
    at = field + 1;
  }
  while (at - head < 6 && follows() && (isField(tokens[at]?.low ?? '') || isHead(tokens[at]?.low ?? ''))) {
    last = at;
    at += 1;
  }
  return last;
}

/** A position that is named somewhere. */
interface Position {
  from: number;
  to: number;
  alone: boolean;
  broad: boolean;
}

/** Every position that is named in a text, longest first where they overlap. */
function positionsIn(text: string, tokens: readonly Token[]): Position[] {
  const found: Position[] = [];
  for (const [at, token] of tokens.entries()) {
    if (!isHead(token.low) || /'s$/.test(token.low)) continue;
    const span = spanAt(text, tokens, at);
    const from = tokens[span.first]?.from ?? token.from;
    const to = tokens[span.last]?.to ?? token.to;
    const previous = found.at(-1);
    if (previous && from < previous.to) {
      // 'general manager' is found again at 'manager'.
      previous.from = Math.min(previous.from, from);
      previous.to = Math.max(previous.to, to);
      previous.broad = previous.broad && span.broad;
    } else found.push({ from, to, alone: span.first === span.last, broad: span.broad });
  }
  return found;
}

/** 'I'm procurement at a university', 'Tyler Brandvold, Growth.': a field that stands for the position. */
function fieldIn(
  text: string,
  tokens: readonly Token[],
  signed: readonly { from: number; to: number }[],
): Found | null {
  for (const token of tokens) {
    if (!isField(token.low)) continue;
    const before = text.slice(Math.max(0, token.from - 24), token.from);
    const after = text.slice(token.to, token.to + 12);
    const own =
      /\b(?:i'?m|i am|do i \()\s*(?:in )?$/iu.test(before) && /^\s*(?:[,.;)]|$|(?:at|in|here|for)\b)/iu.test(after);
    const sign =
      signed.some((one) => token.from - one.to === 2) &&
      /^, /.test(text.slice(token.from - 2)) &&
      /^\s*(?:[.,;|]|$)/.test(after);
    if (own || sign) return { value: token.word, from: token.from, to: token.to, strength: 1.5 };
  }
  return null;
}

/** 'I'm a dog groomer': what somebody is who names no position of the lists. */
const GENERIC =
  /\b(?:i'?m|i am)\s+(?:(?:just|only|also|actually|basically)\s+){0,2}(?:an?)\s+((?:[\p{L}-]+\s+){0,3}?[\p{L}-]+(?:er|or|ist|ian|ant|man|woman|eur|eer|ess))(?=\s*[,.;!?)]|\s+(?:at|in|from|with|by|and|of|who|here|for|on|near)\b|\s*$)/iu;
const NO_TRADE =
  /\b(?:user|customer|number|beginner|believer|lover|reader|stranger|member|visitor|admirer|follower|newcomer|outsider|father|mother|brother|sister|loser|winner|christian|vegetarian|computer|bother|matter|paper|letter|bit|better|later|other|another|never|over|her|giant|elephant|important)$/i;
/** 'I run a forestry nursery', 'I mend shoes': what somebody does, where no position is named. */
const DOES =
  /(?:^|[.!?;:\n,(][^\S\n]*|\b(?:and|so|but|hi|hello|um|uh|well|because|where) )(i (?:only |just |also )?(?:run|own|manage|chair|teach|mend|drive|head|lead|organi[sz]e|look after|keep|edit|host|breed|farm|grow|repair|carve) (?!you\b|it\b|this\b|that\b|them\b|into\b|around\b|out\b|to\b|myself\b|on\b|away\b|home\b|back\b|at\b|quiet|calm|asking|thinking|coming|getting|forgetting)(?:[\p{L}'-]+(?: (?!and\b|but\b|so\b|who\b|which\b|that\b|where\b|with\b|in\b|near\b|at\b|for\b|from\b|called\b|named\b|we\b|i\b)|(?=[^\p{L}]|$))){1,5})/iu;
/** 'I run a company' says no more than that there is one. */
const NO_ROLE =
  /^i (?:[\p{L}-]+ ){1,2}(?:an?|my|our) (?:(?:small|little|tiny|big|own|family|growing|whole) ){0,2}(?:company|business|firm|startup|start-up|enterprise)\b/iu;
const STUDENT =
  /\b(?:i'?m|i am|as) (?:an? )?(?:[\p{L}-]+ )?(student|intern|apprentice)\b|\b((?:\d(?:st|nd|rd|th)|first|second|third|final)[ -](?:yr|year|semester)(?: [\p{L}&-]+){0,3})|\b(i study|studying|my (?:bachelor|master|phd|doctoral)?'?s? ?(?:thesis|dissertation))\b|\b((?:bachelor|master|phd)(?:'?s)? (?:thesis|student))\b/iu;
const RETIRED = /\b(?:i'?m|i am) (?:(?:just|now|long|already) )?(retired|unemployed|between jobs)\b(?! \p{L}+er\b)/iu;

/**
 * The visitor's own position or occupation in a line, in their words; null when there is none.
 *
 * @param signed places of the visitor's name and address, beside which a position stands alone
 */
export function roleIn(
  text: string,
  tokens: readonly Token[],
  asked: ReadonlySet<Slot>,
  signed: readonly { from: number; to: number }[],
): Found | null {
  let best: Found | null = null;
  const offer = (from: number, to: number, strength: number) => {
    if (!/\p{L}{2}/u.test(text.slice(from, to))) return;
    if (!best || strength > best.strength)
      best = { value: text.slice(from, to).replace(/\s+/g, ' '), from, to, strength };
  };
  // In speech the position follows the name with no mark between.
  const follows = (from: number) =>
    signed.some((one) => from - one.to >= 0 && from - one.to < 3 && !text.slice(one.to, from).trim());
  for (const { from, to, alone, broad } of positionsIn(text, tokens)) {
    const before = text.slice(Math.max(0, from - 60), from);
    const after = text.slice(to, to + 30);
    if (OWN.test(before) && !/\b(?:not|isn't|if|was never) (?:an?|the) $/i.test(before))
      offer(from, to, broad ? 2 : alone ? 3.5 : 4);
    else if (HERE.test(after) && !broad && !OTHERS.test(before)) offer(from, to, 3);
    else if (/\bmy $/iu.test(before) && /^\s+and (?:i|me)\b/iu.test(after)) offer(from, to, 3);
    else if (follows(from)) offer(from, to, 3);
    else if (
      ENDS.test(after) &&
      (!OTHERS.test(before) ||
        (/, (?:an?|the) $/u.test(before) && signed.some((one) => from - one.to < 8 && from > one.to)))
    ) {
      if (broad && !signed.some((one) => Math.abs(from - one.to) < 5 || Math.abs(one.from - to) < 30)) continue;
      const near = signed.some((one) => Math.abs(from - one.to) < 60 || Math.abs(one.from - to) < 40);
      const marked = MARKS.test(before.slice(-2)) || /, (?:an?|the) $/u.test(before) || from === 0;
      if (near && (marked || signed.some((one) => from - one.to >= 0 && from - one.to < 8))) offer(from, to, 2.5);
      else if (asked.has('role') && from < 40) offer(from, to, 2);
      else if (
        !broad &&
        marked &&
        /^\s+(?:of|at|for)\b/i.test(after) &&
        (from === 0 || /(?:^|[.!?]\s|hello, |hi, )$/i.test(before))
      )
        offer(from, to, 1.6);
      else if (!broad && !alone && marked && /^\s*(?:[.,]|$)/.test(after) && /(?:^|[.!?\n]\s*)$/u.test(before))
        offer(from, to, 1.4);
      else if (asked.has('name') && marked && from < 60) offer(from, to, 1.5);
    }
  }
  if (best) return best;
  const field = fieldIn(text, tokens, signed);
  if (field) return field;
  const generic = GENERIC.exec(text);
  if (generic?.[1] && !NO_TRADE.test(generic[1])) {
    const from = generic.index + generic[0].length - generic[1].length;
    return { value: generic[1], from, to: from + generic[1].length, strength: 2 };
  }
  for (const pattern of [STUDENT, RETIRED]) {
    const match = pattern.exec(text);
    const said = match?.slice(1).find(Boolean);
    if (!match || !said) continue;
    const from = match.index + match[0].indexOf(said);
    return {
      value: pattern === STUDENT && /study|thesis|dissertation/i.test(said) ? 'student' : said,
      from,
      to: from + said.length,
      strength: 1.5,
    };
  }
  const does = DOES.exec(text);
  if (!does?.[1]) return null;
  const from = does.index + does[0].length - does[1].length;
  // What is called by a name is the company's.
  const value = does[1].replace(/ \p{Lu}.*$/u, '').trimEnd();
  if (value.split(' ').length < 3 || NO_ROLE.test(value)) return null;
  return { value, from, to: from + value.length, strength: 1 };
}
