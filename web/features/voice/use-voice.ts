import { useSyncExternalStore } from 'react';
import type { Voice } from './voice.ts';
import type { VoiceView } from './voice-store.ts';

/** What the voice's controls show, as it is now. */
export function useVoice({ store }: Voice): VoiceView {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
