import { PLAYING_MAX_CHARS } from '@understudy/contract/constants';
import type { SpeechToTextAnswer } from '@understudy/contract/wire';
import type { Clock } from '../../../platform/clock.ts';
import { callWithRetries } from '../retry.ts';
import type { Transcriber } from './transcriber.ts';

export interface ServerTranscriberDeps {
  /** As `callFunction` of the platform. */
  call<Answer>(name: string, body: unknown, options: { signal: AbortSignal; timeoutMs: number }): Promise<Answer>;
  credentials(): { session_id: string; session_secret: string } | null;
  clock: Clock;
  /** The server's providers, best first. */
  providers: readonly string[];
}

/** The server gives a provider 15 s. */
const TIMEOUT_MS = 20_000;

/** Transcribes on the server, which calls the provider. */
export function createServerTranscriber(deps: ServerTranscriberDeps): Transcriber {
  const provider = deps.providers[0];
  return {
    wantsAudio: true,
    listen() {},
    begin() {},
    forget() {},
    async transcribe({ wav, whole, spoken, signal }) {
      const credentials = deps.credentials();
      if (!wav || !credentials || !provider) return { text: '', dropped: 'empty' };
      // The field is bounded; an echo is in the newest part.
      const playing = spoken.slice(-PLAYING_MAX_CHARS).toWellFormed();
      const body = { ...credentials, audio_base64: toBase64(wav), ...(playing ? { playing } : {}) };
      const options = { signal, timeoutMs: TIMEOUT_MS };
      const call = () => deps.call<SpeechToTextAnswer>(`speech_to_text_${provider}`, body, options);
      // Partial transcripts are not retried: later they are worthless.
      const { text, dropped } = await (whole ? callWithRetries(deps.clock, signal, call) : call());
      return { text, dropped };
    },
  };
}

function toBase64(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  const parts: string[] = [];
  // The number of arguments of a call is limited; a multiple of three needs no base64 padding between the parts.
  const step = 3 * 8_192;
  for (let at = 0; at < bytes.length; at += step) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + step))));
  }
  return parts.join('');
}
