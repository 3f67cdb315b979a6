/** English words for search: folded, without stop words, reduced to a light stem. */

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

/**
 * A light stem: plural, -ing, -ed, -ly, -ment and a final e are cut, so that 'pricing', 'priced' and 'prices' match.
 * Meant to be predictable, not complete: two forms need to match, not to be words.
 */
export function stem(word: string): string {
  let stemmed = word;
  if (stemmed.length > 4 && stemmed.endsWith('ies')) stemmed = `${stemmed.slice(0, -3)}y`;
  else if (stemmed.length > 4 && stemmed.endsWith('ied')) stemmed = `${stemmed.slice(0, -3)}y`;
  else if (stemmed.length > 3 && stemmed.endsWith('s') && !stemmed.endsWith('ss')) stemmed = stemmed.slice(0, -1);
  for (const ending of ['ing', 'ed', 'ly', 'ment', 'ation', 'er']) {
    if (stemmed.length > ending.length + 3 && stemmed.endsWith(ending)) {
      stemmed = stemmed.slice(0, -ending.length);
      break;
    }
  }
  const last = stemmed.at(-1) ?? '';
  if (stemmed.length > 3 && stemmed.at(-2) === last && DOUBLED.includes(last)) stemmed = stemmed.slice(0, -1);
  return stemmed.length > 3 && stemmed.endsWith('e') ? stemmed.slice(0, -1) : stemmed;
}

/** The stemmed content words of a text, in order, without numbers and single letters. */
export function contentWords(text: string): string[] {
  const words: string[] = [];
  for (const match of fold(text).matchAll(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu)) {
    const word = match[0].replace(/'s$/, '').replaceAll("'", '');
    if (word.length > 1 && !STOP_WORDS.has(word) && !/^\d+$/.test(word)) words.push(stem(word));
  }
  return words;
}
