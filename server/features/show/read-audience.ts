import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ShowMode, THREAD_BRANCH_PHRASES } from '@understudy/contract/constants';
import { parse } from 'yaml';
import { SPOKEN_NUMBER } from '../../platform/text/words.ts';
import {
  escapeRegExp,
  mayBeEmergency,
  type PhraseRow,
  PhraseTable,
  type Understanding,
  URGENT_FLAGS,
} from '../understanding/index.ts';
import { type AudienceLine, MIN_SETUP_CHARS, MIN_TOLD_WORDS, type Setup } from './engine/audience-line.ts';
import type { DebateSide } from './engine/debates.ts';
import { lineKindOf } from './line-kinds.ts';
import { type NounPhrase, nounPhrases } from './noun-phrases.ts';

/** The phrases of `audience.yaml`; a test checks its examples. */
export const AUDIENCE_ROWS: PhraseRow[] = parse(readFileSync(path.join(import.meta.dirname, 'audience.yaml'), 'utf8'));
export const audienceTable = new PhraseTable(AUDIENCE_ROWS);

/** Flags after which nothing is for laughs. */
const SERIOUS = [...URGENT_FLAGS, 'health', 'grief', 'abuse', 'legal'] as const;

const BRANCH = new RegExp(`(?<![\\p{L}])(?:${THREAD_BRANCH_PHRASES.map(escapeRegExp).join('|')})(?![\\p{L}])`, 'iu');
const RESUME = new RegExp(
  [
    String.raw`(?<!\p{L})(?:where (?:were|was) we|as (?:you|i) (?:were|was) saying`,
    `|(?:let'?s|can we|could we|shall we|(?:want|like) to) (?:go|get|come) back to`,
    String.raw`|(?:^|(?:anyway|but|so|now|okay|ok),? )back to)(?!\p{L})`,
  ].join(''),
  'iu',
);

/** Words of a line after a phrase of it, to the next mark; null if it does not occur. */
function after(phrase: RegExp, text: string): string | null {
  const found = phrase.exec(text);
  if (!found) return null;
  const rest = text.slice(found.index + found[0].length).replace(/^[\s,:;–—-]+/, '');
  return /^[^.,;:!?\n]*/.exec(rest)?.[0].trim() ?? '';
}

/** What the show needs of the program's reading of a visitor's line. */
export interface AudienceReading {
  line: Pick<
    Understanding,
    'text' | 'plain' | 'vector' | 'acts' | 'flags' | 'entities' | 'language' | 'sentences' | 'probabilities'
  >;
  /** What the consultant is called: nothing to return to. */
  names: readonly string[];
  latencyMs: number | null;
  interrupted: boolean;
  /** What must not come back: secrets and special categories of personal data; and which of it is a secret. */
  isSensitive(text: string): boolean;
  holdsSecret(text: string): boolean;
}

/** Reads a visitor's line as a show's audience. The language library is loaded with the first show. */
export async function readAudience({
  line,
  names,
  latencyMs,
  interrupted,
  isSensitive,
  holdsSecret,
}: AudienceReading): Promise<AudienceLine> {
  const { text } = line;
  const rows = new Set(audienceTable.rowsIn(text));
  const heckled = rows.has('heckles') || line.acts.has('insult');
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const { kind: likeliest, isSureOfWork } = lineKindOf(line);
  // 'My gran had a piano. She kept the gin in it.' asks nothing, whatever it resembles.
  const isQuestion = text.includes('?') || line.acts.has('question') || !line.acts.has('inform');
  const asksAll =
    likeliest === 'asks' && line.probabilities.knowledge >= KNOWLEDGE_PROBABILITY ? 'asks_work' : likeliest;
  const said = asksAll.startsWith('asks') && !isQuestion ? 'tells' : asksAll;
  const read = rows.has('wants-joke') ? 'wants' : said;
  // 'Hold on. Did that really happen to her?'
  const kind = read === 'tells' && line.acts.has('question') && /\?\W*$/.test(text) ? 'asks' : read;
  const asked = kind === 'asks' || kind === 'asks_work';
  // A question that names the consultant is about the consultant.
  const isNamed = names.some((name) => text.toLowerCase().includes(name.toLowerCase()));
  const isWork = kind === 'asks_work' || (kind === 'asks' && isNamed);
  // 'I didn't ask for a call lol' is no laugh at the show.
  const objects = asked || rows.has('disagrees') || line.acts.has('reject') || line.acts.has('decline');
  const laughed = rows.has('laughs') && !heckled && !(objects && words >= LAUGH_WORDS);
  // 'You can tell a good night nurse by her shoes' is no goodbye.
  const leaves =
    rows.has('leaves') || GOODBYE.test(text) || (line.acts.has('bye') && kind !== 'tells' && kind !== 'asks');
  const isPrivate = isSensitive(text);
  const isGrave = rows.has('grave') || line.sentences.some(({ signs }) => signs.has('violence-told'));
  const serious = SERIOUS.filter((flag) => line.flags.has(flag));
  const isSerious = isGrave || serious.length > 0;
  const isDelicate = isPrivate && !isSerious && !holdsSecret(text);
  // The library reads English; of what must not come back, nothing is taken at all.
  const isRead = !isPrivate && !isSerious && line.language === 'en';
  const phrases = isRead && mayHoldSetup(line) ? await nounPhrases(text) : [];
  const branching = after(BRANCH, text);
  const resuming = branching === null ? after(RESUME, text) : null;
  return {
    text,
    words,
    latencyMs,
    laughed,
    asked,
    asksBusiness: isWork,
    surelyBusiness: isWork && (isSureOfWork || isNamed),
    ponders: rows.has('ponders'),
    wants:
      rows.has('wants-comedy') || (kind === 'wants' && JOKE.test(text))
        ? 'joke'
        : kind !== 'wants'
          ? null
          : STORY.test(text)
            ? 'story'
            : 'any',
    // One or two words are an answer or a reaction, which has its own reply.
    tells: kind === 'tells' && words >= MIN_TOLD_WORDS && !rows.has('game') && !rows.has('ends-game') && !leaves,
    agreed: line.acts.has('agree') || rows.has('grants'),
    declines: rows.has('declines'),
    disagreed: rows.has('disagrees') && !laughed,
    complimented: rows.has('compliments') && !heckled,
    heckled,
    isLead: isLead(line),
    // 'Because you just said it' is an answer.
    complained: rows.has('complains') && !rows.has('wants-debate') && !/^because\b/i.test(text),
    offersChoice: kind === 'asks' && CHOICE.test(text),
    puzzled: rows.has('puzzled'),
    isGuess: isGuess(text),
    interrupted,
    isSerious,
    mayBeEmergency:
      !isGrave && serious.every((flag) => URGENT_FLAGS.some((urgent) => urgent === flag)) && mayBeEmergency(line),
    isDelicate,
    lightens: rows.has('lightens') || line.sentences.some(({ signs }) => signs.has('no-emergency')),
    isPrivate,
    branch: branching === null ? null : isRead ? topicOf(await nounPhrases(branching), branching) : '',
    resume: resuming === null ? null : isRead ? topicOf(await nounPhrases(resuming), resuming) : '',
    choice: choiceIn(text),
    wantsGame: rows.has('game') && !rows.has('ends-game'),
    givesUp: rows.has('gives-up'),
    endsGame: rows.has('ends-game'),
    wantsMode: MODES_WANTED.find(([row]) => rows.has(row))?.[1] ?? null,
    takesSide: sideIn(text),
    restsDebate: rows.has('concedes') ? 'conceded' : rows.has('sums-up') ? 'even' : null,
    stances: [],
    leaves,
    names: ownNames(line).map(({ value }) => value),
    setups: setupsOf(phrases, line, laughed, names),
  };
}

/** The side of a motion that a line takes: by itself, or in its first sentence ('For. By noon I am tired.'). */
function sideIn(text: string): DebateSide | null {
  for (const part of [text, /^[^.!?;:]+/.exec(text)?.[0] ?? '']) {
    const rows = audienceTable.rowsIn(part);
    if (rows.includes('stands-against')) return 'against';
    if (rows.includes('stands-for')) return 'for';
  }
  return null;
}

/** Words of the longest guess. */
const MAX_GUESS_WORDS = 8;
/** What makes a question of a sentence that is no guess. */
const AUXILIARIES = 'is|are|am|was|were|do|does|did|can|could|would|will|shall|should|have|has|had|may|might';
const INTERROGATIVE = new RegExp(
  `\\b(?:who|whose|what|which|when|where|why|how)\\b|^(?:and |but |so )?(?:${AUXILIARIES})\\b`,
  'iu',
);

/** Whether a line may be an answer that is not sure of itself: 'No idea. A piano delivery man?' */
function isGuess(text: string): boolean {
  const sentences = text.split(/(?<=[.!?])\s+/);
  const isShort = (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) <= MAX_GUESS_WORDS;
  return isShort && text.trim().endsWith('?') && !sentences.some((sentence) => INTERROGATIVE.test(sentence));
}

/** Probability from which a question is about what the consultant knows of. */
const KNOWLEDGE_PROBABILITY = 0.9;
/** What asks for a mode. */
const MODES_WANTED: readonly (readonly [row: string, mode: ShowMode])[] = [
  ['wants-debate', 'debate'],
  ['wants-comedy', 'comedy'],
  ['wants-storytelling', 'storytelling'],
];
/** Words from which a line that objects or asks is not mainly a laugh. */
const LAUGH_WORDS = 4;
/** A goodbye at the beginning of a clause: nobody 'says goodbye to a colleague' there. */
const GOODBYE =
  /(?:^|[.!?,;…–—]\s*|\band )(?:good ?bye|good ?night|bye|cheerio|so long|farewell)\b(?! (?:nurse|shift|stor)\p{L}*)/iu;
const JOKE = /\b(?:joke|jokes|laugh|funny)\b/i;
const STORY = /\b(?:story|stories|anecdote)\b/i;
/** A question for one of two. */
const CHOICE = /\p{L} or (?!not\b|what\b|something\b|anything\b)\p{L}/u;

/** A phrase as the twin says it: what was the visitor's is 'your', and 'a' is 'the' by now. */
function asSaidBack(phrase: string): string {
  const [first = '', ...rest] = phrase
    .replace(/^(?:yesterday|today|once|then|and|so) /i, '')
    .replace(/^your own /i, 'your ')
    .split(' ');
  const said = DETERMINERS.get(first.toLowerCase());
  const whole = said === undefined ? [first, ...rest] : [said, ...rest];
  return whole
    .map((word) => (/^(?:my|our)$/i.test(word) ? 'your' : /^(?:me|us|we|i)$/i.test(word) ? 'you' : word))
    .join(' ');
}
const DETERMINERS = new Map(
  Object.entries({
    my: 'your',
    our: 'your',
    your: 'the',
    a: 'the',
    an: 'the',
    this: 'the',
    that: 'the',
    some: 'the',
  }),
);

/**
 * What makes a phrase of a question, or of two words, worth a return: a name, a number, the visitor's own, a clause.
 */
const MARKED = /\b(?:my|our|that|who|which|called|named|without)\b|[\p{L}\p{N},;] \p{Lu}|^\p{Lu}\S*$|\p{N}/u;
const NUMBER = new RegExp(`\\b${SPOKEN_NUMBER}\\b`, 'i');

/**
 * Whether a line may hold something worth a return. Most questions and the shortest lines cannot, and are not parsed.
 */
function mayHoldSetup({ text, acts, entities }: AudienceReading['line']): boolean {
  const isBare = text.split(/\s+/).length <= 2 || (acts.has('question') && !acts.has('inform'));
  return !isBare || entities.length > 0 || MARKED.test(text) || NUMBER.test(text);
}

/** Words of `setups.yaml`. */
const SETUPS: { dull: string; excluded: string[] } = parse(
  readFileSync(path.join(import.meta.dirname, 'setups.yaml'), 'utf8'),
);
const NOT_TO_RETURN_TO = new RegExp(SETUPS.excluded.join('|'), 'u');
const DULL: ReadonlySet<string> = new Set(SETUPS.dull.split(/\s+/));
const isDull = (root: string): boolean => DULL.has(root.split(' ').at(-1) ?? root);
/** Words of the longest thing that is worth a return. */
const MAX_PHRASE_WORDS = 6;
/** Lowest quality that is worth a word at once. */
const MIN_QUALITY = 3;
/** Words from which a line without a question tells something. */
const STORY_WORDS = 6;
/** Setups of one line. */
const MAX_SETUPS = 2;
const MAX_TOPIC_WORDS = 8;

/**
 * The things, persons and events of a line that a show may return to, best first: concrete, odd, named, the visitor's
 * own.
 */
function setupsOf(
  phrases: readonly NounPhrase[],
  line: Pick<Understanding, 'text' | 'entities' | 'acts'>,
  laughed: boolean,
  names: readonly string[],
): Setup[] {
  const named = line.entities.filter(({ type }) => type === 'company');
  const own = ownNames(line);
  const contacts = line.entities.filter(({ type }) => type === 'email' || type === 'budget');
  const isQuestionOnly = line.acts.has('question') && !line.acts.has('inform');
  const isTold = !line.acts.has('question') && line.text.split(/\s+/).length >= STORY_WORDS;
  return phrases
    .filter(({ text, root, isPronoun, isNoThing }) => {
      const words = text.split(' ').length;
      const isOurs = names.some((name) => text.toLowerCase().includes(name.toLowerCase()));
      const isThing =
        !isPronoun &&
        !isNoThing &&
        !isOurs &&
        !NOT_TO_RETURN_TO.test(text) &&
        !isDull(root) &&
        !isDull(text.toLowerCase());
      // What they are is nothing that happened: 'I'm a vet nurse'.
      const isSelf = SELF.test(line.text.slice(0, Math.max(0, line.text.indexOf(text))));
      return (
        isThing && !isSelf && words <= MAX_PHRASE_WORDS && text.length >= MIN_SETUP_CHARS && !/@|https?:/.test(text)
      );
    })
    .filter(({ text }) => ![...contacts, ...own].some(({ value }) => text.includes(value) || value.includes(text)))
    .map((phrase) => {
      let quality = 2;
      if (/^(?:my|our)\b/i.test(phrase.text)) quality += 2;
      if (/^(?:a|an)\b/i.test(phrase.text)) quality += 1;
      if (isTold) quality += 1;
      if (phrase.isName || named.some(({ value }) => phrase.text.includes(value))) quality += 3;
      if (phrase.hasNumber) quality += 2;
      if (phrase.hasAdjective || phrase.root.includes(' ')) quality += 1;
      if (phrase.clause) quality += 3;
      if (/^\p{Ll}\S*$/u.test(phrase.text)) quality -= 1;
      if (laughed) quality += 1;
      if (isQuestionOnly) quality -= 2;
      const bare = phrase.isBare ? `the ${phrase.text}` : phrase.text;
      return { text: asSaidBack(phrase.clause ? `${bare} ${phrase.clause}` : bare), quality };
    })
    .filter(({ quality }) => quality >= MIN_QUALITY)
    .sort((one, other) => other.quality - one.quality)
    .filter(({ text }, at, all) => !all.slice(0, at).some((better) => better.text.includes(text.replace(/^the /, ''))))
    .slice(0, MAX_SETUPS);
}

/** Before a phrase: it says what they are. */
const SELF = /\b(?:i['’]?m|i am|we['’]?re|we are|as) $/i;

/** Types of what makes a lead. */
const LEAD_TYPES = ['company', 'role', 'budget', 'timeline'];

/** Whether a line leaves an address or a sum, or tells two things that make a lead. */
function isLead({ entities }: Pick<Understanding, 'entities'>): boolean {
  const types = new Set(entities.map(({ type }) => type));
  return types.has('email') || types.has('budget') || LEAD_TYPES.filter((type) => types.has(type as never)).length > 1;
}

/** What the visitor is called: nothing to come back to. */
const ownNames = ({ entities }: Pick<Understanding, 'entities'>) => entities.filter(({ type }) => type === 'person');

/** What a new thread is about: the first thing named in these words, or the words; '' for none. */
function topicOf(phrases: readonly NounPhrase[], text: string): string {
  const thing = phrases.find(({ isPronoun, root }) => !isPronoun && !DULL.has(root));
  if (thing) return asSaidBack(thing.isBare ? `the ${thing.text}` : thing.text);
  // Without a noun, a few words of their own; not those that only point at something said before.
  const words = text.split(/\s+/).filter((word) => !/^(?:that|this|it|those|these|them|you|me)$/i.test(word));
  return words.length > 0 && words.length <= MAX_TOPIC_WORDS && !phrases.some(({ isPronoun }) => isPronoun)
    ? asSaidBack(words.join(' '))
    : '';
}

/** Words of the longest sentence that names a choice, and of one that is not the first. */
const MAX_CHOICE_WORDS = 10;
const MAX_LATER_WORDS = 2;
/** Words that are a choice only in the shortest answers ('it is true'). */
const TRUE_OR_NOT: ReadonlySet<string> = new Set(['real', 'true', 'fake', 'invented', 'false']);
const MAX_TRUE_WORDS = 3;
/** Words by which a choice in a game is named. */
const CHOICES = new Map(
  Object.entries({
    ...{ one: 1, two: 2, three: 3, four: 4, first: 1, second: 2, third: 3, fourth: 4, a: 1, b: 2, c: 3, d: 4 },
    ...{ real: 1, true: 1, fake: 2, invented: 2, false: 2, yes: 1, no: 2 },
  }),
);

/**
 * The choice that a line names, from 1: in its first sentence, if that is short, or in a later one of a word or two
 * ('Fine. One, go.'). Null for none.
 */
export function choiceIn(text: string): number | null {
  const [first = '', ...rest] = text.trim().split(/(?<=\p{L})[.!?;](?:\s|$)/u);
  const later = rest.filter((sentence) => (sentence.match(/[\p{L}\p{N}]+/gu) ?? []).length <= MAX_LATER_WORDS);
  return [first, ...later].map(choiceOf).find((choice) => choice !== null) ?? null;
}

/** The choice that a sentence names; the last one counts ('not one, two'). */
function choiceOf(sentence: string): number | null {
  const plain = sentence
    .toLowerCase()
    .replace(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+|(?<=first|second|third|fourth|last|that|this|which|no) one/gu, ' ');
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length > MAX_CHOICE_WORDS) return null;
  const isSingle = words.length === 1;
  const named = words.flatMap((word) => {
    if (/^[1-4]$/.test(word)) return [Number(word)];
    // Single letters and yes or no are choices only by themselves.
    if (!isSingle && (word.length === 1 || word === 'yes' || word === 'no')) return [];
    // 'Tell me something true' chooses nothing.
    if (words.length > MAX_TRUE_WORDS && TRUE_OR_NOT.has(word)) return [];
    return CHOICES.get(word) ?? [];
  });
  return named.at(-1) ?? null;
}
