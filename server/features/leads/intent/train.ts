import { INTENTS, type Intent } from '@understudy/contract/leads';
import { meaningOf, WORD_VECTORS } from '../../../platform/text/word-vectors.ts';
import { AGENT_CUES, CUES, TOGETHER } from './cues.ts';
import { readable } from './features.ts';
import { type IntentModel, probabilitiesOf } from './model.ts';
import { IntentTally, LAYOUT, type Middle, type Stretch, WIDTH } from './tally.ts';

/** A conversation, oldest line first, and what the visitor was after. */
export interface TrainingExample {
  lines: readonly { speaker: 'visitor' | 'agent'; text: string }[];
  intent: Intent;
  /** How much it counts. */
  weight: number;
}

const EPOCHS = 150;
const STEP = 0.05;
/** Where a cue's weights begin and are pulled back to: what it was chosen for, this much. */
const PRIOR_COUNTS = 1.5;
/** Pull of the weights towards where they begin; chosen by cross-validation on the training half. */
const PULL = 0.003;
const FIRST_PULL = 0.01;

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

/** The description of a whole conversation. */
export function describeExample({ lines }: TrainingExample, middle: Middle): Float64Array {
  const tally = new IntentTally(middle);
  for (const { speaker, text } of lines) {
    if (speaker === 'visitor') tally.hearVisitor(text);
    else tally.hearAgent(text);
  }
  return tally.description();
}

/** One described conversation. */
export interface Described {
  description: Float64Array;
  intent: Intent;
  weight: number;
}

/**
 * Fits a multinomial logistic regression by whole-batch gradient descent (Adam), pulled towards what the cues were chosen
 * for. Deterministic: the same examples in the same order give the same model.
 */
export function fitIntent(examples: readonly Described[], middle: Middle): IntentModel {
  const width = WIDTH;
  const priors = INTENTS.map((intent) => priorRow(intent));
  const rows = priors.map((prior) => Float64Array.from(prior));
  const pulls = pullRow();
  const momentum = INTENTS.map(() => new Float64Array(width));
  const squares = INTENTS.map(() => new Float64Array(width));
  const bias = INTENTS.map(() => 0);
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  for (let epoch = 1; epoch <= EPOCHS; epoch += 1) {
    const slopes = INTENTS.map(() => new Float64Array(width));
    const biasSlopes = INTENTS.map(() => 0);
    for (const { description, intent, weight } of examples) {
      const odds = probabilitiesOf({ bias, rows: rows as unknown as number[][], middle, temperature: 1 }, description);
      for (const [at, name] of INTENTS.entries()) {
        const error = (((odds[at] ?? 0) - (name === intent ? 1 : 0)) * weight) / total;
        biasSlopes[at] = (biasSlopes[at] ?? 0) + error;
        const slope = slopes[at] as Float64Array;
        for (let place = 0; place < width; place += 1) {
          slope[place] = (slope[place] ?? 0) + error * (description[place] ?? 0);
        }
      }
    }
    for (const at of INTENTS.keys()) {
      bias[at] = (bias[at] ?? 0) - 0.5 * (biasSlopes[at] ?? 0);
      adamStep({
        row: rows[at] as Float64Array,
        prior: priors[at] as Float64Array,
        slope: slopes[at] as Float64Array,
        momentum: momentum[at] as Float64Array,
        squares: squares[at] as Float64Array,
        pulls,
        epoch,
      });
    }
  }
  return { bias: bias.map(rounded), rows: rows.map((row) => Array.from(row, rounded)), middle, temperature: 1 };
}

interface AdamStep {
  row: Float64Array;
  prior: Float64Array;
  slope: Float64Array;
  momentum: Float64Array;
  squares: Float64Array;
  pulls: Float64Array;
  epoch: number;
}

/** One step of one intent's weights (Kingma, Ba 2015, with their constants). */
function adamStep({ row, prior, slope, momentum, squares, pulls, epoch }: AdamStep): void {
  for (const at of row.keys()) {
    const gradient = (slope[at] ?? 0) + (pulls[at] ?? 0) * ((row[at] ?? 0) - (prior[at] ?? 0));
    const first = 0.9 * (momentum[at] ?? 0) + 0.1 * gradient;
    const second = 0.999 * (squares[at] ?? 0) + 0.001 * gradient * gradient;
    momentum[at] = first;
    squares[at] = second;
    row[at] = (row[at] ?? 0) - (STEP * first) / (1 - 0.9 ** epoch) / (Math.sqrt(second / (1 - 0.999 ** epoch)) + 1e-8);
  }
}

function priorRow(intent: Intent): Float64Array {
  const chosen: Partial<Record<Stretch, readonly { prior: Partial<Record<Intent, number>> }[]>> = {
    cues: CUES,
    together: TOGETHER,
    agent: AGENT_CUES,
  };
  const row = new Float64Array(WIDTH);
  for (const { stretch, from } of LAYOUT) {
    for (const [at, { prior }] of (chosen[stretch] ?? []).entries()) {
      row[from + at] = PRIOR_COUNTS * (prior[intent] ?? 0);
    }
  }
  return row;
}

function pullRow(): Float64Array {
  const pulls = new Float64Array(WIDTH).fill(PULL);
  for (const { stretch, from, size } of LAYOUT) if (stretch === 'first') pulls.fill(FIRST_PULL, from, from + size);
  return pulls;
}

/** Three places; never -0, which JSON does not keep. */
const rounded = (value: number) => Math.round(value * 1_000) / 1_000 || 0;
