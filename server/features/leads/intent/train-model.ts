import { INTENTS, type Intent } from '@understudy/contract/leads';
import { type SourcedExample, trainingConversations, trainingNames, trainingPhrases } from './examples.ts';
import { type IntentModel, probabilitiesOf } from './model.ts';
import { describeExample, fitIntent, middleOf } from './train.ts';

const FOLDS = 5;
/** Neighbours in a file are alike, so they are left out together. */
const BLOCK = 5;
const TEMPERATURES = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.35, 1.5, 1.75, 2];

/** A prediction of cross-validation: made by a model that had not seen the conversation. */
export interface HeldOut {
  example: SourcedExample;
  /** Not yet divided by the temperature. */
  odds: number[];
}

/** The examples, conversations first, as training sees them. */
function describeAll() {
  const conversations = trainingConversations();
  const middle = middleOf(conversations);
  const names = trainingNames();
  const described = [...conversations, ...trainingPhrases()].map((example) => ({
    example,
    description: describeExample(example, middle, names),
    intent: example.intent,
    weight: example.weight,
  }));
  return { conversations, described, middle };
}

/** Fits the weights that are shipped, without asking how good they are. */
export function fitShipped(): IntentModel {
  const { described, middle } = describeAll();
  return fitIntent(described, middle);
}

/** Whose conversations a file holds: its name begins with a letter for its writer. */
export const writerOf = ({ file }: SourcedExample): string => file.charAt(0);

/**
 * Predicts each training conversation by a model that had not seen it.
 * @param by 'writer': nor any other by the same writer, which says what to expect of people never met; 'block': nor its
 * neighbours
 */
export function holdOut(by: 'writer' | 'block'): HeldOut[] {
  const { conversations, described, middle } = describeAll();
  const parts = described.map(({ example }, at) => {
    if (at >= conversations.length) return null;
    return by === 'writer' ? writerOf(example) : String(Math.floor(at / BLOCK) % FOLDS);
  });
  const heldOut: HeldOut[] = [];
  for (const part of new Set(parts.filter((one) => one !== null))) {
    const model = fitIntent(
      described.filter((_, at) => parts[at] !== part),
      middle,
    );
    for (const [at, { example, description }] of described.entries()) {
      if (parts[at] === part) heldOut.push({ example, odds: probabilitiesOf(model, description) });
    }
  }
  return heldOut;
}

/** Fits the model that is shipped, with the temperature that what was held out by blocks asks for. */
export function trainModel(): { model: IntentModel; heldOut: HeldOut[] } {
  const heldOut = holdOut('block');
  return { model: { ...fitShipped(), temperature: bestTemperature(heldOut) }, heldOut };
}

/** The temperature under which what was held out is least surprising. */
function bestTemperature(heldOut: readonly HeldOut[]): number {
  const surprise = (temperature: number) =>
    heldOut.reduce((sum, { example, odds }) => {
      const powers = odds.map((odd) => odd ** (1 / temperature));
      const total = powers.reduce((all, power) => all + power, 0);
      return sum - Math.log((powers[INTENTS.indexOf(example.intent)] ?? 0) / total + 1e-12);
    }, 0);
  return TEMPERATURES.reduce((best, next) => (surprise(next) < surprise(best) ? next : best));
}

/** The likeliest intent of one that was held out. */
const guessOf = ({ odds }: HeldOut): Intent | undefined => INTENTS[odds.indexOf(Math.max(...odds))];

/** Share of held-out conversations whose likeliest intent is the labelled one. */
export function accuracyOf(heldOut: readonly HeldOut[]): number {
  return heldOut.filter((one) => guessOf(one) === one.example.intent).length / heldOut.length;
}
