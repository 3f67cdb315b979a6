/** When sounds occur in recordings. Times are milliseconds from a recording's first sample. Pure. */

/** One track of a recording, -1 to 1. */
export interface Track {
  sampleRate: number;
  samples: Float32Array;
}

/** A thirtieth of an utterance's loudest sample; below that it is inaudible. */
const AUDIBLE_SHARE = 1 / 30;
/** Louder than the noise of a silent loudspeaker. */
const AUDIBLE = 0.003;
/** Smoothing of envelopes, which have one value per millisecond. */
const SMOOTH_MS = 5;
const MARGIN_MS = 100;

/** When the voice itself begins and ends within a stretch. */
export function speechBounds({ sampleRate, samples }: Track, fromMs: number, toMs: number): [number, number] {
  const first = Math.round((fromMs * sampleRate) / 1000);
  const part = samples.subarray(first, Math.round((toMs * sampleRate) / 1000));
  const least = peak(part) * AUDIBLE_SHARE;
  const ms = (index: number) => ((first + index) * 1000) / sampleRate;
  return [ms(part.findIndex((x) => Math.abs(x) > least)), ms(part.findLastIndex((x) => Math.abs(x) > least))];
}

/**
 * How much later a stretch of `said` occurs in `heard`: where their envelopes agree best.
 *
 * @param around where to search, in milliseconds; `reach` to both sides of it
 */
export function lagOf(said: Track, heard: Track, [fromMs, toMs]: [number, number], around: number, reach: number) {
  const wanted = envelope(said, fromMs - MARGIN_MS, toMs + MARGIN_MS);
  const found = envelope(heard, fromMs - MARGIN_MS + around - reach, toMs + MARGIN_MS + around + reach);
  let best = { lag: Number.NaN, fit: Number.NEGATIVE_INFINITY };
  for (let shift = 0; shift + wanted.length <= found.length; shift += 1) {
    const fit = agreement(wanted, found.subarray(shift, shift + wanted.length));
    if (fit > best.fit) best = { lag: around - reach + shift, fit };
  }
  return best;
}

/** The first moment from `fromMs` on at which anything is audible; NaN if there is none. */
export function firstSound({ sampleRate, samples }: Track, fromMs: number): number {
  const first = Math.max(0, Math.round((fromMs * sampleRate) / 1000));
  for (let at = first; at < samples.length; at += 1) {
    if (Math.abs(samples[at] as number) > AUDIBLE) return (at * 1000) / sampleRate;
  }
  return Number.NaN;
}

/**
 * The first moment from `fromMs` on after which nothing is louder than `level` for `lastingMs`; NaN if there is none.
 */
export function firstHush({ sampleRate, samples }: Track, fromMs: number, level: number, lastingMs: number): number {
  const needed = (lastingMs * sampleRate) / 1000;
  let since = Math.max(0, Math.round((fromMs * sampleRate) / 1000));
  for (let at = since; at < samples.length; at += 1) {
    if (Math.abs(samples[at] as number) > level) since = at + 1;
    else if (at - since >= needed) return (since * 1000) / sampleRate;
  }
  return Number.NaN;
}

function peak(samples: Float32Array): number {
  return samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}

/** Loudness per millisecond, each smoothed over some milliseconds. */
function envelope({ sampleRate, samples }: Track, fromMs: number, toMs: number): Float32Array {
  const values = new Float32Array(Math.max(0, Math.round(toMs - fromMs)));
  const width = Math.round((SMOOTH_MS * sampleRate) / 1000);
  for (let ms = 0; ms < values.length; ms += 1) {
    const first = Math.round(((fromMs + ms) * sampleRate) / 1000);
    let sum = 0;
    for (let at = first; at < first + width; at += 1) sum += (samples[at] ?? 0) ** 2;
    values[ms] = Math.sqrt(Math.sqrt(sum / width));
  }
  return values;
}

/** Correlation, which does not depend on loudness. */
function agreement(one: Float32Array, other: Float32Array): number {
  const mean = (values: Float32Array) => values.reduce((sum, x) => sum + x, 0) / values.length;
  const [oneMean, otherMean] = [mean(one), mean(other)];
  let [both, oneSquare, otherSquare] = [0, 0, 0];
  for (let n = 0; n < one.length; n += 1) {
    const x = (one[n] as number) - oneMean;
    const y = (other[n] as number) - otherMean;
    both += x * y;
    oneSquare += x * x;
    otherSquare += y * y;
  }
  return both / Math.sqrt(oneSquare * otherSquare || 1);
}
