/**
 * Finds what visitors say about themselves: names, companies, roles, sums, dates, problems. A network scores tags for
 * each word, and the most likely valid sequence of tags wins. In the labelled conversations used for training, values
 * that are somebody else's, denied or merely supposed are not labelled, so the network learns whose a value is along
 * with what it is.
 */
import { fold } from '../../platform/text/words.ts';
import { addressesIn } from './parsers/addresses.ts';
import { datesIn } from './parsers/dates.ts';
import { sumsIn } from './parsers/money.ts';
import type { Token } from './sentences.ts';

export const KINDS = ['person', 'company', 'role', 'email', 'budget', 'timeline', 'pain'] as const;
export type Kind = (typeof KINDS)[number];

/** Outside, then begin and inside of each kind. */
export const TAG_COUNT = 1 + 2 * KINDS.length;
/** The begin tag of a kind; the next tag is its inside. */
export const beginOf = (kind: Kind): number => 1 + 2 * KINDS.indexOf(kind);

/** An inside tag may only follow a begin or inside tag of the same kind. */
const mayFollow = (before: number, tag: number): boolean =>
  tag % 2 === 1 || tag === 0 || before === tag || before === tag - 1;

/** Bias towards each kind: missing a value costs more than a false one. */
const LEAN: Record<Kind, number> = {
  person: 0.7,
  company: 0.7,
  role: 0.9,
  email: 2.5,
  budget: 0.8,
  timeline: 0.8,
  pain: 1.4,
};

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

const shapeOf = (text: string): string =>
  text
    .replace(/\p{Lu}/gu, 'A')
    .replace(/[\p{Ll}\p{Lo}]/gu, 'a')
    .replace(/\p{N}/gu, '9')
    .replace(/(.)\1{2,}/gu, '$1$1')
    .slice(0, 8);

/** Characters at the end of the twin's words to search for its last question. */
const ASKED_CHARS = 200;

/** The words of the question that the line answers. */
function askedBy(before: string | null): string[] {
  const question = before?.slice(-ASKED_CHARS).match(/[^.!?\n]*\?(?!.*\?)/s)?.[0];
  return question ? (fold(question).match(/\p{L}+/gu) ?? []) : [];
}

export interface Parsed {
  from: number;
  to: number;
  kind: Kind;
  /** The size of a sum, the precision of a date, the type of an address. */
  degree: string;
}

/** All addresses, sums and dates of a line, whoever they belong to. */
export const parsedIn = (line: string): Parsed[] => [
  ...addressesIn(line).map(({ address, from, to }) => ({ from, to, kind: 'email' as const, degree: address })),
  ...sumsIn(line).map(({ from, to, sure, amount }) => ({
    from,
    to,
    kind: 'budget' as const,
    degree: `${sure}${Math.round(amount).toString().length}`,
  })),
  ...datesIn(line).map(({ from, to, exact }) => ({
    from,
    to,
    kind: 'timeline' as const,
    degree: String(Math.floor(exact)),
  })),
];

/**
 * The features of each token, as strings.
 *
 * @param before what the twin said before the line, or null
 * @param parsed the result of {@link parsedIn}
 */
export function featuresOf(tokens: readonly Token[], before: string | null, parsed: readonly Parsed[]): string[][] {
  const words = tokens.map(({ text }) => fold(text));
  const shapes = tokens.map(({ text }) => shapeOf(text));
  const asked = askedBy(before);
  const addresses = parsed.filter(({ kind }) => kind === 'email').map(({ degree }) => degree);
  const spelt = words.map((word) => (word.length < 3 ? [] : addresses.flatMap((address) => speltIn(word, address))));
  const size = tokens.length < 4 ? 'short' : tokens.length < 9 ? 'middle' : 'long';
  const hasCapitals = tokens.some(({ text }) => /\p{Lu}\p{Ll}/u.test(text));
  const marks = tokens.map((): string[] => []);
  for (const { from, to, kind, degree } of parsed) {
    const inside = tokens.flatMap((token, at) => (token.from < to && token.to > from ? [at] : []));
    for (const [place, at] of inside.entries())
      marks[at]?.push(`${kind}:${place === 0}`, kind === 'email' ? kind : `${kind}:${degree}`);
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
    for (const of of asked) {
      features.push(`?${of}`, `?${of}:${size}`);
      for (const mark of marks[at] as string[]) features.push(`?${of}:${mark}`);
    }
    if (at === 0) features.push(`first:${size}`);
    if (at === tokens.length - 1) features.push('last');
    return features;
  });
}

/** Whether a word occurs before or after the @ of an address, which often contains a name or a company. */
function speltIn(word: string, address: string): string[] {
  const [mailbox = '', domain = ''] = address.split('@');
  return [...(mailbox.includes(word) ? ['mailbox'] : []), ...(domain.includes(word) ? ['domain'] : [])];
}

/** Weight of the transition between tags relative to the words' own scores. */
const COHERENCE = 0.2;

/** Log-ratio of each tag's probability after each other tag to its overall probability, times {@link COHERENCE}. */
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
    return Number((COHERENCE * Math.log(ratio)).toFixed(3));
  });
}

/**
 * The spans marked by the most likely tags.
 *
 * @param scores log-probabilities of each tag for each token
 * @param transitions the result of {@link transitionsOf}
 * @param parsed the result of {@link parsedIn}
 */
export function spansOf(
  tokens: readonly Token[],
  scores: readonly Float64Array[],
  transitions: readonly number[],
  parsed: readonly Parsed[],
): Span[] {
  const leaning = scores.map((own) =>
    own.map((score, tag) => (tag === 0 ? score : score + LEAN[KINDS[(tag - 1) >> 1] as Kind])),
  );
  const tags = likeliest(leaning, transitions);
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
    spans.push({ kind, from: at, to: at + 1, begins: from, ends: to, probability: Math.exp(scores[at]?.[tag] ?? 0) });
  }
  for (const span of spans)
    for (const { kind, from, to } of parsed)
      if (kind === span.kind && from < span.ends && to > span.begins) {
        span.begins = Math.min(span.begins, from);
        span.ends = Math.max(span.ends, to);
      }
  return spans;
}

/** The most likely valid sequence of tags (Viterbi 1967). */
function likeliest(scores: readonly Float64Array[], transitions: readonly number[]): number[] {
  const best: Float64Array[] = [];
  const from: Int16Array[] = [];
  for (const [at, own] of scores.entries()) {
    const score = new Float64Array(TAG_COUNT).fill(Number.NEGATIVE_INFINITY);
    const back = new Int16Array(TAG_COUNT);
    const before = best[at - 1];
    for (let tag = 0; tag < TAG_COUNT; tag += 1) {
      for (let other = 0; other < (before ? TAG_COUNT : 1); other += 1) {
        if (!mayFollow(other, tag)) continue;
        const sum = (before?.[other] ?? 0) + (own[tag] as number) + (transitions[other * TAG_COUNT + tag] as number);
        if (sum > (score[tag] as number)) {
          score[tag] = sum;
          back[tag] = other;
        }
      }
    }
    best.push(score);
    from.push(back);
  }
  const last = best.at(-1);
  if (!last) return [];
  const tags: number[] = [];
  let tag = last.indexOf(Math.max(...last));
  for (let at = scores.length - 1; at >= 0; at -= 1) {
    tags[at] = tag;
    tag = from[at]?.[tag] ?? 0;
  }
  return tags;
}
