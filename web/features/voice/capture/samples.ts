/** Zero crossings of the filter on each side; the output lags the input by 2 ms. */
const CROSSINGS = 32;
/** The pass band's share of the lower Nyquist frequency. */
const PASS = 0.93;
/** Kaiser window: attenuates aliasing by 80 dB. */
const BETA = 8;

/** Changes the sample rate of sound that arrives in chunks. */
export interface Resampler {
  /** Processes the next chunk and returns the output available so far, which lags by half the filter. */
  push(samples: Float32Array): Float32Array<ArrayBuffer>;
  /** Returns the remaining output, as if silence followed, and resets the resampler. */
  flush(): Float32Array<ArrayBuffer>;
}

/**
 * A windowed-sinc resampler. Output sample n is the input at n / toHz seconds: there is no time shift, and the division
 * of the input into chunks does not affect the output.
 * @param fromHz, toHz positive integers, else a RangeError
 */
export function createResampler(fromHz: number, toHz: number): Resampler {
  for (const rate of [fromHz, toHz]) {
    if (!Number.isInteger(rate) || rate <= 0) throw new RangeError(`${rate} is no sample rate.`);
  }
  const divisor = greatestCommonDivisor(fromHz, toHz);
  const step = fromHz / divisor;
  const phases = toHz / divisor;
  const bandwidth = PASS * Math.min(1, toHz / fromHz);
  const half = fromHz === toHz ? 0 : Math.ceil(CROSSINGS / bandwidth);
  const filters: Float32Array[] = [];
  /** The taps for an output sample that lies phase/phases of a sample after an input sample. */
  const filterOf = (phase: number) => {
    filters[phase] ??= fromHz === toHz ? Float32Array.of(1) : kernel(phase / phases, half, bandwidth);
    return filters[phase];
  };

  /** Pending input, starting `half` samples before the one from which `position` counts. */
  let held = new Float32Array(half);
  /** Position of the next output sample, in input samples times `phases`. */
  let position = 0;
  /** Samples consumed and produced, to compute the final length. */
  let taken = 0;
  let given = 0;

  function push(samples: Float32Array): Float32Array<ArrayBuffer> {
    taken += samples.length;
    const input = new Float32Array(held.length + samples.length);
    input.set(held);
    input.set(samples, held.length);
    const width = 2 * half + 1;
    const reach = (input.length - width + 1) * phases;
    const count = Math.max(0, Math.ceil((reach - position) / step));
    const output = new Float32Array(count);
    for (let n = 0; n < count; n += 1) {
      const first = Math.floor(position / phases);
      const filter = filterOf(position % phases);
      let sum = 0;
      for (let tap = 0; tap < width; tap += 1) sum += (filter[tap] as number) * (input[first + tap] as number);
      output[n] = sum;
      position += step;
    }
    const done = Math.min(Math.floor(position / phases), input.length);
    held = input.slice(done);
    position -= done * phases;
    given += count;
    return output;
  }

  return {
    push,
    flush() {
      const missing = Math.ceil((taken * phases) / step) - given;
      const rest = push(new Float32Array(2 * half + 1)).slice(0, missing);
      held = new Float32Array(half);
      position = 0;
      taken = 0;
      given = 0;
      return rest;
    },
  };
}

function kernel(fraction: number, half: number, bandwidth: number): Float32Array {
  const taps = new Float32Array(2 * half + 1);
  let sum = 0;
  for (let tap = 0; tap < taps.length; tap += 1) {
    const distance = tap - half - fraction;
    const share = distance / (half + 1);
    const x = Math.PI * bandwidth * distance;
    const sinc = x === 0 ? 1 : Math.sin(x) / x;
    taps[tap] = sinc * (bessel(BETA * Math.sqrt(Math.max(0, 1 - share * share))) / bessel(BETA));
    sum += taps[tap] as number;
  }
  // Normalised so that a constant signal keeps its value at every phase.
  return taps.map((tap) => tap / sum);
}

/** The modified Bessel function of the first kind, order zero. */
function bessel(x: number): number {
  let sum = 1;
  for (let k = 1, term = 1; term > sum * 1e-9; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** Approximate root mean square of the loudest speech. */
const LOUD = 0.2;

/** Loudness of samples between -1 and 1: from 0 for silence to 1 for the loudest speech. */
export function loudnessOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.min(1, Math.sqrt(sum / samples.length) / LOUD);
}
