import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PbfReader } from 'pbf';
import type { Plugin } from 'vite';
import { BINS, FRAME } from '../features/voice/activity/silero.ts';
import { packWeights, type SileroWeights } from '../features/voice/activity/silero-weights.ts';

/** From the package @ricky0123/vad-web, of which nothing else is used. */
const MODEL = 'silero_vad_v6.onnx';
/** The 16 kHz branch of the model; another branch is for 8 kHz. */
const PREFIX = 'If_0_then_branch__Inline_0__';

/** The file that the page fetches, made from the published model. @throws {Error} if the model is a different one */
export const voiceModel = (): Uint8Array<ArrayBuffer> => packWeights(publishedWeights());

/** The published model's weights, unchanged. */
export function publishedWeights(): SileroWeights {
  const folder = path.dirname(createRequire(import.meta.url).resolve('@ricky0123/vad-web'));
  return weightsOf(readOnnxConstants(readFileSync(path.join(folder, MODEL))));
}

/** Extracts the network's weights and checks that they match what silero.ts computes with. */
export function weightsOf(constants: Map<string, OnnxTensor>): SileroWeights {
  const take = (name: string, ...dimensions: number[]): Float32Array => {
    const tensor = constants.get(PREFIX + name);
    const found = tensor ? tensor.dimensions.join('x') : 'nothing';
    if (!tensor || found !== dimensions.join('x')) {
      throw new Error(`${MODEL} has changed: ${name} should be ${dimensions.join('x')} and is ${found}.`);
    }
    return tensor.values;
  };
  checkBasis(take('stft.forward_basis_buffer', 2 * BINS, 1, FRAME));
  const lstmBias = take('decoder.rnn.bias_ih', 512);
  const second = take('decoder.rnn.bias_hh', 512);
  return {
    encoder0: take('encoder.0.reparam_conv.weight', 128, 129, 3),
    encoder1: take('encoder.1.reparam_conv.weight', 64, 128, 3),
    encoder2: taps(take('encoder.2.reparam_conv.weight', 64, 64, 3), [1, 2]),
    encoder3: taps(take('encoder.3.reparam_conv.weight', 128, 64, 3), [1]),
    lstmInput: take('decoder.rnn.weight_ih', 512, 128),
    lstmState: take('decoder.rnn.weight_hh', 512, 128),
    bias0: take('encoder.0.reparam_conv.bias', 128),
    bias1: take('encoder.1.reparam_conv.bias', 64),
    bias2: take('encoder.2.reparam_conv.bias', 64),
    bias3: take('encoder.3.reparam_conv.bias', 128),
    lstmBias: lstmBias.map((value, index) => value + (second[index] as number)),
    output: take('decoder.decoder.2.weight', 1, 128, 1),
    outputBias: take('decoder.decoder.2.bias', 1),
  };
}

/**
 * Keeps the taps that ever meet sound, of each group of three: the last two convolutions have one position and see
 * padding.
 */
function taps(weights: Float32Array, kept: number[]): Float32Array {
  return Float32Array.from({ length: (weights.length / 3) * kept.length }, (_, index) => {
    const group = Math.floor(index / kept.length);
    return weights[group * 3 + (kept[index % kept.length] as number)] as number;
  });
}

/** The model's first step must be the windowed Fourier transform that silero.ts computes in a faster way. */
function checkBasis(basis: Float32Array): void {
  for (let bin = 0; bin < BINS; bin += 1) {
    for (let n = 0; n < FRAME; n += 1) {
      const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / FRAME);
      const turn = (2 * Math.PI * ((bin * n) % FRAME)) / FRAME;
      const real = (basis[bin * FRAME + n] as number) - window * Math.cos(turn);
      const imaginary = (basis[(BINS + bin) * FRAME + n] as number) + window * Math.sin(turn);
      if (Math.abs(real) + Math.abs(imaginary) > 1e-5) {
        throw new Error(`${MODEL} has changed: its first step is not a Hann-windowed Fourier transform.`);
      }
    }
  }
}

const ID = 'virtual:voice-model';
const DEVELOPMENT_URL = '/voice-activity.bin';

/** Serves the voice activity model and exports its URL as `virtual:voice-model`. */
export function serveVoiceModel(): Plugin {
  let building = false;
  return {
    name: 'understudy:serve-voice-model',
    configResolved(config) {
      building = config.command === 'build';
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load(id) {
      if (id !== `\0${ID}`) return null;
      if (!building) return `export default ${JSON.stringify(DEVELOPMENT_URL)};`;
      const file = this.emitFile({ type: 'asset', name: 'voice-activity.bin', source: voiceModel() });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
    configureServer(server) {
      const file = Buffer.from(voiceModel());
      server.middlewares.use(DEVELOPMENT_URL, (_, response) => {
        response.setHeader('content-type', 'application/octet-stream');
        response.end(file);
      });
    },
  };
}

/** A constant tensor of an ONNX file. */
interface OnnxTensor {
  dimensions: number[];
  values: Float32Array;
}

/** Field numbers of onnx.proto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto). */
const MODEL_GRAPH = 7;
const GRAPH_NODE = 1;
const NODE = { output: 2, operator: 4, attribute: 5 };
const ATTRIBUTE = { tensor: 5, graph: 6 };
const TENSOR = { dimensions: 1, type: 2, raw: 9 };
const FLOAT = 1;
const LENGTH_DELIMITED = 2;

/** All float constants of a model and its subgraphs, by output name. */
function readOnnxConstants(file: Uint8Array): Map<string, OnnxTensor> {
  const found = new Map<string, OnnxTensor>();
  new PbfReader(file).readFields((field, _, pbf) => {
    if (field === MODEL_GRAPH) readGraph(pbf, found);
  }, null);
  return found;
}

function readGraph(pbf: PbfReader, found: Map<string, OnnxTensor>): void {
  pbf.readMessage((field, _, inner) => {
    if (field === GRAPH_NODE) readNode(inner, found);
  }, null);
}

function readNode(pbf: PbfReader, found: Map<string, OnnxTensor>): void {
  const node = { output: '', operator: '', tensor: null as OnnxTensor | null };
  pbf.readMessage((field, _, inner) => {
    if (field === NODE.output) node.output = inner.readString();
    else if (field === NODE.operator) node.operator = inner.readString();
    else if (field === NODE.attribute) node.tensor = readAttribute(inner, found) ?? node.tensor;
  }, null);
  if (node.operator === 'Constant' && node.tensor) found.set(node.output, node.tensor);
}

function readAttribute(pbf: PbfReader, found: Map<string, OnnxTensor>): OnnxTensor | null {
  const attribute = { tensor: null as OnnxTensor | null };
  pbf.readMessage((field, _, inner) => {
    if (field === ATTRIBUTE.tensor) attribute.tensor = readTensor(inner);
    else if (field === ATTRIBUTE.graph) readGraph(inner, found);
  }, null);
  return attribute.tensor;
}

function readTensor(pbf: PbfReader): OnnxTensor | null {
  const tensor = { dimensions: [] as number[], type: 0, raw: new Uint8Array() as Uint8Array };
  pbf.readMessage((field, _, inner) => {
    if (field === TENSOR.dimensions) {
      if (inner.type === LENGTH_DELIMITED) inner.readPackedVarint(tensor.dimensions);
      else tensor.dimensions.push(inner.readVarint());
    } else if (field === TENSOR.type) tensor.type = inner.readVarint();
    else if (field === TENSOR.raw) tensor.raw = inner.readBytes();
  }, null);
  if (tensor.type !== FLOAT || tensor.raw.length % 4 !== 0) return null;
  return { dimensions: tensor.dimensions, values: new Float32Array(new Uint8Array(tensor.raw).buffer) };
}
