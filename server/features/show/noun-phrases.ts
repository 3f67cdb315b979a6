import { firstChars } from './engine/audience-line.ts';

/** A noun phrase of a line. */
export interface NounPhrase {
  text: string;
  root: string;
  hasAdjective: boolean;
  hasNumber: boolean;
  isName: boolean;
  isPronoun: boolean;
  /** A time of day, a place in an order, or words that the library took for a thing. */
  isNoThing: boolean;
  /** One thing that was named without an article. */
  isBare: boolean;
  /** A relative clause after it, if it is short. */
  clause: string;
}

/** Words of the longest relative clause that is taken along. */
const MAX_CLAUSE_WORDS = 7;
/** Characters of a line that are searched for noun phrases. */
const MAX_SEARCHED = 600;

/** The library, loaded with the first line of the first show: 25 MB that installations without shows need not carry. */
let library: Promise<typeof import('compromise')> | null = null;

/** The library that reads English words. */
export async function languageLibrary() {
  library ??= import('compromise');
  return (await library).default;
}

/** What the library gives of a noun phrase. */
interface ParsedNoun {
  text: string;
  noun?: { root?: string; adjectives?: string[]; number?: number | null; determiner?: string; isPlural?: boolean };
  terms?: { tags: string[] }[];
}

/** The library's tags of what no show returns to. */
const NO_THING = ['Time', 'Date', 'Duration', 'Ordinal', 'Verb', 'Infinitive', 'PresentTense', 'Imperative'];

/** The library's tags of words that need no article. */
const UNCOUNTED = ['ProperNoun', 'Person', 'Place', 'Organization', 'Possessive', 'Uncountable', 'Pronoun'];

/** Words that the library takes into a phrase, or for a noun, and that are no part of the thing. */
const LEADING = /^(?:behind|in|on|at|to|from|of|with|by|for|under|over|about|into|through|between|near|all) /i;
const TRAILING = / (?:in|back|goes|(?:my|your|our)sel\w+|(?:every|some|no)(?:body|one))$/i;

/** What is no part of a name: a verb ('ring Tomas'), or a conjunction ('only that Derek'). */
const BEFORE_NAME = /^(?!my |our |your |the |an? )\p{Ll}+ (?=\p{Lu}\p{Ll}+$)/u;

/** Where a relative clause ends. */
const CONJUNCTION = / (?:if|when|because|and|but|so|while|unless|until|before|after|since) /;

/** An article before a phrase, with a word that the library took for no part of it ('a retired judge'). */
const ARTICLE = /(?<!\p{L})(?:an?|the|my|our|that|this) (?:\p{L}+ )?$/iu;

/** Whether what follows a phrase is the object of a verb at its end: 'a woman holding a wet cat'. */
const takesObject = (text: string, phrase: string): boolean =>
  /^ (?:an?|the|my|our|your|his|her|its|their|up|on|off|at)\b/i.test(text.slice(text.indexOf(phrase) + phrase.length));

/** The noun phrases of an English text. The language library is loaded with the first call. */
export async function nounPhrases(text: string): Promise<NounPhrase[]> {
  const nlp = await languageLibrary();
  const nouns: ParsedNoun[] = nlp(firstChars(text, MAX_SEARCHED))
    .nouns()
    .json({ terms: { tags: true } });
  /** Whether the words before a preposition at the end of a text are a thing that was found. */
  const endsInNoun = (before: string): boolean => {
    const words = before.replace(/ \p{L}+ $/u, '');
    return nouns.some(({ text: other, terms = [] }) => words.endsWith(other) && !terms[0]?.tags.includes('Pronoun'));
  };
  return nouns.map(({ text: said, noun, terms = [] }) => {
    const whole = said
      .replace(/^[\s"“'(]+|[\s.,!?;:"”')]+$/g, '')
      .replace(LEADING, '')
      .replace(BEFORE_NAME, '');
    // The library takes what follows a thing into its phrase ('a bag of wigs'), but knows where its noun ends.
    const root = noun?.root ?? '';
    const before = ` ${whole} `.toLowerCase().indexOf(` ${root.toLowerCase()} `);
    const core = (before < 0 ? whole : whole.slice(0, before + root.length))
      .replace(TRAILING, '')
      .replace(/ \w+ing$/, (word) => (takesObject(text, said) ? '' : word));
    const start = noun?.determiner ? '' : (ARTICLE.exec(text.slice(0, Math.max(0, text.indexOf(core))))?.[0] ?? '');
    const plain = `${start}${core}`;
    const at = text.indexOf(plain);
    const rest = at < 0 ? '' : text.slice(at + plain.length);
    // 'The man from the waiting room who tried to help': the clause is about the man.
    const earlier = text.slice(0, Math.max(0, at));
    const isWithin = / (?:from|of|in|at|on|with|by|for|to|near|behind) $/.test(earlier) && endsInNoun(earlier);
    const clause =
      (isWithin ? null : /^ (?:that|who|which|called|named|without|made of|full of) [^.,!?;:\n]+/)
        ?.exec(rest)?.[0]
        .split(CONJUNCTION)[0]
        ?.trim() ?? '';
    const isFirst = at >= 0 && /(?:^|[.!?:;\n])["“'(\s]*$/.test(text.slice(0, at));
    const isName =
      terms.slice(0, 1).some(({ tags }) => tags.includes('ProperNoun')) || /^I\b|^\p{Lu}{2}|^\S+ \p{Lu}/u.test(plain);
    const isMany = noun?.isPlural === true;
    const isNamed =
      terms.some(({ tags }) => tags.some((tag) => UNCOUNTED.includes(tag))) || (!isFirst && /^\p{Lu}/u.test(plain));
    return {
      text: isFirst && !isName ? plain.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase()) : plain,
      root: (noun?.root ?? plain).toLowerCase(),
      hasAdjective: (noun?.adjectives?.length ?? 0) > 0 || start.trim().includes(' '),
      hasNumber: /\d/.test(plain) || terms.some(({ tags }) => tags.includes('Value')),
      // A bare place is no person, and nothing to return to.
      isName: terms.some(({ tags }) => tags.includes('Person')),
      isPronoun:
        /^(?:that|this|it|those|these|one)$/i.test(plain) ||
        (terms.length === 1 && terms[0]?.tags.includes('Pronoun') === true),
      isBare: !isMany && start === '' && !noun?.determiner && !noun?.number && !isNamed,
      isNoThing:
        // 'With 212 hotel pens': a part of the phrase.
        (!isMany && (noun?.number ?? 1) > 1) ||
        terms.some(({ tags }) => tags.some((tag) => NO_THING.includes(tag))) ||
        /^(?:half|quarter|first|second|third|last|next)\b|(?:first|last)$/i.test(plain) ||
        /['’]s(?: \p{Ll}+)?$/iu.test(whole),
      clause: clause.split(' ').length <= MAX_CLAUSE_WORDS ? clause : '',
    };
  });
}
