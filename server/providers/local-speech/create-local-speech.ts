import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readStrictWav, resample, trimSilence, writeWav } from '../../platform/audio/wav.ts';
import { ProviderError } from '../provider-error.ts';
import type { Transcriber } from '../transcriber/port.ts';
import type { Voice } from '../voice/port.ts';
import { SPEECH_MODELS, type SpeechModel } from './catalogue.ts';
import { EngineThread } from './engine-thread.ts';

/** The name of the local models among the providers. */
export const LOCAL_ID = 'local';
/** What recognisers take. */
const SAMPLE_RATE = 16_000;
const FULL_SCALE = 32_768;

/** The models of this machine. */
export interface LocalSpeech {
  recogniser: (Transcriber & { model: string }) | null;
  voice: (Voice & { model: string }) | null;
  close(): Promise<void>;
}

/** What is installed in a folder: a file `speech.json`, written by `npm run speech`. */
export interface InstalledSpeech {
  /** Ids of the catalogue. */
  recogniser?: string;
  voice?: string;
}

/** What `npm run speech` has installed; nothing if the folder or its file is missing or unreadable. */
export function readInstalled(folder: string): InstalledSpeech {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'speech.json'), 'utf8')) as InstalledSpeech;
  } catch {
    // Nothing was installed.
    return {};
  }
}

/**
 * The installed recogniser and voice, each in its own thread. Nothing is loaded before the first utterance or sentence.
 *
 * @param engine the module with the runtime; tests replace it
 */
export function createLocalSpeech(
  folder: string,
  engine = new URL('./sherpa-engine.ts', import.meta.url).href,
): LocalSpeech {
  const installed = readInstalled(folder);
  const threads: EngineThread[] = [];
  const load = (id: string | undefined, kind: SpeechModel['kind']) => {
    const model = SPEECH_MODELS.find((one) => one.id === id && one.kind === kind);
    if (!model) return null;
    const thread = new EngineThread({
      engine,
      runtime: path.join(folder, 'runtime'),
      folder: path.join(folder, model.folder),
      files: model.files,
    });
    threads.push(thread);
    return { model, thread };
  };
  const recogniser = load(installed.recogniser, 'recogniser');
  const voice = load(installed.voice, 'voice');
  return {
    recogniser: recogniser && transcriberOf(recogniser.model, recogniser.thread),
    voice: voice && voiceOf(voice.model, voice.thread),
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

function transcriberOf({ id: model }: SpeechModel, thread: EngineThread): Transcriber & { model: string } {
  return {
    model,
    async transcribe({ wav }, signal) {
      const { samples } = resample(readStrictWav(wav), SAMPLE_RATE);
      const sound = { sampleRate: SAMPLE_RATE, samples: Float32Array.from(samples, (x) => x / FULL_SCALE) };
      try {
        const { text = '' } = await thread.do({ do: 'transcribe', sound }, signal);
        return { text: text.trim(), noSpeechProbability: null, model };
      } catch (error) {
        signal.throwIfAborted();
        throw new ProviderError(LOCAL_ID, (error as Error).message);
      }
    },
  };
}

function voiceOf({ id: model }: SpeechModel, thread: EngineThread): Voice & { model: string } {
  return {
    model,
    async speak({ text, speed }, signal) {
      try {
        const { sound } = await thread.do({ do: 'speak', text, speed }, signal);
        if (!sound) throw new Error('bad response');
        const samples = Int16Array.from(sound.samples, (x) => Math.max(-1, Math.min(1, x)) * (FULL_SCALE - 1));
        const heard = trimSilence({ sampleRate: sound.sampleRate, samples });
        if (heard.samples.length === 0) throw new Error('silent audio');
        return { audio: writeWav(heard), mime: 'audio/wav', provider: LOCAL_ID, model };
      } catch (error) {
        signal.throwIfAborted();
        throw new ProviderError(LOCAL_ID, (error as Error).message);
      }
    },
  };
}
