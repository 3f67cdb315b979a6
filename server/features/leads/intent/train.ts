import { INTENTS, type Intent } from '@understudy/contract/leads';
import { meaningOf, WORD_VECTORS } from '../../../platform/text/word-vectors.ts';
import { learnLine } from '../entities/learn-line.ts';
import { type LeadFacts, noFacts } from '../facts.ts';
import { readable } from './features.ts';
import type { IntentModel } from './model.ts';
import { type Described, fitNetwork, type Network, UNITS } from './network.ts';
import { describe, IntentTally, type Middle } from './tally.ts';

/** A conversation, oldest line first, and what the visitor was after. */
export interface TrainingExample {
  lines: readonly { speaker: 'visitor' | 'agent'; text: string }[];
  intent: Intent;
  /** How much it counts. */
  weight: number;
}

/** Networks whose sums are averaged: each begins elsewhere, and what they agree on holds better. */
const NETWORKS = 2;

/** The mean meaning of the visitors' and of the twin's lines. */
export function middleOf(examples: readonly TrainingExample[]): Middle {
  const mean = (speaker: 'visitor' | 'agent') => {
    const lines = examples.flatMap((example) => example.lines.filter((line) => line.speaker === speaker));
    const sum = new Float64Array(WORD_VECTORS.dimensions);
    for (const { text } of lines) {
      const meaning = meaningOf(WORD_VECTORS, readable(text));
      for (const at of sum.keys()) sum[at] = (sum[at] ?? 0) + (meaning[at] ?? 0) / lines.length;
    }
    return Array.from(sum, rounded);
  };
  return { visitor: mean('visitor'), agent: mean('agent') };
}

/**
 * The description of a whole conversation, with what the analysis knows of its visitor.
 * @param names how the consultant is called
 */
export function describeExample({ lines }: TrainingExample, middle: Middle, names: readonly string[]): Float64Array {
  const tally = new IntentTally(middle, names);
  let facts: LeadFacts = noFacts();
  let before: string[] = [];
  for (const [seq, { speaker, text }] of lines.entries()) {
    if (speaker === 'agent') {
      tally.hearAgent(text);
      before.push(text);
      continue;
    }
    tally.hearVisitor(text);
    facts = learnLine(facts, { seq, text, before: before.length > 0 ? before.join('\n') : null });
    before = [];
  }
  return describe(tally, facts);
}

/** Fits the networks and makes one model of them. Deterministic: the same examples in the same order give the same model. */
export function fitIntent(examples: readonly Described[], middle: Middle): IntentModel {
  const networks = Array.from({ length: NETWORKS }, (_, seed) => fitNetwork(examples, seed));
  const width = examples[0]?.description.length ?? 0;
  const share = (value: number) => rounded(value / NETWORKS);
  return {
    units: Array.from({ length: width }, (_, at) =>
      networks.flatMap(({ units }) =>
        Array.from({ length: UNITS }, (__, unit) => rounded(units[unit * width + at] as number)),
      ),
    ).flat(),
    thresholds: networks.flatMap(({ thresholds }) => Array.from(thresholds, rounded)),
    rows: INTENTS.map((_, name) => networks.flatMap((network) => rowOf(network, name).map(share))),
    bias: INTENTS.map((_, name) => share(networks.reduce((sum, { bias }) => sum + (bias[name] ?? 0), 0))),
    middle,
    temperature: 1,
  };
}

const rowOf = ({ rows }: Network, name: number): number[] =>
  Array.from(rows.subarray(name * UNITS, (name + 1) * UNITS));

/** Three places; never -0, which JSON does not keep. */
const rounded = (value: number) => Math.round(value * 1_000) / 1_000 || 0;
