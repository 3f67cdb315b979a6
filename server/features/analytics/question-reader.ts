import type { Twin } from '@understudy/contract/twin';
import { noAnswerLines } from '../twin/index.ts';
import { namesOf, type Understand } from '../understanding/index.ts';
import type { QuestionReader } from './count-session.ts';

const readers = new WeakMap<Twin, QuestionReader>();

/** Finds questions that a twin had no answer to; one reader per twin. */
export function questionReader(twin: Twin, understand: Understand): QuestionReader {
  const known = readers.get(twin);
  if (known) return known;
  const reader = { names: namesOf(twin.persona), noAnswerLines: noAnswerLines(twin), understand };
  readers.set(twin, reader);
  return reader;
}
