import v8 from 'node:v8';

/**
 * Old objects are collected once the heap has grown by this percentage. Node's default lets it double or more; with
 * this value all the time, turns took a fifth more CPU (bench/README.md, dashboard).
 */
const GROWING_PERCENT = 20;
/** V8's default. */
const AS_USUAL = 0;

/**
 * Keeps the heap small during a long operation that needs little memory at a time. Several may run at once.
 *
 * @param setGrowing sets the percentage; 0 is the default
 * @returns passes an iterable through, and keeps the heap small from its first item until it ends or is abandoned
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

/** For this process. V8 reads the flag at each collection, so it can change while the process runs. */
export const withSmallHeap = smallHeap((percent) => v8.setFlagsFromString(`--heap-growing-percent=${percent}`));
