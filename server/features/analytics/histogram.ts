/** Each step of a histogram of times ends at its start times this. All have the same steps, so that they add up. */
const STEP = 1.1;
const LOG_STEP = Math.log(STEP);
/** One day. Anything longer is not a measurement but a changed clock. */
const MAX_MS = 86_400_000;

/** The step of a time, 0 for up to 1.1 ms; null for an invalid time. */
export function stepOf(ms: number): number | null {
  if (!Number.isFinite(ms) || ms < 0 || ms > MAX_MS) return null;
  return Math.max(0, Math.floor(Math.log(Math.max(1, ms)) / LOG_STEP + 1e-9));
}

/** The bounds of a step, in milliseconds. */
export const boundsOf = (step: number): [from: number, to: number] => [STEP ** step, STEP ** (step + 1)];

/**
 * A percentile in whole milliseconds. Interpolates within the step, so that the error is less than the step's width.
 *
 * @param counts how many times lie in each step
 * @param share 0 to 1
 */
export function percentile(counts: ReadonlyMap<number, number>, share: number): number {
  const steps = [...counts].filter(([, count]) => count > 0).sort(([one], [other]) => one - other);
  const total = steps.reduce((sum, [, count]) => sum + count, 0);
  const wanted = Math.max(1, Math.ceil(share * total));
  let below = 0;
  for (const [step, count] of steps) {
    if (below + count >= wanted) {
      const [from, to] = boundsOf(step);
      return Math.round(from + ((to - from) * (wanted - below - 0.5)) / count);
    }
    below += count;
  }
  return 0;
}
