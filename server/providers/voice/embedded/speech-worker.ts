/** The thread that runs eSpeak NG, whose calls block until a sentence is spoken. */
import { parentPort, workerData } from 'node:worker_threads';
import { trimSilence, writeWav } from '../../../platform/audio/wav.ts';
import type { Delivery } from './voices.ts';

/** One sentence for the thread. */
export interface WorkerJob {
  id: number;
  text: string;
  delivery: Delivery;
}

/** Messages of the thread: ready, a sentence as a WAV file, or why there is none. */
export type WorkerAnswer =
  | { kind: 'ready' }
  | { kind: 'spoken'; id: number; file: Uint8Array<ArrayBuffer> }
  | { kind: 'failed'; id: number; reason: string };

/** Replaces a voice that the synthesiser does not know. */
const DEFAULT_VOICE = 'en-us';

/** Sentences with many different sounds, for warming up. */
const WARM_UP = [
  'Good day, and what brings you here?',
  'We could look at the third of your five projects together, and judge which one pays.',
  'Nothing much, I should think: a short call, perhaps on Thursday!',
  'Who else would have to agree before you begin, and how long does that usually take?',
];

const { default: create } = await import('@echogarden/espeak-ng-emscripten');
const { eSpeakNGWorker: ESpeak } = await create();
const espeak = new ESpeak();

/** Speaks a sentence. @returns a WAV file in its own buffer, which can be transferred */
function speak({ text, delivery }: WorkerJob): Uint8Array<ArrayBuffer> {
  // Setting a voice resets the other settings to its own; an unknown voice would leave that of the previous sentence.
  if (espeak.set_voice(delivery.name) !== 0) espeak.set_voice(DEFAULT_VOICE);
  espeak.set_pitch(delivery.pitch);
  espeak.set_range(delivery.range);
  espeak.set_rate(delivery.rate);
  espeak.set_volume(delivery.volume);
  const pieces: Int16Array[] = [];
  let length = 0;
  // The synthesiser parses markup; a reply's words are plain text.
  espeak.synthesize(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'), (piece) => {
    pieces.push(piece);
    length += piece.length;
    return false;
  });
  const samples = new Int16Array(length);
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  const sound = trimSilence({ sampleRate: espeak.get_samplerate(), samples });
  if (sound.samples.length === 0) throw new Error('nothing to be heard');
  return writeWav(sound);
}

let wasAsked = false;
parentPort?.on('message', (job: WorkerJob) => {
  wasAsked = true;
  let answer: WorkerAnswer;
  try {
    answer = { kind: 'spoken', id: job.id, file: speak(job) };
  } catch (error) {
    answer = { kind: 'failed', id: job.id, reason: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(answer, answer.kind === 'spoken' ? [answer.file.buffer] : []);
});
parentPort?.postMessage({ kind: 'ready' } satisfies WorkerAnswer);
// The first sentences are slow while the engine compiles, so this happens before somebody waits.
if (workerData.warmUp) {
  const delivery = { name: DEFAULT_VOICE, pitch: 50, range: 50, rate: 170, volume: 80 };
  for (const text of WARM_UP) {
    await new Promise(setImmediate);
    if (wasAsked) break;
    speak({ id: 0, text, delivery });
  }
}
