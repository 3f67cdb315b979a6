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
export interface RecognitionResultEvent {
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
