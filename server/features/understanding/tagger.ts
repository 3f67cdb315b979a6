/**
 * Finds what visitors say of themselves: names, companies, roles, sums, dates, troubles. A linear model over what a word
 * and its neighbours look like gives each word a tag, and the best sequence of tags wins (an averaged structured
 * perceptron; Collins 2002). It is fitted on labelled conversations, in which a value that is somebody else's, denied or
 * merely supposed is not labelled: so it learns whose a value is along with what it is.
 */
import { fold } from '../../platform/text/words.ts';
import type { Token } from './tokens.ts';

/** What a stretch of words may be. */
export const KINDS = ['person', 'company', 'role', 'budget', 'timeline', 'pain'] as const;
export type Kind = (typeof KINDS)[number];

/** Outside, then begin and inside of each kind. */
export const TAGS = ['O', ...KINDS.flatMap((kind) => [`B-${kind}`, `I-${kind}`])];
const TAG_COUNT = TAGS.length;
/** Inside goes on only from begin or inside of the same kind. */
const mayFollow = (before: number, tag: number): boolean =>
  tag % 2 === 1 || tag === 0 || before === tag || before === tag - 1;

/** A stretch of tokens of one kind. */
export interface Span {
  kind: Kind;
  /** Index of its first token, and of the one after its last. */
  from: number;
  to: number;
  /** By how much the tags won against the best without them. */
  margin: number;
}

const shapeOf = (text: string): string =>
  text
    .replace(/\p{Lu}/gu, 'A')
    .replace(/\p{Ll}/gu, 'a')
    .replace(/\p{N}/gu, '9')
    .replace(/(.)\1{2,}/gu, '$1$1')
    .slice(0, 8);

/** What a line is read after. */
export interface TagContext {
  /** What the twin said before, or null. */
  before: string | null;
  spoken: boolean;
  /** Addresses of the conversation, whose letters often spell a name or a company. */
  addresses: readonly string[];
  /** Classes of a folded word: how frequent it is, and which words it is like. */
  classesOf(word: string): readonly string[];
}

/** The features of each token, as strings; what a model does not know has no weight. */
export function featuresOf(tokens: readonly Token[], { before, spoken, addresses, classesOf }: TagContext): string[][] {
  const words = tokens.map(({ text }) => fold(text));
  const shapes = tokens.map(({ text }) => shapeOf(text));
  const asked = askedBy(before);
  const classes = words.map(classesOf);
  const spelt = words.map((word) => (word.length < 3 ? [] : addresses.flatMap((address) => speltIn(word, address))));
  const size = tokens.length < 4 ? 'short' : tokens.length < 9 ? 'middle' : 'long';
  const capitals = tokens.some(({ text }) => /^\p{Lu}/u.test(text)) ? 'cased' : 'uncased';
  return tokens.map((_, at) => {
    const word = (offset: number) => words[at + offset] ?? (at + offset < 0 ? '<s>' : '</s>');
    const shape = (offset: number) => shapes[at + offset] ?? '';
    const own = word(0);
    const features = [
      'bias',
      `w:${own}`,
      `s:${shape(0)}:${capitals}`,
      `p3:${own.slice(0, 3)}`,
      `x3:${own.slice(-3)}`,
      `x2:${own.slice(-2)}`,
      `-1:${word(-1)}`,
      `-2:${word(-2)}`,
      `-3:${word(-3)}`,
      `+1:${word(1)}`,
      `+2:${word(2)}`,
      `-2-1:${word(-2)} ${word(-1)}`,
      `-3-2-1:${word(-3)} ${word(-2)} ${word(-1)}`,
      `-1+0:${word(-1)} ${own}`,
      `+0+1:${own} ${word(1)}`,
      `+1+2:${word(1)} ${word(2)}`,
      `-1+1:${word(-1)} ${word(1)}`,
      `s-1:${shape(-1)}:${shape(0)}`,
      `s+1:${shape(0)}:${shape(1)}`,
      `s-1+1:${shape(-1)}:${shape(0)}:${shape(1)}`,
      `w-1s:${word(-1)}:${shape(0)}`,
      `w-2-1s:${word(-2)} ${word(-1)}:${shape(0)}`,
      `ws+1:${shape(0)}:${word(1)}`,
      `spoken:${spoken}:${shape(0)}`,
      `size:${size}`,
    ];
    for (const name of classes[at] as string[])
      features.push(`c:${name}`, `c-1:${name}:${word(-1)}`, `cs:${name}:${shape(0)}`);
    for (const name of classes[at - 1] ?? []) features.push(`-1c:${name}`, `-1cs:${name}:${shape(0)}`);
    for (const name of classes[at + 1] ?? []) features.push(`+1c:${name}`);
    for (const part of spelt[at] as string[]) features.push(`spelt:${part}`, `spelt:${part}:${shape(0)}`);
    for (const part of spelt[at + 1] ?? []) features.push(`+spelt:${part}`);
    for (const part of spelt[at - 1] ?? []) features.push(`-spelt:${part}`);
    if (at === 0) features.push('first', `first:${shape(0)}:${size}`);
    if (at === tokens.length - 1) features.push(`last:${shape(0)}`);
    for (const kind of asked) features.push(`asked:${kind}`, `asked:${kind}:${size}`, `asked:${kind}:${shape(0)}`);
    return features;
  });
}

/** Whether a word stands in the part before or after an address's @. */
function speltIn(word: string, address: string): string[] {
  const [mailbox = '', domain = ''] = address.split('@');
  return [...(mailbox.includes(word) ? ['mailbox'] : []), ...(domain.includes(word) ? ['domain'] : [])];
}

const ASKS: readonly [string, RegExp][] = [
  ['name', /\b(?:your name|who am i|what should i call|may i ask who|name and)\b/i],
  ['company', /\b(?:company|organi[sz]ation|firm|business|where do you work|which team)\b/i],
  ['role', /\b(?:your role|capacity|what do you do|your position|are you the)\b/i],
  ['budget', /\b(?:budget|spend|how much|figure|money|set aside|invest)\b/i],
  ['when', /\b(?:when|by which|date|time frame|deadline|how soon|how long)\b/i],
  ['trouble', /\b(?:problem|trouble|hurts?|waiting|stuck|last thing|what happened|brings you|going wrong)\b/i],
  ['contact', /\b(?:address|e-?mail|reach you|write to you|phone|number)\b/i],
];

/** What the twin asked for at the end of what it said. */
function askedBy(before: string | null): string[] {
  if (before === null) return ['nothing'];
  const last = before.slice(-200);
  return last.includes('?') ? ASKS.filter(([, words]) => words.test(last)).map(([kind]) => kind) : [];
}

/** Weights by feature, a row of one number a tag; and weights of a tag after another. */
export interface TaggerModel {
  rows: Map<string, Float32Array>;
  transitions: Float32Array;
}

/** The best tags for a line's features. */
export function decode(
  model: TaggerModel,
  features: readonly (readonly string[])[],
  lean = 0,
): { tags: number[]; scores: Float64Array[] } {
  const best: Float64Array[] = [];
  const from: Int16Array[] = [];
  const emitted: Float64Array[] = [];
  for (const [at, own] of features.entries()) {
    const emission = new Float64Array(TAG_COUNT);
    for (const feature of own) {
      const row = model.rows.get(feature);
      if (row) for (let tag = 0; tag < TAG_COUNT; tag += 1) (emission[tag] as number) += row[tag] as number;
    }
    (emission[0] as number) -= lean;
    emitted.push(emission);
    const score = new Float64Array(TAG_COUNT).fill(Number.NEGATIVE_INFINITY);
    const back = new Int16Array(TAG_COUNT);
    const before = best[at - 1];
    for (let tag = 0; tag < TAG_COUNT; tag += 1) {
      if (!before) {
        if (mayFollow(0, tag)) score[tag] = emission[tag] as number;
        continue;
      }
      for (let other = 0; other < TAG_COUNT; other += 1) {
        if (!mayFollow(other, tag)) continue;
        const sum =
          (before[other] as number) +
          (model.transitions[other * TAG_COUNT + tag] as number) +
          (emission[tag] as number);
        if (sum > (score[tag] as number)) {
          score[tag] = sum;
          back[tag] = other;
        }
      }
    }
    best.push(score);
    from.push(back);
  }
  const tags: number[] = [];
  let tag = 0;
  const last = best.at(-1);
  if (last)
    for (let other = 1; other < TAG_COUNT; other += 1) if ((last[other] as number) > (last[tag] as number)) tag = other;
  for (let at = features.length - 1; at >= 0; at -= 1) {
    tags[at] = tag;
    tag = from[at]?.[tag] ?? 0;
  }
  return { tags, scores: emitted };
}

/** The stretches that tags mark. */
export function spansOf(tags: readonly number[], scores: readonly Float64Array[]): Span[] {
  const spans: Span[] = [];
  for (const [at, tag] of tags.entries()) {
    if (tag === 0) continue;
    const kind = KINDS[(tag - 1) >> 1] as Kind;
    const margin = (scores[at]?.[tag] as number) - (scores[at]?.[0] as number);
    const open = spans.at(-1);
    if (tag % 2 === 0 && open && open.to === at && open.kind === kind) {
      open.to = at + 1;
      open.margin += margin;
    } else spans.push({ kind, from: at, to: at + 1, margin });
  }
  return spans;
}

/** A line with its right tags. */
export interface TaggedLine {
  features: string[][];
  tags: number[];
}

/** Fits a model. Always the same for the same lines; `rounds` over all of them. */
export function train(lines: readonly TaggedLine[], rounds: number): TaggerModel {
  const model: TaggerModel = { rows: new Map(), transitions: new Float32Array(TAG_COUNT * TAG_COUNT) };
  // Averages are kept lazily: a weight's sum over time is step times weight less what came later (Daumé 2006).
  const sums = new Map<string, Float32Array>();
  const transitionSums = new Float64Array(TAG_COUNT * TAG_COUNT);
  let step = 1;
  let seed = 7;
  const random = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  const order = lines.map((_, at) => at);
  const change = (features: readonly string[], tag: number, by: number) => {
    for (const feature of features) {
      let row = model.rows.get(feature);
      if (!row) {
        row = new Float32Array(TAG_COUNT);
        model.rows.set(feature, row);
        sums.set(feature, new Float32Array(TAG_COUNT));
      }
      (row[tag] as number) += by;
      ((sums.get(feature) as Float32Array)[tag] as number) += by * step;
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other] as number, order[at] as number];
    }
    for (const index of order) {
      const { features, tags } = lines[index] as TaggedLine;
      const guess = decode(model, features).tags;
      for (const [at, tag] of tags.entries()) {
        const guessed = guess[at] as number;
        if (guessed !== tag) {
          change(features[at] as string[], tag, 1);
          change(features[at] as string[], guessed, -1);
        }
        if (at === 0 || (guessed === tag && guess[at - 1] === tags[at - 1])) continue;
        const right = (tags[at - 1] as number) * TAG_COUNT + tag;
        const wrong = (guess[at - 1] as number) * TAG_COUNT + guessed;
        (model.transitions[right] as number) += 1;
        (transitionSums[right] as number) += step;
        (model.transitions[wrong] as number) -= 1;
        (transitionSums[wrong] as number) -= step;
      }
      step += 1;
    }
  }
  for (const [feature, row] of model.rows) {
    const sum = sums.get(feature) as Float32Array;
    for (let tag = 0; tag < TAG_COUNT; tag += 1) (row[tag] as number) -= (sum[tag] as number) / step;
    if (row.every((weight) => Math.abs(weight) < 0.05)) model.rows.delete(feature);
  }
  for (let at = 0; at < transitionSums.length; at += 1)
    (model.transitions[at] as number) -= (transitionSums[at] as number) / step;
  return model;
}
