/**
 * The file that the build makes from the published model (docs/decisions/voice-activity.md): a magic string, then all
 * float32 values (each vector, then the scales of each matrix, one per row), then the integer weights of the matrices,
 * row by row. Little-endian.
 */
const MARK = 'VAD1';

/**
 * Rows, columns, bytes per weight: the two small matrices lose accuracy with one byte. A convolution's columns are
 * input channel by tap; taps that only ever meet padding are left out.
 */
const MATRICES = {
  encoder0: [128, 129 * 3, 1],
  encoder1: [64, 128 * 3, 1],
  encoder2: [64, 64 * 2, 2],
  encoder3: [128, 64, 2],
  lstmInput: [512, 128, 1],
  lstmState: [512, 128, 1],
} as const;

/** Length of each vector. `lstmBias` is the sum of the model's two biases. */
export const VECTORS = {
  bias0: 128,
  bias1: 64,
  bias2: 64,
  bias3: 128,
  lstmBias: 512,
  output: 128,
  outputBias: 1,
} as const;

type Matrices = Record<keyof typeof MATRICES, Float32Array>;
type Vectors = Record<keyof typeof VECTORS, Float32Array>;

/** The network's weights; matrices in row-major order. */
export type SileroWeights = Matrices & Vectors;

const matrixNames = Object.keys(MATRICES) as (keyof typeof MATRICES)[];
const vectorNames = Object.keys(VECTORS) as (keyof typeof VECTORS)[];
const rowsOf = (name: keyof typeof MATRICES) => MATRICES[name][0];
const bytesOf = (name: keyof typeof MATRICES) => MATRICES[name][0] * MATRICES[name][1] * MATRICES[name][2];
const total = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0);

const FLOATS = total(vectorNames.map((name) => VECTORS[name])) + total(matrixNames.map(rowsOf));
/** Length of the file in bytes. */
const WEIGHTS_BYTES = MARK.length + 4 * FLOATS + total(matrixNames.map(bytesOf));

/** Writes the file. Each row of a matrix is scaled so that its largest weight is the largest integer. */
export function packWeights(weights: SileroWeights): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(WEIGHTS_BYTES);
  const view = new DataView(file.buffer);
  file.set(new TextEncoder().encode(MARK));
  let at: number = MARK.length;
  const float = (value: number) => {
    view.setFloat32(at, value, true);
    at += 4;
  };
  for (const name of vectorNames) for (const value of weights[name]) float(value);
  let small = MARK.length + 4 * FLOATS;
  for (const name of matrixNames) {
    const [rows, columns, bytes] = MATRICES[name];
    const largest = 2 ** (8 * bytes - 1) - 1;
    for (let row = 0; row < rows; row += 1) {
      const values = weights[name].subarray(row * columns, (row + 1) * columns);
      const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / largest || 1;
      float(scale);
      for (const value of values) {
        const whole = Math.round(value / scale);
        if (bytes === 1) view.setInt8(small, whole);
        else view.setInt16(small, whole, true);
        small += bytes;
      }
    }
  }
  return file;
}

/** Reads the file. @throws {Error} if it is not such a file, for instance an error page sent in its place. */
export function unpackWeights(file: Uint8Array): SileroWeights {
  if (file.length !== WEIGHTS_BYTES || new TextDecoder().decode(file.subarray(0, MARK.length)) !== MARK) {
    throw new Error('The file is not the voice activity model.');
  }
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let at: number = MARK.length;
  const float = () => {
    at += 4;
    return view.getFloat32(at - 4, true);
  };
  const weights = {} as SileroWeights;
  for (const name of vectorNames) weights[name] = new Float32Array(VECTORS[name]).map(float);
  let small = MARK.length + 4 * FLOATS;
  for (const name of matrixNames) {
    const [rows, columns, bytes] = MATRICES[name];
    const values = new Float32Array(rows * columns);
    for (let row = 0; row < rows; row += 1) {
      const scale = float();
      for (let column = 0; column < columns; column += 1) {
        const whole = bytes === 1 ? view.getInt8(small) : view.getInt16(small, true);
        values[row * columns + column] = whole * scale;
        small += bytes;
      }
    }
    weights[name] = values;
  }
  return weights;
}
