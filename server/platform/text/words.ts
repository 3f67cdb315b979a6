/** English words for numbers, in lower case like all words here. */
const UNITS = 'one two three four five six seven eight nine'.split(' ');
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** The ten digits in words, for addresses and telephone numbers. */
export const DIGIT_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  ['zero', ...UNITS].map((word, figure) => [word, String(figure)]),
);

/** Values of single words: 1 to 19 and the tens, including the common misspelling 'fourty'. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...[...UNITS, ...TEENS].map((word, at) => [word, at + 1] as const),
  ...TENS.map((word, at) => [word, 20 + at * 10] as const),
  ['fourty', 40] as const,
]);

/** Pattern source for one of these words; longer ones first, so that 'sixty' is not read as 'six'. */
const anyOf = (words: Iterable<string>): string => [...words].sort((one, other) => other.length - one.length).join('|');

const ANY_UNIT = anyOf(UNITS);
const ANY_TEN = `${anyOf(TENS)}|fourty`;

/**
 * Pattern source for a number above one in words, up to 999: 'two', 'twenty-five', 'a hundred and ten' without its 'a'.
 * 'One' alone is left out, because it mostly refers to a thing already named.
 */
export const SPOKEN_NUMBER = `(?:(?:(?:${ANY_UNIT}) )?hundred(?: and (?:${tensAndUnits()}))?|${tensAndUnits()})`;

function tensAndUnits(): string {
  const words = [...NUMBER_WORDS.keys()].filter((word) => word !== 'one');
  return `(?:${ANY_TEN})[- ](?:${ANY_UNIT})|${anyOf(words)}`;
}

/** The value of a match of `SPOKEN_NUMBER`, 1 to 999; null if one of its words is not a number. */
export function numberOfWords(spoken: string): number | null {
  let sum = 0;
  for (const word of spoken.split(/[- ]/)) {
    const value = NUMBER_WORDS.get(word);
    if (word === 'hundred') sum = (sum || 1) * 100;
    else if (value !== undefined) sum += value;
    else if (word !== 'and') return null;
  }
  return sum || null;
}

/** Words that say little about a text's content, for search. */
const STOP_WORDS = new Set(
  `a an and are as at be been being but by can could did do does doing done for from get gets getting got had has have
  having he her hers him his how i if in into is it its just me more most my no not of on or our ours out over own she
  should so some such than that the their them then there these they this those to too up us was we were what whats
  when where which while who whom whose why will with would you your yours am im ive id youre yourself myself any also
  about please tell know want need like really very much many lot thing things something anything give go going make
  let lets may might must shall say said see ok okay yes well hi hello hey thanks thank think actually maybe perhaps
  even still ever one way kind sort bit dont doesnt isnt arent cant wont didnt each day days week weeks month months
  year years explain describe understand talk speak two three four five six seven eight nine ten eleven twelve twenty
  thirty forty fifty sixty seventy eighty ninety hundred find though choose best big old else never
  possible only s t re ve ll d m`.split(/\s+/),
);

const ASCII = /^[\0-\x7f]*$/;

/** Lower case, without accents or typographic variants. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .toLowerCase();
}

/** Doubled letters reduced to one after an ending is cut: 'planning' becomes 'plan'. */
const DOUBLED = 'bdgklmnprt';

const ENDINGS = ['ing', 'ed', 'ly', 'ment', 'ation', 'er'];

/**
 * A light stem: plural, -ing, -ed, -ly, -ment and a final e are cut, so that 'pricing', 'priced' and 'prices' match.
 * Meant to be predictable, not complete: two forms need to match, not to be words.
 */
export function stem(word: string): string {
  let stemmed = word;
  if (stemmed.length > 4 && stemmed.endsWith('ies')) stemmed = `${stemmed.slice(0, -3)}y`;
  else if (stemmed.length > 4 && stemmed.endsWith('ied')) stemmed = `${stemmed.slice(0, -3)}y`;
  else if (stemmed.length > 3 && stemmed.endsWith('s') && !stemmed.endsWith('ss')) stemmed = stemmed.slice(0, -1);
  for (const ending of ENDINGS) {
    if (stemmed.length > ending.length + 3 && stemmed.endsWith(ending)) {
      stemmed = stemmed.slice(0, -ending.length);
      break;
    }
  }
  const last = stemmed.at(-1) ?? '';
  if (stemmed.length > 3 && stemmed.at(-2) === last && DOUBLED.includes(last)) stemmed = stemmed.slice(0, -1);
  return stemmed.length > 3 && stemmed.endsWith('e') ? stemmed.slice(0, -1) : stemmed;
}

const WORD = /[\p{L}\p{N}]+(?:'\p{L}+)?/gu;

/** The stemmed content words of a text, in order, without numbers and single letters. */
export function contentWords(text: string): string[] {
  const words: string[] = [];
  for (const found of fold(text).match(WORD) ?? []) {
    const word = found.includes("'") ? found.replace(/'s$/, '').replaceAll("'", '') : found;
    if (word.length > 1 && !STOP_WORDS.has(word) && !/^\d+$/.test(word)) words.push(stem(word));
  }
  return words;
}

/** Services that have a telephone number. */
const SERVICES = '(?:police|emergency|fire brigade|ambulance|hotline|helpdesk|support|crisis|samaritans)';
/** Places that have one, but may be the visitor's own, as in 'our hotel'. */
const PLACES =
  '(?:company|hospital|bank|tax office|embassy|court|council|town hall|city hall|government|taxi|airline|insurance|' +
  'hotel|school)';
/** Other people. */
const PEOPLE =
  '(?:doctor|dentist|landlord|competitor|supplier|customer|client|boss|assistant|friend|husband|wife|partner|brother|' +
  'sister|mother|father|colleague|neighbou?r|lawyer|accountant)';
/** Words for a telephone number. */
const NUMBER_NAMES = '(?:number|mobile|phone|cell|line|whats ?app|direct line|tel(?:ephone)?)';
/** Words before a number that is not or no longer the visitor's, must not be called, or is no telephone number. */
const NOT_MINE = new RegExp(
  `(?:\\b(?:his|her|their|your) (?:(?!to )\\p{L}+ )?${NUMBER_NAMES}` +
    `|\\b(?:${SERVICES}|the ${PLACES}|${PEOPLE})(?: \\p{L}+)? ${NUMBER_NAMES}` +
    `|\\b${NUMBER_NAMES} (?:of|for) (?:(?:the|my|our|a|an|his|her|their) )?(?:${SERVICES}|${PEOPLE})` +
    `|\\b(?:${NUMBER_NAMES} (?:of|for)|call|ring|phone) the (?:${SERVICES}|${PLACES}|${PEOPLE})` +
    "|\\b(?!(?:it|that|here|there|what|who|name|number|mobile|cell|phone|mine)'s)" +
    `\\p{L}+'s? (?:\\p{L}+ )?${NUMBER_NAMES}` +
    '|\\b(?:call|ring|reach|phone|text|ask|contact) (?:my|our|his|her|their) ' +
    '(?!own|direct|mobile|cell|phone|number|office|desk|line|whats|landline)\\p{L}+' +
    '|\\b(?:call|ring|reach|phone|text|ask|contact) (?:him|her|them)' +
    "|\\b(?:don'?t|do not|never|not|stop) (?:\\p{L}+ ){0,2}(?:call|ring|use|phone|dial|text|on|at)" +
    '|\\bi (?:called|rang|dialled|dialed|tried|phoned)|\\b(?:old|former|previous)|\\bused to be' +
    '|\\b(?:it|number|mobile|phone) was' +
    '|\\b(?:fax|order|invoice|iban|account|vat|ref(?:erence)?|ticket|case|serial|customer|booking|policy|kvk' +
    '|registration|code)' +
    ')\\b[^.!?]{0,20}$',
  'iu',
);
/** The same, right after the number. */
const NOT_MINE_AFTER = new RegExp(
  "^[,)]? (?:(?:is|was|'s|but that'?s|that'?s|which is) (?:not |no longer )?(?:my |the |his |her |their |your )?" +
    "(?:old|former|his|hers|her|their|theirs|your|yours|\\p{L}+'s|assistant|boss|not mine|switched off|disconnected" +
    '|dead)\\b|is (?:not|no longer) mine\\b)',
  'iu',
);
const OWN = 'mine|my(?: own| direct| new)?(?: number| mobile| phone| cell| line)?|me|now';
/** Words before a number that is the visitor's after all: 'his number is ..., mine is ...'. */
const MINE = new RegExp(String.raw`\b(?:${OWN})(?: (?:is|on|at|it'?s))?\s*[:,(]?\s*$`, 'i');

/**
 * Whether the words around a number say that it is not the visitor's: their boss's, the police's, an old one.
 *
 * @param before the words right before it, some 60 characters
 * @param after the words right after it
 */
export const isOthersNumber = (before: string, after: string): boolean =>
  NOT_MINE_AFTER.test(after) || (NOT_MINE.test(before) && !MINE.test(before));
