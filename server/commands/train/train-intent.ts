import { readdirSync } from 'node:fs';
import path from 'node:path';
import { INTENTS, type Intent } from '@understudy/contract/leads';
import {
  INTENT_FIT,
  INTENT_LABELS,
  IntentFeaturizer,
  type IntentLine,
  type IntentModels,
  NO_INTENT,
} from '../../features/leads/intent/conversation-intent.ts';
import {
  ACTS,
  type Example,
  fitLinear,
  hintsIn,
  type LinearModel,
  lastWordsOf,
  lineFeatures,
  probabilitiesOf,
  sentencesOf,
  shippedLineModel,
  withConsultant,
} from '../../features/understanding/index.ts';
import { encodeAll } from '../../providers/embedder/encoder/encode-all.ts';
import type { SentenceEncoder } from '../../providers/embedder/encoder/sentence-encoder.ts';
import { visitorLines } from '../evaluate/predict.ts';
import { readRows, trainingConversations, trainingNames, trainingPhrases } from './examples.ts';

/** Weight of a made-up phrase relative to a conversation. */
const PHRASE_WEIGHT = 1;
/** Lower, because there are many lines without an intent. */
const NONE_WEIGHT = 0.5;

/** Files with lines written as first messages, over many trades. */
const OPENINGS = /^(?:entities-j|train-l|train-m)\./;

/** An example: a conversation, or a line or phrase as one. */
interface Talk {
  lines: readonly { text: string; before: string | null }[];
  intent: Intent | typeof NO_INTENT;
  weight: number;
  /** Whether it was written as a first message: conversations are read in other words. */
  isOpening: boolean;
  /** The conversation's writer; null for anything else, which every model learns from. */
  writer: string | null;
}

type SourcedExample = Example & Pick<Talk, 'writer' | 'isOpening'>;

/** Quality of a model on a writer whose conversations it was not trained on. */
interface WriterFigures {
  writer: string;
  count: number;
  right: number;
}

/** The files of labelled lines in a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^(?:train|entities).*\.jsonl$/.test(name))
    .map((name) => path.join(folder, name));

/** All examples. */
function talksOf(bench: string): Talk[] {
  const single = [...filesIn(path.join(bench, 'lines')), ...filesIn(path.join(bench, 'openings'))].flatMap((file) => {
    const isOpening = OPENINGS.test(path.basename(file));
    return readRows<{ text: string; before?: string | null; intent?: Intent | null }>(file).flatMap(
      ({ text, before = null, intent }): Talk[] => {
        // The intent of a line that was labelled for something else is unknown.
        if (intent === undefined || (intent === null && before !== null)) return [];
        const weight = intent ? 1 : NONE_WEIGHT;
        return [{ lines: [{ text, before }], intent: intent ?? NO_INTENT, weight, isOpening, writer: null }];
      },
    );
  });
  const phrases = trainingPhrases().map(
    ({ lines, intent }): Talk => ({
      lines: visitorLines(lines),
      intent,
      weight: PHRASE_WEIGHT,
      isOpening: false,
      writer: null,
    }),
  );
  const conversations = trainingConversations().map(
    ({ lines, intent, file }): Talk => ({
      lines: visitorLines(lines),
      intent,
      weight: 1,
      isOpening: false,
      writer: file.slice(0, 1),
    }),
  );
  return [...single, ...phrases, ...conversations];
}

/**
 * Fits the intent models to labelled conversations, first messages, single lines and phrases.
 *
 * @param bench the folder `bench`
 * @returns the models, and a function that evaluates them on each writer left out in turn
 */
export async function trainIntents(
  bench: string,
  encoder: SentenceEncoder,
): Promise<{ models: IntentModels; leaveOneOut(): WriterFigures[] }> {
  const talks = talksOf(bench);
  const texts = talks.flatMap(({ lines }) =>
    lines.flatMap(({ text, before }) => [
      text,
      ...sentencesOf(text).map((sentence) => sentence.text),
      ...(before ? [lastWordsOf(before)] : []),
    ]),
  );
  const vectors = await encodeAll(encoder, texts);
  const vectorOf = (text: string | null) => (text === null ? null : (vectors.get(text) ?? null));
  const line = shippedLineModel();
  const names = trainingNames();
  const heard = (text: string, before: string | null): IntentLine => {
    const plain = withConsultant(text, names);
    const vectors = { vector: vectorOf(text), beforeVector: vectorOf(before) };
    const odds = probabilitiesOf(line, lineFeatures({ text: plain, before, hints: hintsIn(plain), ...vectors }));
    const acts = ACTS.filter((_, at) => (odds[at] as number) >= (line.thresholds[at] as number));
    const sentences = sentencesOf(text).map((sentence) => ({ vector: vectorOf(sentence.text) }));
    return { plain, vector: vectors.vector, acts: new Set(acts), sentences };
  };
  const examples = talks.map(({ lines, intent, weight, writer, isOpening }): SourcedExample => {
    const featurizer = new IntentFeaturizer();
    for (const { text, before } of lines) featurizer.addLine(heard(text, before ? lastWordsOf(before) : null));
    return { ...featurizer.features(), labels: new Set([intent]), weight, writer, isOpening };
  });
  const ofConversations = examples.filter(({ isOpening }) => !isOpening);
  const fit = (of: readonly Example[]) => fitLinear('exclusive', of, INTENT_LABELS, INTENT_FIT);
  const isRight = (model: LinearModel, example: Example): boolean => {
    const odds = probabilitiesOf(model, example).slice(0, INTENTS.length);
    return example.labels.has(INTENTS[odds.indexOf(Math.max(...odds))] as Intent);
  };
  return {
    models: { opening: fit(examples), conversation: fit(ofConversations) },
    leaveOneOut: () =>
      [...new Set(examples.flatMap(({ writer }) => writer ?? []))].map((writer) => {
        const model = fit(ofConversations.filter((example) => example.writer !== writer));
        const own = examples.filter((example) => example.writer === writer);
        return { writer, count: own.length, right: own.filter((example) => isRight(model, example)).length };
      }),
  };
}
