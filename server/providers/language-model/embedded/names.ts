/** The name by which visitors introduce themselves. */

const NAME_WORD = "(?:(?:Dr|Mr|Mrs|Ms|Prof)\\.? )?[\\p{Lu}][\\p{L}'\u2019-]{1,24}";
/** What stands before a family name. */
const PARTICLE =
  '(?:d[aeiou]s?|del|della|van|von|vom|zu|zum|zur|ten|ter|den|der|la|le|af|av|bin|ibn|el|al)\\s+(?:[\\p{Ll}]{2,3}\\s+)?\\p{Lu}';
const NAMES: RegExp[] = [
  new RegExp(
    `\\b(?:[Mm]y name is|[Mm]y name's|[Nn]ame is|[Nn]ame's|[Tt]hey call me|[Nn]ame:)\\s+(${NAME_WORD}|\\p{Ll}{2,20})(?:\\s+${NAME_WORD})?`,
    'u',
  ),
  // 'Can she call me today' names nobody.
  new RegExp(
    `(?:^|[.,!;] ?|\\b(?:and|but|just|please|you (?:can|may)) )[Cc]all me (${NAME_WORD}|\\p{Ll}{2,20}(?=\\s*(?:[.,!;]|$)))`,
    'u',
  ),
  new RegExp(
    `\\b(?:[Ii]'m|[Ii] am|[Tt]his is|[Ii]t's|[Ii]ch bin)\\s+(${NAME_WORD})(?=\\s*(?:[,.!;:–-]|$|here|and|but|btw|from|by|at|with|speaking|${PARTICLE}|\\p{Lu}))`,
    'u',
  ),
  new RegExp(`^(?:[Hh]i|[Hh]ello|[Hh]ey)?[,.! ]*(${NAME_WORD}) here\\b`, 'u'),
];
const NO_NAMES = new Set(
  `a an the not so just very really here there fine good great sorry sure looking interested asking german dutch danish english
  french italian spanish american british swedish irish european founder ceo coo cto cfo owner director manager head it that this
  what how why yes no ok okay well is was from i we you monday tuesday wednesday thursday friday saturday sunday january
  february march april may june july august september october november december ai hr it nobody someone nothing for about when if every all anytime back later again whenever at on with only once twice by in and or today tomorrow tonight now please soon asap urgently immediately crazy maybe directly then`.split(
    /\s+/,
  ),
);

/** Whether a word is no name, however it is written. */
export const isNoName = (word: string) => NO_NAMES.has(word.toLowerCase());

/** The name that a line gives, with a capital letter; null when it gives none. */
export function nameIn(line: string): string | null {
  for (const pattern of NAMES) {
    const found = pattern.exec(line)?.[1]?.replace(/['\u2019]s$/, '');
    if (found && !NO_NAMES.has(found.toLowerCase())) return found.charAt(0).toUpperCase() + found.slice(1);
  }
  return null;
}

const SIGNS_OFF = new RegExp(
  `^[\\s.,;!–-]+(?:(?:thanks|thank you|cheers|regards|best)[,. ]+)?(${NAME_WORD})[\\s.!]*$`,
  'iu',
);
const NO_SIGNATURE = /^(?:thanks?|cheers|regards|best|bye|mobile|office|home|work|phone|cell)\b/i;

/** The name with which a line is signed behind a telephone number; null when nothing, or no name, stands there. */
export function signatureIn(line: string, phone: string): string | null {
  const found = SIGNS_OFF.exec(line.slice(line.lastIndexOf(phone) + phone.length))?.[1];
  if (!found || !/^\p{Lu}/u.test(found) || isNoName(found) || NO_SIGNATURE.test(found)) return null;
  return found;
}
