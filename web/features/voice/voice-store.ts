import { createStore, type Store } from '../../platform/store.ts';
import type { MicrophoneDevice } from './capture/devices.ts';
import type { TurnTaking } from './turn-taking/state.ts';

/**
 * Who transcribes: the server, the browser (on the device, or after the visitor agreed), or nobody. `ask`: the browser
 * could, but its vendor would receive the audio, which the visitor has not agreed to.
 */
export type Recognition = 'server' | 'browser' | 'ask' | 'none' | 'unknown';

/** The state shown by the voice controls. */
export interface VoiceView {
  taking: TurnTaking;
  /** An error or missing capability, shown close to the controls. */
  notice: string | null;
  devices: readonly MicrophoneDevice[];
  /** The chosen device; null for the system's default. */
  deviceId: string | null;
  recognition: Recognition;
  /** Whether to ask the visitor if the browser's vendor may receive the audio. */
  asking: boolean;
  /** The visitor started with 'Talk' and is offered hands-free mode. */
  offering: boolean;
  /** The microphone is muted by the system or a key on the device. */
  muted: boolean;
}

/** Holds the view and notifies subscribers of changes. */
export interface VoiceStore extends Omit<Store<VoiceView>, 'set'> {
  set(change: Partial<VoiceView>): void;
}

/** @param initial the view before the first change */
export function createVoiceStore(initial: VoiceView): VoiceStore {
  const { get, set, subscribe } = createStore(initial);
  return { get, subscribe, set: (change) => set({ ...get(), ...change }) };
}
