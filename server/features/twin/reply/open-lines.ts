import type { Twin } from '@understudy/contract/twin';
import { readMoves } from './moves.ts';

/** Moves in which the embedded twin says that it has no answer. */
const NO_ANSWER = new Set(['nearest', 'not_known', 'not_known_unkept', 'offer_topics']);

/** Those that leave a question open; otherwise the nearest passage has likely answered it. */
const LEFT_OPEN = new Set(['not_known', 'not_known_unkept', 'offer_topics']);

/** The lines of moves, the product's or the twin's own, with the consultant's names. */
function linesOf(twin: Twin, moves: ReadonlySet<string>): string[] {
  const { name, first_name } = twin.persona;
  return readMoves(twin.replies)
    .flatMap(({ move, lines }) => (moves.has(move) ? lines : []))
    .map((line) => line.replaceAll('{first_name}', first_name).replaceAll('{name}', name));
}

/** A twin's own lines for leaving a question open. */
export const leftOpenLines = (twin: Twin): string[] => linesOf(twin, LEFT_OPEN);

/** Its lines for having no answer, or not being sure of it. */
export const noAnswerLines = (twin: Twin): string[] => linesOf(twin, NO_ANSWER);
