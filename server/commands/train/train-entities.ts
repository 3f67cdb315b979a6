import {
  addressesIn,
  beginOf,
  type EntityModel,
  featuresOf,
  fitNetwork,
  KINDS,
  type Kind,
  type LabelledText,
  type Network,
  parsedIn,
  rowsOf,
  scoresOf,
  spansOf,
  TAG_COUNT,
  type Token,
  tokensOf,
  transitionsOf,
} from '../../features/understanding/index.ts';
import { fold, stem } from '../../platform/text/words.ts';
import type { SentenceEncoder } from '../../providers/embedder/encoder/sentence-encoder.ts';
import type { LabelledConversation } from '../evaluate/conversation.ts';
import {
  countMatches,
  type Matcher,
  overlap,
  sameBudget,
  sameCompany,
  sameEmail,
  sameName,
  samePain,
  sameRole,
  sameTimeline,
} from '../evaluate/match.ts';

const MATCHERS: Record<Kind, Matcher> = {
  person: sameName,
  company: sameCompany,
  role: sameRole,
  email: sameEmail,
  budget: sameBudget,
  timeline: sameTimeline,
  pain: samePain,
};

/** One writer in this many is held out to compute figures. */
const LEFT_OUT_EVERY = 5;
/** Repeats of each single line, plus one in lower case: single lines are few compared with those of conversations. */
const LINE_REPEATS = 2;

/** Words that do not count in pain points. */
const STOPS = new Set(
  `we i it is are was were the a an to of and or in on at my our you he they she that this for with so but have has do
  does not no`.split(/\s+/),
);

/** Minimum overlap between a labelled value and the words that state it. */
const MIN_OVERLAP: Record<Kind, number> = {
  person: 0.75,
  company: 0.66,
  role: 0.5,
  email: 0.99,
  budget: 0.5,
  timeline: 0.5,
  pain: 0.5,
};
/** How many words more than the value the words that state it may have. */
const MAX_EXTRA_WORDS = 3;
const MAX_EXTRA_PAIN_WORDS = 8;

/** A visitor's line, tagged by its conversation's labels. */
interface TaggedLine extends LabelledText {
  text: string;
  tokens: readonly Token[];
}

/** The author of some of the conversations. */
interface Writer {
  name: string;
  conversations: readonly LabelledConversation[];
}

/** Quality of one kind on held-out writers. */
interface KindFigures {
  kind: Kind;
  right: number;
  wrong: number;
  missed: number;
}

/** A trained model, and its quality. */
interface EntityTraining {
  model: EntityModel;
  /** Fits another model without every fifth writer and evaluates it on those writers. */
  figures(): KindFigures[];
}

/** A line as typed without capitals. */
const inLowerCase = ({ labels, ...one }: LabelledConversation): LabelledConversation => ({
  ...one,
  messages: one.messages.map((message) => ({ ...message, text: message.text.toLowerCase() })),
  labels: JSON.parse(JSON.stringify(labels ?? null).toLowerCase()),
});

/**
 * Fits the entity network to labelled conversations and lines.
 *
 * @param singles single lines, as conversations
 * @throws Error when the encoder cannot be loaded
 */
export async function trainEntities(
  writers: readonly Writer[],
  singles: readonly LabelledConversation[],
  encoder: SentenceEncoder,
): Promise<EntityTraining> {
  const tagged = new Map<LabelledConversation, TaggedLine[]>();
  const lines: TaggedLine[] = [];
  for (const single of singles) lines.push(...(await taggedLines(single, encoder)));
  const repeated = Array.from({ length: LINE_REPEATS }, () => lines).flat();
  for (const single of singles) repeated.push(...(await taggedLines(inLowerCase(single), encoder)));
  for (const { conversations } of writers)
    for (const conversation of conversations) tagged.set(conversation, await taggedLines(conversation, encoder));
  const linesOf = (some: readonly Writer[]): TaggedLine[] =>
    some.flatMap(({ conversations }) => conversations.flatMap((one) => tagged.get(one) ?? []));
  return {
    model: fit([...linesOf(writers), ...repeated]),
    figures: () => {
      const isLeftOut = (_: Writer, at: number): boolean => at % LEFT_OUT_EVERY === LEFT_OUT_EVERY - 1;
      const model = fit([...linesOf(writers.filter((one, at) => !isLeftOut(one, at))), ...repeated]);
      const others = writers.filter(isLeftOut).flatMap(({ conversations }) => conversations);
      return KINDS.map((kind) => judge(kind, others, (one) => valuesIn(model, tagged.get(one) ?? [], kind)));
    },
  };
}

/** Fits a model. */
const fit = (lines: readonly TaggedLine[]): EntityModel => ({
  network: fitNetwork(lines, TAG_COUNT),
  transitions: transitionsOf(lines.map(({ labels }) => labels)),
});

/** The visitor's lines of a conversation, tagged by its labels. @throws Error when the encoder cannot be loaded */
async function taggedLines(conversation: LabelledConversation, encoder: SentenceEncoder): Promise<TaggedLine[]> {
  const lines: TaggedLine[] = [];
  let before: string | null = null;
  for (const { speaker, text } of conversation.messages) {
    if (speaker === 'agent') {
      before = before === null ? text : `${before}\n${text}`;
      continue;
    }
    const tokens = tokensOf(text);
    const read = await encoder.encodeWords(
      tokens.map((token) => token.text),
      null,
    );
    if (!read) throw new Error(`the encoder cannot be loaded: ${encoder.problem()}`);
    lines.push({
      text,
      tokens,
      states: Float32Array.from(read.words),
      rows: featuresOf(tokens, before, parsedIn(text)).map(rowsOf),
      labels: tokens.map(() => 0),
    });
    before = null;
  }
  for (const kind of KINDS) for (const value of labelledValues(conversation, kind)) tagValue(lines, kind, value);
  return lines;
}

/** The labelled values of a kind. */
function labelledValues({ labels }: LabelledConversation, kind: Kind): string[] {
  if (kind === 'pain') return labels?.pain_points ?? [];
  const field = { person: 'person_name', email: 'contact_email', company: 'company', role: 'role' } as const;
  const value = kind === 'budget' || kind === 'timeline' ? labels?.[kind] : labels?.[field[kind]];
  return value ? [value] : [];
}

/** The stemmed words of a text. */
function stemsOf(text: string, kind: Kind): string[] {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return (kind === 'pain' ? words.filter((word) => !STOPS.has(word)) : words).map(stem);
}

/** Tags the words that state a value: names and addresses at every occurrence, anything else at its best match. */
function tagValue(lines: readonly TaggedLine[], kind: Kind, value: string): void {
  if (kind === 'email') {
    for (const line of lines)
      for (const { address, from, to } of addressesIn(line.text))
        if (sameEmail(address, value)) tagTokens(line, kind, from, to);
    return;
  }
  const wanted = stemsOf(value, kind);
  const most = wanted.length + (kind === 'pain' ? MAX_EXTRA_PAIN_WORDS : MAX_EXTRA_WORDS);
  const places: { line: TaggedLine; from: number; to: number; score: number }[] = [];
  for (const line of lines.toReversed())
    for (const [at, token] of line.tokens.entries())
      for (let end = at + 1; end <= Math.min(line.tokens.length, at + most); end += 1) {
        if (line.labels[end - 1] !== 0) break;
        const last = line.tokens[end - 1] as Token;
        const said = line.text.slice(token.from, last.to);
        const shared = overlap(stemsOf(said, kind), wanted);
        if (shared < MIN_OVERLAP[kind]) continue;
        // On a tie, prefer the shorter span and the exact words.
        const score = shared + (fold(said) === fold(value) ? 0.01 : 0) - (end - at) * 1e-4;
        places.push({ line, from: token.from, to: last.to, score });
      }
  places.sort((one, other) => other.score - one.score);
  const [best] = places;
  if (!best) return;
  const repeats = kind === 'person' || kind === 'company';
  const taken = repeats ? places.filter(({ score }) => score >= best.score - 1e-3) : [best];
  for (const { line, from, to } of taken) tagTokens(line, kind, from, to);
}

/** Tags the words from one offset to another, unless some of them are tagged. */
function tagTokens({ tokens, labels }: TaggedLine, kind: Kind, from: number, to: number): void {
  const inside = tokens.flatMap((token, at) => (token.from < to && token.to > from ? [at] : []));
  if (inside.some((at) => labels[at] !== 0)) return;
  for (const [place, at] of inside.entries()) (labels as number[])[at] = beginOf(kind) + Number(place > 0);
}

/** The values of a kind that a model finds, in order of occurrence. */
function valuesIn({ network, transitions }: EntityModel, lines: readonly TaggedLine[], kind: Kind): string[] {
  return lines.flatMap(({ text, tokens, states, rows }) =>
    spansOf(tokens, scoresOf(network, sumsOf(network, states), rows), transitions, parsedIn(text))
      .filter((span) => span.kind === kind)
      .map(({ begins, ends }) =>
        kind === 'email'
          ? (addressesIn(text).find(({ from, to }) => from < ends && to > begins)?.address ?? '')
          : text.slice(begins, ends),
      ),
  );
}

/** The hidden layer's sums; in production the encoder's thread computes them. */
function sumsOf({ layer: { weights, size, reach } }: Network, states: Float32Array): Float32Array {
  const width = weights.length / size;
  const step = width / (2 * reach + 1);
  const words = states.length / step;
  const sums = new Float32Array(words * size);
  for (let word = 0; word < words; word += 1)
    for (let unit = 0; unit < size; unit += 1)
      for (let at = 0; at < width; at += 1)
        (sums[word * size + unit] as number) +=
          (weights[unit * width + at] as number) * (states[(word - reach) * step + at] ?? 0);
  return sums;
}

/** Counts right, wrong and missed values. @param found the values that a model finds, in their order */
function judge(
  kind: Kind,
  conversations: readonly LabelledConversation[],
  found: (conversation: LabelledConversation) => string[],
): KindFigures {
  const figures = { kind, right: 0, wrong: 0, missed: 0 };
  for (const conversation of conversations) {
    const all = found(conversation);
    countMatches(figures, labelledValues(conversation, kind), kind === 'pain' ? all : all.slice(-1), MATCHERS[kind]);
  }
  return figures;
}
