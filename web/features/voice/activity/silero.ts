import type { SileroWeights } from './silero-weights.ts';

/** Samples per short-time frame; the window is a periodic Hann window. */
export const FRAME = 256;
/** Frequencies from 0 to half the sample rate. */
export const BINS = FRAME / 2 + 1;
const BITS = Math.log2(FRAME);

const window = new Float32Array(FRAME);
const cosine = new Float32Array(FRAME / 2);
const sine = new Float32Array(FRAME / 2);
const reversed = new Uint8Array(FRAME);
for (let n = 0; n < FRAME; n += 1) {
  window[n] = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / FRAME);
  let mirror = 0;
  for (let bit = 0; bit < BITS; bit += 1) mirror |= ((n >> bit) & 1) << (BITS - 1 - bit);
  reversed[n] = mirror;
}
for (let k = 0; k < FRAME / 2; k += 1) {
  cosine[k] = Math.cos((2 * Math.PI * k) / FRAME);
  sine[k] = Math.sin((2 * Math.PI * k) / FRAME);
}

const re = new Float64Array(FRAME);
const im = new Float64Array(FRAME);

/** In-place radix-2 FFT of input in bit-reversed order. */
function transform(): void {
  for (let half = 1; half < FRAME; half *= 2) {
    const turn = FRAME / (2 * half);
    for (let start = 0; start < FRAME; start += 2 * half) {
      for (let k = 0; k < half; k += 1) {
        const c = cosine[k * turn] as number;
        const s = sine[k * turn] as number;
        const a = start + k;
        const b = a + half;
        const x = (re[b] as number) * c + (im[b] as number) * s;
        const y = (im[b] as number) * c - (re[b] as number) * s;
        re[b] = (re[a] as number) - x;
        im[b] = (im[a] as number) - y;
        re[a] = (re[a] as number) + x;
        im[a] = (im[a] as number) + y;
      }
    }
  }
}

/**
 * Magnitudes of two windowed frames at once, using one as the real and one as the imaginary part of a complex
 * transform.
 * @param samples contains the frames
 * @param first, second start index of each frame
 * @param out receives magnitude `bin` of the frames at `bin * stride + column` and the position after it
 */
function magnitudesOfTwo(
  samples: Float32Array,
  first: number,
  second: number,
  out: Float32Array,
  stride: number,
  column: number,
): void {
  for (let n = 0; n < FRAME; n += 1) {
    const w = window[n] as number;
    const to = reversed[n] as number;
    re[to] = w * (samples[first + n] as number);
    im[to] = w * (samples[second + n] as number);
  }
  transform();
  for (let k = 0; k < BINS; k += 1) {
    const m = (FRAME - k) % FRAME;
    const evenRe = (re[k] as number) + (re[m] as number);
    const oddIm = (im[k] as number) - (im[m] as number);
    const evenIm = (im[k] as number) + (im[m] as number);
    const oddRe = (re[m] as number) - (re[k] as number);
    out[k * stride + column] = 0.5 * Math.sqrt(evenRe * evenRe + oddIm * oddIm);
    out[k * stride + column + 1] = 0.5 * Math.sqrt(evenIm * evenIm + oddRe * oddRe);
  }
}

/** Short-time frames per step of the network. */
const STEP_FRAMES = 4;
/** Includes a zero frame on both sides of the step, which the first convolution reads. */
const SPECTRUM_STRIDE = STEP_FRAMES + 2;
const STATE = 128;
const GATE = STATE * STATE;

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

/** The Silero network for 16 kHz: four convolutions over the spectrum, a recurrent layer, one output. */
export interface Silero {
  /** Magnitudes of the step at `bin * SPECTRUM_STRIDE + 1 + frame`; the positions before and after stay zero. */
  readonly spectrum: Float32Array;
  /** Returns the speech probability of the step in `spectrum` and advances the state. */
  step(): number;
  /** Resets the state. */
  reset(): void;
}

/** Allocates nothing while it runs. Verified against onnxruntime (web/build/voice-model.test.ts). */
function createSilero(weights: SileroWeights): Silero {
  const { encoder0, encoder1, encoder2, encoder3, lstmInput, lstmState, lstmBias, output } = weights;
  const { bias0, bias1, bias2, bias3 } = weights;
  const outputBias = weights.outputBias[0] as number;
  const spectrum = new Float32Array(BINS * SPECTRUM_STRIDE);
  // Each layer's output is stored in the layout that the next layer reads.
  const layer0 = new Float32Array(128 * 5);
  const layer1 = new Float32Array(64 * 2);
  const layer2 = new Float32Array(64);
  const layer3 = new Float32Array(128);
  const hidden = new Float32Array(STATE);
  const cell = new Float32Array(STATE);
  const before = new Float32Array(STATE);

  /** 129 channels to 128, four positions, three taps. */
  function encode0(): void {
    for (let o = 0; o < 128; o += 1) {
      const bias = bias0[o] as number;
      let [y0, y1, y2, y3] = [bias, bias, bias, bias];
      let w = o * BINS * 3;
      for (let x = 0; x < BINS * SPECTRUM_STRIDE; x += SPECTRUM_STRIDE) {
        const a = encoder0[w] as number;
        const b = encoder0[w + 1] as number;
        const c = encoder0[w + 2] as number;
        const x1 = spectrum[x + 1] as number;
        const x2 = spectrum[x + 2] as number;
        const x3 = spectrum[x + 3] as number;
        const x4 = spectrum[x + 4] as number;
        y0 += b * x1 + c * x2;
        y1 += a * x1 + b * x2 + c * x3;
        y2 += a * x2 + b * x3 + c * x4;
        y3 += a * x3 + b * x4;
        w += 3;
      }
      const to = o * 5 + 1;
      layer0[to] = Math.max(y0, 0);
      layer0[to + 1] = Math.max(y1, 0);
      layer0[to + 2] = Math.max(y2, 0);
      layer0[to + 3] = Math.max(y3, 0);
    }
  }

  /** 128 channels to 64, stride two, three taps. */
  function encode1(): void {
    for (let o = 0; o < 64; o += 1) {
      let y0 = bias1[o] as number;
      let y1 = y0;
      let w = o * 128 * 3;
      for (let x = 0; x < 128 * 5; x += 5) {
        const a = encoder1[w] as number;
        const b = encoder1[w + 1] as number;
        const c = encoder1[w + 2] as number;
        y0 += b * (layer0[x + 1] as number) + c * (layer0[x + 2] as number);
        y1 += a * (layer0[x + 2] as number) + b * (layer0[x + 3] as number) + c * (layer0[x + 4] as number);
        w += 3;
      }
      layer1[o * 2] = Math.max(y0, 0);
      layer1[o * 2 + 1] = Math.max(y1, 0);
    }
  }

  /** The last two convolutions have a single position that does not meet padding, so they reduce to plain matrices. */
  function encodeLast(from: Float32Array, matrix: Float32Array, bias: Float32Array, to: Float32Array): void {
    for (let o = 0, w = 0; o < to.length; o += 1) {
      let y = bias[o] as number;
      for (let x = 0; x < from.length; x += 1, w += 1) y += (matrix[w] as number) * (from[x] as number);
      to[o] = Math.max(y, 0);
    }
  }

  function remember(): number {
    let sum = outputBias;
    for (let j = 0; j < STATE; j += 1) {
      let input = lstmBias[j] as number;
      let forget = lstmBias[STATE + j] as number;
      let candidate = lstmBias[2 * STATE + j] as number;
      let out = lstmBias[3 * STATE + j] as number;
      const from = j * STATE;
      for (let k = 0; k < STATE; k += 1) {
        const x = layer3[k] as number;
        const h = before[k] as number;
        const w = from + k;
        input += (lstmInput[w] as number) * x + (lstmState[w] as number) * h;
        forget += (lstmInput[w + GATE] as number) * x + (lstmState[w + GATE] as number) * h;
        candidate += (lstmInput[w + 2 * GATE] as number) * x + (lstmState[w + 2 * GATE] as number) * h;
        out += (lstmInput[w + 3 * GATE] as number) * x + (lstmState[w + 3 * GATE] as number) * h;
      }
      const kept = sigmoid(forget) * (cell[j] as number) + sigmoid(input) * Math.tanh(candidate);
      const state = sigmoid(out) * Math.tanh(kept);
      cell[j] = kept;
      hidden[j] = state;
      if (state > 0) sum += (output[j] as number) * state;
    }
    before.set(hidden);
    return sigmoid(sum);
  }

  return {
    spectrum,
    step() {
      encode0();
      encode1();
      encodeLast(layer1, encoder2, bias2, layer2);
      encodeLast(layer2, encoder3, bias3, layer3);
      return remember();
    },
    reset() {
      hidden.fill(0);
      before.fill(0);
      cell.fill(0);
    },
  };
}

/** Samples per hop, 32 ms at 16 kHz: the length the network was trained on. */
export const HOP = 512;
/** Samples of the previous hop that belong to a step, and samples mirrored at its end. */
const CONTEXT = 64;
const FRAME_STEP = FRAME / 2;
/** The band in which the level is measured, 250 Hz to 4 kHz: it contains voices but no hum. */
const BAND_FROM = 4;
const BAND_TO = 64;
/** Lower limit, since digital silence has no level; far below any microphone's noise. */
const MIN_POWER = 1e-10;
/**
 * Sum of squared magnitudes of a frame with a mean square of one: half the bins times the window's energy (3/8 of it).
 */
const WINDOW_POWER = (FRAME / 2) * ((FRAME * 3) / 8);

/** Speech probability and level of consecutive hops. */
interface SpeechProbability {
  /** @param hop the next `HOP` samples @returns the probability that they contain speech */
  hear(hop: Float32Array): number;
  /** Mean square of the last hop in the speech band. */
  bandPower(): number;
  reset(): void;
}

/** Frames the sound as the network expects it and runs the network. */
export function createSpeechProbability(weights: SileroWeights): SpeechProbability {
  const network = createSilero(weights);
  const samples = new Float32Array(CONTEXT + HOP + CONTEXT);
  return {
    hear(hop) {
      samples.copyWithin(0, HOP, HOP + CONTEXT);
      samples.set(hop, CONTEXT);
      const end = CONTEXT + HOP;
      for (let n = 0; n < CONTEXT; n += 1) samples[end + n] = samples[end - 2 - n] as number;
      for (let frame = 0; frame < STEP_FRAMES; frame += 2) {
        const first = frame * FRAME_STEP;
        magnitudesOfTwo(samples, first, first + FRAME_STEP, network.spectrum, SPECTRUM_STRIDE, frame + 1);
      }
      return network.step();
    },
    bandPower() {
      let sum = 0;
      for (let bin = BAND_FROM; bin <= BAND_TO; bin += 1) {
        for (let frame = 1; frame <= STEP_FRAMES; frame += 1) {
          sum += (network.spectrum[bin * SPECTRUM_STRIDE + frame] as number) ** 2;
        }
      }
      return sum / STEP_FRAMES / WINDOW_POWER + MIN_POWER;
    },
    reset() {
      samples.fill(0);
      network.reset();
    },
  };
}
