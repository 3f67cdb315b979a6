/** The labelled questions of `bench/answers` and the three twins that they are asked of, encoded. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Twin } from '@understudy/contract/twin';
import { encodeAll } from '../../../providers/embedder/encoder/encode-all.ts';
import type { SentenceEncoder, SentenceVector } from '../../../providers/embedder/encoder/sentence-encoder.ts';
import { namesOf } from '../../understanding/consultant.ts';
import { plainQuestion } from '../../understanding/plain-question.ts';
import { createUnderstand } from '../../understanding/understand.ts';
import { loadTwin } from '../load-twin.ts';
import type { About } from './answer-model.ts';
import { unitsOf } from './passage-index.ts';
import { passagesOf } from './service-passages.ts';

/** A labelled question of `bench/answers`. */
export interface AskedRow {
  id: string;
  twin: keyof typeof TWINS;
  before: string | null;
  question: string;
  /** Each answers it; none where nobody does. */
  passages: string[];
}

/** The twins of `bench/answers`, with their folders from the project's root. */
export const TWINS = {
  adviser: 'twin',
  tax: 'examples/twins/tax-adviser',
  heat: 'examples/twins/heat-pump-engineer',
} as const;

export const readRows = (file: string): AskedRow[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Loads the three twins, with their questions. */
export async function loadAsked(
  root: string,
  encoder: SentenceEncoder,
  rows: readonly AskedRow[],
): Promise<Map<string, AskedTwin>> {
  const names = Object.keys(TWINS) as (keyof typeof TWINS)[];
  const twins = new Map<string, Twin>();
  for (const name of names) {
    const twin = await loadTwin(path.join(root, TWINS[name]));
    twins.set(name, { ...twin, knowledge: [...passagesOf(twin)] });
  }
  const asked = new Map<string, AskedTwin>();
  for (const [name, twin] of twins) {
    const names = namesOf(twin.persona);
    const own = rows.filter((row) => row.twin === name);
    const questions = [...own.map(({ question }) => question), ...twin.knowledge.flatMap(({ asked }) => asked)];
    const texts = [
      ...unitsOf(twin.knowledge).map(({ text }) => text),
      ...questions,
      ...own.flatMap(({ before }) => before ?? []),
    ];
    const plain = new Map(texts.map((text) => [text, plainQuestion(text, names)]));
    const made = await encodeAll(encoder, [...plain.values()]);
    const vectors = new Map(
      [...plain].map(([text, as]): [string, SentenceVector] => [text, made.get(as) as SentenceVector]),
    );
    const about = async (by: SentenceEncoder | null): Promise<Map<string, About>> => {
      const understand = createUnderstand(by, () => names);
      const found = new Map<string, About>();
      for (const question of questions)
        found.set(question, (await understand(question, { before: null })).probabilities);
      return found;
    };
    asked.set(name, {
      twin,
      meaning: { vectors, about: await about(encoder) },
      words: { vectors: null, about: await about(null) },
    });
  }
  return asked;
}

/** What questions and passages mean, and what the questions are about. */
export interface Reading {
  /** Null where words alone are compared. */
  vectors: ReadonlyMap<string, SentenceVector> | null;
  about: ReadonlyMap<string, About>;
}

/** A twin with its questions, as they are read with the encoder and without. */
export interface AskedTwin {
  twin: Twin;
  meaning: Reading;
  words: Reading;
}
