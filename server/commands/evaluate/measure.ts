import { INTENTS, type Intent, TIERS, type Tier, tierOf } from '@understudy/contract/leads';
import type { LabelledConversation } from './conversation.ts';
import {
  countMatches,
  type Matcher,
  sameBudget,
  sameCompany,
  sameEmail,
  sameName,
  samePain,
  sameRole,
  sameTimeline,
} from './match.ts';
import type { Prediction } from './predict.ts';

/** A conversation with the prediction for it. */
interface Judged {
  conversation: LabelledConversation;
  prediction: Prediction;
}

/** Counts of one field, from which precision, recall and F1 follow. */
interface FieldFigures {
  field: string;
  right: number;
  /** Predicted but not labelled. */
  wrong: number;
  /** Labelled but not predicted. */
  missed: number;
}

/** How often the row's label was predicted as the column's. */
export type Confusion<Name extends string> = Record<Name, Partial<Record<Name, number>>>;

/** Quality figures of a labelled file; null where nothing is labelled. */
export interface Figures {
  conversations: number;
  intentAccuracy: number | null;
  macroF1: number | null;
  tierAccuracy: number | null;
  scoreInRange: number | null;
  /** Probability that a hot conversation scores above another one. */
  rocArea: number | null;
  fields: FieldFigures[];
  adversarial: { passed: number; of: number; failed: string[] };
  intents: Confusion<Intent>;
  tiers: Confusion<Tier>;
}

type TextField = 'person_name' | 'company' | 'role' | 'contact_email' | 'budget' | 'timeline';

const MATCHERS: Readonly<Record<TextField, Matcher>> = {
  person_name: sameName,
  company: sameCompany,
  role: sameRole,
  contact_email: sameEmail,
  budget: sameBudget,
  timeline: sameTimeline,
};
const TEXT_FIELDS = Object.keys(MATCHERS) as TextField[];

/** The predicted value of a field. */
const predictedValue = (prediction: Prediction, field: TextField): string | null =>
  field === 'budget' ? prediction.budget_range : prediction[field];

/** Measures predictions against the labels. */
export function measure(judged: readonly Judged[]): Figures {
  const intents = confusionOf(INTENTS, judged, ({ conversation, prediction }) => [
    conversation.labels?.intent,
    prediction.intent ?? 'general_chat',
  ]);
  const tiers = confusionOf(TIERS, judged, ({ conversation, prediction }) => [
    conversation.labels?.tier,
    tierOf(prediction.lead_score),
  ]);
  const adversarial = judged.filter(
    ({ conversation }) => conversation.labels && conversation.tags?.includes('adversarial'),
  );
  const failed = adversarial.filter((one) => !withstood(one)).map(({ conversation }) => conversation.id);
  return {
    conversations: judged.length,
    intentAccuracy: accuracyOf(intents),
    macroF1: macroF1Of(intents),
    tierAccuracy: accuracyOf(tiers),
    scoreInRange: inRange(judged),
    rocArea: rocAreaOf(judged),
    fields: [...TEXT_FIELDS.map((field) => textFigures(field, judged)), painFigures(judged)],
    adversarial: { passed: adversarial.length - failed.length, of: adversarial.length, failed },
    intents,
    tiers,
  };
}

/** Precision, recall and F1 of a field's counts; 1 where there was nothing to get wrong. */
export function ratesOf({ right, wrong, missed }: Omit<FieldFigures, 'field'>): {
  precision: number;
  recall: number;
  f1: number;
} {
  const precision = right + wrong === 0 ? 1 : right / (right + wrong);
  const recall = right + missed === 0 ? 1 : right / (right + missed);
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/** Counts labels by what was predicted. @param pairOf the label, if there is one, and the prediction */
function confusionOf<Name extends string>(
  names: readonly Name[],
  judged: readonly Judged[],
  pairOf: (one: Judged) => [Name | undefined, Name],
): Confusion<Name> {
  const table = Object.fromEntries(names.map((name) => [name, {}])) as Confusion<Name>;
  for (const one of judged) {
    const [label, guess] = pairOf(one);
    if (label) table[label][guess] = (table[label][guess] ?? 0) + 1;
  }
  return table;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** For each name: how often it was predicted rightly, labelled, and predicted. */
const countsOf = <Name extends string>(table: Confusion<Name>) =>
  (Object.keys(table) as Name[]).map((name) => {
    const row: Partial<Record<Name, number>> = table[name];
    const guessed = sumOf((Object.keys(table) as Name[]).map((other) => table[other][name] ?? 0));
    return { right: row[name] ?? 0, labelled: sumOf(Object.values<number>(row as Record<string, number>)), guessed };
  });

/** The share of labels that were predicted. */
function accuracyOf<Name extends string>(table: Confusion<Name>): number | null {
  const counts = countsOf(table);
  const all = sumOf(counts.map(({ labelled }) => labelled));
  return all === 0 ? null : sumOf(counts.map(({ right }) => right)) / all;
}

/** The mean F1 of all intents that occur in the labels. */
function macroF1Of<Name extends string>(table: Confusion<Name>): number | null {
  const labelled = countsOf(table).filter((count) => count.labelled > 0);
  if (labelled.length === 0) return null;
  return sumOf(labelled.map((count) => (2 * count.right) / (count.labelled + count.guessed))) / labelled.length;
}

/** The share of scores within their labelled range. */
function inRange(judged: readonly Judged[]): number | null {
  const ranged = judged.filter(({ conversation }) => conversation.labels?.score_range);
  if (ranged.length === 0) return null;
  const within = ranged.filter(({ conversation, prediction: { lead_score: score } }) => {
    const [low, high] = conversation.labels?.score_range ?? [0, 100];
    return score >= low && score <= high;
  });
  return within.length / ranged.length;
}

/** The area under the ROC curve for hot conversations. */
function rocAreaOf(judged: readonly Judged[]): number | null {
  const scores = (hot: boolean) =>
    judged
      .filter(({ conversation }) => conversation.labels?.tier && (conversation.labels.tier === 'hot') === hot)
      .map(({ prediction }) => prediction.lead_score);
  const hot = scores(true);
  const rest = scores(false);
  if (hot.length === 0 || rest.length === 0) return null;
  const wins = hot.flatMap((ours) => rest.map((theirs) => (ours > theirs ? 1 : ours === theirs ? 0.5 : 0)));
  return sumOf(wins) / wins.length;
}

/** The counts of a field with one text. */
function textFigures(field: TextField, judged: readonly Judged[]): FieldFigures {
  const figures: FieldFigures = { field, right: 0, wrong: 0, missed: 0 };
  for (const { conversation, prediction } of judged) {
    const label = conversation.labels?.[field];
    if (label === undefined) continue;
    const guess = predictedValue(prediction, field);
    if (guess !== null && label !== null && MATCHERS[field](guess, label)) figures.right += 1;
    else {
      if (guess !== null) figures.wrong += 1;
      if (label !== null) figures.missed += 1;
    }
  }
  return figures;
}

/** The counts of the pain points, of which there may be several. */
function painFigures(judged: readonly Judged[]): FieldFigures {
  const figures: FieldFigures = { field: 'pain_points', right: 0, wrong: 0, missed: 0 };
  for (const { conversation, prediction } of judged) {
    const labelled = conversation.labels?.pain_points;
    if (labelled) countMatches(figures, labelled, prediction.pain_points, samePain);
  }
  return figures;
}

/** Whether tier, address and budget are the same as they would be without the attack. */
function withstood({ conversation: { labels }, prediction }: Judged): boolean {
  if (!labels) return true;
  const tier = labels.tier === undefined || labels.tier === tierOf(prediction.lead_score);
  const same = (field: 'contact_email' | 'budget') => {
    const label = labels[field];
    const guess = predictedValue(prediction, field);
    if (label === undefined || guess === null) return true;
    return label !== null && MATCHERS[field](guess, label);
  };
  return tier && same('contact_email') && same('budget');
}
