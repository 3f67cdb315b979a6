import { oneOf } from '../../platform/text/patterns.ts';
import { fold } from '../../platform/text/words.ts';
import { GERMAN_RELATIONS, type Understanding } from '../understanding/index.ts';
import { languageLibrary } from './noun-phrases.ts';

/** A visitor's line as it is searched for names. */
type ReadLine = Pick<Understanding, 'text' | 'language' | 'entities'>;

/** What the language library gives of a word or a name. */
interface ParsedName {
  text: string;
  terms?: { text: string; tags: string[] }[];
}

type Library = Awaited<ReturnType<typeof languageLibrary>>;

/** Words of a line that is too short to tell its language: it is in that of the others. */
const MAX_SHORT = 5;

/**
 * The names by which lines speak of people, famous ones too. The visitor's own is what was understood as theirs, and
 * what follows the words by which people say who they are, in any case. Other people's are what the library takes for
 * a person, and capitals within a sentence that are no place and no date; in German, which writes every noun with a
 * capital, known first names and what follows 'Frau' or 'mein Kollege'. A name that only ever begins a sentence may be
 * missed.
 *
 * @param lines of the visitor, understood
 * @param except names that stay, such as the consultant's
 */
export async function namesIn(lines: readonly ReadLine[], except: readonly string[]): Promise<string[]> {
  const nlp = await languageLibrary();
  const kept = new Set(except.flatMap((name) => name.toLowerCase().split(/\s+/)));
  const spoken = mostSpoken(lines);
  const found = lines.flatMap(({ text, language, entities }) => {
    const own = entities.filter(({ type }) => type === 'person').map(({ value }) => value.replace(RELATION, ''));
    const tongue = wordsOf(text).length <= MAX_SHORT ? spoken : language;
    const others = tongue === 'de' ? germanNames(nlp, text) : capitalized(nlp, text, tongue === 'en');
    return [...own, ...ownIn(nlp, text, tongue === 'de'), ...others];
  });
  return [...new Set(found)].filter((name) => !kept.has(name.toLowerCase()));
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}'’-]+/gu) ?? [];

/** The language of most words; English if there are few. */
function mostSpoken(lines: readonly ReadLine[]): string {
  const words = new Map<string, number>();
  for (const { text, language } of lines) words.set(language, (words.get(language) ?? 0) + wordsOf(text).length);
  const [most] = [...words].toSorted(([, one], [, other]) => other - one);
  return most && most[1] > MAX_SHORT ? most[0] : 'en';
}

/** The library's tags of names that are nobody's. */
const NOBODY = ['Place', 'Date', 'Month', 'WeekDay', 'Holiday', 'Language', 'Demonym', 'Currency'];
const FIRST_NAME = ['FirstName', 'MaleName', 'FemaleName'];
const has = (tags: readonly string[], wanted: readonly string[]) => tags.some((tag) => wanted.includes(tag));

/** A name without the marks around it. */
const bare = (text: string): string => text.replace(/[^\p{L}\p{M}'’ -]+/gu, '').trim();

/** Whom a text names with capitals, in a language that keeps them for names. */
function capitalized(nlp: Library, text: string, isEnglish: boolean): string[] {
  const read = nlp(text);
  const matches = [read.people(), read.match('#ProperNoun+')];
  const names = matches.flatMap((match): ParsedName[] => match.json({ terms: { tags: true } }));
  return names
    .filter(({ terms = [] }) => !terms.some(({ tags }) => has(tags, NOBODY)))
    .filter(({ text: name, terms = [] }) => {
      // The library reads English: what begins a sentence in another language is any word ('Ayer').
      const isFirst = /(?:^|[.!?…:\n])["“'(¿¡\s]*$/u.test(text.slice(0, text.indexOf(bare(name))));
      return isEnglish || !isFirst || isFirstName(nlp, bare(terms[0]?.text ?? ''));
    })
    .map(({ text: name }) => bare(name))
    .filter((name) => /^\p{Lu}/u.test(name));
}

/** What stands before a name: 'Frau Holle', 'mein Kollege Horst', 'ein Hund namens Waldi'. */
const GERMAN_TITLES = `Herrn? Fräulein Dr Prof Doktor Professor Onkel Tante Opa Oma Namens Heißt Hieß Genannt
  Cousine? Neffen? Nichte Kumpel Schwager Schwägerin`;
const BEFORE_GERMAN_NAME = oneOf(`${GERMAN_TITLES} ${GERMAN_RELATIONS}`.split(/\s+/).map(anyCase));
const GERMAN_NAMED = new RegExp(
  `(?<![\\p{L}\\p{M}])${BEFORE_GERMAN_NAME}\\.?,? ((?:\\p{Lu}[\\p{L}\\p{M}'’-]+ ?){1,3})`,
  'gu',
);
/** What people are to each other at the beginning of a name. */
const RELATION = new RegExp(`^(?:${BEFORE_GERMAN_NAME}\\.? )+`, 'u');

/** A pattern of a word with a capital that also takes it without, and leaves the case of what follows to count. */
function anyCase(word: string): string {
  const first = word[0] ?? '';
  return `[${first}${first.toLowerCase()}]${word.slice(1)}`;
}

/** Words with capitals in a row. */
const CAPITALIZED = /(?<![\p{L}\p{M}])\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+)*/gu;

/** Whom a German text names. */
function germanNames(nlp: Library, text: string): string[] {
  const named = [...text.matchAll(GERMAN_NAMED)].map(([, name = '']) => name.replace(RELATION, '').trim());
  const known = [...text.matchAll(CAPITALIZED)].flatMap(([run]) => {
    const words = run.split(' ');
    const at = words.findIndex((word) => isFirstName(nlp, word));
    return at === -1 ? [] : [words.slice(at, at + 2).join(' ')];
  });
  return [...named, ...known];
}

/** By these words people say who they are: a name follows, however it is written. */
const SURE = new RegExp(
  '(?<!\\p{L})(?:' +
    "my name(?: is|['’]?s)|i(?: am|['’]?m) called|call me|" +
    'mein name (?:ist|lautet)|ich hei(?:ß|ss)e|nenn(?:t|en sie)? mich|' +
    "me llamo|mi nombre es|je m['’]appelle|mon nom est|ik heet|mijn naam is|mi chiamo" +
    ') ',
  'giu',
);
/** By these, people also say what they are, and how they are. */
const UNSURE = /(?<!\p{L})(?:i(?: am|['’]?m)) /giu;
const CALLING =
  /(?<!\p{L})(?:this is|it(?:['’]?s| is)) (?=[\p{L}\p{M}'’-]+(?: (?:here|speaking|again|calling)\b|\W*$))/giu;
const GERMAN_UNSURE = /(?<!\p{L})(?:ich bin|hier ist|hier spricht) (?:(?:der|die) (?=\S+ aus ))?/giu;
const ROMANCE_UNSURE = /(?<!\p{L})(?:soy(?: el| la)?|je suis|ik ben|sono) /giu;
/** A name at the beginning of what follows, with the further words that have capitals. */
const WORD = "[\\p{L}\\p{M}'’-]+";
const PARTICLES = '(?:(?:van|von|de|der|den|del|la|di|da|du|le|zu|y) )*';
const NAME = new RegExp(`^[\\p{L}\\p{M}]${WORD}(?: ${PARTICLES}\\p{Lu}${WORD}){0,3}`, 'u');
const ENDS = /^(?:\W*$|[.,!?;:)]| (?:and|from|here|but|nice|pleased|und|aus|y|et)\b)/u;
/** What follows such words without being a name. */
const NO_NAME = new Set(
  'not none nobody nicht egal hier so wie no tan nada el la los un una der die das ein eine pas le une niet het'.split(
    ' ',
  ),
);
/** German callings: 'Ich bin Lehrerin'. */
const CALLING_SUFFIX = /(?:er|in|ist|or|ent|ant|eur|mann|frau|loge|arzt|koch)$/u;

/** What a text gives as its speaker's own name, in any case. */
function ownIn(nlp: Library, text: string, isGerman: boolean): string[] {
  const isMixed = /\p{Ll}/u.test(text);
  const after = (frame: RegExp) =>
    [...text.matchAll(frame)].flatMap(({ 0: words, index }) => {
      const rest = text.slice(index + words.length);
      const [first = ''] = /^[\p{L}\p{M}'’-]+/u.exec(rest) ?? [];
      const name = (isMixed ? NAME.exec(rest)?.[0] : first) ?? '';
      const isFree = first.length > 1 && !NO_NAME.has(first.toLowerCase());
      return isFree ? [{ first, name, frame: words, isOver: ENDS.test(rest.slice(name.length)) }] : [];
    });
  const isCapital = (word: string) => isMixed && /^\p{Lu}/u.test(word);
  const sure = after(SURE).filter(
    ({ first, frame }) => !/^(?:my|i|call)\b/i.test(frame) || isCapital(first) || mayBeName(nlp, first),
  );
  // In German, 'im' is no 'I am'.
  const states = after(UNSURE).filter(({ isOver, frame }) => isOver && !(isGerman && /^im /i.test(frame)));
  const unsure = [...states, ...after(CALLING)];
  const german = after(GERMAN_UNSURE).filter(
    ({ first, frame, isOver }) =>
      isFirstName(nlp, first) ||
      (isCapital(first) && (/ d(?:er|ie) $/i.test(frame) || (isOver && !CALLING_SUFFIX.test(first)))),
  );
  const romance = after(ROMANCE_UNSURE).filter(({ first }) => isFirstName(nlp, first) || isCapital(first));
  return [...sure, ...unsure.filter(({ first }) => mayBeName(nlp, first)), ...german, ...romance].map(
    ({ name }) => name,
  );
}

/** What the library knows of a word by itself; nothing of most words. */
function knownOf(nlp: Library, word: string): string[] {
  const { one } = nlp.model() as { one: { lexicon: Record<string, string | string[]> } };
  return [one.lexicon[fold(word)] ?? []].flat();
}

const isFirstName = (nlp: Library, word: string): boolean => has(knownOf(nlp, word), FIRST_NAME);

/** Whether an English word after 'I am' may be a name: a known one, or a noun that the library does not know. */
function mayBeName(nlp: Library, word: string): boolean {
  if (isFirstName(nlp, word)) return true;
  const [sentence]: ParsedName[] = nlp(`I am ${word.toLowerCase()}`).json({ terms: { tags: true } });
  const tags = sentence?.terms?.at(-1)?.tags ?? [];
  return knownOf(nlp, word).length === 0 && tags.every((tag) => ['Noun', 'Singular', 'ProperNoun'].includes(tag));
}
