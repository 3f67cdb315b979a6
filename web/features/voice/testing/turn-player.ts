/** Plays sound to the page's hearing and turn taking on a clock of its own; for the benchmark of turns. */

import { createFakeClock } from '../../../platform/testing/fake-clock.ts';
import { createNeuralDetector } from '../activity/neural-detector.ts';
import { SAMPLE_RATE } from '../activity/voice-activity.ts';
import type { FromHearing, ToHearing } from '../capture/hearing.ts';
import { createListening } from '../capture/listening.ts';
import type { Microphone, MicrophoneListener } from '../capture/microphone.ts';
import type { Transcript } from '../recognition/transcriber.ts';
import { createVoice } from '../voice.ts';

/** What the page did while it heard a sound. Times are milliseconds from its beginning. */
export interface PlayedTurn {
  said: { text: string; atMs: number }[];
  prepared: { text: string; atMs: number; isDropped: boolean }[];
  transcriptions: number;
}

/** What there is besides the page. */
export interface TurnSurroundings {
  /** The voice activity model. */
  model: Uint8Array;
  /** How long a transcription takes, in milliseconds. */
  transcriptionMs: number;
  /** The transcript of what was said between two moments. */
  transcribe(untilMs: number, fromMs: number): Promise<Transcript>;
  /** Lets promises settle. */
  settle(): Promise<void>;
}

const FRAME_MS = 10;

/** @param sound 16 kHz */
export async function playTurn(sound: Float32Array, surroundings: TurnSurroundings): Promise<PlayedTurn> {
  const { model, transcriptionMs, settle } = surroundings;
  const clock = createFakeClock(0);
  const played: PlayedTurn = { said: [], prepared: [], transcriptions: 0 };
  const stage = hearingOf(createNeuralDetector(model));
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
      async transcribe() {
        played.transcriptions += 1;
        const words = surroundings.transcribe(clock.now(), played.said.at(-1)?.atMs ?? 0);
        await new Promise<void>((resolve) => void clock.after(transcriptionMs, resolve));
        return words;
      },
    }),
    findRecognition: async () => 'server',
    speak: async () => '',
    choices: { read: (key) => (key === 'voice' ? 'on' : null), write() {} },
    resumeAudio: async () => undefined,
    report(error) {
      throw error;
    },
  });
  voice.join({
    isLive: () => true,
    say(text) {
      played.said.push({ text, atMs: clock.now() });
      return null;
    },
    prepare(text, signal) {
      const one = { text, atMs: clock.now(), isDropped: false };
      played.prepared.push(one);
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
  await settle();
  const frame = (SAMPLE_RATE * FRAME_MS) / 1000;
  for (let at = 0; at + frame <= sound.length; at += frame) {
    clock.pass(FRAME_MS);
    stage.hear(sound.slice(at, at + frame));
    await settle();
  }
  return played;
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
    microphone(given: MicrophoneListener): Microphone {
      listener = given;
      return {
        async open(detect) {
          handle({ type: 'open', port: port as unknown as MessagePort, sampleRate: SAMPLE_RATE, detect });
          return true;
        },
        close: () => handle({ type: 'close' }),
        begin: (utterance) => handle({ type: 'begin', utterance }),
        take(utterance, part) {
          requests += 1;
          const request = requests;
          return new Promise<{ wav: ArrayBuffer; speechMs: number } | null>((resolve) => {
            asked.set(request, resolve);
            handle({ type: 'take', utterance, part, request });
          });
        },
        discard: (utterance) => handle({ type: 'discard', utterance }),
        finish: (utterance) => handle({ type: 'finish', utterance }),
        end() {},
        track: () => null,
      };
    },
  };
}
