import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createServer } from 'vite';
import { endingOf } from '../server/features/understanding/ending.ts';
import { createUnderstand } from '../server/features/understanding/understand.ts';
import { voiceModel } from '../web/build/voice-model.ts';
import { createNeuralDetector } from '../web/features/voice/activity/neural-detector.ts';
import { SAMPLE_RATE } from '../web/features/voice/activity/voice-activity.ts';
import type { FromHearing, ToHearing } from '../web/features/voice/capture/hearing.ts';
import { createListening } from '../web/features/voice/capture/listening.ts';
import type { MicrophoneListener } from '../web/features/voice/capture/microphone.ts';
import type { Transcript } from '../web/features/voice/recognition/transcriber.ts';
import type * as VoiceModule from '../web/features/voice/voice.ts';
import { createFakeClock } from '../web/platform/testing/fake-clock.ts';
import { figure, printTable, quantile } from './figures.ts';
import { type TurnScene, turnScenes } from './turn-scenes.ts';

/** How long the providers take, in milliseconds. */
const TRANSCRIPTION = 150;
const FIRST_WORD = 300;
const FIRST_SOUND = 150;
const FRAME_MS = 10;
/** A turn that waits for nearly the longest silence, though its words were all, is late. */
const LATE_MS = 950;

/** What became of one scene. */
interface Played {
  kind: string;
  /** Turns that were sent before the speaker had finished. */
  cutOff: number;
  /** Replies that were begun and dropped. */
  inVain: number;
  transcriptions: number;
  /** From the end of the last word to the turn, and to the first sound that the providers allow. */
  turnMs: number;
  soundMs: number;
}

/**
 * How well the end of a turn is told, on scenes with pauses, lists, numbers and hesitations: the page's own hearing and
 * turn taking, and the server's own reading of the words, on a clock of their own. The machine's speed does not matter.
 */
export async function benchTurns(): Promise<void> {
  const understand = createUnderstand(null);
  const endings = async (text: string) => endingOf(await understand(text, { before: null }));
  // The page's texts are collected by its bundler.
  const bundler = await createServer({
    configFile: false,
    root: path.dirname(import.meta.dirname),
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  const { createVoice } = (await bundler.ssrLoadModule('/web/features/voice/voice.ts')) as typeof VoiceModule;
  const played: Record<'words' | 'silence', Played[]> = { words: [], silence: [] };
  const detector = createNeuralDetector(voiceModel());
  for await (const scene of turnScenes()) {
    played.words.push(await play(createVoice, scene, detector, endings));
    played.silence.push(await play(createVoice, scene, detector, async () => undefined));
  }
  await bundler.close();
  for (const [by, name] of [
    ['words', 'turns: ended by words, voice and silence'],
    ['silence', 'turns: ended by a second of silence alone'],
  ] as const) {
    const kinds = [...new Set(played[by].map(({ kind }) => kind))];
    const rows = [...kinds, 'all'].map((kind) =>
      row(
        kind,
        played[by].filter((one) => kind === 'all' || one.kind === kind),
      ),
    );
    printTable(
      name,
      ['scenes', 'turns', 'cut off', 'late', 'in vain', 'transcribed', 'turn after ms', 'p95', 'sound after ms', 'p95'],
      rows,
    );
  }
  console.log(
    `\nThe sound after the providers' ${TRANSCRIPTION}, ${FIRST_WORD} and ${FIRST_SOUND} ms; work and devices come on top.`,
  );
}

function row(kind: string, played: readonly Played[]): string[] {
  const sum = (of: (one: Played) => number) => played.reduce((total, one) => total + of(one), 0);
  const sorted = (of: (one: Played) => number) => played.map(of).sort((one, other) => one - other);
  const [turns, sounds] = [sorted(({ turnMs }) => turnMs), sorted(({ soundMs }) => soundMs)];
  return [
    kind,
    String(played.length),
    String(played.filter(({ cutOff }) => cutOff > 0).length),
    String(played.filter(({ turnMs }) => turnMs >= LATE_MS).length),
    String(sum(({ inVain }) => inVain)),
    String(sum(({ transcriptions }) => transcriptions)),
    ...[turns, sounds].flatMap((values) => [figure(quantile(values, 0.5)), figure(quantile(values, 0.95))]),
  ];
}

/** Plays a scene to the page's hearing and turn taking. */
async function play(
  createVoice: (typeof VoiceModule)['createVoice'],
  { kind, sound, parts }: TurnScene,
  detector: ReturnType<typeof createNeuralDetector>,
  endings: (text: string) => Promise<Awaited<ReturnType<typeof endingOf>> | undefined>,
): Promise<Played> {
  const clock = createFakeClock(0);
  const said: { text: string; atMs: number }[] = [];
  const prepared: { text: string; atMs: number; isDropped: boolean }[] = [];
  let transcriptions = 0;
  let heardMs = 0;
  const stage = hearingOf(detector);
  const transcribe = async (): Promise<Transcript> => {
    transcriptions += 1;
    const text = wordsUntil(parts, heardMs, said.at(-1)?.atMs ?? 0);
    await new Promise<void>((resolve) => void clock.after(TRANSCRIPTION, resolve));
    const ending = await endings(text);
    return { text, dropped: text === '' ? 'empty' : null, ...(ending ? { ending } : {}) };
  };
  const voice = createVoice({
    clock,
    hasVoice: false,
    output: {
      now: () => clock.now() / 1000,
      latency: () => 0,
      isRunning: () => true,
      decode: async () => ({ duration: 1 }),
      play: () => () => undefined,
      duck: () => undefined,
      level: () => 0,
    },
    microphone: stage.microphone,
    transcriber: () => ({
      wantsAudio: true,
      listen() {},
      begin() {},
      forget() {},
      transcribe,
    }),
    findRecognition: async () => 'server',
    speak: async () => '',
    choices: { read: (key) => (key === 'voice' ? 'on' : null), write() {} },
    resumeAudio: async () => undefined,
    report: (error) => console.error(error),
  });
  voice.join({
    isLive: () => true,
    say(text) {
      said.push({ text, atMs: clock.now() });
      return null;
    },
    prepare(text, signal) {
      const one = { text, atMs: clock.now(), isDropped: false };
      prepared.push(one);
      signal.addEventListener('abort', () => {
        one.isDropped = true;
      });
    },
    interrupt() {},
    fellSilent() {},
    track() {},
  });
  voice.store.set({ recognition: 'server' });
  voice.switchAuto(true);
  await nextTurn();
  const frame = (SAMPLE_RATE * FRAME_MS) / 1000;
  for (let at = 0; at + frame <= sound.length; at += frame) {
    heardMs += FRAME_MS;
    stage.hear(sound.slice(at, at + frame));
    await nextTurn();
    clock.pass(FRAME_MS);
    await nextTurn();
  }
  const endMs = parts.at(-1)?.toMs ?? 0;
  const last = said.at(-1);
  const used = prepared.findLast(({ text, isDropped }) => !isDropped && text === last?.text);
  const turnMs = (last?.atMs ?? Number.NaN) - endMs;
  const writtenMs = (used?.atMs ?? last?.atMs ?? Number.NaN) + FIRST_WORD + FIRST_SOUND - endMs;
  return {
    kind,
    cutOff: said.filter(({ atMs }) => atMs < endMs).length,
    inVain: prepared.filter((one) => one !== used).length,
    transcriptions,
    turnMs,
    soundMs: Math.max(turnMs, writtenMs),
  };
}

/** What a transcriber makes of the sound between two moments: whole parts, and the words of one that is under way. */
function wordsUntil(parts: TurnScene['parts'], untilMs: number, fromMs: number): string {
  const texts = parts
    .filter((part) => part.fromMs < untilMs && part.toMs > fromMs)
    .map(({ text, fromMs: from, toMs }) => {
      const words = text.split(' ');
      return words.slice(0, Math.ceil((words.length * (untilMs - from)) / (toMs - from))).join(' ');
    });
  const text = texts.join(' ').replace(/,$/u, '');
  // Transcribers end whatever they are given with a full stop.
  return text === '' || /[.?!]$/u.test(text) ? text : `${text}.`;
}

/** The hearing worker without a worker. */
function hearingOf(detector: ReturnType<typeof createNeuralDetector>) {
  let listener: MicrophoneListener | null = null;
  const asked = new Map<number, (answer: { wav: ArrayBuffer; speechMs: number } | null) => void>();
  let requests = 0;
  const port: { onmessage: ((event: { data: Float32Array }) => void) | null; close(): void } = {
    onmessage: null,
    close() {},
  };
  const listening = createListening({ tell, neural: async () => detector });
  const handle = (message: ToHearing) => listening.handle(message);

  function tell(message: FromHearing): void {
    if (message.type === 'speech-started') listener?.speechStarted();
    else if (message.type === 'speech-paused') listener?.speechPaused(message);
    else if (message.type === 'speech-resumed') listener?.speechResumed();
    else if (message.type === 'speech-ended') listener?.speechEnded(message.quietMs);
    else if (message.type === 'speech-dropped') listener?.speechDropped();
    else if (message.type === 'wav') {
      asked.get(message.request)?.(message.wav ? { wav: message.wav, speechMs: message.speechMs } : null);
      asked.delete(message.request);
    }
  }

  return {
    hear: (frame: Float32Array) => port.onmessage?.({ data: frame }),
    microphone(given: MicrophoneListener) {
      listener = given;
      return {
        async open(detect: boolean) {
          handle({ type: 'open', port: port as unknown as MessagePort, sampleRate: SAMPLE_RATE, detect });
          return true;
        },
        close: () => handle({ type: 'close' }),
        begin: (utterance: number) => handle({ type: 'begin', utterance }),
        take(utterance: number, part: 'so-far' | 'to-pause' | 'whole') {
          requests += 1;
          const request = requests;
          return new Promise<{ wav: ArrayBuffer; speechMs: number } | null>((resolve) => {
            asked.set(request, resolve);
            handle({ type: 'take', utterance, part, request });
          });
        },
        discard: (utterance: number) => handle({ type: 'discard', utterance }),
        finish: (utterance: number) => handle({ type: 'finish', utterance }),
        end() {},
        track: () => null,
      };
    },
  };
}
