import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readLenientWav, resample, type Sound, samplesIn, writeWav } from '../../server/platform/audio/wav.ts';
import { createEmbeddedVoice } from '../../server/providers/voice/embedded/create-embedded-voice.ts';

/** What a microphone hears, in order: words, or milliseconds of silence. */
export type Scene = (string | number)[];

/** A recording that Chromium uses as its microphone. */
export interface MicrophoneFile {
  path: string;
  /** Start and end of each of the scene's texts, in milliseconds since the microphone was opened. */
  words: { text: string; fromMs: number; toMs: number }[];
  remove(): Promise<void>;
}

const RATE = 48_000;
/** A visitor with a clear voice that is not the twin's. */
const VISITOR = { name: 'en-us+f3', pitch: 55, range: 60, rate: 165 };

/**
 * Speaks the scene with the embedded voice. A long silence follows, since the browser plays the recording only once.
 */
export async function recordMicrophone(scene: Scene): Promise<MicrophoneFile> {
  const voice = createEmbeddedVoice({ voiceOf: () => VISITOR });
  const parts: Int16Array[] = [];
  const words: MicrophoneFile['words'] = [];
  let at = 0;
  try {
    for (const part of [...scene, 60_000]) {
      const samples = typeof part === 'number' ? quiet(part) : (await speak(voice, part)).samples;
      const fromMs = (at * 1000) / RATE;
      at += samples.length;
      parts.push(samples);
      if (typeof part === 'string') words.push({ text: part, fromMs, toMs: (at * 1000) / RATE });
    }
  } finally {
    await voice.close();
  }
  const samples = new Int16Array(at);
  let filled = 0;
  for (const part of parts) {
    samples.set(part, filled);
    filled += part.length;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'understudy-microphone-'));
  const file = path.join(folder, 'microphone.wav');
  await writeFile(file, writeWav({ sampleRate: RATE, samples }));
  return { path: file, words, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The same visitor's lines, each a WAV file in base64. */
export async function recordVisitor(lines: readonly string[]): Promise<Map<string, string>> {
  const voice = createEmbeddedVoice({ voiceOf: () => VISITOR });
  try {
    const recordings = new Map<string, string>();
    for (const line of lines) recordings.set(line, writeWav(await speak(voice, line)).toString('base64'));
    return recordings;
  } finally {
    await voice.close();
  }
}

async function speak(voice: ReturnType<typeof createEmbeddedVoice>, text: string): Promise<Sound> {
  const request = { text, voiceId: 'visitor', speed: 1, emphasis: 'none' as const };
  const { audio } = await voice.speak(request, new AbortController().signal);
  return resample(readLenientWav(audio), RATE);
}

/** Hiss far below any voice, since a room is never entirely silent. The same in every run. */
function quiet(ms: number): Int16Array {
  const samples = new Int16Array(samplesIn(ms, RATE));
  let seed = 12_345;
  for (let index = 0; index < samples.length; index += 1) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    samples[index] = (seed >> 16) % 9;
  }
  return samples;
}
