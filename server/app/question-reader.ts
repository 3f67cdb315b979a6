import type { Twin } from '@understudy/contract/twin';
import type { QuestionReader } from '../features/analytics/count-session.ts';
import { readMoves } from '../features/twin/reply/moves.ts';
import { namesOf } from '../features/understanding/consultant.ts';
import type { Understand } from '../features/understanding/understanding.ts';

/** Moves by which the embedded twin says that it has no answer. */
const NO_ANSWER = new Set(['nearest', 'not_known', 'not_known_unkept', 'offer_topics']);

/** The lines by which it says so. */
export function noAnswerLines({ replies, persona: { name, first_name: first } }: Twin): string[] {
  return readMoves(replies)
    .flatMap(({ move, lines }) => (NO_ANSWER.has(move) ? lines : []))
    .map((line) => line.replaceAll('{first_name}', first).replaceAll('{name}', name));
}

const readers = new WeakMap<Twin, QuestionReader>();

/** Who finds questions that a twin had no answer to; one for a twin. */
export function questionReader(twin: Twin, understand: Understand): QuestionReader {
  const known = readers.get(twin);
  if (known) return known;
  const reader = { names: namesOf(twin.persona), noAnswerLines: noAnswerLines(twin), understand };
  readers.set(twin, reader);
  return reader;
}
