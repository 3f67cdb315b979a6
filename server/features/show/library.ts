import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SHOW_BEATS, SHOW_MODES, type ShowMode } from '@understudy/contract/constants';
import {
  type DemoScript,
  type ShowFiles,
  showAnswersFile,
  showBitsFile,
  showDebatesFile,
  showGamesFile,
  showMaterialFile,
  showRepliesFile,
} from '@understudy/contract/show-files';
import type { Twin } from '@understudy/contract/twin';
import { SHOW_FOLLOWUPS } from '@understudy/contract/twin-texts';
import { parse } from 'yaml';
import type { SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
import { similarity } from '../../providers/embedder/port.ts';
import { type EncodePassages, fillIn, namePlaceholders } from '../twin/index.ts';
import type { DebateSide } from './engine/debates.ts';
import type { ShowRules } from './engine/hear.ts';
import { questionOf } from './engine/question.ts';

type Material = ShowFiles['material'];
type Bit = ShowFiles['bits'][number];
type Reply = ShowFiles['replies'][number];
type Answer = ShowFiles['answers'][number];
type Game = ShowFiles['games'][number];
type Debate = ShowFiles['debates'][number];

/** A text with a vector, once it is encoded; null without an encoder. */
export interface Encoded<Value> {
  value: Value;
  vectors: readonly SentenceVector[];
}

/** Everything written that a twin's shows draw on. */
export interface ShowLibrary {
  material: Material;
  bits: readonly Bit[];
  games: readonly Game[];
  debates: readonly Debate[];
  rules: ShowRules;
  demos: readonly DemoScript[];
  /** What is found by its meaning, with its vectors; empty until they are encoded, and without an encoder. */
  encoded: {
    bits: readonly Encoded<Bit>[];
    demos: readonly Encoded<DemoScript>[];
    replies: readonly Encoded<Reply>[];
    debates: readonly Encoded<{ id: string; lines: readonly MotionLine[] }>[];
  };
  /** The twin's replies, and the product's. */
  replies: readonly Reply[];
  /** What is said to the answer to a question, by the question; the twin's before the product's. */
  answers: ReadonlyMap<string, Answer>;
}

const readOwn = (file: string): unknown => parse(readFileSync(path.join(import.meta.dirname, file), 'utf8'));
/** Lines, pieces and games for twins whose folder has none of their own. */
const OWN = showMaterialFile.parse(readOwn('material.yaml'));
const OWN_BITS = showBitsFile.parse(readOwn('bits.yaml'));
const OWN_REPLIES = showRepliesFile.parse(readOwn('replies.yaml'));
const OWN_ANSWERS = showAnswersFile.parse(readOwn('answers.yaml'));
const OWN_GAMES = showGamesFile.parse(readOwn('games.yaml'));
const OWN_DEBATES = showDebatesFile.parse(readOwn('debates.yaml'));

const orElse = <Line>(theirs: readonly Line[] | undefined, own: readonly Line[] | undefined): Line[] => [
  ...(theirs && theirs.length > 0 ? theirs : (own ?? [])),
];

/** By key, the twin's lines; where it has none, the product's. */
const mergeLines = <Key extends string>(
  keys: readonly Key[],
  theirs: Partial<Record<Key, string[]>>,
  own: Partial<Record<Key, string[]>>,
) => Object.fromEntries(keys.map((key) => [key, orElse(theirs[key], own[key])])) as Record<Key, string[]>;

const mergeMaterial = (theirs: Material): Material => ({
  openings: mergeLines(SHOW_MODES, theirs.openings, OWN.openings),
  segues: mergeLines(SHOW_MODES, theirs.segues, OWN.segues),
  closers: mergeLines(SHOW_MODES, theirs.closers, OWN.closers),
  questions: mergeLines(SHOW_MODES, theirs.questions, OWN.questions),
  beats: mergeLines(SHOW_BEATS, theirs.beats, OWN.beats),
  followups: mergeLines(SHOW_FOLLOWUPS, theirs.followups, OWN.followups),
  threads: mergeLines(['branched', 'resumed', 'nothing'], theirs.threads, OWN.threads),
  ...mergeLines(['callbacks', 'returning', 'echoes'], theirs, OWN),
});

/** The product's games of modes for which the twin has none. */
const gamesForOtherModes = (theirs: readonly Game[]): Game[] =>
  OWN_GAMES.filter(({ modes }) => !modes.some((mode) => theirs.some((game) => game.modes.includes(mode))));

const answersOf = ({ rounds }: Game): (number | null)[] =>
  rounds.map((round) => ('answer' in round ? round.answer : null));

/** What a demo is compared by: what the visitor says, and its triggers. */
const cuesOf = ({ exchange, metadata }: DemoScript): string[] => [exchange.human, ...metadata.triggers];

/** A sample line of a motion, and the argument that it makes. */
interface MotionLine {
  text: string;
  argument: { side: DebateSide; rebuttal: number } | null;
}

/** Everything by which a line is recognised as one about this motion. The rebuttals of one side answer the other. */
const motionLines = ({ motion, about, for: pro, against }: Debate): MotionLine[] => [
  ...[motion, ...about].map((text) => ({ text, argument: null })),
  ...argumentsOf('against', pro.rebuttals),
  ...argumentsOf('for', against.rebuttals),
];

const argumentsOf = (side: DebateSide, rebuttals: Debate[DebateSide]['rebuttals']): MotionLine[] =>
  rebuttals.flatMap(({ to }, rebuttal) => to.map((text) => ({ text, argument: { side, rebuttal } })));

const libraries = new WeakMap<Twin, ShowLibrary>();
const encodings = new WeakMap<ShowLibrary, Promise<void>>();

/**
 * The library of a twin, made once. Its texts are encoded in the background; until then, words decide.
 *
 * @param encode null without an encoder
 */
export function libraryOf(twin: Twin, encode: EncodePassages | null): ShowLibrary {
  const known = libraries.get(twin);
  if (known) return known;
  const names = namePlaceholders(twin.persona);
  const bits = fillIn(orElse(twin.show.bits, OWN_BITS), names);
  // Both: whatever the twin has no reply of its own for, the product's answers.
  const replies = fillIn([...twin.show.replies, ...OWN_REPLIES], names);
  const games = fillIn([...twin.show.games, ...gamesForOtherModes(twin.show.games)], names);
  const debates = fillIn(orElse(twin.show.debates, OWN_DEBATES), names);
  const library: ShowLibrary = {
    material: fillIn(mergeMaterial(twin.show.material), names),
    bits,
    games,
    debates,
    rules: {
      games: games.map((game) => ({ id: game.id, modes: game.modes as ShowMode[], answers: answersOf(game) })),
      debates: debates.map((debate) => ({
        id: debate.id,
        reasons: { for: debate.for.reasons.length, against: debate.against.reasons.length },
      })),
    },
    demos: twin.demos,
    replies,
    answers: new Map(
      fillIn([...OWN_ANSWERS, ...twin.show.answers], names).map((answer) => [questionOf(answer.to) ?? '', answer]),
    ),
    encoded: { bits: [], demos: [], replies: [], debates: [] },
  };
  libraries.set(twin, library);
  if (encode)
    encodings.set(
      library,
      encodeLibrary(library, encode).catch(() => undefined),
    );
  return library;
}

/**
 * The library of a twin once its texts are encoded, or after a while without.
 *
 * @param waitMs the longest wait; without one, as long as it takes
 */
export async function encodedLibraryOf(
  twin: Twin,
  encode: EncodePassages | null,
  waitMs?: number,
): Promise<ShowLibrary> {
  const library = libraryOf(twin, encode);
  const encoded = encodings.get(library);
  await (waitMs === undefined ? encoded : Promise.race([encoded, wait(waitMs, undefined, { ref: false })]));
  return library;
}

/** The library's demos, with their vectors once there are any. */
export const demosIn = ({ demos, encoded }: ShowLibrary): readonly Encoded<DemoScript>[] =>
  encoded.demos.length > 0 ? encoded.demos : demos.map((value) => ({ value, vectors: [] }));

/** Encodes a library's texts. Done in the background; only tests wait for it, so that none does later. */
export async function encodeLibrary(library: ShowLibrary, encode: EncodePassages): Promise<void> {
  const motions = library.debates.map((debate) => ({ id: debate.id, lines: motionLines(debate) }));
  const texts = {
    bits: library.bits.map(({ text, tags }) => [`${tags.join(', ')}: ${text}`]),
    demos: library.demos.map(cuesOf),
    replies: library.replies.map(({ lines }) => lines),
    debates: motions.map(({ lines }) => lines.map(({ text }) => text)),
  };
  const vectors = await encode(Object.values(texts).flat(2));
  if (!vectors) return;
  let at = 0;
  const encoded = <Value>(values: readonly Value[], of: readonly (readonly string[])[]): Encoded<Value>[] =>
    values.map((value, index) => {
      const first = at;
      at += of[index]?.length ?? 0;
      return { value, vectors: vectors.slice(first, at) };
    });
  library.encoded = {
    bits: encoded(library.bits, texts.bits),
    demos: encoded(library.demos, texts.demos),
    replies: encoded(library.replies, texts.replies),
    debates: encoded(motions, texts.debates),
  };
}

/** The similarity of a text to each of these; 0 without its vector. */
export const nearnesses = (vector: SentenceVector | null, vectors: readonly SentenceVector[]): number[] =>
  vectors.map((other) => (vector ? similarity(vector, other) : 0));

/** The similarity of a text to the nearest of these, 0 to 1; 0 without its vector. */
export const nearness = (vector: SentenceVector | null, vectors: readonly SentenceVector[]): number =>
  Math.min(1, Math.max(0, ...nearnesses(vector, vectors)));
