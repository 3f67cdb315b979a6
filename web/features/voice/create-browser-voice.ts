import type { PublicConfig } from '@understudy/contract/wire';
import { resumeAudioContext } from '../../platform/audio-context.ts';
import { systemClock } from '../../platform/clock.ts';
import { callFunction } from '../../platform/http.ts';
import { reportError } from '../../platform/report-error.ts';
import { localStore } from '../../platform/storage.ts';
import { createMicrophone } from './capture/microphone.ts';
import { createWebAudioOutput } from './playback/output.ts';
import { createBrowserTranscriber, findRecognition, isOnDevice } from './recognition/browser-transcriber.ts';
import type { Transcriber } from './recognition/transcriber.ts';
import { createServerTranscriber, type ServerTranscriberDeps } from './recognition/transcriber.ts';
import { createVoice, type Voice } from './voice.ts';
import type { Recognition } from './voice-store.ts';

/** The session's credentials and current mode; null if no session is running. */
export type SessionView = () => { session_id: string; session_secret: string; mode: string } | null;

/** Longest wait for a sentence: the server gives its provider 5 s and then speaks the sentence itself. */
const SPEECH_TIMEOUT_MS = 10_000;

/** The voice of this browser tab, connected to the real microphone, audio output, network and storage. */
export function createBrowserVoice(config: PublicConfig, session: SessionView): Voice {
  const { transcription, voice } = config.speech;
  const credentials = () => {
    const current = session();
    return current ? { session_id: current.session_id, session_secret: current.session_secret } : null;
  };
  const recognition = createRecognitionChoice({
    ...transcription,
    language: () => document.documentElement.lang || 'en',
    clock: systemClock,
    call: callFunction,
    credentials,
  });
  return createVoice({
    clock: systemClock,
    output: createWebAudioOutput(),
    microphone: createMicrophone,
    transcriber: recognition.transcriber,
    findRecognition: recognition.find,
    hasVoice: voice.provider !== null,
    choices: localStore,
    resumeAudio: resumeAudioContext,
    report: reportError,
    async speak(text, signal) {
      const voiceId = config.modes.find(({ id }) => id === session()?.mode)?.voiceId;
      const body = { ...credentials(), text, ...(voiceId ? { voice: voiceId } : {}) };
      const options = { signal, timeoutMs: SPEECH_TIMEOUT_MS };
      return (await callFunction<{ audio_base64: string }>('text_to_speech', body, options)).audio_base64;
    },
  });
}

/** What the choice depends on. */
interface RecognitionDeps extends ServerTranscriberDeps {
  /** Whether the operator allows the browser's own recognition. */
  browser: boolean;
  /** BCP 47. */
  language(): string;
}

/**
 * Chooses the transcriber: the server if it has one; otherwise the browser, on the device if possible, or after the
 * visitor agreed that its vendor receives the audio; otherwise none.
 */
function createRecognitionChoice(deps: RecognitionDeps) {
  const server = createServerTranscriber(deps);
  let browser: Transcriber | null = null;
  return {
    async find(agreed: boolean): Promise<Recognition> {
      if (deps.providers.length > 0) return 'server';
      const recognition = deps.browser ? findRecognition() : null;
      if (!recognition) return 'none';
      const { clock } = deps;
      const language = deps.language();
      const onDevice = await isOnDevice(recognition, language);
      browser = createBrowserTranscriber({ recognition, language, onDevice, clock });
      return onDevice || agreed ? 'browser' : 'ask';
    },
    transcriber: (kind: Recognition): Transcriber | null =>
      kind === 'server' ? server : kind === 'browser' ? browser : null,
  };
}
