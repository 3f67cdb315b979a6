import { meaningOf, WORD_VECTORS } from '../../../platform/text/word-vectors.ts';
import { withConsultant } from '../asks/consultant.ts';
import type { LeadFacts } from '../facts.ts';
import { AGENT_CUES, CUES, TOGETHER } from './cues.ts';
import { agentCues, readable, togetherCues, visitorCues } from './features.ts';
import { KNOWN_WIDTH, knownMarks } from './known.ts';

/** How much a cue of an earlier line still counts after another one: the last stated purpose wins. */
const EARLIER_COUNTS = 0.9;
/** How much is left of it after a change of mind. */
const TAKEN_BACK_COUNTS = 0.25;
/** How much the meaning of words counts beside the cues. */
const MEANING_COUNTS = 0.4;
/** Characters at the end of a reply of the twin's that are heard: what an answer answers stands there. */
const AGENT_CHARS = 160;
/** A visitor who said fewer words than this left little to go by. */
const FEW_WORDS = 25;

const DIMENSIONS = WORD_VECTORS.dimensions;
const CUE_PLACES = new Map(CUES.map(({ name }, at) => [name, at]));
const AGENT_PLACES = new Map(AGENT_CUES.map(({ name }, at) => [name, at]));
const TOGETHER_PLACES = new Map(TOGETHER.map((name, at) => [name, at]));

/** The stretches of what a conversation's lines show, one after the other, and how long each is. */
const SIZES = {
  cues: CUES.length,
  together: TOGETHER.length,
  first: CUES.length,
  agent: AGENT_CUES.length,
  shape: 3,
  meaning: DIMENSIONS,
  agentMeaning: DIMENSIONS,
  firstMeaning: DIMENSIONS,
};
type Stretch = keyof typeof SIZES;
const STRETCHES = Object.keys(SIZES) as Stretch[];
const LINES_WIDTH = STRETCHES.reduce((sum, stretch) => sum + SIZES[stretch], 0);

/** Numbers that describe a conversation: what its lines show, then what is known of its visitor. */
export const WIDTH = LINES_WIDTH + KNOWN_WIDTH;

/** A conversation as the model reads it. */
export function describe(tally: IntentTally, facts: LeadFacts): Float64Array {
  const whole = new Float64Array(WIDTH);
  let from = 0;
  const parts = tally.parts();
  for (const stretch of STRETCHES) {
    whole.set(parts[stretch], from);
    from += SIZES[stretch];
  }
  whole.set(knownMarks(facts), from);
  return whole;
}

/** Average meanings, from which a line's own is told. */
export interface Middle {
  visitor: readonly number[];
  agent: readonly number[];
}

/** A conversation as it is heard, line by line, and the description of it from which its purpose is read. */
export class IntentTally {
  readonly #middle: Middle;
  readonly #names: readonly string[];
  readonly #cues = new Float64Array(CUES.length);
  readonly #agent = new Float64Array(AGENT_CUES.length);
  readonly #meaning = new Float64Array(DIMENSIONS);
  readonly #agentMeaning = new Float64Array(DIMENSIONS);
  readonly #seen = new Set<string>();
  #first: readonly string[] | null = null;
  #firstMeaning = new Float64Array(DIMENSIONS);
  #lines = 0;
  #agentLines = 0;
  #words = 0;

  /** @param names how the consultant is called; without any, whoever is named is somebody else */
  constructor(middle: Middle, names: readonly string[] = []) {
    this.#middle = middle;
    this.#names = names;
  }

  get lines(): number {
    return this.#lines;
  }

  /** Hears what the twin said: its questions are part of what an answer means. */
  hearAgent(line: string): void {
    const text = readable(line.slice(-AGENT_CHARS));
    fade(this.#agent);
    for (const name of agentCues(text)) this.#agent[AGENT_PLACES.get(name) ?? 0] = 1;
    add(this.#agentMeaning, meaningOf(WORD_VECTORS, text), this.#middle.agent);
    this.#agentLines += 1;
  }

  /** Hears the visitor. @returns the names of the line's cues */
  hearVisitor(line: string): readonly string[] {
    const text = readable(line);
    const named = withConsultant(line, this.#names);
    const { names, changesMind } = visitorCues(named === line ? text : readable(named));
    const meaning = meaningOf(WORD_VECTORS, text);
    if (this.#lines > 0 && changesMind) {
      for (const sum of [this.#cues, this.#meaning, this.#agent, this.#agentMeaning]) fade(sum, TAKEN_BACK_COUNTS);
      this.#seen.clear();
    }
    fade(this.#cues);
    for (const name of names) {
      this.#cues[CUE_PLACES.get(name) ?? 0] = 1;
      this.#seen.add(name);
    }
    add(this.#meaning, meaning, this.#middle.visitor);
    if (this.#lines === 0) {
      this.#first = names;
      add(this.#firstMeaning, meaning, this.#middle.visitor);
    }
    this.#lines += 1;
    this.#words += text === '' ? 0 : text.split(' ').length;
    return names;
  }

  /** What the lines show, stretch by stretch. */
  parts(): Record<Stretch, ArrayLike<number>> {
    return {
      cues: this.#cues,
      together: marked(TOGETHER.length, togetherCues(this.#seen), TOGETHER_PLACES),
      first: marked(CUES.length, this.#first ?? [], CUE_PLACES),
      agent: this.#agent,
      shape: [this.#lines / 4, Math.log(1 + this.#words) / 4, this.#words < FEW_WORDS ? 1 : 0],
      meaning: scaled(this.#meaning, MEANING_COUNTS / Math.sqrt(Math.max(1, this.#lines))),
      agentMeaning: scaled(this.#agentMeaning, MEANING_COUNTS / Math.sqrt(Math.max(1, this.#agentLines))),
      firstMeaning: scaled(this.#firstMeaning, MEANING_COUNTS),
    };
  }
}

function fade(values: Float64Array, left = EARLIER_COUNTS): void {
  for (const at of values.keys()) values[at] = (values[at] ?? 0) * left;
}

function add(sum: Float64Array, meaning: Float64Array, middle: readonly number[]): void {
  for (const at of sum.keys()) sum[at] = (sum[at] ?? 0) + (meaning[at] ?? 0) - (middle[at] ?? 0);
}

const scaled = (values: Float64Array, by: number): Float64Array => values.map((value) => value * by);

function marked(size: number, names: readonly string[], places: ReadonlyMap<string, number>): Float64Array {
  const marks = new Float64Array(size);
  for (const name of names) {
    const at = places.get(name);
    if (at !== undefined) marks[at] = 1;
  }
  return marks;
}
