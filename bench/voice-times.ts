/** When things are heard, read off recordings. Times are milliseconds from a recording's first sample. Pure. */

/** One track of a recording, -1 to 1. */
export interface Track {
  sampleRate: number;
  samples: Float32Array;
}

/** A thirtieth of the loudest sample of an utterance: below it there is nothing of it to be heard. */
const AUDIBLE_SHARE = 1 / 30;
/** Louder than any hiss of a silent loudspeaker. */
const AUDIBLE = 0.003;
/** Envelopes have one value a millisecond. */
const SMOOTH_MS = 5;
const MARGIN_MS = 100;

/** Where within a stretch the voice itself begins and ends. */
export function speechBounds({ sampleRate, samples }: Track, fromMs: number, toMs: number): [number, number] {
  const first = Math.round((fromMs * sampleRate) / 1000);
  const part = samples.subarray(first, Math.round((toMs * sampleRate) / 1000));
  const least = peak(part) * AUDIBLE_SHARE;
  const ms = (index: number) => ((first + index) * 1000) / sampleRate;
  return [ms(part.findIndex((x) => Math.abs(x) > least)), ms(part.findLastIndex((x) => Math.abs(x) > least))];
}

/**
 * By how much a stretch of `heard` comes later than in `said`: where their envelopes agree best.
 * @param around where to look, in milliseconds; `reach` to both sides of it
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

/** The first moment from `fromMs` on at which anything is heard; NaN when nothing is. */
export function firstSound({ sampleRate, samples }: Track, fromMs: number): number {
  const first = Math.max(0, Math.round((fromMs * sampleRate) / 1000));
  for (let at = first; at < samples.length; at += 1) {
    if (Math.abs(samples[at] as number) > AUDIBLE) return (at * 1000) / sampleRate;
  }
  return Number.NaN;
}

/** The first moment from `fromMs` on from which nothing louder than `level` is heard for `lastingMs`; NaN without one. */
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

/** Loudness by the millisecond, over some milliseconds each. */
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

/** Correlation, which does not mind how loud either is. */
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
