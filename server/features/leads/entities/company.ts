import type { Slot } from '../reading/asked.ts';
import { type AddressWords, companyFits, nameFits } from './address-words.ts';
import type { Found } from './found.ts';
import { isOrgLike, isPersonLike, type Proper } from './proper.ts';
import { isHead } from './role-words.ts';

/** Before the organisation that one speaks for. */
const OURS =
  /\b(?:(?:here )?at|(?:firm|company|business|trade) name|from|with|for|of|represent|called|behalf of|we'?re|we are|i run|we run|i own|we own|behind|founded|join(?:ed)? us at|people behind|name is|it'?s|this is|club is|company is|firm is|company,|firm,|organi[sz]ing|my (?:company|firm|shop|business)(?: is|,)?|our (?:company|firm|shop|business|school)(?: is|,)?|i have|we have|panel for|bei|chez|von der|von|der|die|das|i'?m with|(?:my|our|the) (?:studio|agency|practice|clinic|school|bakery|shop|office|employer) is|contract (?:is )?(?:to|for)|invoice (?:to|for)|come from|keynote at|speak at)\s+(?:(?:uh|um|er|like)\s+){0,2}(?:(?:the|our|my|der|die|das|le|la|les|de)\s+)?$/i;
/** The word before a place of living, not of work. */
const PLACE = /\b(?:in|near|outside|around|based in|to|off|via|between)\s+(?:the\s+)?$/i;
/** The same in other languages, right behind a position or a name. */
const OF =
  /\b(?:de|da|do|del|della|dell|du|van|fra|från|von|bei|chez|na|od|der|em|en)\s+(?:(?:la|el|las|los|le|les|der|het)\s+)?$/iu;
const NOT_OURS =
  /\b(?:competitor|client|customer|supplier|vendor|friend|cousin|nephew|brother|sister|husband|wife|uncle|left|ex|former|used to (?:work|be)|worked|bought from|like|unlike|not|than|read|about|heard|watched|saw|attended|met|was an?|charged|billed|invoiced|refund(?:ed)?)\b[^.,;]{0,24}$/i;

/** Right behind the name: what those who are spoken for have to spend. */
const OUR_MONEY = /^,? (?:and )?we(?:'ve| have)(?: got)? [^.?!]{0,24}\b(?:budget|\d+ ?k)\b/i;

interface Context {
  asked: ReadonlySet<Slot>;
  address: AddressWords | null;
  at: { from: number; to: number } | null;
  strange: ReadonlySet<string>;
  /** Where the visitor's own name and position stand in this line. */
  person: Found | null;
  role: Found | null;
}

/** The organisation that the visitor speaks for among the capitalised words of a line. */
export function companyIn(text: string, propers: readonly Proper[], context: Context): Found | null {
  let best: Found | null = null;
  for (const proper of propers) {
    const strength = scored(text, proper, context);
    if (strength >= 2 && (!best || strength > best.strength)) {
      best = { value: proper.text, from: proper.from, to: proper.to, strength };
    }
  }
  return best;
}

function scored(text: string, proper: Proper, { asked, address, at, strange, person, role }: Context): number {
  const { text: name } = proper;
  if (person && proper.from < person.to && person.from < proper.to) return 0;
  if (role && proper.from < role.to && role.from < proper.to) return 0;
  const fits = address ? companyFits(name, address) : 0;
  if (strange.has(name.toLowerCase()) && fits < 0.8) return 0;
  if (name.split(' ').every((word) => isHead(word.toLowerCase()))) return 0;
  const before = text.slice(Math.max(0, proper.from - 44), proper.from);
  const after = text.slice(proper.to, proper.to + 20);
  if (PLACE.test(before) && fits < 0.8 && !isOrgLike(name)) return 0;
  const org = isOrgLike(name);
  let score = fits >= 0.8 ? 4 : fits * 3;
  if (fits < 0.6 && address && nameFits(name, address) > 0 && isPersonLike(name)) score -= 3;
  if (NOT_OURS.test(before)) score -= 2;
  if (org) score += 1.5;
  const near = (found: { from: number; to: number } | null, span: number) =>
    found !== null && (Math.abs(proper.from - found.to) <= span || Math.abs(found.from - proper.to) <= span);
  if (OF.test(before) && !OURS.test(before) && (near(role, 12) || near(person, 6))) score += 2.5;
  if (OURS.test(before)) {
    const of = /\b(?:of|for)\s+(?:the\s+)?$/i.test(before);
    const named = /\b(?:from|with|it'?s|this is|i have|we have|der|die|das|von)\s+(?:\p{L}+\s+)?$/iu.test(before);
    if (near(role, 8) && !/student|intern|usher/i.test(role?.value ?? '')) score += 2.5;
    else if (near(person, 14) && (proper.words > 1 || org)) score += 2.4;
    // 'Ada from Zeno, we have 50k budget': of a town nobody tells what it would spend.
    else if (near(person, 7) && /\bfrom\s+$/i.test(before) && OUR_MONEY.test(text.slice(proper.to, proper.to + 48)))
      score += 2;
    else score += of ? 0.8 : named ? (proper.words > 1 || org ? 1.4 : 0.6) : proper.words > 1 || org ? 2 : 1.5;
  }
  if (proper.alone) {
    if (near(role, 4)) score += role && proper.from > role.from && proper.words > 1 ? 1.8 : 1.2;
    if (near(person, 4)) score += proper.words > 1 || org ? 1.8 : 1.2;
    if (near(at, 4)) score += 1;
    if (asked.has('company')) score += 1.5;
    const opens = /(?:^|[.!?:\n]\s*)$/.test(before);
    if (opens && (proper.words > 1 || org))
      score += /^\s*(?:,\s+(?:\p{Ll}|\d|an?\b)|[.!]|\s*$)/u.test(after) ? 1.5 : 0.8;
    else if (opens) score += 0.8;
    if (proper.words > 1) score += 0.3;
  }
  // 'tire shops, Castellanos Tires in Fresno', 'Kandy Loom House, 24 people'
  const marked = proper.alone || /[,.:(\n]\s*$|^\s*$/.test(before);
  if (
    marked &&
    proper.words > 1 &&
    /^\s*,?\s*(?:in|near|outside|bei|à|en|of)\s+\p{Lu}|^\s*,\s*\d[\d.,]* \p{L}|^\s*\(/u.test(after)
  )
    score += 1.9;
  if (/^,? (?:here|speaking)\b/i.test(after)) score += 1;
  return score;
}
