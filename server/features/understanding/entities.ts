import { readFileSync } from 'node:fs';
import path from 'node:path';
import { oneOf } from '../../platform/text/patterns.ts';
import { fold } from '../../platform/text/words.ts';
import { type Network, type PackedNetwork, packNetwork, rowsOf, scoresOf, unpackNetwork } from './network.ts';
import { addressesIn, isOthersAddress } from './parsers/addresses.ts';
import { datesIn } from './parsers/dates.ts';
import { sumsIn } from './parsers/money.ts';
import { isOthersName } from './parsers/others-names.ts';
import type { Token } from './sentences.ts';
import type { Entity } from './understanding.ts';

/**
 * What the tagger finds. A tag (BIO scheme) says whether a word is outside, or begins or continues a value of a kind.
 */
export const KINDS = ['person', 'company', 'role', 'email', 'budget', 'timeline', 'pain'] as const;
export type Kind = (typeof KINDS)[number];

/** Tags: 0 for outside, then begin and inside of each kind. */
export const TAG_COUNT = 1 + 2 * KINDS.length;
/** The begin tag of a kind; its inside tag is the next number. */
export const beginOf = (kind: Kind): number => 1 + 2 * KINDS.indexOf(kind);

/** All tags. */
const TAGS: readonly number[] = Array.from({ length: TAG_COUNT }, (_, tag) => tag);
/** The tags that each tag may follow: an inside tag only a begin or inside tag of the same kind. */
const FOLLOWED = TAGS.map((tag) => (tag % 2 === 1 || tag === 0 ? TAGS : [tag - 1, tag]));

/** Added to the score of each kind's tags, because missing a value costs more than a false one. */
const KIND_BIAS: Record<Kind, number> = {
  person: 0.7,
  company: 0.7,
  role: 0.9,
  email: 2.5,
  budget: 0.8,
  timeline: 0.8,
  pain: 1.4,
};

const TAG_BIASES = TAGS.map((tag) => (tag === 0 ? 0 : KIND_BIAS[KINDS[(tag - 1) >> 1] as Kind]));

/** A span of tokens of one kind. */
interface Span {
  kind: Kind;
  /** Index of its first token, and of the one after its last. */
  from: number;
  to: number;
  /** UTF-16 offsets within the line; an address, a sum or a date includes the words that belong to it. */
  begins: number;
  ends: number;
  /** Probability of its first word, 0 to 1. */
  probability: number;
}

/** The shape of a word: 'Aa9' for letters and digits, with runs shortened to two. */
const shapeOf = (text: string): string =>
  text
    .replace(/\p{Lu}/gu, 'A')
    .replace(/[\p{Ll}\p{Lo}]/gu, 'a')
    .replace(/\p{N}/gu, '9')
    .replace(/(.)\1{2,}/gu, '$1$1')
    .slice(0, 8);

/** Characters at the end of the twin's words in which to look for its last question. */
const MAX_ASKED_CHARS = 200;

/** The words of the question that the line answers. */
function askedBy(before: string | null): string[] {
  const question = before?.slice(-MAX_ASKED_CHARS).match(/[^.!?\n]*\?(?!.*\?)/s)?.[0];
  return question ? (fold(question).match(/\p{L}+/gu) ?? []) : [];
}

/** A value that a parser found. Offsets are UTF-16. */
interface Parsed {
  from: number;
  to: number;
  kind: Kind;
  /** Of an address, the address itself; of a sum, its certainty and number of digits; of a date, its precision. */
  detail: string;
}

/** All addresses, sums and dates of a line, whoever they belong to. */
export const parsedIn = (line: string): Parsed[] => [
  ...addressesIn(line).map(({ address, from, to }) => ({ from, to, kind: 'email' as const, detail: address })),
  ...sumsIn(line).map(({ from, to, sure, amount }) => ({
    from,
    to,
    kind: 'budget' as const,
    detail: `${sure}${Math.round(amount).toString().length}`,
  })),
  ...datesIn(line).map(({ from, to, exact }) => ({
    from,
    to,
    kind: 'timeline' as const,
    detail: String(Math.floor(exact)),
  })),
];

/**
 * The features of each token, as strings for {@link rowsOf}.
 *
 * @param before what the twin said before the line, or null
 * @param parsed the result of {@link parsedIn}
 */
export function featuresOf(tokens: readonly Token[], before: string | null, parsed: readonly Parsed[]): string[][] {
  const words = tokens.map(({ text }) => fold(text));
  const shapes = tokens.map(({ text }) => shapeOf(text));
  const asked = askedBy(before);
  const addresses = parsed.filter(({ kind }) => kind === 'email').map(({ detail }) => detail);
  const spelt = words.map((word) => (word.length < 3 ? [] : addresses.flatMap((address) => speltIn(word, address))));
  const size = tokens.length < 4 ? 'short' : tokens.length < 9 ? 'middle' : 'long';
  const askedBeside = asked.map((of) => [`?${of}`, `?${of}:${size}`] as const);
  const hasCapitals = tokens.some(({ text }) => /\p{Lu}\p{Ll}/u.test(text));
  const marks = tokens.map((): string[] => []);
  for (const { from, to, kind, detail } of parsed) {
    const inside = tokens.flatMap((token, at) => (token.from < to && token.to > from ? [at] : []));
    for (const [place, at] of inside.entries())
      marks[at]?.push(`${kind}:${place === 0}`, kind === 'email' ? kind : `${kind}:${detail}`);
  }
  return tokens.map((_, at) => {
    const word = (offset: number) => words[at + offset] ?? '#';
    const shape = (offset: number) => shapes[at + offset] ?? '#';
    const own = word(0);
    const initial = shape(0).slice(0, 1);
    const features = [
      `s:${shape(0)}:${hasCapitals}`,
      `s-1:${shape(-1)}:${shape(0)}`,
      `s+1:${shape(0)}:${shape(1)}`,
      `x3:${own.slice(-3)}`,
      `z:${size}`,
      `w-1:${word(-1)}:${initial}`,
      `w+1:${word(1)}:${initial}`,
      `w:${own}`,
      `-1:${word(-1)}`,
      `+1:${word(1)}`,
      `-2-1:${word(-2)} ${word(-1)}`,
      `-10:${word(-1)} ${own}`,
      `01:${own} ${word(1)}`,
      ...(spelt[at] as string[]).flatMap((part) => [`@${part}`, `@${part}:${shape(0)}`]),
      ...(marks[at] as string[]),
    ];
    if (asked.length > 0) features.push(`asked:${size}`, `asked:${shape(0)}`);
    for (const [of, ofSize] of askedBeside) {
      features.push(of, ofSize);
      for (const mark of marks[at] as string[]) features.push(`${of}:${mark}`);
    }
    if (at === 0) features.push(`first:${size}`);
    if (at === tokens.length - 1) features.push('last');
    return features;
  });
}

/** The parts of an address in which a word occurs: a name often stands in the mailbox, a company in the domain. */
function speltIn(word: string, address: string): string[] {
  const [mailbox = '', domain = ''] = address.split('@');
  return [...(mailbox.includes(word) ? ['mailbox'] : []), ...(domain.includes(word) ? ['domain'] : [])];
}

/** Weight of the transition between tags relative to the words' own scores. */
const TRANSITION_WEIGHT = 0.2;

/**
 * For each pair of tags, how much more probable the second is after the first than anywhere: the log-ratio times
 * {@link TRANSITION_WEIGHT}, in rows of {@link TAG_COUNT}.
 *
 * @param lines the tags of each line
 */
export function transitionsOf(lines: readonly (readonly number[])[]): number[] {
  const pairs = new Float64Array(TAG_COUNT * TAG_COUNT).fill(0.5);
  const counts = new Float64Array(TAG_COUNT).fill(0.5);
  for (const tags of lines)
    for (const [at, tag] of tags.entries()) {
      (pairs[(tags[at - 1] ?? 0) * TAG_COUNT + tag] as number) += 1;
      (counts[tag] as number) += 1;
    }
  const total = counts.reduce((sum, count) => sum + count, 0);
  return Array.from(pairs, (count, at) => {
    const before = Math.floor(at / TAG_COUNT) * TAG_COUNT;
    const ofBefore = pairs.subarray(before, before + TAG_COUNT).reduce((sum, one) => sum + one, 0);
    const ratio = (count / ofBefore) * (total / (counts[at % TAG_COUNT] as number));
    return Number((TRANSITION_WEIGHT * Math.log(ratio)).toFixed(3));
  });
}

/**
 * The spans marked by the most probable sequence of tags, in order.
 *
 * @param scores log-probabilities of each tag for each token, in rows of {@link TAG_COUNT}
 * @param transitions the result of {@link transitionsOf}
 * @param parsed the result of {@link parsedIn}
 */
export function spansOf(
  tokens: readonly Token[],
  scores: Float64Array,
  transitions: readonly number[],
  parsed: readonly Parsed[],
): Span[] {
  const tags = viterbi(scores, transitions);
  const spans: Span[] = [];
  for (const [at, tag] of tags.entries()) {
    if (tag === 0) continue;
    const { from, to } = tokens[at] as Token;
    const open = spans.at(-1);
    if (tag % 2 === 0 && open?.to === at) {
      open.to = at + 1;
      open.ends = to;
      continue;
    }
    const kind = KINDS[(tag - 1) >> 1] as Kind;
    spans.push({
      kind,
      from: at,
      to: at + 1,
      begins: from,
      ends: to,
      probability: Math.exp(scores[at * TAG_COUNT + tag] as number),
    });
  }
  for (const span of spans)
    for (const { kind, from, to } of parsed)
      if (kind === span.kind && from < span.ends && to > span.begins) {
        span.begins = Math.min(span.begins, from);
        span.ends = Math.max(span.ends, to);
      }
  return spans;
}

/** The most probable valid sequence of tags (Viterbi 1967), with {@link KIND_BIAS} added to their scores. */
function viterbi(scores: Float64Array, transitions: readonly number[]): number[] {
  const best = new Float64Array(scores.length).fill(Number.NEGATIVE_INFINITY);
  const back = new Int16Array(scores.length);
  for (let from = 0; from < scores.length; from += TAG_COUNT)
    for (let tag = 0; tag < TAG_COUNT; tag += 1) {
      const own = (scores[from + tag] as number) + (TAG_BIASES[tag] as number);
      for (const other of FOLLOWED[tag] as readonly number[]) {
        // The first word follows what is outside.
        if (from === 0 && other > 0) break;
        const before = from === 0 ? 0 : (best[from - TAG_COUNT + other] as number);
        const sum = before + own + (transitions[other * TAG_COUNT + tag] as number);
        if (sum <= (best[from + tag] as number)) continue;
        best[from + tag] = sum;
        back[from + tag] = other;
      }
    }
  if (scores.length === 0) return [];
  const tags: number[] = [];
  const last = best.subarray(-TAG_COUNT);
  let tag = last.indexOf(Math.max(...last));
  for (let from = scores.length - TAG_COUNT; from >= 0; from -= TAG_COUNT) {
    tags[from / TAG_COUNT] = tag;
    tag = back[from + tag] as number;
  }
  return tags;
}

/** Where `npm run train -- entities` writes the network. */
export const ENTITY_MODEL_FILE = path.join(import.meta.dirname, 'entity-model.json');

export interface EntityModel {
  /** Gives the probability of each tag for a word. */
  network: Network;
  /** The result of `transitionsOf` for the same lines. */
  transitions: readonly number[];
}

/** The model in its file format. */
export const packEntityModel = ({ network, transitions }: EntityModel) => ({
  network: packNetwork(network),
  transitions,
});

let shipped: EntityModel | undefined;

/** The fitted model that ships with the product; read once. */
export function shippedEntityModel(): EntityModel {
  if (!shipped) {
    const packed: { network: PackedNetwork; transitions: number[] } = JSON.parse(
      readFileSync(ENTITY_MODEL_FILE, 'utf8'),
    );
    shipped = { ...packed, network: unpackNetwork(packed.network) };
  }
  return shipped;
}

/**
 * Minimum probability of a name's first word, whatever follows: 'send it to Petra Lind' ends like the visitor's own
 * name.
 */
const MIN_NAME_PROBABILITY = 0.08;
/** This many different addresses are a list, and none of them counts as the visitor's. */
const MIN_LIST = 5;

/**
 * Finds what visitors say about themselves in a line: names, companies, roles, addresses, sums, dates, problems; in
 * order. A network scores the tags of each word, and the most probable valid sequence of tags wins. In the labelled
 * conversations used for training, values that are somebody else's, denied or merely supposed are not labelled, so the
 * network learns whose a value is along with what it is.
 *
 * @param sums the hidden layer's sums for each token, from the encoder's worker; null when there is no encoder
 * @param before what the twin said before the line, or null
 */
export function entitiesIn(
  line: string,
  tokens: readonly Token[],
  sums: Float32Array | null,
  before: string | null,
): Entity[] {
  const { network, transitions } = shippedEntityModel();
  const parsed = parsedIn(line);
  const scores = scoresOf(network, sums, featuresOf(tokens, before, parsed).map(rowsOf));
  const spans = spansOf(tokens, scores, transitions, parsed).filter(
    ({ kind, probability }) => kind !== 'person' || probability >= MIN_NAME_PROBABILITY,
  );
  const entities = spans.flatMap(({ kind, begins, ends, probability }) => {
    const [from, to] =
      kind === 'pain'
        ? clauseAround(line, begins, ends)
        : [begins, kind === 'company' ? ends + (LEGAL_FORM.exec(line.slice(ends, ends + 12))?.[0].length ?? 0) : ends];
    const value = valueIn(line, kind, from, to, parsed);
    return value ? { type: kind, value, from, to, probability } : [];
  });
  return entities.filter(
    ({ type, from }, at) => !entities.slice(0, at).some((one) => one.type === type && one.from === from),
  );
}

/** The value of a span, normalized; null when it is none, or somebody else's. */
function valueIn(line: string, kind: Kind, from: number, to: number, parsed: readonly Parsed[]): string | null {
  const said = line.slice(from, to);
  if (kind === 'email') {
    const addresses = parsed.filter((one) => one.kind === 'email');
    if (new Set(addresses.map(({ detail }) => detail)).size >= MIN_LIST) return null;
    const own = addresses.find((one) => one.from < to && one.to > from);
    return own && !isOthersAddress(line, { ...own, address: own.detail }) ? own.detail : null;
  }
  if (kind === 'pain') return phraseOf(said);
  if (kind === 'person' && isOthersName(line, from, to)) return null;
  if (INCOMPLETE.test(said) || (kind === 'role' && isCutShort(line.slice(from), said))) return null;
  return kind === 'person' || kind === 'company' ? titled(line, said) : said;
}

/** Incomplete values: 'I run a' and 'I run' name no role. */
const INCOMPLETE = /(?:^|\s)(?:an?|the|my|our|of|for|at|in|and)$|^(?:i|we)(?:\s+\S+)?$/iu;

/** A role told as a sentence, to the end of its object: 'I run a little bike repair shop'. */
const TOLD_ROLE = new RegExp(
  String.raw`^(?:i|we)\s+\p{L}+\s+(?:an?|the|my|our)(?:\s+(?!${oneOf(
    'in at on of for from with and but or that which who where near to by since',
  )}\b)[\p{L}\p{N}'’-]+){1,5}`,
  'iu',
);

/** Whether a role ends in the midst of its object: 'I run a little' of 'I run a little bike repair shop'. */
const isCutShort = (line: string, said: string): boolean => (TOLD_ROLE.exec(line)?.[0].length ?? 0) > said.length;

/** The legal form after a company's name; upper case only, because 'as' and 'sa' are words. */
const LEGAL_FORMS = `AS A/S ASA AB AG SE GmbH KG OHG Ltd Limited LLC LLP Inc Corp plc PLC BV NV SA SAS SARL SRL SpA SL
  Lda Oy Oyj Kft d\\.o\\.o`;
const LEGAL_FORM = new RegExp(`^,? ${oneOf(LEGAL_FORMS)}\\b\\.?`);

/** Words that stay lower case within a name. */
const SMALL = new Set(
  'of and the for in at on de la le les du des da do dos del der den van von und y e et zu'.split(' '),
);
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)?/gu;

/** Capitalizes a name when the line was written or transcribed without capitals. */
function titled(line: string, name: string): string {
  if (/\p{Lu}\p{Ll}/u.test(line) && /\p{Lu}/u.test(name)) return name;
  return name.replace(WORD, (word, at: number) =>
    (at > 0 && SMALL.has(word)) || /\p{Lu}/u.test(word) ? word : word[0]?.toUpperCase() + word.slice(1),
  );
}

/** Marks and words between two clauses. */
const CLAUSE_BOUNDARY =
  /[.,;:!?()\n\u2014\u2013]|\s(?:and|but|so|because|cause|that|which|where|when|while|if)(?=\s)/giu;
/** Characters to search on each side for a boundary; a longer clause is cut at the entity. */
const MAX_CLAUSE_CHARS = 60;

/** The clause that contains characters `begins` to `ends`. */
function clauseAround(line: string, begins: number, ends: number): [from: number, to: number] {
  const reach = Math.max(0, begins - MAX_CLAUSE_CHARS);
  const last = [...line.slice(reach, begins).matchAll(CLAUSE_BOUNDARY)].at(-1);
  const from = last ? reach + last.index + last[0].length : reach === 0 ? 0 : begins;
  const next = line.slice(ends, ends + MAX_CLAUSE_CHARS).search(CLAUSE_BOUNDARY);
  const to = next >= 0 ? ends + next : ends + MAX_CLAUSE_CHARS >= line.length ? line.length : ends;
  return [from + (line.slice(from, begins).match(/^\s+/)?.[0].length ?? 0), to];
}

/** Words that open a phrase, and words that fill it. */
const LEADING =
  /^(?:(?:and|so|but|because|cause|well|that|which|also|then|um|uh|uhm|er|like|honestly|basically)\b[,:]?\s)+/iu;
const FILLING = /\b(?:uh|um|uhm|erm?|you know|i mean|kinda|sort of)\b,?\s/giu;
const MAX_PHRASE_WORDS = 14;
const MIN_PHRASE_WORDS = 2;

/** A phrase that reads well on its own; null when too little is left of it. */
export function phraseOf(said: string): string | null {
  const words = said
    .replace(FILLING, '')
    .replace(LEADING, '')
    .replace(/[\s.!?;:,"'\u2014\u2013)-]+$/u, '')
    .split(/\s+/)
    .filter(Boolean);
  return words.length < MIN_PHRASE_WORDS ? null : words.slice(0, MAX_PHRASE_WORDS).join(' ');
}
