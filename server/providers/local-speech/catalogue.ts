/** The runtime, as it is installed from the registry. */
export const RUNTIME = {
  name: 'sherpa-onnx-node',
  version: '1.13.8',
  bytes: 34_000_000,
  licence: 'Apache-2.0',
} as const;

/** How the runtime is told about a model; paths are relative to the model's folder. */
export type ModelFiles =
  | {
      type: 'moonshine';
      preprocessor: string;
      encoder: string;
      uncachedDecoder: string;
      cachedDecoder: string;
      tokens: string;
    }
  | { type: 'whisper'; encoder: string; decoder: string; tokens: string }
  | { type: 'vits'; model: string; tokens: string; dataDir: string };

/** A model that can be installed. */
export interface SpeechModel {
  id: string;
  kind: 'recogniser' | 'voice';
  name: string;
  /** ISO 639-1; empty for many. */
  languages: readonly string[];
  /** Of the download. */
  bytes: number;
  /** Memory in use, about. */
  memoryBytes: number;
  licence: string;
  url: string;
  /** Of the download, as its publisher lists it. */
  sha256: string;
  /** The folder in the archive. */
  folder: string;
  files: ModelFiles;
}

const RELEASES = 'https://github.com/k2-fsa/sherpa-onnx/releases/download';
const MB = 1_000_000;

function piper(
  voice: string,
  language: string,
  about: Pick<SpeechModel, 'name' | 'bytes' | 'licence' | 'sha256'>,
): SpeechModel {
  const folder = `vits-piper-${voice}`;
  return {
    ...{ id: `piper-${voice.split('-')[1]}-${language}`, kind: 'voice', languages: [language], ...about },
    ...{ url: `${RELEASES}/tts-models/${folder}.tar.bz2`, folder, memoryBytes: 200 * MB },
    files: { type: 'vits', model: `${voice}.onnx`, tokens: 'tokens.txt', dataDir: 'espeak-ng-data' },
  };
}

function whisper(size: string, about: Pick<SpeechModel, 'name' | 'bytes' | 'memoryBytes' | 'sha256'>): SpeechModel {
  const folder = `sherpa-onnx-whisper-${size}`;
  return {
    ...{ id: `whisper-${size}`, kind: 'recogniser', languages: [], licence: 'MIT', ...about },
    ...{ url: `${RELEASES}/asr-models/${folder}.tar.bz2`, folder },
    files: {
      type: 'whisper',
      encoder: `${size}-encoder.int8.onnx`,
      decoder: `${size}-decoder.int8.onnx`,
      tokens: `${size}-tokens.txt`,
    },
  };
}

/** Models that a machine without a graphics card can use while somebody waits, the recommended one of a kind first. */
export const SPEECH_MODELS: readonly SpeechModel[] = [
  {
    id: 'moonshine-tiny-en',
    kind: 'recogniser',
    name: 'Moonshine tiny, quick',
    languages: ['en'],
    bytes: 107_600_000,
    memoryBytes: 300 * MB,
    licence: 'MIT',
    url: `${RELEASES}/asr-models/sherpa-onnx-moonshine-tiny-en-int8.tar.bz2`,
    sha256: 'd5fe6ec4334fef36255b2a4010412cad4c007e33103fec62fb5d17cad88086f2',
    folder: 'sherpa-onnx-moonshine-tiny-en-int8',
    files: {
      type: 'moonshine',
      preprocessor: 'preprocess.onnx',
      encoder: 'encode.int8.onnx',
      uncachedDecoder: 'uncached_decode.int8.onnx',
      cachedDecoder: 'cached_decode.int8.onnx',
      tokens: 'tokens.txt',
    },
  },
  whisper('base', {
    name: 'Whisper base',
    bytes: 207_557_382,
    memoryBytes: 500 * MB,
    sha256: '911b2083efd7c0dca2ac3b358b75222660dc09fb716d64fbfc417ba6c99ff3de',
  }),
  piper('en_US-ryan-medium', 'en', {
    name: 'Ryan, a man',
    bytes: 67_213_100,
    licence: 'CC-BY-4.0',
    sha256: 'c546af78b6395b4e7c4ce1ed899438b64426a362f5d4ec5fecd090ded9ad7505',
  }),
  piper('de_DE-thorsten-medium', 'de', {
    name: 'Thorsten, a man',
    bytes: 67_214_254,
    licence: 'CC0-1.0',
    sha256: '50487d9c95fdf2191f31d2588569381063ba1591dcd4c7d4bdd30f12b2191714',
  }),
];
