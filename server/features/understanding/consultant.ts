import { LRUCache } from 'lru-cache';
import { contentWords, fold } from '../../platform/text/words.ts';

/** The word for the consultant in tables and models, so that a renamed twin still recognises call requests. */
const CONSULTANT_WORD = 'consultant';

/** Names of the consultant, the longest first. */
export const namesOf = ({ name, first_name }: { name: string; first_name: string }): readonly string[] => [
  name,
  first_name,
];

/**
 * First names that are also everyday words: they count as names only when the words around them or a capital say so.
 */
const EVERYDAY = new Set(
  `amber angel art basil bill chance charity chase chip christian chuck clay cliff cole constance coral crystal
  dale dawn daisy dean dick don drew duke earl ernest faith fern flora forest frank gene ginger glen grace grant
  guy harmony hazel heath heather holly hope hunter iris ivy jack jade jasmine jay jewel job joy laurel lily
  love lucky mark mason max melody mercy miles nick norm olive pat patience pearl penny petal pierce piper poppy
  prudence rain ray reed rich rose rowan ruby sage sandy scarlet scout sky sterling stew stone sue summer sunny
  tad trip van violet wade ward warren will willow winter wolf woody april august june may`.split(/\s+/),
);
const MONTHS = new Set(['april', 'august', 'june', 'may']);

/** Characters to inspect before and after a name. */
const CONTEXT_CHARS = 60;
const BEGINS = /(?:^|[.!?:\n])[\s"'“(]*$/u;
const DETERMINED = /\b(?:the|an?|my|our|your|this|that|these|some|any|no)\s+$/iu;
const anyOf = (words: string): string => words.trim().split(/\s+/).join('|');
const TIME_WORDS = `in by of since until till next last this mid early late before after during around through from to
  for and or not on`;
const DATED = new RegExp(`(?:\\b(?:${anyOf(TIME_WORDS)})|\\d(?:st|nd|rd|th)?)\\s+$`, 'iu');
/** Words of a question to or about somebody, up to the name, and words that continue it. */
const OPENERS = 'and so but hi hello hey ok okay um uh well when where what how why who if';
const AUXILIARIES = "can could would will should does did is has was isn't doesn't";
const ASKING = new RegExp(`(?:^|[.!?,;:\\n]\\s*|\\b(?:${anyOf(OPENERS)})\\s+)(${anyOf(AUXILIARIES)})\\s+$`, 'iu');
const AUXILIARY_OF_MONTHS = new Set(['is', 'was', 'does', 'would', 'will', 'should', "isn't", "doesn't"]);
const CONTINUED = `call ring phone help come speak talk work do be have tell send write e?-?mail meet give make take see
  get reach travel teach train offer know charge like want need use say still also really ever even actually there free
  available in around back busy good on at from with not been got going able`;
const GOES_ON = new RegExp(`^\\s*(?:[,.!?;]|$)|^\\s+(?:${anyOf(CONTINUED)})\\b`, 'iu');
/** Things done to or with somebody. */
const WITH = 'speak talk chat call meeting session appointment work works working worked';
const DONE_TO = new RegExp(`\\b(?:tell|ask|let|meet|reach|contact|(?:${anyOf(WITH)})\\s+(?:to|with))\\s+$`, 'iu');
const GREETED = /\b(?:hi|hello|hey|dear|thanks|thank you),?\s+$/iu;
const SPEAKS = /^\s+(?:said|says|told|tells|promised|rang|wrote|wants|thinks|knows)\b/iu;

/** Whether an everyday word is used as a name. */
function isName(name: string, text: string, at: number): boolean {
  const end = at + name.length;
  const before = (at > CONTEXT_CHARS ? '…' : '') + text.slice(Math.max(0, at - CONTEXT_CHARS), at);
  const after = text.slice(end, end + CONTEXT_CHARS);
  const isMonth = MONTHS.has(fold(name));
  if (DETERMINED.test(before)) return false;
  if (DONE_TO.test(before)) return true;
  const asking = ASKING.exec(before)?.[1]?.toLowerCase();
  if (asking && GOES_ON.test(after) && !(isMonth && AUXILIARY_OF_MONTHS.has(asking))) return true;
  if (GREETED.test(before) && /^\s*(?:[,.!?]|$)/.test(after)) return true;
  if (!isMonth && /^['’]s(?!\p{L})/u.test(after)) return true;
  if (BEGINS.test(before)) return SPEAKS.test(after) || (!isMonth && after.startsWith(','));
  const isWritten = /^\p{Lu}\p{Ll}/u.test(name);
  return isWritten && !(isMonth && (DATED.test(before) || /^,?\s+\d/.test(after)));
}

/** Escapes a text for use within a regular expression, with or without the flag `u`. */
export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A name to look for. */
interface NamePattern {
  isEveryday: boolean;
  found: RegExp;
}

/** The patterns of the last consultants' names, since every line is searched for them several times. */
const patterns = new LRUCache<string, NamePattern[]>({ max: 100 });

function patternsOf(names: readonly string[]): NamePattern[] {
  const key = names.join('\n');
  const known = patterns.get(key);
  if (known) return known;
  const told = [...new Set(names.flatMap((name) => [name, fold(name)]))];
  const made = told.flatMap((name) => {
    const isEveryday = EVERYDAY.has(fold(name));
    if (!isEveryday && contentWords(name).length === 0) return [];
    const source = `(?<![\\p{L}\\p{N}@])${escapeRegExp(name)}(?![\\p{L}\\p{N}@]|\\.\\w)`;
    return [{ isEveryday, found: new RegExp(source, 'giu') }];
  });
  patterns.set(key, made);
  return made;
}

/**
 * A text with the consultant's names, however typed, replaced by one word. A name that is used as an everyday word
 * stays: 'mark my words' names no Mark.
 *
 * @param names {@link namesOf}; an empty list leaves the text unchanged
 * @param word the replacement
 */
export function withConsultant(text: string, names: readonly string[], word = CONSULTANT_WORD): string {
  return patternsOf(names).reduce(
    (rest, { isEveryday, found }) =>
      rest.replaceAll(found, (typed, at: number, whole: string) =>
        isEveryday && !isName(typed, whole, at) ? typed : word,
      ),
    text,
  );
}

/** Words before a name with which somebody says that it is their own; a line may also be nothing but the name. */
const INTRODUCED = new RegExp(
  String.raw`(?:^|\bname(?:['’]s| is)|\bi(?:['’]m| am)|\bthis is|\bcall me` +
    String.raw`|\bname ist|\bich (?:bin|heiße)|\b(?:me llamo|soy))\s*$`,
  'iu',
);

/**
 * Whether a name in a line is the consultant's: 'I'd love to work for Rosa'. Visitors of the same name introduce
 * themselves with it.
 *
 * @param from where the name begins
 * @param names {@link namesOf}
 */
export function namesConsultant(line: string, { from, to }: { from: number; to: number }, names: readonly string[]) {
  const name = fold(line.slice(from, to));
  if (!names.some((one) => fold(one) === name)) return false;
  const isAlone = /^\W*$/u.test(line.slice(to));
  const before = line.slice(Math.max(0, from - CONTEXT_CHARS), from);
  return !INTRODUCED.test(before) || (from === 0 && !isAlone);
}
