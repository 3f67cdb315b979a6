import { INTENTS } from '@understudy/contract/leads';
import type { Middle } from './tally.ts';

/** What training leaves, written by `npm run train`: a network with one layer of units between words and purposes. */
export interface IntentModel {
  /** Each unit's weights, as many as a conversation's description has numbers. */
  units: readonly ArrayLike<number>[];
  /** What each unit begins with. */
  thresholds: readonly number[];
  /** By intent, in the order of INTENTS, what each unit says for it. */
  rows: readonly (readonly number[])[];
  /** Each intent's own weight. */
  bias: readonly number[];
  middle: Middle;
  /** By what sums are divided before they become probabilities, so that '70 %' is right seven times in ten. */
  temperature: number;
}

/** Probabilities of the intents, in their order, for a conversation as `describe` (description.ts) puts it. */
export function probabilitiesOf(model: IntentModel, description: ArrayLike<number>): number[] {
  const sums = [...model.bias];
  for (const [unit, weights] of model.units.entries()) {
    let heard = model.thresholds[unit] ?? 0;
    for (let at = 0; at < description.length; at += 1) heard += (weights[at] as number) * (description[at] as number);
    if (heard <= 0) continue;
    for (const intent of INTENTS.keys()) sums[intent] = (sums[intent] ?? 0) + heard * (model.rows[intent]?.[unit] ?? 0);
  }
  return shares(sums.map((sum) => sum / model.temperature));
}

/** Sums as probabilities. */
export function shares(sums: readonly number[]): number[] {
  const top = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - top));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}
