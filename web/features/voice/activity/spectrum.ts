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
export function magnitudesOfTwo(
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
