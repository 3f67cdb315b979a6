import { DIGIT_WORDS } from '../../../platform/text/words.ts';
import { type AddressWord, addressWordsOf } from './words.ts';

/** An email address in lower case, and its place as UTF-16 offsets. */
interface Address {
  address: string;
  from: number;
  to: number;
}

const WRITTEN = /[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/giu;
const MAY_BE_SAID = /\b(?:dot|punkt|point|punto|punt)\b|\bat\b[^.]{0,40}\.\p{L}{2}/iu;

/** All email addresses of a line, written or said aloud, whoever they belong to; in order. */
export function addressesIn(line: string): Address[] {
  const found: Address[] = [];
  if (line.includes('@')) {
    for (const { 0: written, index } of line.matchAll(WRITTEN)) {
      const address = written.toLowerCase().replace(/[.'-]+$/, '');
      if (/\.\p{L}{2,}$/u.test(address)) found.push({ address, from: index, to: index + address.length });
    }
  }
  if (MAY_BE_SAID.test(line)) {
    for (const said of spokenAddresses(addressWordsOf(line)))
      if (!found.some(({ from, to }) => said.from < to && from < said.to)) found.push(said);
  }
  return found.sort((one, other) => one.from - other.from);
}

const OTHERS = 'his|her|their|colleague|boss|friend|assistant|husband|wife|not|never|old|former|previous|cc|copy';
/** "Ana's", but not "it's". */
const POSSESSIVE = String.raw`(?!(?:it|that|here|there|who|what|name)['’])\p{L}+['’]s`;
const OTHERS_BEFORE = new RegExp(String.raw`\b(?:${OTHERS}|${POSSESSIVE})\b[^.!?@]{0,20}$`, 'iu');
const OTHERS_AFTER =
  /^[^.!?@]{0,4}\b(?:is|was|no longer|my|his|her)\b[^.!?@]{0,12}\b(?:boss|colleague|old|former|friend|use|valid)\b/iu;
/** Characters on each side of an address to inspect. */
const CONTEXT_CHARS = 60;

/** Whether the words around an address say that it is somebody else's, or outdated. */
export const isOthersAddress = (text: string, { from, to }: Address): boolean =>
  OTHERS_BEFORE.test(text.slice(Math.max(0, from - CONTEXT_CHARS), from)) ||
  OTHERS_AFTER.test(text.slice(to, to + CONTEXT_CHARS));

/** Words for the punctuation of an address. */
const JOINTS: Readonly<Record<string, string>> = {
  dot: '.',
  point: '.',
  period: '.',
  punkt: '.',
  punto: '.',
  punt: '.',
  underscore: '_',
  dash: '-',
  hyphen: '-',
  minus: '-',
  plus: '+',
};
const AT = new Set(['at', '@', 'arroba', 'arobase', 'apenstaartje']);
/** Words that occur in no domain, so that the 'at' before them is an ordinary one. */
const NOT_DOMAIN = new Set(
  "is my i i'm me we our us email e-mail mail address please it's its that's this so then was the".split(' '),
);
/** Words before 'at' that are nobody's mailbox. */
const NOT_LOCAL = new Set(
  `is am are was be been me us him her them it here there and or the a an of to on in by work works working based look
  looking live manager director owner up not that one email mail address reach write i'm we're you`.split(/\s+/),
);
/** Words in a domain before its first 'dot'. */
const MAX_DOMAIN_WORDS = 7;
const MAX_LOCAL_TOKENS = 40;

const isLetter = (token: AddressWord | undefined): token is AddressWord =>
  token !== undefined && /^[a-z0-9]$/u.test(token.low);
/** How a spoken word is written in an address. */
const written = (token: AddressWord): string => DIGIT_WORDS[token.low] ?? token.low.replace(/'/g, '');

/** The part after 'at', from token `start`; null when it is no domain. */
function domainFrom(tokens: readonly AddressWord[], start: number): { domain: string; last: number } | null {
  let domain = '';
  let at = start;
  let dots = 0;
  let last = start;
  for (let words = 0; at < tokens.length && words < MAX_DOMAIN_WORDS; at += 1) {
    const token = tokens[at];
    const spelt = isLetter(token) && isLetter(tokens[at - 1]);
    if (!token || AT.has(token.low) || (NOT_DOMAIN.has(token.low) && !spelt)) break;
    const joint = JOINTS[token.low];
    if (joint === '.') {
      const label = labelFrom(tokens, at + 1);
      if (!label || domain === '') break;
      domain += `.${label.text}`;
      dots += 1;
      at = label.last;
      last = at;
      if (JOINTS[tokens[at + 1]?.low ?? ''] !== '.') break;
    } else if (dots > 0) break;
    else if (joint) domain += joint;
    else if (token.low === 'double' && isLetter(tokens[at + 1])) {
      domain += (tokens[at + 1]?.low ?? '').repeat(2);
      at += 1;
    } else {
      domain += written(token);
      words += isLetter(token) ? 0.25 : 1;
      // 'jane at acme.com': the dot was written after all.
      if (/\.[a-z]{2,}$/.test(token.low) && dots === 0) return { domain, last: at };
    }
  }
  return dots > 0 && /^[a-z0-9][a-z0-9.-]*\.[a-z]{2,}$/.test(domain) ? { domain, last } : null;
}

/** What follows a 'dot': a word, or letters one by one ('i e'). */
function labelFrom(tokens: readonly AddressWord[], start: number): { text: string; last: number } | null {
  const first = tokens[start];
  if (!first || !/^[\p{L}\p{N}-]{1,24}$/u.test(first.low) || AT.has(first.low)) return null;
  if (!isLetter(first)) return { text: written(first), last: start };
  let text = '';
  let at = start;
  while (isLetter(tokens[at]) && text.length < 3) {
    // 'dot d e i am': the letter that begins a new sentence is not part of the spelling.
    if (text.length >= 2 && ['i', 'a'].includes(tokens[at]?.low ?? '')) break;
    text += tokens[at]?.low ?? '';
    at += 1;
  }
  return text.length >= 2 ? { text, last: at - 1 } : null;
}

/** The part before 'at', ending at token `end`; null when it is no mailbox. */
function localUntil(tokens: readonly AddressWord[], end: number): { local: string; first: number } | null {
  const last = tokens[end];
  if (!last || NOT_LOCAL.has(last.low) || JOINTS[last.low] || !/^[\p{L}\p{N}._'-]+$/u.test(last.low)) return null;
  let local = '';
  let at = end;
  for (; at >= 0 && end - at < MAX_LOCAL_TOKENS; ) {
    const token = tokens[at];
    if (!token) break;
    const doubled = isLetter(token) && tokens[at - 1]?.low === 'double';
    local = (doubled ? token.low.repeat(2) : written(token)) + local;
    if (doubled) at -= 1;
    const before = tokens[at - 1];
    const joint = before ? JOINTS[before.low] : undefined;
    if (joint && at >= 2) {
      local = joint + local;
      at -= 2;
    } else if (before && DIGIT_WORDS[token.low] && !JOINTS[before.low] && !NOT_LOCAL.has(before.low)) at -= 1;
    else if (isLetter(before) && !(before.low === 'i' && !isLetter(tokens[at - 2]) && !isLetter(token))) at -= 1;
    else return { local, first: at };
  }
  return local ? { local, first: Math.max(0, at) } : null;
}

/**
 * Addresses spelt aloud: 'jane dot doe at acme dot com', 'j underscore d at a c m e dot c o dot u k'. Some are also
 * written like that to hide them from robots ('jane [at] acme (dot) com').
 */
function spokenAddresses(tokens: readonly AddressWord[]): Address[] {
  const found: Address[] = [];
  for (const [at, token] of tokens.entries()) {
    if (!AT.has(token.low) || at === 0) continue;
    const domain = domainFrom(tokens, at + 1);
    const local = domain ? localUntil(tokens, at - 1) : null;
    if (!domain || !local) continue;
    const address = `${local.local}@${domain.domain}`.normalize('NFKD').replace(/\p{M}/gu, '');
    const from = tokens[local.first]?.from ?? token.from;
    if (/^[a-z0-9][a-z0-9._+-]*@[a-z0-9.-]+$/.test(address))
      found.push({ address, from, to: tokens[domain.last]?.to ?? token.to });
  }
  return found;
}
