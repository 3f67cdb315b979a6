import { type Clock, pause } from '../../../platform/clock.ts';
import type { Transcriber } from './transcriber.ts';

/** The recogniser's last words arrive shortly after the speech; longest wait for them. */
const LAST_WORDS_MS = 1_500;
/** Wait for further words after the last one. */
const SETTLED_MS = 300;
/** A recogniser that ends by itself is restarted, but not endlessly. */
const RESTARTS_MAX = 20;

/** The recogniser, its language (BCP 47), and whether it must stay on the device. */
export interface BrowserTranscriberDeps {
  recognition: RecognitionConstructor;
  language: string;
  onDevice: boolean;
  clock: Clock;
}

/**
 * Errors after which a restart may help; any other (refused, unsupported language) lasts until the microphone is opened
 * again.
 */
const PASSING = new Set(['no-speech', 'aborted', 'network']);

/**
 * Transcribes with the browser's own recogniser, which captures the microphone itself. Its results carry no times, so
 * an utterance's words are those that arrived since it began.
 */
export function createBrowserTranscriber(deps: BrowserTranscriberDeps): Transcriber {
  const { clock } = deps;
  let running: BrowserRecognition | null = null;
  let restarts = 0;
  let track: MediaStreamTrack | null = null;
  /** Texts of the final results, and of the interim one. */
  let finals: string[] = [];
  let interim = '';
  let changedAt = 0;
  /** Why recognition has stopped working; null while it works. */
  let failure: string | null = null;
  /** Whether the vendor's service has been unreachable since the last result: missing text is then not silence. */
  let unreached = false;
  /** Number of final results at the start of each utterance. */
  const began = new Map<number, number>();

  function hear(event: RecognitionResultEvent): void {
    unreached = false;
    interim = '';
    for (let index = event.resultIndex; index < event.results.length; index += 1) {
      const result = event.results[index];
      if (!result) continue;
      const text = result[0].transcript.trim();
      if (result.isFinal) finals.push(text);
      else interim = [interim, text].filter(Boolean).join(' ');
    }
    changedAt = clock.now();
  }

  function start(): void {
    const recognition = new deps.recognition();
    recognition.continuous = true;
    recognition.interimResults = true;
    recognition.lang = deps.language;
    if (deps.onDevice) recognition.processLocally = true;
    recognition.onresult = hear;
    recognition.onerror = ({ error }) => {
      if (error === 'network') unreached = true;
      if (PASSING.has(error)) return;
      failure = error;
      running = null;
    };
    recognition.onend = () => {
      if (running !== recognition) return;
      running = null;
      restarts += 1;
      if (track && restarts <= RESTARTS_MAX) start();
    };
    running = recognition;
    begin(recognition, track);
  }

  const textOf = (utterance: number) =>
    [...finals.slice(began.get(utterance) ?? finals.length), interim].filter(Boolean).join(' ');

  function forget(utterance: number): void {
    began.delete(utterance);
    if (began.size > 0) return;
    finals = [];
    interim = '';
  }

  return {
    wantsAudio: false,
    listen(next) {
      track = next;
      restarts = 0;
      if (next) {
        failure = null;
        unreached = false;
        if (!running) start();
        return;
      }
      const ending = running;
      running = null;
      // It still delivers what was already said.
      ending?.stop();
    },
    begin(utterance) {
      began.set(utterance, finals.length);
      if (!running) interim = '';
    },
    async transcribe({ utterance, whole, signal }) {
      if (!whole) return { text: textOf(utterance), dropped: null };
      const until = clock.now() + LAST_WORDS_MS;
      while (clock.now() < until && failure === null && !signal.aborted) {
        const isSettled = textOf(utterance) !== '' && interim === '' && clock.now() - changedAt >= SETTLED_MS;
        if (isSettled) break;
        await pause(clock, SETTLED_MS / 3, signal);
      }
      signal.throwIfAborted();
      const text = textOf(utterance);
      forget(utterance);
      const reason = failure ?? (unreached ? 'network' : null);
      if (text === '' && reason !== null) throw new Error(`the browser's speech recognition failed: ${reason}`);
      return { text, dropped: text === '' ? 'empty' : null };
    },
    forget,
  };
}

/** Newer browsers accept the track that is already open; others open the microphone again. */
function begin(recognition: BrowserRecognition, track: MediaStreamTrack | null): void {
  try {
    if (track) recognition.start(track);
    else recognition.start();
  } catch {
    recognition.start();
  }
}

/** The parts of the browser's speech recognition that are used here; TypeScript does not declare it yet. */
export interface BrowserRecognition extends EventTarget {
  continuous: boolean;
  interimResults: boolean;
  lang: string;
  processLocally?: boolean;
  onresult: ((event: RecognitionResultEvent) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(track?: MediaStreamTrack): void;
  stop(): void;
  abort(): void;
}

/** Results from `resultIndex` on are new or have changed. */
interface RecognitionResultEvent {
  resultIndex: number;
  results: ArrayLike<{ isFinal: boolean; 0: { transcript: string } }>;
}

interface Availability {
  available?(options: { langs: string[]; processLocally: boolean }): Promise<string>;
}

export type RecognitionConstructor = (new () => BrowserRecognition) & Availability;

/** The browser's speech recognition; null if it has none. */
export function findRecognition(): RecognitionConstructor | null {
  const scope = globalThis as { SpeechRecognition?: unknown; webkitSpeechRecognition?: unknown };
  return (scope.SpeechRecognition ?? scope.webkitSpeechRecognition ?? null) as RecognitionConstructor | null;
}

/** Whether it works on the device, so that no audio leaves it. */
export async function isOnDevice(recognition: RecognitionConstructor, language: string): Promise<boolean> {
  try {
    const state = await recognition.available?.({ langs: [language], processLocally: true });
    return state === 'available';
  } catch {
    return false;
  }
}
