import { PbfReader } from 'pbf';

/** A constant tensor of an ONNX file. */
export interface OnnxTensor {
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
export function readOnnxConstants(file: Uint8Array): Map<string, OnnxTensor> {
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
