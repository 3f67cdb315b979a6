/** Approximate root mean square of the loudest speech. */
const LOUD = 0.2;

/** Loudness of samples between -1 and 1: from 0 for silence to 1 for the loudest speech. */
export function loudnessOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.min(1, Math.sqrt(sum / samples.length) / LOUD);
}
