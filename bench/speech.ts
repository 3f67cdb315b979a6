import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { JoinedSentences } from '../server/features/speech/reply-voice.ts';
import { cutSentences, spokenText } from '../server/features/speech/sentences.ts';
import { durationMs, readStrictWav, writeWav } from '../server/platform/audio/wav.ts';
import { audioAnswerStream } from '../server/platform/http/audio-answer.ts';
import { createVoices } from '../server/providers/voice/create-voices.ts';
import { loadSampleTwin } from '../server/testing/sample-twin.ts';
import { figure, printTable, quantile } from './figures.ts';

const ROUNDS = 30;
/** Rounds until the engine has compiled its code, for every voice. */
const WARM_UP_ROUNDS = 12;
const AT_ONCE = [1, 10];

/** About 5,000 characters of speech. */
const LONG = { sentences: 90, seconds: 3.4, sampleRate: 22_050, rounds: 10 };

/** Time per sentence of the embedded voice, alone and with ten at once, and its effect on the event loop. */
export async function benchSpeech(): Promise<void> {
  const twin = await loadSampleTwin();
  // The first pieces of sentences that the twin really says, each once, so that none comes from the cache.
  const sentences = twin.knowledge
    .flatMap(({ text }) => cutSentences(text))
    .map((sentence) => spokenText(cutSentences(sentence)[0] ?? ''))
    .filter((text) => text.length >= 20);
  const before = memoryMb();
  const voices = createVoices({ chain: [] }, () => twin);
  let asked = 0;
  const speak = async (): Promise<{ ms: number; soundMs: number }> => {
    asked += 1;
    const text = sentences[asked % sentences.length] ?? '';
    const voiceId = twin.modes[asked % twin.modes.length]?.voiceId ?? '';
    const begun = performance.now();
    // A different speed makes a different phrase for the cache.
    const request = { text, voiceId, speed: 1 + asked / 1e7, emphasis: 'none' as const };
    const { audio } = await voices.speak(request, new AbortController().signal);
    return { ms: performance.now() - begun, soundMs: durationMs(readStrictWav(audio)) };
  };
  const cold = await speak();
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await Promise.all(Array.from({ length: 10 }, speak));
  const rows: string[][] = [];
  for (const atOnce of AT_ONCE) {
    const loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
    const waits: number[] = [];
    let soundMs = 0;
    const cpu = process.cpuUsage();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const spoken of await Promise.all(Array.from({ length: atOnce }, speak))) {
        waits.push(spoken.ms);
        soundMs += spoken.soundMs;
      }
      await sleep(20);
    }
    loop.disable();
    const { user, system } = process.cpuUsage(cpu);
    waits.sort((one, other) => one - other);
    const share = (user + system) / 1_000 / soundMs;
    const figures = [
      quantile(waits, 0.5),
      quantile(waits, 0.95),
      waits.at(-1) ?? Number.NaN,
      loop.max / 1e6,
      share * 100,
    ];
    rows.push([String(atOnce), ...figures.map(figure)]);
  }
  const speaking = memoryMb();
  await voices.close();
  printTable(
    'speech: the embedded voice, from a sentence to the sound with which it begins',
    ['at once', 'median ms', 'p95 ms', 'worst ms', 'event loop worst ms', 'CPU % of its sound'],
    rows,
  );
  console.log(`\nFirst sentence, thread not started: ${figure(cold.ms)} ms.`);
  await benchLongText();
  console.log(`Resident: ${figure(before)} MB before the first sentence, ${figure(speaking)} MB while speaking.`);
}

/** Effect on the event loop of joining a long text's sentences and writing them as JSON. */
async function benchLongText(): Promise<void> {
  const samples = Int16Array.from({ length: LONG.seconds * LONG.sampleRate }, (_, at) => (at * 7) % 3_000);
  const speech = {
    audio: writeWav({ sampleRate: LONG.sampleRate, samples }),
    mime: 'audio/wav',
    provider: '',
    model: '',
  } as const;
  const stretches: number[] = [];
  for (let round = 0; round < LONG.rounds; round += 1) {
    const watch = watchStretches();
    const joined = new JoinedSentences([]);
    for (let at = 0; at < LONG.sentences; at += 1) {
      joined.add({ segment: 0, previous: at === 0 ? null : 'A sentence.', text: '' }, speech);
    }
    for await (const _ of audioAnswerStream({ audio_base64: null }, joined.file() ?? []));
    stretches.push(await watch.end());
  }
  stretches.sort((one, other) => one - other);
  const [median, worst] = [quantile(stretches, 0.5), stretches.at(-1) ?? Number.NaN].map(figure);
  const figures = `${median} ms (median), ${worst} ms (worst)`;
  console.log(`A text of 5,000 characters: the event loop's longest stretch of CPU is ${figures}.`);
}

/** Measures the event loop's longest stretch of CPU time, which other programs do not affect; `end` returns it. */
function watchStretches(): { end(): Promise<number> } {
  let worst = 0;
  let last = process.threadCpuUsage();
  let next: NodeJS.Immediate;
  const tick = () => {
    const { user, system } = process.threadCpuUsage(last);
    worst = Math.max(worst, (user + system) / 1_000);
    last = process.threadCpuUsage();
    next = setImmediate(tick);
  };
  next = setImmediate(tick);
  return {
    async end() {
      await nextTurn();
      clearImmediate(next);
      return worst;
    },
  };
}

function memoryMb(): number {
  return process.memoryUsage.rss() / 1e6;
}
