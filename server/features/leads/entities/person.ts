import type { Slot } from '../reading/asked.ts';
import { isCommon } from '../reading/common-words.ts';
import type { AddressWords } from './address-words.ts';
import { companyFits, nameFits } from './address-words.ts';
import { type Found, squashed } from './found.ts';
import { isOrgLike, isPersonLike, type Proper } from './proper.ts';
import { isHead } from './role-words.ts';

/** Said right before one's own name. */
const INTRO =
  /(?:\b(?:(?:my|the) (?:(?:full|good|first) )?name(?: is|'s)?|name(?:'s| is|:)|i am called|i'm called|call me|this is|that's|i'?m|i am|it'?s|it is|contact(?: person)?(?: is|:)|contact to|ich bin|ich heiße|mein name ist|je suis|je m'appelle|me llamo|mi nombre es|soy|me dicen|chamo-me|meu nome é|eu sou|sou o|ik ben|ik heet|mijn naam is|sono|mi chiamo|ich heisse|jmenuji se|mă numesc|nimeni on|jestem|nazywam się|benim adım|adım|jag heter|jeg hedder|regards|greetings|gr\u00fc\u00dfen|cheers|best|wishes|sincerely|signed|ask for|book(?:ing)? (?:is )?for|attention(?: of)?|to me|send to me|it to me|here is|yours|bye from|keep my name|think of|remember|put me down(?: as| for it)?|name only|me \(|one name|(?:speaking|talking|chatting) (?:with|to)|speaking is|(?:people|they|everyone|everybody|friends) calls? me|i go by|put down|(?:tell|told) (?:her|him|them))[,:]?(?:\s+(?:um+|uh+|erm?|ah)[,.]?)?|[\u2014\u2013]|\s-)\s*(?:(?:dr|prof|professor|doctor|mr|mrs|ms|miss|sir|dame|lady|lord|capt|captain|mag|ing|dipl|rev|fr|herr|frau|barrister|engr|madam)\.?(?:-\p{L}+\.?)?\s+){0,3}$/iu;
const HONORED = /\b(?:dr|prof|professor|mr|mrs|ms|miss|sir|dame|capt|captain|mag|herr|frau|barrister|rev)\.?\s*$/i;
const AFTER = /^,? (?:here|speaking|from|at|of|with|calling|writing)\b/i;
/** Said right after one's own name. */
const NAMED =
  /^ is (?:the|my) (?:full |first |good )?name\b|^ (?:says|sends|thanks) (?:thanks|thank you|hi|hello|you|her|greetings)\b/i;
/** Before a name that ends a letter or a talk. */
const TAKES_LEAVE =
  /\b(?:thank you|thanks|thx|cheers|bye|goodbye|gracias|merci|danke|obrigad[oa]|grazie|köszönöm|regards|best|greetings|warmly|yours|respectfully|hard feelings|see you)(?: (?:again|all|very much|so much|anyway|then|from \p{L}+)){0,2}[,.!]\s*$/iu;
const HERE = /^,? (?:here|speaking)\b/i;
const OPENS =
  /(?:^|[.!?,:\n]\s*)(?:(?:hi|hello|hey|yes|good \w+|bonjour|hola|salut|dag|namaste|greetings|well|okay|ok|so|yeah|um|uh)[,!.]? ){0,3}$/i;
const OTHERS =
  /\b(?:my|our|his|her|their|your|the|with|ask|asked|tell|told|talk to|cc|by|and|like|than|director|boss|manager|colleague|friend|wife|husband|chairman|ceo|partner|assistant|owner|founder|nephew|cousin|brother|sister|for|(?:dear|hi|hello|hey|thanks|thank you|told you),?)\s+(?:(?:dr|mr|mrs|ms|herr|frau|sir)\.?\s+){0,2}$/i;

const plain = (name: string): string =>
  /^[\p{Lu}\s'.-]+$/u.test(name) && name.length > 3
    ? name.toLowerCase().replace(/(^|[\s'-])\p{L}/gu, (letter) => letter.toUpperCase())
    : name;

interface Context {
  asked: ReadonlySet<Slot>;
  /** The visitor's address, when one is known. */
  address: AddressWords | null;
  /** Where that address stands in this line. */
  at: { from: number; to: number } | null;
  /** Names that the agent used first: places, products, the consultant. */
  strange: ReadonlySet<string>;
  /** The visitor's words before this line, lower case. */
  said: readonly string[];
}

/** The visitor's own name among the capitalised words of a line. */
export function personIn(text: string, propers: readonly Proper[], context: Context): Found | null {
  let best: (Found & { score: number }) | null = null;
  for (const proper of propers) {
    const score = scored(text, proper, context);
    if (score >= 2 && (!best || score > best.score)) {
      best = { value: plain(proper.text), from: proper.from, to: proper.to, strength: Math.min(5, score), score };
    }
  }
  if (!best) return null;
  return { value: best.value, from: best.from, to: best.to, strength: best.strength };
}

function scored(text: string, proper: Proper, { asked, address, at, strange, said }: Context): number {
  const { text: name } = proper;
  const words = name.split(' ');
  if (!isPersonLike(name) || strange.has(name.toLowerCase())) return 0;
  if (
    words.some((word) => isHead(word.toLowerCase())) &&
    !address?.local.some((part) => name.toLowerCase().includes(part))
  )
    return 0;
  const before = text.slice(Math.max(0, proper.from - 40), proper.from);
  const after = text.slice(proper.to, proper.to + 24);
  const fits = address ? nameFits(name, address) : 0;
  const everyday = words.length === 1 && isEveryday(name.toLowerCase());
  if (everyday && fits === 0 && !/\bname\b|\bcall/i.test(before.slice(-24))) return 0;
  let score = fits * 1.5;
  if (NAMED.test(after)) score += 4;
  const signs = TAKES_LEAVE.test(before) && SIGNED.test(after) && !saidBefore(text, proper, said);
  if (signs) score += 2.4;
  // 'Nikolaos Papadakis, papadakisbakeries.com': a family's name is its firm's too.
  if (address && fits === 0 && companyFits(name, address) >= 0.8 && !familyFirm(words, address)) score -= 3;
  const intro = INTRO.test(before);
  if (intro)
    score += /name|call|heiß|llamo|appelle|mijn|naam|contact|regards|signed|wishes|greetings/i.test(before.slice(-28))
      ? 4
      : proper.words > 1 || AFTER.test(after) || /^\s*[,.!]|^\s*$|^ (?:and|btw|by the way|again|lol)\b/.test(after)
        ? 3
        : 1.5;
  else if (OTHERS.test(before) && !signs && !HERE.test(after)) score -= 2;
  if (HONORED.test(before)) score += 0.5;
  const beside = at !== null && (Math.abs(proper.from - at.to) < 12 || Math.abs(at.from - proper.to) < 60);
  if (proper.alone) {
    score += proper.words > 1 ? 2 : 0;
    if (asked.has('name')) score += proper.words > 1 ? 2 : 1.5;
    if (beside) score += proper.words > 1 ? 1 : 0.6;
    const ends = /^\s*[.!)]?\s*$/.test(after);
    if (ends && /[\u2014\u2013-]\s*$/.test(before)) score += 2;
    if (lastAlone(text, proper) && !intro && !(proper.words === 1 && isCommon(name.toLowerCase())))
      score += proper.words > 1 ? 0.4 : 2.2;
    else if (proper.words === 1 && /^,\s/.test(after) && endsWithRoleOrOrg(text, proper)) score += 2.1;
  } else if (proper.words > 1 && (beside || asked.has('contact') || asked.has('name')) && !OTHERS.test(before))
    score += 1;
  if (HONORED.test(before) && (AFTER.test(after) || /^\s*[.!]?\s*$/.test(after))) score += 2;
  if (HERE.test(after) && OPENS.test(before)) score += 3;
  else if (AFTER.test(after) && OPENS.test(before) && !/^ (?:of|at|with) (?:the|course)\b/i.test(after))
    score += proper.words > 1 ? 2 : /[.!?\n]\s*$|^$/.test(before) ? 2 : 1;
  else if (/^, (?:the )?(?:\p{L}+ ){0,4}\p{L}+/u.test(after) && proper.alone && proper.words > 1) score += 0.3;
  // 'Kayleigh, I'm a teacher'; in speech nothing stands before or after the name that ends it.
  if (asked.has('name') && /^,? (?:i'm|i am)\b/i.test(after) && OPENS.test(before)) score += 2;
  if (
    !proper.alone &&
    proper.words > 1 &&
    /^\s*$/.test(after) &&
    (asked.has('name') || asked.has('contact')) &&
    !OTHERS.test(before)
  )
    score += 1.2;
  // 'Kandy Loom House, 24 people', 'Chorus Balkanika in Sofia' are organisations.
  if (!intro && fits === 0 && /^\s*,?\s*(?:in|near|outside)\s+\p{Lu}|^\s*,\s*\d[\d.,]* \p{L}/u.test(after)) score -= 2;
  if (isOrgLike(name)) score -= 3;
  return score;
}

/** Whether a domain has the last word of a name of two, and does not begin with its first. */
const familyFirm = (words: readonly string[], { domain }: AddressWords): boolean =>
  words.length === 2 && !isOrgLike(words.join(' ')) && !domain.startsWith(squashed(words[0] ?? ''));

/** An everyday word, or one made like it: 'Oddly', 'Fourteen', 'Typing'. */
const isEveryday = (word: string): boolean =>
  isCommon(word.replace(/-.*/, '')) || /\p{L}{3}(?:ly|ing|teen)$/u.test(word);

/** Nothing but what ends a line comes after a signature. */
const SIGNED = /^[\s.!)\p{Extended_Pictographic}x]{0,6}$/u;

/** A name that was said before is that of whom they talk with or about. */
const saidBefore = (text: string, { text: name, from }: Proper, said: readonly string[]): boolean =>
  said.includes(name.toLowerCase()) || text.slice(0, from).toLowerCase().includes(name.toLowerCase());

/** Whether a name is all of the line's last sentence: how people sign. */
function lastAlone(text: string, { from, to }: Proper): boolean {
  return (
    SIGNED.test(text.slice(to)) && /(?:[.!?)\n|]|^)\s*(?:\p{L}+[.,]\s){0,2}$/u.test(text.slice(0, from)) && from > 12
  );
}

/** 'Berwyn, Visitor Experience, a wool museum', 'Rico, DataHarbor Sales': a first name and what follows it at the end. */
function endsWithRoleOrOrg(text: string, { from, to }: Proper): boolean {
  if (!/(?:[.!?\n]\s*|^)$/.test(text.slice(0, from))) return false;
  const rest = text.slice(to);
  return (
    rest.length < 90 &&
    !/[.!?]\s+\S/.test(rest) &&
    (/^, \p{Lu}/u.test(rest) || rest.split(/[\s,.]+/).some((word) => isHead(word.toLowerCase())))
  );
}
