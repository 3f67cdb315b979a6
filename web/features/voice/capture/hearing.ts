/** Receives speech events and the visitor's level. */
export interface HearingListener {
  /** Loudness of the visitor, 0 to 1. */
  level(level: number): void;
  /** Speech may be beginning; it may be a false alarm. */
  speechHinted(): void;
  speechStarted(): void;
  /** The speaker pauses, which may become the end of the utterance. */
  speechPaused(pause: Paused): void;
  /** They go on. */
  speechResumed(): void;
  /** @param quietMs time since the last speech */
  speechEnded(quietMs: number): void;
  speechDropped(): void;
  detector(detector: 'neural' | 'energy'): void;
  /** The worker failed; no further events follow. */
  failed(cause: Error): void;
}

/** A pause within an utterance. */
export interface Paused {
  /** Time since the last speech. */
  quietMs: number;
  /** Whether the voice fell, as at the end of a sentence. */
  falls: boolean;
  /** Whether it is longer than a breath between words. */
  isLong: boolean;
}

/** The hearing worker, as the microphone uses it. */
export interface Hearing {
  /** @param port delivers the frames; @param sampleRate of the frames; @param detect as in `Microphone.open` */
  open(port: MessagePort, sampleRate: number, detect: boolean): void;
  close(): void;
  begin(utterance: number): void;
  take(utterance: number, part: UtterancePart): Promise<{ wav: ArrayBuffer; speechMs: number } | null>;
  discard(utterance: number): void;
  /** The words of the utterance are all: it ends now if its speaker is still silent. */
  finish(utterance: number): void;
  /** Ends the worker; the next opening starts another. */
  end(): void;
}

/** A worker that resamples, detects speech and stores the audio, so that work on the page never delays it. */
export function createHearing(listener: HearingListener): Hearing {
  const worker = new Worker(new URL('./hearing.worker.ts', import.meta.url), { type: 'module', name: 'hearing' });
  const asked = new Map<number, (answer: { wav: ArrayBuffer; speechMs: number } | null) => void>();
  let requests = 0;
  let ended = false;
  const send = (message: ToHearing, transfer: Transferable[] = []) => worker.postMessage(message, transfer);

  worker.onmessage = ({ data }: MessageEvent<FromHearing>) => {
    switch (data.type) {
      case 'level':
        return listener.level(data.level);
      case 'speech-hinted':
        return listener.speechHinted();
      case 'speech-started':
        return listener.speechStarted();
      case 'speech-paused':
        return listener.speechPaused(data);
      case 'speech-resumed':
        return listener.speechResumed();
      case 'speech-ended':
        return listener.speechEnded(data.quietMs);
      case 'speech-dropped':
        return listener.speechDropped();
      case 'detector':
        return listener.detector(data.detector);
      case 'wav': {
        asked.get(data.request)?.(data.wav ? { wav: data.wav, speechMs: data.speechMs } : null);
        asked.delete(data.request);
      }
    }
  };
  /** Pending and later requests for audio resolve to none. */
  const end = () => {
    ended = true;
    worker.terminate();
    for (const answer of asked.values()) answer(null);
    asked.clear();
  };
  worker.onerror = ({ message }) => {
    end();
    listener.failed(new Error(message || 'the hearing worker cannot run'));
  };

  return {
    open: (port, sampleRate, detect) => send({ type: 'open', port, sampleRate, detect }, [port]),
    close: () => send({ type: 'close' }),
    begin: (utterance) => send({ type: 'begin', utterance }),
    async take(utterance, part) {
      if (ended) return null;
      requests += 1;
      const request = requests;
      return new Promise((resolve) => {
        asked.set(request, resolve);
        send({ type: 'take', utterance, part, request });
      });
    },
    discard: (utterance) => send({ type: 'discard', utterance }),
    finish: (utterance) => send({ type: 'finish', utterance }),
    end,
  };
}

/** Messages between the page and the hearing worker. */

/** The requested part of an utterance: everything so far, everything up to the last pause, or all of a finished one. */
export type UtterancePart = 'so-far' | 'to-pause' | 'whole';

/** Messages from the page. `detect`: voice activity delimits the utterances; otherwise the visitor's button does. */
export type ToHearing =
  /** Frames at `sampleRate` samples per second arrive through the port. */
  | { type: 'open'; port: MessagePort; sampleRate: number; detect: boolean }
  | { type: 'close' }
  /** Audio from now on, with a short lead-in, belongs to the utterance. */
  | { type: 'begin'; utterance: number }
  /** Requests the WAV of an utterance. The audio of a `whole` one is then discarded. */
  | { type: 'take'; utterance: number; part: UtterancePart; request: number }
  | { type: 'discard'; utterance: number }
  /** The utterance ends now, if its speaker is silent. */
  | { type: 'finish'; utterance: number };

/** Messages from the worker. */
export type FromHearing =
  /** Loudness from 0 to 1, about 50 times a second. */
  | { type: 'level'; level: number }
  /** Speech may be beginning. */
  | { type: 'speech-hinted' }
  | { type: 'speech-started' }
  /** The speaker pauses, which may become the end of the utterance. */
  | ({ type: 'speech-paused' } & Paused)
  /** They go on. */
  | { type: 'speech-resumed' }
  /** `quietMs`: time since the last speech. */
  | { type: 'speech-ended'; quietMs: number }
  | { type: 'speech-dropped' }
  | { type: 'wav'; request: number; wav: ArrayBuffer | null; speechMs: number }
  /** The active detector; `energy` if the neural one could not be loaded. */
  | { type: 'detector'; detector: 'neural' | 'energy' };
