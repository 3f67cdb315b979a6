import { type Clock, pause } from '../../../platform/clock.ts';
import { CallError } from '../../../platform/http.ts';
import type { DropReason } from '../heard.ts';
import type { Transcriber } from './transcriber.ts';

/** The answer of `speech_to_text_{provider}`. */
interface TranscriptionAnswer {
  text: string;
  duration_ms: number;
  model: string;
  dropped?: DropReason | null;
}

export interface ServerTranscriberDeps {
  /** As `callFunction` of the platform. */
  call<Answer>(name: string, body: unknown, options: { signal: AbortSignal; timeoutMs: number }): Promise<Answer>;
  credentials(): { session_id: string; session_secret: string } | null;
  clock: Clock;
  /** The providers that the server offers, best first. */
  providers: readonly string[];
}

/** The browser retries its own failed call after 1 s and 2 s (settled, part 2). */
const RETRY_DELAYS_MS = [1_000, 2_000];
/** The server gives a provider 15 s. */
const TIMEOUT_MS = 20_000;
/** The field is bounded; an echo is in the newest of it. */
const PLAYING_MAX_CHARS = 2_000;

/** Transcribes by our server, which asks the provider. */
export function createServerTranscriber(deps: ServerTranscriberDeps): Transcriber {
  const provider = deps.providers[0];
  return {
    wantsAudio: true,
    listen() {},
    begin() {},
    async transcribe({ wav, whole, spoken, signal }) {
      const credentials = deps.credentials();
      if (!wav || !credentials || !provider) return { text: '', dropped: 'empty' };
      const playing = spoken.slice(-PLAYING_MAX_CHARS).toWellFormed();
      const body = { ...credentials, audio_base64: toBase64(wav), ...(playing ? { playing } : {}) };
      for (let attempt = 0; ; attempt += 1) {
        try {
          const options = { signal, timeoutMs: TIMEOUT_MS };
          const answer = await deps.call<TranscriptionAnswer>(`speech_to_text_${provider}`, body, options);
          return { text: answer.text, dropped: answer.dropped ?? null };
        } catch (cause) {
          const delay = RETRY_DELAYS_MS[attempt];
          // What has been said so far is worth nothing later.
          if (!whole || delay === undefined || signal.aborted || !mayPass(cause)) throw cause;
          await pause(deps.clock, delay, signal);
          if (signal.aborted) throw cause;
        }
      }
    },
  };
}

/** Whether the same audio may be understood at a later try. */
function mayPass(cause: unknown): boolean {
  return cause instanceof CallError && (cause.status === 0 || cause.status >= 500);
}

function toBase64(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  const parts: string[] = [];
  // A call takes only so many arguments; a multiple of three needs no padding between the parts.
  const step = 3 * 8_192;
  for (let at = 0; at < bytes.length; at += step) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + step))));
  }
  return parts.join('');
}
