import type { FromHearing, ToHearing, UtterancePart } from './messages.ts';

/** Receives speech events and the visitor's level. */
export interface HearingListener {
  /** Loudness of the visitor, 0 to 1. */
  level(level: number): void;
  /** Speech may be beginning; it may be a false alarm. */
  speechHinted(): void;
  speechStarted(): void;
  /** The speaker pauses, which may become the end of the utterance. */
  speechPaused(): void;
  /** @param quietMs time since the last speech */
  speechEnded(quietMs: number): void;
  speechDropped(): void;
  detector(detector: 'neural' | 'energy'): void;
  /** The worker failed; no further events follow. */
  failed(cause: Error): void;
}

/** The hearing worker, as the microphone uses it. */
export interface Hearing {
  /** @param port delivers the frames; @param sampleRate of the frames; @param detect as in `Microphone.open` */
  open(port: MessagePort, sampleRate: number, detect: boolean): void;
  close(): void;
  begin(utterance: number): void;
  take(utterance: number, part: UtterancePart): Promise<{ wav: ArrayBuffer; speechMs: number } | null>;
  discard(utterance: number): void;
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
        return listener.speechPaused();
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
    end,
  };
}
