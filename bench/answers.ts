import path from 'node:path';
import { shippedAnswerModels } from '../server/features/twin/retrieval/find-answer.ts';
import { type AnswerFigures, measureAnswers } from '../server/features/twin/retrieval/train-answers.ts';
import { createSentenceEncoder } from '../server/providers/embedder/encoder/sentence-encoder.ts';
import { printTable } from './figures.ts';

const HEADS = [
  'twin',
  'asked',
  'answerable',
  'right first, %',
  'told right, %',
  'told wrong, %',
  'unsure, right, %',
  'unsure, wrong, %',
  'refused, %',
];
const percent = (share: number): string => (100 * share).toFixed(1);

/** How right the twin's answers are, on questions that nothing was fitted to (bench/answers/test.jsonl). */
export async function benchAnswers(): Promise<void> {
  const encoder = createSentenceEncoder();
  try {
    const figures = await measureAnswers(path.resolve(import.meta.dirname, '..'), encoder, shippedAnswerModels());
    printTable('answers: questions of the test half, with the encoder', HEADS, figures.meaning.map(row));
    printTable('answers: the same by words alone', HEADS, figures.words.map(row));
  } finally {
    await encoder.close();
  }
}

const row = ({
  twin,
  kind,
  answerable,
  first,
  right,
  wrong,
  nearRight,
  nearWrong,
  refused,
}: AnswerFigures): string[] => [
  twin,
  kind,
  String(answerable),
  ...[first, right, wrong, nearRight, nearWrong, refused].map(percent),
];
