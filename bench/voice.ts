import { audio, hum } from '../server/testing/fake-speech-provider.ts';
import { figure, printTable, quantile } from './figures.ts';
import { growth } from './voice-growth.ts';
import { type Delays, type HeldTalk, hold, type Talk } from './voice-talk.ts';
import { firstHush, firstSound, lagOf, speechBounds } from './voice-times.ts';

const QUESTIONS = [
  'What do you charge for a workshop?',
  'How long does it take?',
  'Who would come to us?',
  'Can we start in March?',
  'What happens after the first week?',
  'Do you work with small teams?',
  'Is there a discount for schools?',
  'Where is your office?',
  'What would you need from us?',
  'Could you come on Tuesday?',
  'And what if it does not work?',
  'May I call you tomorrow?',
];
const ONSETS = [
  'Sorry, one question.',
  'But why?',
  'Hello?',
  'May I ask something?',
  'That is not what I meant.',
  'Excuse me.',
  'How much was it?',
  'You said March.',
  'I have heard that.',
  'What about the price?',
  'Please, not so fast.',
  'Are you sure of it?',
];
/** Until the greeting, which comes 3 s after the start, is over. */
const BEFORE_MS = 7_000;
/** Enough for 1 s of silence, a short reply, and listening again. */
const TURN_MS = 4_500;
const DUCK_EVERY_MS = 3_500;
/** A hum of this level is lowered to a tenth or less. */
const HUM_LEVEL = 8_000 / 32_768;
const DUCKED_SHARE = 0.1;
const HUSH_MS = 300;
/** Providers as they are. */
const USUAL: Delays = { transcription: 150, firstWord: 300, firstSound: 150 };
/** Search range for the microphone's first word, and for the drift of later ones. */
const FIRST_REACH_MS = 8_000;
const SLIP_MS = 150;

/** How long the twin takes to answer aloud and to fall silent, in a real browser. Takes 5 minutes. */
export async function benchVoice(): Promise<void> {
  const short = (sentence: string) => audio(hum(sentence.length * 40));
  const speaks = (more: Pick<Talk, 'sounds' | 'delays' | 'waits'>) =>
    hold({
      scene: spaced(QUESTIONS, TURN_MS),
      // Another one each time, so that no cache knows its sound.
      says: (request) => `That is fine ${request}.`,
      ...more,
    });
  const rows: string[][] = [];
  const byUsual = await speaks({ sounds: short, delays: USUAL });
  rows.push(row('end of speech to first sound, usual providers', answers(byUsual), 1_100));
  const byWaiting = await speaks({ sounds: short, delays: USUAL, waits: true });
  rows.push(row('the same, ended by a second of silence alone', answers(byWaiting), 1_100));
  const byEmbedded = await speaks({});
  rows.push(row('end of speech to first sound, embedded voice', answers(byEmbedded), 1_250));
  let asked = 0;
  const story = await hold({
    scene: [...spaced(['Tell me everything.'], 4_000), ...ONSETS.flatMap((text) => [text, DUCK_EVERY_MS])],
    says: (request) => (request === 0 ? 'Hello.' : 'Let me tell you everything that I know'),
    // The first is the question; the others are mere acknowledgements, after which the voice goes on.
    understands: () => (asked++ === 0 ? 'Tell me everything.' : 'uh huh'),
    sounds: (sentence) => audio(hum(sentence.length < 10 ? 400 : 58_000)),
  });
  rows.push(row('onset over the twin to its duck', ducks(story), 120));
  printTable(
    'voice: milliseconds until something is heard, or nothing any more',
    ['what', 'times', 'median', 'p95', 'worst', 'aim at p95'],
    rows,
  );
  const { captureMs, outputMs } = story.sides;
  console.log(
    `\nIn each figure: ${figure(captureMs)} ms of the microphone and ${figure(outputMs)} ms of the loudspeaker.`,
  );
  printTable(
    'voice: where the time goes, as the page writes it down (median ms)',
    ['voice', ...STAGES],
    [
      ['usual providers', ...stagesOf(byUsual)],
      ['the same, waiting', ...stagesOf(byWaiting)],
      ['embedded', ...stagesOf(byEmbedded)],
    ],
  );
  const held = [byUsual, byWaiting, byEmbedded, story];
  const longest = Math.max(...held.map(({ frames }) => frames.longestMs));
  const tasks = held.reduce((sum, { frames }) => sum + frames.longTasks, 0);
  console.log(`\nLongest frame while they talked: ${figure(longest)} ms (aim 50); tasks of over 50 ms: ${tasks}.`);
  await growth();
}

const STAGES = ['utterance_sent', 'transcribed', 'first_word', 'first_audio', 'playback_start'];

function stagesOf({ events }: HeldTalk): string[] {
  const traces = events.filter(({ kind }) => kind === 'voice_turn').map(({ payload }) => payload);
  return STAGES.map((stage) => {
    const times = traces.map((trace) => trace[stage] ?? Number.NaN).toSorted((one, other) => one - other);
    return figure(quantile(times, 0.5));
  });
}

const spaced = (texts: readonly string[], ms: number) => [BEFORE_MS, ...texts.flatMap((text) => [text, ms])];

/** When each of the scene's words began and ended, on the recording's clock. */
function spoken({ sides, said, microphone }: HeldTalk): [number, number][] {
  const heard = { sampleRate: sides.sampleRate, samples: sides.visitor };
  let around = 0;
  return microphone.words.map(({ fromMs, toMs }, index) => {
    const reach = index === 0 ? FIRST_REACH_MS : SLIP_MS;
    const bounds = speechBounds(said, fromMs, toMs);
    const { lag, fit } = lagOf(said, heard, bounds, index === 0 ? FIRST_REACH_MS : around, reach);
    if (fit < 0.7) throw new Error(`word ${index + 1} was not found in what the microphone gave (${figure(fit)})`);
    around = lag;
    return [bounds[0] + lag, bounds[1] + lag];
  });
}

function answers(talk: HeldTalk): number[] {
  const { sampleRate, twin, captureMs, outputMs } = talk.sides;
  return spoken(talk).map(([, end], index, all) => {
    const at = firstSound({ sampleRate, samples: twin }, end);
    const next = all[index + 1]?.[0] ?? Number.POSITIVE_INFINITY;
    if (!(at < next)) throw new Error(`question ${index + 1} was not answered aloud`);
    return at - end + captureMs + outputMs;
  });
}

function ducks(talk: HeldTalk): number[] {
  const { sampleRate, twin, captureMs, outputMs } = talk.sides;
  const track = { sampleRate, samples: twin };
  return spoken(talk)
    .slice(1)
    .map(([onset], index, all) => {
      const at = firstHush(track, onset, HUM_LEVEL * DUCKED_SHARE, HUSH_MS);
      const next = all[index + 1]?.[0] ?? Number.POSITIVE_INFINITY;
      const wasLoud = firstHush(track, onset - 50, HUM_LEVEL * DUCKED_SHARE, 20) > onset;
      if (!wasLoud || !(at < next)) throw new Error(`onset ${index + 1} found the twin silent, or did not silence it`);
      return at - onset + captureMs + outputMs;
    });
}

function row(what: string, times: number[], aim: number): string[] {
  const sorted = times.toSorted((one, other) => one - other);
  const shown = [quantile(sorted, 0.5), quantile(sorted, 0.95), sorted.at(-1) ?? Number.NaN, aim].map(figure);
  return [what, String(times.length), ...shown];
}
