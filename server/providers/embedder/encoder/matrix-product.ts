import { readFileSync } from 'node:fs';

/** Bytes in a page of WebAssembly's memory. */
export const PAGE_BYTES = 65_536;

/**
 * Rows are quantised to this range, so that sums of 1,536 products with 8-bit numbers fit 32 bits: at most 1,536 ×
 * 8,191 × 127.
 */
export const MAX_IN_ROW = 8191;

export const MAX_IN_MATRIX = 127;

/** The exports of `matmul.wasm`; rows, weights and product are addresses in its memory. */
export interface Kernel {
  memory: WebAssembly.Memory;
  multiply(rows: number, weights: number, product: number, rowCount: number, depth: number, outputs: number): void;
  /** Turns rows of floats into integers up to `max`, and writes each row's scale. */
  quantise(rows: number, whole: number, scales: number, rowCount: number, depth: number, max: number): void;
  /** Turns a product, in place, into floats. */
  scale(product: number, rowScales: number, scales: number, bias: number, rowCount: number, outputs: number): void;
  /** Strides in bytes. */
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

/** Multiplies rows by a loaded matrix: `count` rows of `depth` numbers become `count` rows of `outputs`. */
export type Multiply = (numbers: Float32Array, count: number) => Float32Array;

/** A block of 32-bit floats in the memory. */
export interface FloatBlock {
  /** Its address. */
  at: number;
  /** Its numbers; not to be kept, since the memory moves when it grows. */
  numbers(): Float32Array<ArrayBuffer>;
}

/** Rows of floats within a block: the place of the first one, and how far apart they begin. */
export interface FloatRows {
  block: FloatBlock;
  from?: number;
  stride: number;
}

/** Holds matrices in memory sized to fit and freed with this object. */
export interface MatrixMemory {
  /** Copies the matrix, whose depth must be a multiple of 8. @param bias added to each row of a product */
  load(matrix: Matrix, bias?: Float32Array): Multiply;
  /** Reserves a block of zeros. */
  reserve(count: number): FloatBlock;
  /** Writes the dot products of rows with weights; `outputs` and `depth` must be multiples of 4. */
  multiplyFloats(
    rows: FloatRows,
    weights: FloatRows,
    product: FloatRows,
    size: { rows: number; outputs: number; depth: number },
  ): void;
}

const FLOAT_BYTES = 4;
const WHOLE_BYTES = 2;
/** The address and the distance in bytes. */
const placeOf = ({ block, from = 0, stride }: FloatRows): [number, number] => [
  block.at + FLOAT_BYTES * from,
  FLOAT_BYTES * stride,
];
/** The next multiple of 4. */
export const padded = (count: number): number => Math.ceil(count / 4) * 4;

/**
 * Creates a memory for matrices that are multiplied as integers in WebAssembly (`matmul.wat`): four to eight times as
 * fast as in JavaScript.
 *
 * @param maxRows maximum number of rows of one product
 */
export function createMatrixMemory(maxRows: number): MatrixMemory {
  const kernel = new WebAssembly.Instance(module).exports as unknown as Kernel;
  let used = 0;
  const reserve = (size: number): number => {
    const at = used;
    used += Math.ceil(size / 16) * 16;
    const missing = used - kernel.memory.buffer.byteLength;
    if (missing > 0) kernel.memory.grow(Math.ceil(missing / PAGE_BYTES));
    return at;
  };
  // The kernel processes rows in pairs.
  const maxPaired = maxRows + (maxRows % 2);
  /** Space for rows as they come and as integers, and for products: as much as the largest matrix takes. */
  const space = { rows: 0, whole: 0, product: 0 };
  const sizes = { ...space };
  const grow = (what: keyof typeof space, size: number): void => {
    if (size <= sizes[what]) return;
    sizes[what] = size;
    space[what] = reserve(size);
  };
  const rowScales = reserve(FLOAT_BYTES * maxPaired);
  const floatsAt = (at: number, count: number) => new Float32Array(kernel.memory.buffer, at, count);

  return {
    reserve(count) {
      const at = reserve(FLOAT_BYTES * count);
      return { at, numbers: () => floatsAt(at, count) };
    },
    multiplyFloats(rows, weights, product, size) {
      const places = [...placeOf(rows), ...placeOf(weights), ...placeOf(product)] as const;
      kernel.multiplyFloats(...places, size.rows, size.outputs, size.depth);
    },
    load({ depth, outputs, values, scales }, bias = new Float32Array(outputs)) {
      // The kernel processes four outputs at a time; those beyond the matrix are zeros that nobody reads.
      const wide = padded(outputs);
      const at = reserve(wide * depth);
      new Int8Array(kernel.memory.buffer, at, values.length).set(values);
      const [scalesAt, biasAt] = [reserve(FLOAT_BYTES * wide), reserve(FLOAT_BYTES * wide)];
      floatsAt(scalesAt, wide).set(scales);
      floatsAt(biasAt, wide).set(bias);
      grow('rows', FLOAT_BYTES * maxPaired * depth);
      grow('whole', WHOLE_BYTES * maxPaired * depth);
      grow('product', FLOAT_BYTES * maxPaired * wide);
      return (numbers, count) => {
        const paired = count + (count % 2);
        floatsAt(space.rows, paired * depth)
          .fill(0, count * depth)
          .set(numbers.subarray(0, count * depth));
        kernel.quantise(space.rows, space.whole, rowScales, paired, depth, MAX_IN_ROW);
        kernel.multiply(space.whole, at, space.product, paired, depth, wide);
        kernel.scale(space.product, rowScales, scalesAt, biasAt, count, wide);
        const product = floatsAt(space.product, count * wide);
        if (wide === outputs) return product.slice();
        const made = new Float32Array(count * outputs);
        for (let row = 0; row < count; row += 1)
          made.set(product.subarray(row * wide, row * wide + outputs), row * outputs);
        return made;
      };
    },
  };
}
