import path from 'node:path';
import { FIGURE_HEADS, figureCells, measureAnswers } from '../server/commands/train/train-answers.ts';
import { shippedAnswerModels } from '../server/features/twin/retrieval/find-answer.ts';
import { createSentenceEncoder } from '../server/providers/embedder/encoder/sentence-encoder.ts';
import { printTable } from './figures.ts';

/** Accuracy of the twin's answers to held-out questions (bench/answers/test.jsonl). */
export async function benchAnswers(): Promise<void> {
  const encoder = createSentenceEncoder();
  try {
    const figures = await measureAnswers(path.resolve(import.meta.dirname, '..'), encoder, shippedAnswerModels());
    printTable('answers: questions of the test half, with the encoder', FIGURE_HEADS, figures.meaning.map(figureCells));
    printTable('answers: the same by words alone', FIGURE_HEADS, figures.words.map(figureCells));
  } finally {
    await encoder.close();
  }
}
