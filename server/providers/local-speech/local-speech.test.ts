import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readLenientWav, resample, writeWav } from '../../platform/audio/wav.ts';
import { hum } from '../../testing/fake-speech-provider.ts';
import { loadSampleTwin } from '../../testing/sample-twin.ts';
import { createTranscribers } from '../transcriber/create-transcribers.ts';
import { createVoices } from '../voice/create-voices.ts';
import { createEmbeddedVoice } from '../voice/embedded/create-embedded-voice.ts';
import type { VoiceNote } from '../voice/port.ts';
import { createLocalSpeech, LOCAL_ID, readInstalled } from './create-local-speech.ts';
import { EngineThread } from './engine-thread.ts';

const FAKE = new URL('../../testing/fake-speech-engine.ts', import.meta.url).href;
const never = new AbortController().signal;

/** A folder in which these models are noted as installed. */
async function folderWith(installed: object) {
  const folder = await mkdtemp(path.join(tmpdir(), 'understudy-speech-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, 'speech.json'), JSON.stringify(installed));
  return folder;
}

function speechIn(folder: string, engine?: string) {
  const speech = createLocalSpeech(folder, engine);
  onTestFinished(() => speech.close());
  return speech;
}

describe('what is installed', () => {
  test('is nothing where nothing was installed, or what was is not known', async () => {
    expect(readInstalled('/nowhere/at/all')).toEqual({});
    expect(speechIn('/nowhere/at/all')).toMatchObject({ recogniser: null, voice: null });
    expect(speechIn(await folderWith({ recogniser: 'of-tomorrow' }))).toMatchObject({ recogniser: null, voice: null });
  });

  test('hears, at the rate that recognizers take', async () => {
    const twin = await loadSampleTwin();
    const { recogniser } = speechIn(await folderWith({ recogniser: 'moonshine-tiny-en' }), FAKE);
    const transcribers = createTranscribers(
      { chain: [], local: recogniser && { name: LOCAL_ID, transcriber: recogniser } },
      () => twin,
    );
    expect(transcribers.providers()).toEqual(['local']);
    const wav = writeWav(hum(900, 48_000));
    expect(await transcribers.transcribe('local', { wav, model: 'any' }, never)).toEqual({
      text: '1000 ms of 16000 Hz',
      noSpeechProbability: null,
      model: 'moonshine-tiny-en',
    });
  });

  test('speaks, before the embedded voice', async () => {
    const twin = await loadSampleTwin();
    const { voice } = speechIn(await folderWith({ voice: 'piper-ryan-en' }), FAKE);
    const voices = createVoices({ chain: [], local: voice && { name: LOCAL_ID, voice } }, () => twin);
    onTestFinished(() => voices.close());
    expect(voices.provider()).toBe('local');
    const request = { text: 'Good day to you', voiceId: twin.defaultVoice, speed: 1, emphasis: 'none' as const };
    const speech = await voices.speak(request, never);
    expect(speech).toMatchObject({ provider: 'local', model: 'piper-ryan-en', mime: 'audio/wav' });
    const slow = readLenientWav((await voices.speak({ ...request, speed: 0.5 }, never)).audio);
    expect(slow.samples.length).toBeGreaterThan(1.8 * readLenientWav(speech.audio).samples.length);
  });

  test('a sentence that is all silence is not spoken', async () => {
    const { voice } = speechIn(await folderWith({ voice: 'piper-ryan-en' }), FAKE);
    const request = { text: 'Hush', voiceId: '', speed: 1, emphasis: 'none' as const };
    await expect(voice?.speak(request, never)).rejects.toThrow('silent audio');
  });

  test('is followed by the embedded voice when the runtime is missing', async () => {
    const twin = await loadSampleTwin();
    const { voice, recogniser } = speechIn(await folderWith({ voice: 'piper-ryan-en', recogniser: 'whisper-base' }));
    const voices = createVoices({ chain: [], local: voice && { name: LOCAL_ID, voice } }, () => twin);
    onTestFinished(() => voices.close());
    const notes: VoiceNote[] = [];
    for (const text of ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.']) {
      const request = { text, voiceId: twin.defaultVoice, speed: 1, emphasis: 'none' as const };
      expect((await voices.speak(request, never, (note) => notes.push(note))).provider).toBe('embedded');
    }
    expect(notes[0]).toMatchObject({ kind: 'provider_fell_back', provider: 'local' });
    expect(notes.map(({ reason }) => reason)).toEqual([
      ...Array(5).fill('the runtime is not installed'),
      'circuit open',
    ]);
    expect(voices.links[0]?.health.failing()).toMatchObject({ inARow: 5 });
    await expect(recogniser?.transcribe({ wav: writeWav(hum(300)), model: 'any' }, never)).rejects.toThrow(
      'the runtime is not installed',
    );
  });
});

describe('the thread of a model', () => {
  const threadOf = (files: unknown, idleMs?: number) => {
    const thread = new EngineThread({ engine: FAKE, runtime: '', folder: '', files }, idleMs);
    onTestFinished(() => thread.close());
    return thread;
  };
  const sound = (length: number) => ({ sampleRate: 16_000, samples: new Float32Array(length) });
  const heard = (thread: EngineThread, length: number, signal = never) =>
    thread.do({ do: 'transcribe', sound: sound(length) }, signal);

  test('starts with the first job, does jobs in order, and ends when it is idle', async () => {
    const thread = threadOf(null, 50);
    expect(thread.running).toBe(false);
    const answers = await Promise.all([heard(thread, 16_000), heard(thread, 8_000)]);
    expect(answers.map(({ text }) => text?.trim())).toEqual(['1000 ms of 16000 Hz', '500 ms of 16000 Hz']);
    await expect.poll(() => thread.running).toBe(false);
    expect((await heard(thread, 1_600)).text?.trim()).toBe('100 ms of 16000 Hz');
  });

  test('goes on after a job that fails', async () => {
    const thread = threadOf(null);
    await expect(heard(thread, 0)).rejects.toThrow('the model failed');
    expect((await heard(thread, 1_600)).text).toContain('100 ms');
  });

  test('rejects jobs of a model that does not load, and what nobody waits for', async () => {
    await expect(heard(threadOf({ broken: true }), 1_600)).rejects.toThrow('the model failed');
    const abort = new AbortController();
    const job = heard(threadOf(null), 1_600, abort.signal);
    abort.abort(new Error('gone'));
    await expect(job).rejects.toThrow('gone');
  });
});

describe('the runtime itself', () => {
  interface Runtime {
    Vad: new (
      config: object,
      seconds: number,
    ) => {
      acceptWaveform(samples: Float32Array): void;
      flush(): void;
      isEmpty(): boolean;
      front(external: boolean): { start: number; samples: Float32Array };
      pop(): void;
    };
  }

  test('runs on this machine: it finds two sentences with the model of voice activity', async () => {
    const require = createRequire(import.meta.url);
    const { Vad } = require('sherpa-onnx-node') as Runtime;
    // The page's own model, see web/build/voice-model.ts.
    const packages = path.join(import.meta.dirname, '../../../node_modules');
    const model = path.join(packages, '@ricky0123', 'vad-web', 'dist', 'silero_vad_v5.onnx');
    const sileroVad = { model, threshold: 0.5, minSpeechDuration: 0.25, minSilenceDuration: 0.5, windowSize: 512 };
    const vad = new Vad({ sileroVad, sampleRate: 16_000, debug: 0, numThreads: 1 }, 30);
    const voice = createEmbeddedVoice({ voiceOf: () => ({ name: 'en-us+f3', pitch: 55, range: 60, rate: 165 }) });
    onTestFinished(() => voice.close());
    const request = {
      text: 'We are looking for a workshop in March',
      voiceId: '',
      speed: 1,
      emphasis: 'none' as const,
    };
    const { samples } = resample(readLenientWav((await voice.speak(request, never)).audio), 16_000);
    const silence = new Float32Array(16_000);
    for (const part of [silence, Float32Array.from(samples, (x) => x / 32_768), silence]) {
      for (const again of [part, ...(part === silence ? [] : [silence, part])]) {
        for (let at = 0; at + 512 <= again.length; at += 512) vad.acceptWaveform(again.subarray(at, at + 512));
      }
    }
    vad.flush();
    const found: number[] = [];
    for (; !vad.isEmpty(); vad.pop()) found.push(vad.front(false).samples.length / samples.length);
    expect(found).toHaveLength(2);
    for (const share of found) expect(share).toBeGreaterThan(0.7);
  });

  // For somebody who has installed models: `SPEECH_MODELS_DIR=data.speech npx vitest ...`.
  const folder = process.env['SPEECH_MODELS_DIR'] ?? '';
  test.skipIf(!folder)('hears what the installed voice says', { timeout: 120_000 }, async () => {
    const { voice, recogniser } = speechIn(folder);
    const request = { text: 'How long does a workshop take?', voiceId: '', speed: 1, emphasis: 'none' as const };
    const speech = await voice?.speak(request, never);
    const heard = await recogniser?.transcribe({ wav: speech?.audio ?? Buffer.alloc(0), model: '' }, never);
    expect(heard?.text.toLowerCase()).toContain('workshop');
  });
});
