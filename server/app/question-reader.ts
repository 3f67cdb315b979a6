import type { Twin } from '@understudy/contract/twin';
import type { QuestionReader } from '../features/analytics/count-session.ts';
import { readMoves } from '../features/twin/reply/moves.ts';
import { namesOf } from '../features/understanding/consultant.ts';
import type { Understand } from '../features/understanding/understanding.ts';

/** Moves by which the embedded twin says that it has no answer. */
const NO_ANSWER = new Set(['nearest', 'not_known', 'not_known_unkept', 'offer_topics']);

/** Those by which a question stays open: what comes nearest is likely to have answered it. */
const LEFT_OPEN = new Set(['not_known', 'not_known_unkept', 'offer_topics']);

/** The lines of moves, the product's or the twin's own, with the consultant's names. */
function linesOf(twin: Twin, moves: ReadonlySet<string>): string[] {
  const { name, first_name } = twin.persona;
  return readMoves(twin.replies)
    .flatMap(({ move, lines }) => (moves.has(move) ? lines : []))
    .map((line) => line.replaceAll('{first_name}', first_name).replaceAll('{name}', name));
}

/** The lines by which a twin leaves a question open, in its own wording. */
export const leftOpenLines = (twin: Twin): string[] => linesOf(twin, LEFT_OPEN);

/** The lines by which it says that it has no answer, or is not sure of it. */
export const noAnswerLines = (twin: Twin): string[] => linesOf(twin, NO_ANSWER);

const readers = new WeakMap<Twin, QuestionReader>();

/** Who finds questions that a twin had no answer to; one for a twin. */
export function questionReader(twin: Twin, understand: Understand): QuestionReader {
  const known = readers.get(twin);
  if (known) return known;
  const reader = { names: namesOf(twin.persona), noAnswerLines: noAnswerLines(twin), understand };
  readers.set(twin, reader);
  return reader;
}
