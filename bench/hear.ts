import { voiceModel } from '../web/build/voice-model.ts';
import { findUtterances } from '../web/commands/find-utterances.ts';
import { createNeuralDetector } from '../web/features/voice/activity/neural-detector.ts';
import { figure, printTable, quantile } from './figures.ts';
import { type Span, scoreHearing } from './hear-score.ts';
import { babble, hum, music, RATE, slams, white } from './hear-sounds.ts';
import { layOut, speakAll } from './hear-speech.ts';

const SPEECH_RMS = 0.05;
/** Level of a quiet room's noise, in decibels below speech. */
const ROOM_DB = 45;
const NOISE_DBS = [20, 10, 5];
const ALONE_SECONDS = 300;
/** Levels of noise without speech, in decibels below the usual level of speech. */
const ALONE_DBS = [20, 5];

/** A condition for voice activity detection. */
interface Condition {
  name: string;
  sound: Float32Array;
  spoken: Span[];
}

/** What voice activity finds in synthetic speech, clean and in noise, and in noise alone. Takes 3 minutes. */
export async function benchHear(): Promise<void> {
  const voices = await speakAll();
  const detector = createNeuralDetector(voiceModel());
  let samples = 0;
  const before = process.cpuUsage();
  const rows = [...conditions(voices)].map(({ name, sound, spoken }) => {
    samples += sound.length;
    const recording = { sampleRate: RATE, length: sound.length, mono: sound.slice.bind(sound) };
    const heard = [...findUtterances(recording, detector)].map(({ start_ms, end_ms }): Span => [start_ms, end_ms]);
    const score = scoreHearing(spoken, heard);
    if (spoken.length === 0) return [name, '', '', '', '', '', '', String(score.falseStarts)];
    const errors = score.startErrors.map(Math.abs).sort((a, b) => a - b);
    return [
      name,
      `${figure((100 * score.found) / score.spoken)} %`,
      ...[score.missed, score.cut, score.merged, score.off].map(String),
      figure(quantile(errors, 0.95)),
      String(score.falseStarts),
    ];
  });
  const { user, system } = process.cpuUsage(before);
  printTable(
    'hear: 60 utterances of 12 voices of the embedded synthesiser; noise alone for 5 minutes',
    ['condition', 'found', 'missed', 'cut', 'merged', 'bounds off', 'start off by ms, p95', 'false starts'],
    rows,
  );
  const hops = samples / detector.hopSamples;
  console.log(`\nCPU: ${figure((user + system) / 1000 / hops)} ms a hop of 32 ms, making the sounds included.`);
}

function* conditions(voices: Float32Array[][]): Generator<Condition> {
  const { sound: speech, spoken } = layOut(voices);
  const noises: Record<string, (length: number) => Float32Array> = {
    white,
    // Each talker has two voices' utterances, and no voice is used by two talkers at once.
    babble: (length) =>
      babble(
        length,
        [0, 1, 2, 3, 4, 5].map((talker) => [...at(talker), ...at(talker + 6)]),
      ),
    hum,
  };
  const at = (index: number) => voices[index] ?? [];
  const length = speech.length;
  const room = white(length).map((x) => x * level(ROOM_DB));
  const clean = speech.map((x, n) => x + (room[n] as number));
  yield { name: 'clean', sound: clean, spoken };
  yield { name: 'quiet voice (-20 dB)', sound: clean.map((x) => (x * level(20)) / SPEECH_RMS), spoken };
  for (const [name, make] of Object.entries(noises)) {
    const noise = make(length);
    for (const db of NOISE_DBS) {
      yield { name: `${name} ${db} dB`, sound: clean.map((x, n) => x + (noise[n] as number) * level(db)), spoken };
    }
  }
  for (const [name, make] of Object.entries({ ...noises, music, slams })) {
    for (const db of ALONE_DBS) {
      const sound = make(RATE * ALONE_SECONDS).map((x) => x * level(db));
      yield { name: `${name} alone, ${db} dB below speech`, sound, spoken: [] };
    }
  }
}

/** Root mean square at so many decibels below speech. */
const level = (db: number) => SPEECH_RMS * 10 ** (-db / 20);
