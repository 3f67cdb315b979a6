import { type FakeSpeechProvider, startFakeSpeechProvider } from '../../server/testing/fake-speech-provider.ts';
import { type MicrophoneFile, recordMicrophone, type Scene } from './microphone-file.ts';
import { openProviderStage, type ProviderStage } from './provider-stage.ts';

/** A stage on which the twin hears and speaks. */
export interface VoiceStage extends ProviderStage {
  speech: FakeSpeechProvider;
  /** What the browser's microphone will hear, and when; empty if it is denied. */
  words: MicrophoneFile['words'];
}

/**
 * Starts a stage with a voice and everything it needs.
 * @param hears what comes from the browser's microphone, or `denied`
 * @param without services that the operator has no provider for: without a `transcriber` the browser's own recognition
 * is offered, without a `voice` the embedded one speaks
 */
export async function openVoiceStage(
  hears: Scene | 'denied',
  { without }: { without?: 'transcriber' | 'voice' } = {},
): Promise<VoiceStage> {
  const speech = await startFakeSpeechProvider();
  const recording = hears === 'denied' ? null : await recordMicrophone(hears);
  const environment = {
    ...(without !== 'transcriber' && { STT_BASE_URL: speech.url, STT_MODEL: 'fake-transcriber' }),
    ...(without !== 'voice' && { TTS_BASE_URL: speech.url, TTS_MODEL: 'fake-voice' }),
  };
  const stage = await openProviderStage(environment, { microphone: recording ?? 'denied' });
  return {
    ...stage,
    speech,
    words: recording?.words ?? [],
    async close() {
      await stage.close();
      await speech.close();
      await recording?.remove();
    },
  };
}
