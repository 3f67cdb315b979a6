import { createEmbeddedVoice } from '../server/providers/voice/embedded/create-embedded-voice.ts';
import { readWav } from '../web/commands/read-wav.ts';
import { createResampler } from '../web/features/voice/capture/samples.ts';
import type { Span } from './hear-score.ts';
import { activePower, RATE, randomOf } from './hear-sounds.ts';

/** Each line is one utterance; `|` is a pause for thought. */
const LINES = [
  'Yes.',
  'No, | I do not think so.',
  'We are a team of forty people | and our support takes too long to answer.',
  'How much would that cost us | for the first three months?',
  'Could you tell me | what you would do first?',
  'I have read your article about pilots | that never reach production, | and it sounded familiar.',
  'Maybe.',
  'Our board wants a plan by the end of March.',
  'What I am worried about | is that nobody will use it.',
  'Let us talk about the budget. | We have about fifty thousand.',
  'Hello, can you hear me?',
  'I would like to book a call | with you next week, | on Tuesday if you can.',
];
const VARIANTS = ['m1', 'm2', 'm3', 'm5', 'm7', 'f1', 'f2', 'f3', 'f4', 'f5', 'whisperf', 'croak'];
const SPEEDS = [0.85, 1, 1.2];
const SPEECH_RMS = 0.05;
const COUNT = 60;

/** Speech, and when somebody speaks in it. */
export interface Scene {
  sound: Float32Array;
  spoken: Span[];
}

/** The utterances in each voice of the embedded synthesiser, all at the same loudness. */
export async function speakAll(): Promise<Float32Array[][]> {
  const random = randomOf(5);
  const voice = createEmbeddedVoice({
    voiceOf: (id) => ({ name: `en-us+${id}`, pitch: 50, range: 50, rate: 165 }),
  });
  const clause = async (text: string, voiceId: string, speed: number) => {
    const { audio } = await voice.speak({ text, voiceId, speed, emphasis: 'none' }, new AbortController().signal);
    const recording = readWav(audio);
    const resampler = createResampler(recording.sampleRate, RATE);
    return trimmed(Float32Array.of(...resampler.push(recording.mono(0, recording.length)), ...resampler.flush()));
  };
  try {
    const all: Float32Array[][] = [];
    for (const [index, variant] of VARIANTS.entries()) {
      const utterances: Float32Array[] = [];
      for (const line of LINES) {
        const pieces: Float32Array[] = [];
        for (const text of line.split('|')) {
          if (pieces.length > 0) pieces.push(new Float32Array(Math.round(RATE * (0.25 + 0.45 * random()))));
          pieces.push(await clause(text.trim(), variant, SPEEDS[index % SPEEDS.length] as number));
        }
        const utterance = joined(pieces);
        const gain = SPEECH_RMS / Math.sqrt(activePower(utterance));
        utterances.push(utterance.map((x) => x * gain));
      }
      all.push(utterances);
    }
    return all;
  } finally {
    await voice.close();
  }
}

/** Sixty utterances, alternating between all voices, 1.2 to 4 s apart. */
export function layOut(voices: Float32Array[][]): Scene {
  const random = randomOf(6);
  const silence = (seconds: number) => new Float32Array(Math.round(RATE * seconds));
  const pieces: Float32Array[] = [silence(2)];
  const spoken: Span[] = [];
  let at = 2 * RATE;
  for (let index = 0; index < COUNT; index += 1) {
    const voice = voices[index % voices.length] as Float32Array[];
    const utterance = voice[(index * 5 + Math.floor(index / voices.length)) % voice.length] as Float32Array;
    const gap = silence(1.2 + 2.8 * random());
    spoken.push([(at / RATE) * 1000, ((at + utterance.length) / RATE) * 1000]);
    pieces.push(utterance, gap);
    at += utterance.length + gap.length;
  }
  return { sound: joined(pieces), spoken };
}

/** Trims what is below a thousandth of the loudest power at both ends: the true bounds. */
function trimmed(sound: Float32Array): Float32Array {
  const least = sound.reduce((most, x) => Math.max(most, Math.abs(x)), 0) / 30;
  const first = sound.findIndex((x) => Math.abs(x) > least);
  return sound.slice(first, sound.findLastIndex((x) => Math.abs(x) > least) + 1);
}

function joined(pieces: Float32Array[]): Float32Array {
  const all = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
