/** For tests: a voice with a simulated microphone, transcriber, audio output and clock. */

import { createFakeClock } from '../../../platform/testing/fake-clock.ts';
import type { MicrophoneListener } from '../capture/microphone.ts';
import type { TranscribeRequest, Transcript } from '../recognition/transcriber.ts';
import { createVoice } from '../voice.ts';
import type { Recognition } from '../voice-store.ts';

/** Deviations from a voice on which everything works. */
interface Options {
  live?: boolean;
  recognition?: Recognition;
  open?: () => Promise<boolean>;
  transcribe?: (request: TranscribeRequest) => Promise<Transcript>;
  /** Milliseconds of audio available when an utterance is requested. */
  speechMs?: () => number;
  /** The visitor's earlier choices; the voice is on unless this says otherwise. */
  kept?: Record<string, string>;
}

/** A voice whose environment is controlled by the test. */
export async function voiceStage(options: Options = {}) {
  const clock = createFakeClock(0);
  const log: string[] = [];
  const kept = new Map(Object.entries(options.kept ?? { voice: 'on' }));
  let listener: MicrophoneListener | null = null;
  let turns = 0;
  const voice = createVoice({
    clock,
    hasVoice: true,
    output: {
      now: () => clock.now() / 1000,
      latency: () => 0,
      isRunning: () => true,
      decode: async () => ({ duration: 2 }),
      play: () => () => {},
      duck: () => {},
      level: () => 0.5,
    },
    microphone(heard) {
      listener = heard;
      return {
        open: options.open ?? (async () => true),
        close: () => void log.push('closed'),
        begin: () => {},
        take: async () => ({ wav: new ArrayBuffer(0), speechMs: options.speechMs?.() ?? 1_000 }),
        discard: () => {},
        finish: (utterance) => void log.push(`finished ${utterance}`),
        end: () => void log.push('ended'),
        track: () => null,
      };
    },
    transcriber: () => ({
      wantsAudio: true,
      listen() {},
      begin() {},
      forget() {},
      transcribe: options.transcribe ?? (async () => ({ text: 'What do you charge?', dropped: null })),
    }),
    findRecognition: async () => options.recognition ?? 'server',
    speak: async () => 'AAAA',
    choices: { read: (key) => kept.get(key) ?? null, write: (key, value) => void kept.set(key, value ?? '') },
    resumeAudio: async () => {},
    report: (_error, context) => void log.push(`reported: ${context}`),
  });
  voice.join({
    isLive: () => options.live ?? true,
    say(text) {
      turns += 1;
      log.push(`said: ${text}`);
      voice.asking(`turn-${turns}`, 'visitor');
      return `turn-${turns}`;
    },
    prepare(text, signal) {
      log.push(`prepared: ${text}`);
      signal.addEventListener('abort', () => log.push('prepared in vain'));
    },
    interrupt: (turnId, reason) => void log.push(`interrupted ${turnId} (${reason})`),
    fellSilent: () => void log.push('fell silent'),
    track: (kind, payload) => void log.push(`event ${kind} ${JSON.stringify(payload)}`),
  });
  voice.store.set({ recognition: options.recognition ?? 'server' });
  return { voice, clock, log, kept, microphone: () => listener as MicrophoneListener, view: voice.store.get };
}
