import { readLenientWav, resample } from '../server/platform/audio/wav.ts';
import { createEmbeddedVoice } from '../server/providers/voice/embedded/create-embedded-voice.ts';
import { SAMPLE_RATE } from '../web/features/voice/activity/voice-activity.ts';
import { randomOf } from './hear-sounds.ts';

/** One turn of a speaker. */
export interface TurnScene {
  kind: string;
  /** 16 kHz: a second of silence, the turn, and four of silence. */
  sound: Float32Array;
  /** The words between pauses, with when each begins and ends, in milliseconds. */
  parts: { text: string; fromMs: number; toMs: number }[];
}

/** `|` is a pause, whose length in milliseconds lies between these. Each line is one turn. */
const KINDS: Record<string, { pauseMs: readonly [number, number]; lines: readonly string[] }> = {
  'without a pause': {
    pauseMs: [0, 0],
    lines: [
      'What do you charge for a workshop?',
      'How long does it take?',
      'Do you work with small teams?',
      'We are a team of forty people.',
      'Our support takes too long to answer.',
      'Thank you.',
      'Yes, please.',
      'Tell me more about your work.',
    ],
  },
  'pauses for thought': {
    pauseMs: [300, 900],
    lines: [
      'We are looking for somebody who | can help us with our support.',
      'I wanted to ask whether you | would come to Leeds.',
      'Our biggest problem is that | nobody uses the new system.',
      'If we start in March | how long would it take?',
      'We tried it last year and | it did not work.',
      'I am the head of sales at | a small bakery.',
      'What would you do first | if you were in my place?',
      'We have about fifty people | in three countries.',
    ],
  },
  lists: {
    pauseMs: [300, 700],
    lines: [
      'We need training, | coaching, | and a plan.',
      'There is sales, | support, | finance, | and the board.',
      'We use mail, | a chat, | and two old databases.',
      'I see three problems, | cost, | time, | and people.',
    ],
  },
  'numbers dictated': {
    pauseMs: [350, 700],
    lines: [
      'My number is zero one seven one | two three four | five six seven eight.',
      'You can call me at five five five | eight one two | nine nine four four.',
      'It is zero two zero | seven nine four six | zero nine five eight.',
      'The code is four four | nine two | seven one.',
    ],
  },
  hesitations: {
    pauseMs: [400, 900],
    lines: [
      'We would like to start in, um, | maybe in April.',
      'I think, uh, | the budget is the problem.',
      'So, um, | what does it cost?',
      'It is for our, er, | our customer service.',
      'Well, you know, | we are not very big.',
      'We have, um, | ten people there.',
    ],
  },
};
const VARIANTS = ['f3', 'm3', 'm1'];
const BEFORE_MS = 1_000;
const AFTER_MS = 4_000;
const LEVEL = 0.4;
/** Of a quiet room, far below any voice. */
const ROOM = 0.0004;

/** All turns in three voices of the embedded synthesiser, the same in every run but for its breath. */
export async function* turnScenes(): AsyncGenerator<TurnScene> {
  const random = randomOf(11);
  const voice = createEmbeddedVoice({
    voiceOf: (id) => ({ name: `en-us+${id}`, pitch: 55, range: 60, rate: 165 }),
  });
  const speak = async (text: string, voiceId: string) => {
    const request = { text, voiceId, speed: 1, emphasis: 'none' as const };
    const { audio } = await voice.speak(request, new AbortController().signal);
    return Float32Array.from(resample(readLenientWav(audio), SAMPLE_RATE).samples, (x) => (LEVEL * x) / 32_768);
  };
  try {
    for (const [kind, { pauseMs, lines }] of Object.entries(KINDS)) {
      for (const line of lines) {
        for (const variant of VARIANTS) {
          const texts = line.split('|').map((text) => text.trim());
          const parts: TurnScene['parts'] = [];
          const pieces: Float32Array[] = [silence(BEFORE_MS)];
          for (const [at, text] of texts.entries()) {
            const isLast = at === texts.length - 1;
            // A comma keeps the synthesiser's voice up, as of somebody who goes on.
            const piece = await speak(isLast || text.endsWith(',') ? text : `${text},`, variant);
            const fromMs = lengthMs(pieces);
            pieces.push(piece);
            parts.push({ text, fromMs, toMs: lengthMs(pieces) });
            pieces.push(silence(isLast ? AFTER_MS : pauseMs[0] + (pauseMs[1] - pauseMs[0]) * random()));
          }
          yield { kind, sound: inRoom(pieces, random), parts };
        }
      }
    }
  } finally {
    await voice.close();
  }
}

const silence = (ms: number) => new Float32Array(Math.round((ms * SAMPLE_RATE) / 1000));
const lengthMs = (pieces: readonly Float32Array[]) =>
  (pieces.reduce((sum, { length }) => sum + length, 0) * 1000) / SAMPLE_RATE;

function inRoom(pieces: readonly Float32Array[], random: () => number): Float32Array {
  const sound = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    sound.set(piece, at);
    at += piece.length;
  }
  return sound.map((x) => x + ROOM * (2 * random() - 1));
}
