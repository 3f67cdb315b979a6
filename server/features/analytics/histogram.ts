/** Times in a histogram whose steps are a tenth wide: a sum of such histograms is the histogram of all. */

/** Each step ends where it began times this. */
const STEP = 1.1;
const LOG_STEP = Math.log(STEP);
/** A day: what took longer was not measured, a clock was set. */
const LONGEST_MS = 86_400_000;

/** The step in which a time lies, 0 for up to 1.1 ms; null for what is no time. */
export function stepOf(ms: number): number | null {
  if (!Number.isFinite(ms) || ms < 0 || ms > LONGEST_MS) return null;
  return Math.max(0, Math.floor(Math.log(Math.max(1, ms)) / LOG_STEP + 1e-9));
}

/** Where a step begins and ends, in milliseconds. */
export const boundsOf = (step: number): [from: number, to: number] => [STEP ** step, STEP ** (step + 1)];

/**
 * The time below which a share of all lies, in whole milliseconds: found in its step by how far into it the share
 * reaches, so that it is off by less than the step's width.
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
