import type { Twin } from '@understudy/contract/twin';
import type { Config } from '../config.ts';
import { createLocalSpeech, LOCAL_ID } from '../providers/local-speech/create-local-speech.ts';
import { createTranscribers } from '../providers/transcriber/create-transcribers.ts';
import { createVoices } from '../providers/voice/create-voices.ts';

/** Composes what hears and what speaks: the configured providers, then the models of this machine. */
export function createSpeech(config: Pick<Config, 'voice' | 'transcription' | 'speechDir'>, twin: () => Twin) {
  const local = createLocalSpeech(config.speechDir);
  const { recogniser, voice } = local;
  const voices = createVoices({ chain: config.voice, local: voice && { name: LOCAL_ID, voice } }, twin);
  const transcribers = createTranscribers(
    { chain: config.transcription, local: recogniser && { name: LOCAL_ID, transcriber: recogniser } },
    twin,
  );
  return {
    voices,
    transcribers,
    async close(): Promise<void> {
      transcribers.close();
      await voices.close();
      await local.close();
    },
  };
}
