import type { Recognition } from '../voice-store.ts';
import { findRecognition, isOnDevice } from './browser-recognition.ts';
import { createBrowserTranscriber } from './browser-transcriber.ts';
import { createServerTranscriber, type ServerTranscriberDeps } from './server-transcriber.ts';
import type { Transcriber } from './transcriber.ts';

/** What the choice depends on. */
export interface RecognitionDeps extends ServerTranscriberDeps {
  /** Whether the operator allows the browser's own recognition. */
  browser: boolean;
  /** BCP 47. */
  language(): string;
}

/**
 * Chooses the transcriber: the server if it has one; otherwise the browser, on the device if possible, or after the
 * visitor agreed that its vendor receives the audio; otherwise none.
 */
export function createRecognitionChoice(deps: RecognitionDeps) {
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
