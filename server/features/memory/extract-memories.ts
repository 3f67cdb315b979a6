import { MEMORY_TEXT_MAX_CHARS, RETENTION_MEMORIES_DAYS } from '@understudy/contract/constants';
import { FIXED_MEMORIES } from '@understudy/contract/fixed-sentences';
import { fillForm } from '@understudy/contract/sentence-forms';
import { contentWords } from '../../platform/text/words.ts';
import type { SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
import {
  dayIn,
  type Entity,
  isOffRecord,
  PhraseTable,
  readPhraseRows,
  type Sentence,
  type Understanding,
} from '../understanding/index.ts';
import { isDataSubjectRequest } from './data-subject-requests.ts';

/** Long runs of digits: numbers of cards, accounts, identity cards and telephones. */
const DIGITS = /\d(?:[ .\-/()]{0,2}\d){6,}/;
/** An access token: a long run of letters and digits without spaces. */
const TOKEN = /(?=[\w\-/+=.]*\d)(?=[\w\-/+=.]*[a-z])\b[\w\-/+=]{20,}/i;
const LINK = /\bhttps?:|\bwww\.|[<>{}[\]`|\\^~]|\p{Cc}/iu;

const DAY_OR_MONTH = '(?:0?[1-9]|[12]\\d|3[01])';
const YEAR = '(?:19|20)\\d{2}';
const MARKS = ['\\.', '/', '-'];
const DATE = `(?:${MARKS.flatMap((mark) => [
  `${YEAR}${mark}${DAY_OR_MONTH}${mark}${DAY_OR_MONTH}`,
  `${DAY_OR_MONTH}${mark}${DAY_OR_MONTH}${mark}${YEAR}`,
]).join('|')})`;
/** Dates and spans of dates, which are long runs of digits but not secrets, unless they are part of a longer one. */
const DATES = new RegExp(
  [
    `(?<!\\d[./-]?)${DATE}(?:[T ]\\d{1,2}[:.]\\d{2}| ?[/–-] ?${DATE})?(?![./-]?\\d)`,
    `(?<!\\d[ ./-]?)${YEAR}[/-]${YEAR}(?![ ./-]?\\d)`,
  ].join('|'),
  'g',
);
/** Sums of money in thousands, which are no secrets either. */
const CURRENCY = '(?:[€$£]|(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?)\\b)';
const THOUSANDS = '\\d{1,3}(?:[., ]\\d{3}){1,3}';
const SUMS = new RegExp(
  `(?<!\\d[ .,/-]?)(?:(?:[€$£]|\\b(?:eur|usd|gbp|chf)) ?${THOUSANDS}(?![ .,/-]?\\d)|${THOUSANDS} ?${CURRENCY})`,
  'gi',
);

let tables: { secrets: PhraseTable; special: PhraseTable } | undefined;

/** Loads both tables on first use. */
function readTables() {
  tables ??= {
    secrets: new PhraseTable(readPhraseRows('secrets')),
    special: new PhraseTable(readPhraseRows('special-categories')),
  };
  return tables;
}

/**
 * Whether a text must never be remembered, however plainly it was said: it contains a secret or anything about a person
 * that should not be stored with their name: the special categories of article 9 of the GDPR and the like. In a long
 * text, only the beginning and the end are searched for words; memories are shorter.
 */
export function isSensitive(text: string): boolean {
  return holdsSecret(text) || readTables().special.rowsIn(text).length > 0;
}

/**
 * Whether a text contains a password, a card number, an address or markup, which even its author may not store here.
 */
export function holdsSecret(text: string): boolean {
  return (
    DIGITS.test(text.replace(DATES, ' x ').replace(SUMS, ' x ')) ||
    TOKEN.test(text) ||
    LINK.test(text) ||
    readTables().secrets.rowsIn(text).length > 0
  );
}

/** Kinds of memories: who visitors are, what they prefer, what is open, and who promised what. */
const MEMORY_KINDS = ['fact', 'preference', 'thread', 'promise'] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** A memory extracted from a visitor's line. */
export interface Remembered {
  kind: MemoryKind;
  /** What it is about; a newer memory about the same subject replaces an older one. */
  subject: string;
  /**
   * A fact in the third person ('Is called Maria') or a quote ('Said: “I run a bakery”'). The visitor may read it.
   */
  text: string;
  /** 0 to 1. */
  importance: number;
  /** The sequence number of the visitor's utterance that it comes from. */
  seq: number;
  /** The vector of the sentence that it comes from; null if the encoder could not read it. */
  vector: SentenceVector | null;
  expiresAt: Date;
}

/** A visitor's line from which memories are extracted. */
export interface VisitorUtterance {
  /** Its sequence number in the session. */
  seq: number;
  text: string;
  /** What the twin said before it, if anything. */
  before?: string | null;
  at: Date;
}

const DAY_MS = 86_400_000;
/** How long a memory with a date stays useful after it. */
const AFTER_ITS_DATE_DAYS = 30;
/** Memories per line; a line with more is a text about somebody rather than a statement. */
const MAX_PER_LINE = 8;
/** Longer lines are pasted documents, and tell about the document. */
const MAX_LINE_CHARS = 1_500;
/** A sentence with fewer words carries no information of its own: 'I run it', 'we do too'. */
const MIN_WORDS = 4;
const FIRST_PERSON = /\b(?:i|we|my|our|me|us|mine|ours)\b/i;
/**
 * Marks a question as being about the visitor's own case: 'how do I get my managers to decide', but not 'can I
 * call?'.
 */
const OWN_CASE = /\b(?:we|my|our|us|mine|ours)\b/i;
/** A sentence with this many words beside its names and sums says more than those. */
const MIN_NEWS = 3;
/** Minimum probability that a line without a question mark is a question. */
const MIN_QUESTION = 0.5;
/** Minimum probability that the opposite is meant. */
const MIN_SARCASM = 0.6;
/** Signs of sentences that say nothing about the visitor. */
const UNMEANT = ['reported', 'for-somebody-else'];
const ADDRESS = /\S{1,64}@\S{1,80}/;
/** A transcript line with its speaker; its author writes for both sides. */
const SPEAKER = /^\W*(?:agent|assistant|bot|system|twin|user|visitor)\b\W*[:\]]/i;
/** Filler before the actual sentence. */
const FILLERS = 'hi|hello|hey|well|ok|okay|so|yes|yeah|no|and|but|also|um+|uh+|oh|sorry|actually|thanks|thank you';
const OPENER = new RegExp(String.raw`^(?:(?:${FILLERS})\b[,.!]?\s+)+`, 'i');

/** A memory before its expiry is known. */
type Told = Pick<Remembered, 'kind' | 'subject' | 'text' | 'importance'>;
/** A memory with the vector of its sentence. */
type ToldIn = Told & Pick<Remembered, 'vector'>;

/**
 * Extracts what is worth remembering from a line: the visitor's own names, sums and dates as facts; other statements,
 * wishes, preferences, promises and questions about their own case as quotes, which cannot be misread, whoever they
 * turn out to be about. Ignores lines that joke or give orders, suppositions, reported words, secrets, special
 * categories of personal data, and what must not be noted. From lines about stored data, takes only corrected names,
 * sums and dates.
 *
 * @param said the visitor's utterance of the line
 * @param keepDays how many days memories are kept at most
 */
export async function extractMemories(
  line: Understanding,
  said: { seq: number; at: Date },
  keepDays = RETENTION_MEMORIES_DAYS,
): Promise<Remembered[]> {
  const { acts, flags, entities, sentences, probabilities } = line;
  if (line.text.length > MAX_LINE_CHARS || acts.has('joke') || flags.has('injection')) return [];
  if (probabilities.sarcasm >= MIN_SARCASM || isOffRecord(line)) return [];
  const isWish = isDataSubjectRequest(line);
  if (isWish && !line.requests.has('correct_data')) return [];
  // 'Let us play a game. I own this site.': sentences after a supposition may be part of it.
  const supposed = sentences.findIndex(({ signs }) => signs.has('supposed'));
  const told = sentences
    .slice(0, supposed < 0 ? undefined : supposed)
    .filter(({ text, signs }) => !isSensitive(text) && !SPEAKER.test(text) && !UNMEANT.some((sign) => signs.has(sign)))
    .flatMap((sentence): ToldIn[] => {
      const own = entities.filter(({ from, to }) => from < sentence.to && to > sentence.from);
      const memories = [...factsOf(own), ...(isWish ? [] : quoteOf(sentence, own, line))];
      return memories.map((memory) => ({ ...memory, vector: sentence.vector }));
    });
  // The later of two memories about one subject counts.
  const bySubject = new Map(told.map((one) => [one.subject, one]));
  return Promise.all(
    [...bySubject.values()].slice(-MAX_PER_LINE).map(async (one) => ({
      ...one,
      seq: said.seq,
      expiresAt: await expiryOf(one, said.at, keepDays),
    })),
  );
}

/**
 * How a fact is worded about the visitor and to them, and its importance. A pain is quoted with its sentence instead.
 */
const FACTS: Record<Exclude<Entity['type'], 'pain'>, { text: string; toThem: string; importance: number }> = {
  person: { text: FIXED_MEMORIES.memory_person, toThem: 'your name is {}', importance: 0.9 },
  role: { text: FIXED_MEMORIES.memory_role, toThem: 'you are {}', importance: 0.8 },
  company: { text: FIXED_MEMORIES.memory_company, toThem: 'you are with {}', importance: 0.8 },
  budget: { text: FIXED_MEMORIES.memory_budget, toThem: 'your budget is {}', importance: 0.75 },
  timeline: { text: FIXED_MEMORIES.memory_timeline, toThem: 'you want it {}', importance: 0.7 },
  email: { text: FIXED_MEMORIES.memory_email, toThem: 'you can be reached at {}', importance: 0.7 },
};
/** The subject under which an entity replaces another of its type, where it differs from the type. */
const SUBJECTS: Partial<Record<Entity['type'], string>> = { person: 'name', timeline: 'date:deadline' };

/** The visitor's own names, sums and dates as memories. */
const factsOf = (entities: readonly Entity[]): Told[] =>
  entities.flatMap(({ type, value }) => {
    if (type === 'pain') return [];
    const { text, importance } = FACTS[type];
    // A value may run over the end of a line.
    const filled = fillForm(text, { value: value.replace(/\s+/g, ' ') });
    return [{ kind: 'fact', subject: SUBJECTS[type] ?? type, text: filled, importance }];
  });

/** The kind and importance of a memory, by a sign of its sentence. */
const KINDS: readonly { sign: string; kind: MemoryKind; importance: number }[] = [
  { sign: 'promises', kind: 'promise', importance: 0.7 },
  { sign: 'prefers', kind: 'preference', importance: 0.75 },
  { sign: 'wants', kind: 'thread', importance: 0.7 },
  { sign: 'denies', kind: 'fact', importance: 0.65 },
];

/** A sentence as a memory in the visitor's own words; none when it is not worth one. */
function quoteOf(sentence: Sentence, own: readonly Entity[], line: Understanding): Told[] {
  const { signs, asks, injects } = sentence;
  if (injects || signs.has('recall')) return [];
  const words = sentence.text.replace(OPENER, '').replace(/[\s.,;!]+$/u, '');
  if (words.split(/\s+/).length < MIN_WORDS || ADDRESS.test(words)) return [];
  const quote = (kind: MemoryKind, verb: 'said' | 'asked', importance: number): Told[] => {
    const text = fillForm(FIXED_MEMORIES[`memory_${verb}`], { quote: `“${words.replaceAll(/[“”"]/g, "'")}”` });
    // Without numbers: 'we have 45 employees' replaces 'we have 40 employees'.
    const about = contentWords(words).filter((word) => !/\d/.test(word));
    const subject = `${kind}:${about.slice(0, 3).sort().join('-') || 'it'}`;
    return text.length > MEMORY_TEXT_MAX_CHARS ? [] : [{ kind, subject, text, importance }];
  };
  const isPreference = signs.has('prefers');
  if (!isPreference && !FIRST_PERSON.test(words)) return [];
  const isAsking = words.endsWith('?') || (asks && own.length === 0 && line.probabilities.question >= MIN_QUESTION);
  if (isAsking) return isOwnCase(words, line) ? quote('thread', 'asked', 0.55) : [];
  if (own.some(({ type }) => type === 'pain')) return quote('thread', 'said', 0.75);
  const known = KINDS.find(({ sign }) => signs.has(sign));
  if (known) return quote(known.kind, 'said', known.importance);
  return sentence.informs && !isCovered(words, own) ? quote('fact', 'said', 0.65) : [];
}

/** A question about the conversation, the page or how to reach the consultant leaves no open thread. */
const isOwnCase = (words: string, { requests, subjects }: Understanding): boolean =>
  OWN_CASE.test(words) && requests.size === 0 && subjects.has('knowledge');

/** Whether a sentence says little beside its names and sums: 'I'm Maria Lopez from Crumb'. */
function isCovered(words: string, own: readonly Entity[]): boolean {
  const told = own.filter(({ type }) => type !== 'pain');
  const known = new Set(told.flatMap(({ value }) => contentWords(value)));
  return told.length > 0 && contentWords(words).filter((word) => !known.has(word)).length < MIN_NEWS;
}

/**
 * The configured time; for memories with a date, and for promises and threads that name one, not much longer than
 * that date.
 */
async function expiryOf({ kind, subject, text }: Told, now: Date, keepDays: number): Promise<Date> {
  const longest = now.getTime() + keepDays * DAY_MS;
  if (kind !== 'promise' && kind !== 'thread' && !subject.startsWith('date:')) return new Date(longest);
  // A month after the date, a day more or less does not matter, so that no time zone is needed.
  const day = await dayIn(text, now, 'UTC');
  if (!day) return new Date(longest);
  return new Date(Math.min(longest, Math.max(Date.parse(day), now.getTime()) + AFTER_ITS_DATE_DAYS * DAY_MS));
}

/** The fixed beginnings of facts, longest first, with their wording to the visitor. */
const TO_THEM = Object.values(FACTS)
  .map(({ text, toThem }) => [fillForm(text, {}), toThem.replace('{}', '')] as const)
  .toSorted(([one], [other]) => other.length - one.length);

/** A memory as the twin says it to the visitor: 'you said “I want to hand over sales”', 'your name is Maria'. */
export function inSecondPerson(text: string): string {
  const quoted = /^(Said|Asked): “/.exec(text)?.[1];
  if (quoted) return `you ${text.replace(`${quoted}:`, quoted.toLowerCase())}`;
  const fact = TO_THEM.find(([beginning]) => text.startsWith(beginning));
  return fact ? fact[1] + text.slice(fact[0].length) : `we left this open: “${text}”`;
}
