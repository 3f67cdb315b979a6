import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { cutSentences } from '../server/features/speech/sentences.ts';
import { spokenText } from '../server/features/speech/spoken-text.ts';
import { durationMs, readStrictWav } from '../server/platform/audio/wav.ts';
import { createVoices } from '../server/providers/voice/create-voices.ts';
import { loadSampleTwin } from '../server/testing/sample-twin.ts';
import { figure, printTable, quantile } from './figures.ts';

const ROUNDS = 30;
/** Sentences until the engine has compiled what it runs, for every voice. */
const WARM_UP_ROUNDS = 12;
const AT_ONCE = [1, 10];

/** How long a sentence of the embedded voice takes, alone and at ten at once, and what that does to the event loop. */
export async function benchSpeech(): Promise<void> {
  const twin = await loadSampleTwin();
  // The first pieces of sentences that the twin really says, none of them twice, so that none comes from the cache.
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
    // Another speed is another phrase to the cache.
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
  console.log(`Resident: ${figure(before)} MB before the first sentence, ${figure(speaking)} MB while speaking.`);
}

function memoryMb(): number {
  return process.memoryUsage.rss() / 1e6;
}
