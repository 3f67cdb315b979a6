import type { FromHearing, ToHearing, UtterancePart } from './messages.ts';

/** What is told of what the visitor says. */
export interface HearingListener {
  /** Loudness of the visitor, 0 to 1. */
  level(level: number): void;
  /** Speech might be beginning; nothing may come of it. */
  speechHinted(): void;
  speechStarted(): void;
  /** The speaker pauses; it may become the end. */
  speechPaused(): void;
  /** @param quietMs how long ago the last speech was */
  speechEnded(quietMs: number): void;
  speechDropped(): void;
  detector(detector: 'neural' | 'energy'): void;
  /** The worker cannot run; nothing more is heard of it. */
  failed(cause: Error): void;
}

/** The hearing worker, as the microphone uses it. */
export interface Hearing {
  /** @param port where the frames come from; @param sampleRate theirs; @param detect as `Microphone.open` */
  open(port: MessagePort, sampleRate: number, detect: boolean): void;
  close(): void;
  begin(utterance: number): void;
  take(utterance: number, part: UtterancePart): Promise<{ wav: ArrayBuffer; speechMs: number } | null>;
  discard(utterance: number): void;
  /** Ends the worker; another one hears from then on. */
  end(): void;
}

/** The worker that resamples, detects and keeps what is heard, so that the page's own work never delays it. */
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
  /** Whoever waits for its audio, or asks for it later, is told that there is none. */
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
