import { readFileSync } from 'node:fs';

/** Bytes in a page of WebAssembly's memory. */
export const PAGE_BYTES = 65_536;

/**
 * Rows are quantised to this range, so that sums of 1,536 products with 8-bit numbers fit 32 bits: at most 1,536 ×
 * 8,191 × 127.
 */
export const MAX_IN_ROW = 8191;

export const MAX_IN_MATRIX = 127;

/** What the kernel adds to the integers of a row, so that none is negative. */
const OFFSET = MAX_IN_ROW + 1;
/** Bytes that the kernel reads at once. */
const LANES = 16;
/** Bits of the lower half of an integer. */
const HALF_BITS = 7;

/** The exports of `matmul.wasm`, which says what they do; rows, numbers and the like are addresses in its memory. */
export interface Kernel {
  memory: WebAssembly.Memory;
  multiply(
    rows: number,
    weights: number,
    offsets: number,
    product: number,
    rowCount: number,
    depth: number,
    outputs: number,
  ): void;
  quantise(rows: number, whole: number, scales: number, rowCount: number, depth: number, max: number): void;
  scale(product: number, rowScales: number, scales: number, bias: number, rowCount: number, outputs: number): void;
  add(rows: number, others: number, count: number): void;
  normalise(rows: number, scales: number, bias: number, rowCount: number, depth: number): void;
  gelu(numbers: number, count: number): void;
  /** Stride in bytes, as all strides. */
  softmax(scores: number, rowCount: number, count: number, stride: number, scale: number): void;
  weigh(
    shares: number,
    shareStride: number,
    values: number,
    valueStride: number,
    product: number,
    productStride: number,
    rowCount: number,
    count: number,
  ): void;
  multiplyFloats(
    rows: number,
    rowStride: number,
    weights: number,
    weightStride: number,
    product: number,
    productStride: number,
    rowCount: number,
    outputs: number,
    depth: number,
  ): void;
}

export const module = new WebAssembly.Module(readFileSync(new URL('./matmul.wasm', import.meta.url)));

/** A matrix of `outputs` rows of `depth` integers. Row n multiplied by `scales[n]` gives the actual values. */
export interface Matrix {
  depth: number;
  outputs: number;
  values: Int8Array;
  scales: Float32Array;
}

/** Quantises a matrix to 8 bits, with a scale per row. `at(row, column)` gives the actual value. */
export function quantise(outputs: number, depth: number, at: (row: number, column: number) => number): Matrix {
  const values = new Int8Array(outputs * depth);
  const scales = new Float32Array(outputs);
  for (let row = 0; row < outputs; row += 1) {
    let most = 0;
    for (let column = 0; column < depth; column += 1) most = Math.max(most, Math.abs(at(row, column)));
    const scale = most / MAX_IN_MATRIX || 1;
    scales[row] = scale;
    for (let column = 0; column < depth; column += 1) {
      values[row * depth + column] = Math.round(at(row, column) / scale);
    }
  }
  return { depth, outputs, values, scales };
}

/** A block of 32-bit floats in the memory. */
export interface FloatBlock {
  /** Its address. */
  at: number;
  /** Its numbers; not to be kept, since the memory moves when it grows. */
  numbers(): Float32Array<ArrayBuffer>;
}

/** Multiplies `count` rows of `depth` numbers by a loaded matrix, into rows of as many numbers as it has outputs. */
export type Product = (rows: FloatBlock, product: FloatBlock, count: number) => void;

/** Holds matrices, and what is computed with them, in memory that is sized to fit and freed with this object. */
export interface MatrixMemory {
  /** What computes in this memory. */
  kernel: Kernel;
  /**
   * Copies the matrix, whose depth must be a multiple of 16 and its outputs one of 4.
   *
   * @param bias added to each row of a product
   */
  load(matrix: Matrix, bias?: Float32Array): Product;
  /** Reserves a block of zeros. */
  reserve(count: number): FloatBlock;
  /** Reserves a block with these numbers. */
  keep(numbers: Float32Array): FloatBlock;
}

export const FLOAT_BYTES = 4;
const WHOLE_BYTES = 2;
/** The next multiple of 4. */
export const padded = (count: number): number => Math.ceil(count / 4) * 4;

/**
 * Creates a memory for matrices that are multiplied as integers in WebAssembly (`matmul.wat`): many times as fast as
 * in JavaScript.
 *
 * @param maxRows maximum number of rows of one product
 */
export function createMatrixMemory(maxRows: number): MatrixMemory {
  const kernel = new WebAssembly.Instance(module).exports as unknown as Kernel;
  let used = 0;
  const reserveBytes = (size: number): number => {
    const at = used;
    used += Math.ceil(size / 16) * 16;
    const missing = used - kernel.memory.buffer.byteLength;
    if (missing > 0) kernel.memory.grow(Math.ceil(missing / PAGE_BYTES));
    return at;
  };
  const reserve = (count: number): FloatBlock => {
    const at = reserveBytes(FLOAT_BYTES * count);
    return { at, numbers: () => new Float32Array(kernel.memory.buffer, at, count) };
  };
  const keep = (numbers: Float32Array): FloatBlock => {
    const block = reserve(numbers.length);
    block.numbers().set(numbers);
    return block;
  };
  const rowScales = reserve(maxRows);
  /** Rows as integers: as much space as the deepest matrix needs. */
  let whole = 0;
  let wholeDepth = 0;

  return {
    kernel,
    reserve,
    keep,
    load({ depth, outputs, values, scales }, bias = new Float32Array(outputs)) {
      const at = reserveBytes(outputs * depth);
      new Int8Array(kernel.memory.buffer, at, values.length).set(values);
      const [scalesAt, biasAt] = [keep(scales).at, keep(bias).at];
      if (depth > wholeDepth) {
        wholeDepth = depth;
        whole = reserveBytes(WHOLE_BYTES * maxRows * depth);
      }
      // A row of the number that the kernel adds to each, multiplied while the offsets are still 0.
      const offsets = reserve(outputs).at;
      new Uint8Array(kernel.memory.buffer, whole, WHOLE_BYTES * depth).forEach((_, place, row) => {
        row[place] = place % (2 * LANES) < LANES ? OFFSET >> HALF_BITS : 0;
      });
      kernel.multiply(whole, at, offsets, offsets, 1, depth, outputs);
      return (rows, product, count) => {
        kernel.quantise(rows.at, whole, rowScales.at, count, depth, MAX_IN_ROW);
        kernel.multiply(whole, at, offsets, product.at, count, depth, outputs);
        kernel.scale(product.at, rowScales.at, scalesAt, biasAt, count, outputs);
      };
    },
  };
}

/**
 * Loads one matrix by itself.
 *
 * @param maxRows maximum number of rows of one product
 * @returns multiplies `count` rows of `depth` numbers into a new array of `count` rows of `outputs`
 */
export function loadMatrix(matrix: Matrix, maxRows: number): (rows: Float32Array, count: number) => Float32Array {
  const { depth, outputs } = matrix;
  const memory = createMatrixMemory(maxRows);
  // Outputs beyond the matrix are zeros.
  const wide = padded(outputs);
  const [values, scales] = [new Int8Array(wide * depth), new Float32Array(wide)];
  values.set(matrix.values);
  scales.set(matrix.scales);
  const multiply = memory.load({ depth, outputs: wide, values, scales });
  const [from, to] = [memory.reserve(maxRows * depth), memory.reserve(maxRows * wide)];
  return (rows, count) => {
    from.numbers().set(rows.subarray(0, count * depth));
    multiply(from, to, count);
    const made = new Float32Array(count * outputs);
    for (let row = 0; row < count; row += 1)
      made.set(to.numbers().subarray(row * wide, row * wide + outputs), row * outputs);
    return made;
  };
}
