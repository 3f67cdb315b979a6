import { isCommon } from '../reading/common-words.ts';
import { GREETINGS, HONORIFICS, NAMES_TOO, NOT_PROPER, ORG_WORDS, PARTICLES, STARTERS } from './lexicon.ts';
import { isHead, isModifier } from './role-words.ts';

/** A run of capitalised words, as a name is written. */
export interface Proper {
  text: string;
  from: number;
  to: number;
  /** Number of words that count. */
  words: number;
  /** Whether it stands between two marks, alone. */
  alone: boolean;
}

const CAP =
  "\\p{Lu}[\\p{L}\\p{M}\\p{N}]*(?:['\\-.&](?=\\p{L})[\\p{L}\\p{M}\\p{N}]+)*|\\p{L}{1,2}'\\p{Lu}[\\p{L}\\p{M}-]*";
const JOIN =
  "de|la|le|du|des|del|della|di|da|do|dos|das|van|von|der|den|het|ter|ten|te|zu|el|al|bin|ibn|mac|y|e|et|und|and|of|(?<=of )the|(?<=for )the|for|op|'t|i|na|pod|u|re|o|&|\\+";
const RUN = new RegExp(`(?<![\\p{L}\\p{N}@._-])(?:${CAP})(?:,? (?:(?:${JOIN}) ){0,3}(?:${CAP}))*`, 'gu');
const MARK_BEFORE = /(?:^|[,.;:()\n|\u2014\u2013/!?"\u201c]|\s-)\s*$/u;
const MARK_AFTER = /^\s*(?:[,.;:()\n|\u2014\u2013/!?"\u201d]|-\s|$)/u;

/** Cuts what begins a sentence or greets from the front of a run, and what is no name from its end. */
const PRONOUN =
  /^(?:i|i'm|i'd|i've|i'll|we|we're|my|our|the|he|she|it|it's|hi|hello|hey|dear|name|name's|yes|no|please|regards|thanks|thank|cheers)$/;

function trimmed(words: string[], opens: boolean): { skip: number; keep: number } {
  let skip = 0;
  while (
    skip < words.length &&
    ((STARTERS.has(low(words[skip])) && (opens || skip > 0 || PRONOUN.test(low(words[skip])))) ||
      /^\p{Ll}[\p{L}.]*$/u.test(words[skip] ?? '') ||
      (opens && GREETINGS.has(low(words[skip]))) ||
      HONORIFICS.has(low(words[skip])))
  )
    skip += 1;
  let keep = words.length;
  while (
    keep > skip &&
    (/^(?:i|and|of|the|for|de|y|e|u|na|&|\+)$/.test(words[keep - 1] ?? '') ||
      /^(?:jr|sr|phd)\.?$/i.test(words[keep - 1] ?? '') ||
      (STARTERS.has(low(words[keep - 1])) && /^(?:I|I'm|I'd|I've|I'll|We|Please)$/.test(words[keep - 1] ?? '')))
  )
    keep -= 1;
  return { skip, keep };
}
function low(word: string | undefined): string {
  const small = (word ?? '').toLowerCase();
  return small.endsWith('.') || small.endsWith(',') ? small.slice(0, -1) : small;
}

/** Runs of one line that are looked at. */
const PROPERS_MOST = 60;

/** The runs of capitalised words in a text, without those that are known to be no name. */
export function propersIn(text: string): Proper[] {
  const found: Proper[] = [];
  for (const match of text.matchAll(RUN)) {
    // A comma stands inside no name: the parts are looked at one by one.
    if (found.length >= PROPERS_MOST) break;
    let from = match.index;
    for (const part of match[0].split(/,(?= )/)) {
      const lead = part.length - part.trimStart().length;
      for (const { run, at } of apartFrom(text, part.trim(), from + lead)) {
        const one = properAt(text, run, at);
        if (one) found.push(one);
      }
      from += part.length + 1;
    }
  }
  return found;
}

/** Where a name and the organisation that its bearer is of meet. */
const BETWEEN =
  / (?:of|for|from|at|bei|bij|von der|von|der|van|de|del|du|des)(?: (?:the|de|la|le|les|der|den|het))? (?=\p{Lu})/gu;
/** Longer than any name with its organisation. */
const NAMES_CHARS = 120;
/** 'Piano Traslochi and I'm Gennaro' is two. */
const OWN_NEXT = / and I(?:'\p{L}+)? (?=\p{Lu})/u;
const INTRODUCES =
  /(?:^|[\n.!?(])\s*$|\b(?:i'?m|i am|this is|it'?s|name is|name'?s|here is|speaking with|called|regards,?|here) $/i;

/** 'Jan Smit of Dekade Bouw' is two, 'University of Leeds' one, of 'CTO of Nordlys' the position is none. */
function apartFrom(text: string, run: string, at: number): { run: string; at: number }[] {
  const own = OWN_NEXT.exec(run);
  if (own) {
    const from = own.index + own[0].length;
    return [
      { run: run.slice(0, own.index), at },
      { run: run.slice(from), at: at + from },
    ];
  }
  if (run.length > NAMES_CHARS) return [{ run, at }];
  for (const match of run.matchAll(BETWEEN)) {
    const left = run.slice(0, match.index);
    const right = { run: run.slice(match.index + match[0].length), at: at + match.index + match[0].length };
    const words = left.split(' ').filter((word) => !STARTERS.has(low(word)) && !HONORIFICS.has(low(word)));
    if (words.length > 0 && words.every((word) => isHead(low(word)) || isModifier(low(word)))) return [right];
    const english = /^ (?:of|for|from|at)\b/.test(match[0]);
    const person = words.length > 0 && isPersonLike(words.join(' ')) && !isCommon(low(words[0]));
    const introduced = INTRODUCES.test(text.slice(Math.max(0, at - 24), at));
    if (
      person &&
      (english ? words.length > 1 || introduced : words.length > 1 && ORG_WORDS.has(low(right.run.split(' ').at(-1))))
    )
      return [{ run: left, at }, right];
  }
  return [{ run, at }];
}

function properAt(text: string, run: string, start: number): Proper | null {
  const words = run.split(' ');
  const opens = /(?:^|[.!?:;\n|(\u2014\u2013"]|\s-)\s*$/u.test(text.slice(Math.max(0, start - 3), start));
  const { skip, keep } = trimmed(words, opens);
  if (skip >= keep) return null;
  const from = start + words.slice(0, skip).join(' ').length + (skip > 0 ? 1 : 0);
  const name = words.slice(skip, keep).join(' ').replace(/'s$/, '');
  const counted = words.slice(skip, keep).filter((word) => /^(?:\p{L}')?\p{Lu}/u.test(word)).length;
  if (words.slice(skip, keep).every((word) => NOT_PROPER.has(low(word)) || !/\p{Lu}/u.test(word))) return null;
  if (/@/.test(text[from + name.length] ?? '')) return null;
  const before = text.slice(Math.max(0, start - 4), start + (skip > 0 ? words.slice(0, skip).join(' ').length + 1 : 0));
  return {
    text: name,
    from,
    to: from + name.length,
    words: counted,
    alone:
      (MARK_BEFORE.test(before) ||
        (skip > 0 &&
          words.slice(0, skip).every((word) => HONORIFICS.has(low(word))) &&
          MARK_BEFORE.test(text.slice(Math.max(0, start - 4), start)))) &&
      MARK_AFTER.test(text.slice(from + name.length, from + name.length + 4)),
  };
}

/** Whether a run reads like an organisation's name. */
export const isOrgLike = (name: string): boolean =>
  / (?:AS|A\/S|ASA|AB|SA|Oyj|OÜ|UAB|SIA|Tbk|Bhd|KK|JSC|ApS|Lda|Ltda|SpA|S\.?A\.?)$/.test(name) ||
  /[&+]| and | of /.test(name) ||
  /\p{L}{3}(?:bank|werke?|haus|hof|museum|verlag|technik|klinik|schule|school|soft|labs?|media|ware|gmbh|huis|zorg|bau|mühle)(?:$|[ -])/iu.test(
    name,
  ) ||
  name.split(/[ -]/).some((word) => ORG_WORDS.has(low(word).replace(/'s?$/, '')));

/** Whether a run can be a person's name: no figures, no words of organisations, two to five words or one. */
export function isPersonLike(name: string): boolean {
  const words = name.split(' ');
  if (words.length > 6 || /[\d&+]/.test(name)) return false;
  const strange = (word: string) => NOT_PROPER.has(low(word)) && !(words.length > 1 && NAMES_TOO.has(low(word)));
  if (words.some((word) => ORG_WORDS.has(low(word)) || word.split('-').some(strange))) return false;
  if (words.every((word) => NOT_PROPER.has(low(word)) || GREETINGS.has(low(word)))) return false;
  if (words.some((word) => /^\p{Lu}{2,}$/u.test(word)) && !words.every((word) => /^\p{Lu}+$/u.test(word))) return false;
  return words.every(
    (word) => /^'?\p{L}[\p{L}\p{M}'.-]*$/u.test(word) && (/\p{Lu}/u.test(word) || PARTICLES.has(word) || word === "'t"),
  );
}
