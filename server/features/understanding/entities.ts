/** Finds what visitors say about themselves: names, addresses, sums, dates, problems. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Network, type PackedNetwork, packNetwork, rowsOf, scoresOf, unpackNetwork } from './network.ts';
import { isOthersAddress } from './parsers/addresses.ts';
import type { Token } from './sentences.ts';
import { featuresOf, type Kind, type Parsed, parsedIn, spansOf } from './tagger.ts';
import type { Entity } from './understanding.ts';

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
const MIN_BEGIN = 0.08;
/** This many different addresses are a list, and none of them counts as the visitor's. */
const LIST_FROM = 5;

/**
 * The entities of a line, in order.
 *
 * @param sums the encoder worker's result for each token; null when there is no encoder
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
    ({ kind, probability }) => kind !== 'person' || probability >= MIN_BEGIN,
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

function valueIn(line: string, kind: Kind, from: number, to: number, parsed: readonly Parsed[]): string | null {
  const said = line.slice(from, to);
  if (kind === 'email') {
    const addresses = parsed.filter((one) => one.kind === 'email');
    if (new Set(addresses.map(({ degree }) => degree)).size >= LIST_FROM) return null;
    const own = addresses.find((one) => one.from < to && one.to > from);
    return own && !isOthersAddress(line, { ...own, address: own.degree }) ? own.degree : null;
  }
  if (kind === 'pain') return phraseOf(said);
  if (CUT_SHORT.test(said)) return null;
  return kind === 'person' || kind === 'company' ? titled(line, said) : said;
}

/** Endings of incomplete roles: 'I run a' and 'I run' name no role. */
const CUT_SHORT = /(?:^|\s)(?:an?|the|my|our|of|for|at|in|and)$|^(?:i|we)\s+\S+$/iu;

/** The legal form after a company's name; upper case only, because 'as' and 'sa' are words. */
const LEGAL_FORM =
  /^,? (?:AS|A\/S|ASA|AB|AG|SE|GmbH|KG|OHG|Ltd|Limited|LLC|LLP|Inc|Corp|plc|PLC|BV|NV|SA|SAS|SARL|SRL|SpA|SL|Lda|Oy|Oyj|Kft|d\.o\.o)\b\.?/;

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

const JOINT = /[.,;:!?()\n\u2014\u2013]|\s(?:and|but|so|because|cause|that|which|where|when|while|if)(?=\s)/giu;
/** Characters to search on each side for a boundary; a longer clause is cut at the entity. */
const CLAUSE_REACH = 60;

function clauseAround(line: string, begins: number, ends: number): [from: number, to: number] {
  const reach = Math.max(0, begins - CLAUSE_REACH);
  const last = [...line.slice(reach, begins).matchAll(JOINT)].at(-1);
  const from = last ? reach + last.index + last[0].length : reach === 0 ? 0 : begins;
  const next = line.slice(ends, ends + CLAUSE_REACH).search(JOINT);
  const to = next >= 0 ? ends + next : ends + CLAUSE_REACH >= line.length ? line.length : ends;
  return [from + (line.slice(from, begins).match(/^\s+/)?.[0].length ?? 0), to];
}

/** Introductory and filler words of a phrase. */
const LEADING =
  /^(?:(?:and|so|but|because|cause|well|that|which|also|then|um|uh|uhm|er|like|honestly|basically)\b[,:]?\s)+/iu;
const FILLING = /\b(?:uh|um|uhm|erm?|you know|i mean|kinda|sort of)\b,?\s/giu;
const PHRASE_WORDS = 14;
const MIN_WORDS = 2;

/** A phrase that reads well on its own; null when too little is left of it. */
export function phraseOf(said: string): string | null {
  const words = said
    .replace(FILLING, '')
    .replace(LEADING, '')
    .replace(/[\s.!?;:,"'\u2014\u2013)-]+$/u, '')
    .split(/\s+/)
    .filter(Boolean);
  return words.length < MIN_WORDS ? null : words.slice(0, PHRASE_WORDS).join(' ');
}
