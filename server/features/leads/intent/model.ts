import type { Middle } from './tally.ts';

/** What training leaves, written by `npm run train`: a network with one layer of units between words and purposes. */
export interface IntentModel {
  /** For each number of a conversation's description the weights that it has with the units, one after the other. */
  units: ArrayLike<number>;
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

/** Probabilities of the intents, in their order, for a conversation as `describe` (tally.ts) puts it. */
export function probabilitiesOf(model: IntentModel, description: Float64Array): number[] {
  const { units, rows, bias, temperature } = model;
  const heard = Float64Array.from(model.thresholds);
  const { length } = heard;
  for (let at = 0; at < description.length; at += 1) {
    const value = description[at] as number;
    // Most cues are not heard.
    if (value === 0) continue;
    for (let unit = 0, from = at * length; unit < length; unit += 1) {
      heard[unit] = (heard[unit] as number) + (units[from + unit] as number) * value;
    }
  }
  const sums = rows.map((row, intent) => {
    let sum = bias[intent] ?? 0;
    for (let unit = 0; unit < length; unit += 1) sum += (row[unit] as number) * Math.max(0, heard[unit] as number);
    return sum / temperature;
  });
  return shares(sums);
}

/** Sums as probabilities. */
export function shares(sums: readonly number[]): number[] {
  const top = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - top));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}
