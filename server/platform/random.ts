/**
 * A pseudorandom number from 0 to below 1 (mulberry32). Advances the seed: the same one always gives the same numbers,
 * so they are nothing for secrets.
 */
export function nextRandom(state: { seed: number }): number {
  state.seed = (state.seed + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state.seed ^ (state.seed >>> 15), state.seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** A member of a list, drawn at random; undefined of an empty one. Advances the seed. */
export const sample = <Value>(state: { seed: number }, values: readonly Value[]): Value | undefined =>
  values[Math.floor(nextRandom(state) * values.length)];
