import { useSyncExternalStore } from 'react';
import type { Voice } from './voice.ts';
import type { VoiceView } from './voice-store.ts';

/** The current state of the voice controls. */
export function useVoice({ store }: Voice): VoiceView {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
