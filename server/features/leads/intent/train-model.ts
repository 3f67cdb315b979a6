import { INTENTS } from '@understudy/contract/leads';
import { type SourcedExample, trainingConversations, trainingPhrases } from './examples.ts';
import { type IntentModel, probabilitiesOf } from './model.ts';
import { describeExample, fitIntent, middleOf } from './train.ts';

const FOLDS = 5;
/** Neighbours in a file are alike, so they are left out together. */
const BLOCK = 5;
const TEMPERATURES = [0.8, 0.9, 1, 1.1, 1.2, 1.35, 1.5, 1.75, 2];

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
  const described = [...conversations, ...trainingPhrases()].map((example) => ({
    example,
    description: describeExample(example, middle),
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

/** Fits the model that is shipped, and predicts each training conversation by a model that had not seen it. */
export function trainModel(): { model: IntentModel; heldOut: HeldOut[] } {
  const { conversations, described, middle } = describeAll();
  const heldOut: HeldOut[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const isHeldOut = (at: number) => at < conversations.length && Math.floor(at / BLOCK) % FOLDS === fold;
    const model = fitIntent(
      described.filter((_, at) => !isHeldOut(at)),
      middle,
    );
    for (const [at, { example, description }] of described.entries()) {
      if (isHeldOut(at)) heldOut.push({ example, odds: probabilitiesOf(model, description) });
    }
  }
  return { model: { ...fitIntent(described, middle), temperature: bestTemperature(heldOut) }, heldOut };
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

/** Share of held-out conversations whose likeliest intent is the labelled one. */
export function accuracyOf(heldOut: readonly HeldOut[]): number {
  const right = heldOut.filter(({ example, odds }) => INTENTS[odds.indexOf(Math.max(...odds))] === example.intent);
  return right.length / heldOut.length;
}
