/** Zero crossings of the filter on each side; the lag behind the input is 2 ms. */
const CROSSINGS = 32;
/** The pass band's share of what the lower of the two rates can carry. */
const PASS = 0.93;
/** Kaiser window: 80 dB less of what would fold back. */
const BETA = 8;

/** Changes the sample rate of sound that comes in pieces. */
export interface Resampler {
  /** The next piece of input; gives what can be computed so far, which lags behind by half the filter. */
  push(samples: Float32Array): Float32Array<ArrayBuffer>;
  /** After the last piece: what remains, as if silence followed. The resampler then begins anew. */
  flush(): Float32Array<ArrayBuffer>;
}

/**
 * A windowed-sinc resampler. Sample n of the output is the input at n / toHz seconds: nothing is shifted in time, and
 * how the input was cut into pieces does not change the output.
 * @param fromHz, toHz whole numbers above zero, else a RangeError
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

  /** Input not yet done with, beginning `half` samples before the one that `position` counts from. */
  let held = new Float32Array(half);
  /** Where the next output sample lies, in input samples times `phases`. */
  let position = 0;
  /** How many samples came in and went out, for the length in the end. */
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
  // Whatever the fraction, a constant stays the same constant.
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
