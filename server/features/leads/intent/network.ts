import { INTENTS, type Intent } from '@understudy/contract/leads';
import { chanceOf } from '../../../platform/chance.ts';
import { shares } from './model.ts';

/** One described conversation. */
export interface Described {
  description: Float64Array;
  intent: Intent;
  /** How much it counts. */
  weight: number;
}

/** A fitted network: `units` by `width` weights, then one row of units for each intent. */
export interface Network {
  units: Float64Array;
  thresholds: Float64Array;
  rows: Float64Array;
  bias: Float64Array;
}

/** Units of one network; chosen, like what follows, by leaving out one writer of the training half after the other. */
export const UNITS = 48;
const EPOCHS = 30;
const BATCH = 32;
const STEP = 0.002;
/** Pull of the weights towards 0. */
const PULL = 0.001;
/** Share of a description's numbers, and of the units, that a step does without, so that none is relied upon alone. */
const DESCRIPTION_LEFT_OUT = 0.3;
const UNITS_LEFT_OUT = 0.5;
const INTENT_COUNT = INTENTS.length;

/**
 * Fits a network with one layer of rectified units by stochastic gradient descent (Adam; Kingma, Ba 2015) with dropout
 * (Srivastava et al. 2014). The same examples in the same order and the same seed give the same network.
 */
export function fitNetwork(examples: readonly Described[], seed: number): Network {
  const chance = chanceOf(seed);
  const width = examples[0]?.description.length ?? 0;
  const network = beginning(examples, width, chance);
  const { units, thresholds, rows, bias } = network;
  const fitted = [units, thresholds, rows, bias].map((values) => new Fitted(values));
  const [unitsFit, thresholdsFit, rowsFit, biasFit] = fitted as [Fitted, Fitted, Fitted, Fitted];
  const mean = examples.reduce((sum, { weight }) => sum + weight, 0) / examples.length;
  const order = examples.map((_, at) => at);
  const places = new Int32Array(width);
  const values = new Float64Array(width);
  const heard = new Float64Array(UNITS);
  const back = new Float64Array(UNITS);
  let step = 0;
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, chance);
    const rate = STEP * (1.05 - epoch / EPOCHS);
    for (let from = 0; from < order.length; from += BATCH) {
      const batch = order.slice(from, from + BATCH);
      for (const { slope } of fitted) slope.fill(0);
      for (const at of batch) {
        const { description, intent, weight } = examples[at] as Described;
        let count = 0;
        for (let place = 0; place < width; place += 1) {
          const value = description[place] as number;
          if (value === 0 || chance() < DESCRIPTION_LEFT_OUT) continue;
          places[count] = place;
          values[count] = value / (1 - DESCRIPTION_LEFT_OUT);
          count += 1;
        }
        for (let unit = 0; unit < UNITS; unit += 1) {
          heard[unit] = 0;
          if (chance() < UNITS_LEFT_OUT) continue;
          let sum = thresholds[unit] as number;
          const row = unit * width;
          for (let one = 0; one < count; one += 1) {
            sum += (units[row + (places[one] as number)] as number) * (values[one] as number);
          }
          if (sum > 0) heard[unit] = sum / (1 - UNITS_LEFT_OUT);
        }
        const odds = shares(
          Array.from(bias, (own, name) => {
            let sum = own;
            for (let unit = 0; unit < UNITS; unit += 1) {
              sum += (rows[name * UNITS + unit] as number) * (heard[unit] as number);
            }
            return sum;
          }),
        );
        back.fill(0);
        for (let name = 0; name < INTENT_COUNT; name += 1) {
          const error = (((odds[name] as number) - (INTENTS[name] === intent ? 1 : 0)) * weight) / mean / batch.length;
          biasFit.add(name, error);
          for (let unit = 0; unit < UNITS; unit += 1) {
            if (heard[unit] === 0) continue;
            rowsFit.add(name * UNITS + unit, error * (heard[unit] as number));
            back[unit] = (back[unit] as number) + error * (rows[name * UNITS + unit] as number);
          }
        }
        for (let unit = 0; unit < UNITS; unit += 1) {
          if (heard[unit] === 0) continue;
          const error = (back[unit] as number) / (1 - UNITS_LEFT_OUT);
          thresholdsFit.add(unit, error);
          const row = unit * width;
          const { slope } = unitsFit;
          for (let one = 0; one < count; one += 1) {
            const place = row + (places[one] as number);
            slope[place] = (slope[place] as number) + error * (values[one] as number);
          }
        }
      }
      step += 1;
      unitsFit.take(step, rate, PULL);
      thresholdsFit.take(step, rate, 0);
      rowsFit.take(step, rate, PULL);
      biasFit.take(step, rate, 0);
    }
  }
  return network;
}

/** Weights with the slope of the batch and what Adam keeps of earlier ones. */
class Fitted {
  readonly slope: Float64Array;
  readonly #values: Float64Array;
  readonly #momentum: Float64Array;
  readonly #squares: Float64Array;

  constructor(values: Float64Array) {
    this.#values = values;
    this.slope = new Float64Array(values.length);
    this.#momentum = new Float64Array(values.length);
    this.#squares = new Float64Array(values.length);
  }

  add(at: number, slope: number): void {
    this.slope[at] = (this.slope[at] as number) + slope;
  }

  /** One step (with the constants of the paper). */
  take(step: number, rate: number, pull: number): void {
    const first = 1 - 0.9 ** step;
    const second = 1 - 0.999 ** step;
    for (let at = 0; at < this.slope.length; at += 1) {
      const gradient = (this.slope[at] as number) + pull * (this.#values[at] as number);
      const momentum = 0.9 * (this.#momentum[at] as number) + 0.1 * gradient;
      const squares = 0.999 * (this.#squares[at] as number) + 0.001 * gradient * gradient;
      this.#momentum[at] = momentum;
      this.#squares[at] = squares;
      this.#values[at] =
        (this.#values[at] as number) - (rate * momentum) / first / (Math.sqrt(squares / second) + 1e-8);
    }
  }
}

/** Small weights by chance, so large that sums begin between -2 and 2 or so. */
function beginning(examples: readonly Described[], width: number, chance: () => number): Network {
  const size = (description: Float64Array) => description.reduce((sum, value) => sum + value * value, 0);
  const mean = examples.reduce((sum, { description }) => sum + size(description), 0) / examples.length;
  const spread = (count: number, deviation: number) =>
    Float64Array.from({ length: count }, () => (chance() * 2 - 1) * Math.sqrt(3) * deviation);
  return {
    units: spread(UNITS * width, 1 / Math.sqrt(mean)),
    thresholds: new Float64Array(UNITS),
    rows: spread(INTENT_COUNT * UNITS, 0.5 / Math.sqrt(UNITS)),
    bias: new Float64Array(INTENT_COUNT),
  };
}

function shuffle(order: number[], chance: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(chance() * (at + 1));
    [order[at], order[other]] = [order[other] as number, order[at] as number];
  }
}
