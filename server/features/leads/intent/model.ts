import { INTENTS } from '@understudy/contract/leads';
import type { IntentTally, Middle } from './tally.ts';

/** What training leaves. Written by `npm run train`, in words rather than places where there are words. */
export interface IntentModel {
  /** Each intent's own weight, in the order of INTENTS. */
  bias: readonly number[];
  /** One row of weights for each intent, as wide as a description. */
  rows: readonly (readonly number[])[];
  middle: Middle;
  /** By what sums are divided before they become probabilities, so that '70 %' is right seven times in ten. */
  temperature: number;
}

/** Probabilities of the intents, in their order. */
export function probabilitiesOf(model: IntentModel, description: ArrayLike<number>): number[] {
  const sums = INTENTS.map((_, intent) => {
    const row = model.rows[intent] ?? [];
    let sum = model.bias[intent] ?? 0;
    // Most cues of a description are not heard.
    for (let at = 0; at < description.length; at += 1) {
      const value = description[at] ?? 0;
      if (value !== 0) sum += (row[at] ?? 0) * value;
    }
    return sum / model.temperature;
  });
  const top = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - top));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** Probabilities of what a conversation is after so far. */
export const likelihoods = (model: IntentModel, tally: IntentTally): number[] =>
  probabilitiesOf(model, tally.description());
