import v8 from 'node:v8';

/**
 * Old objects are collected once there are so many percent more of them than were in use. What Node does by itself lets
 * them double and more; always at this, turns took a fifth more CPU (bench/README.md, dashboard).
 */
const GROWING_PERCENT = 20;
/** As Node sees fit. */
const AS_USUAL = 0;

/**
 * Keeps memory small while something long runs of which little is in use at a time. Several may run at once.
 *
 * @param setGrowing sets the percentage; 0 is as usual
 * @returns passes on what is iterated, and keeps memory small from its first piece until it ends or is given up
 */
export function smallHeap(setGrowing: (percent: number) => void) {
  let running = 0;
  return async function* keptSmall<Piece>(pieces: AsyncIterable<Piece> | Iterable<Piece>): AsyncGenerator<Piece> {
    running += 1;
    if (running === 1) setGrowing(GROWING_PERCENT);
    try {
      yield* pieces;
    } finally {
      running -= 1;
      if (running === 0) setGrowing(AS_USUAL);
    }
  };
}

/** Of this process. V8 reads the flag anew at each collection, so that it may be set while the process runs. */
export const withSmallHeap = smallHeap((percent) => v8.setFlagsFromString(`--heap-growing-percent=${percent}`));
