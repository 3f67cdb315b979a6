import { createStore, type Store } from '../../platform/store.ts';
import type { MicrophoneDevice } from './capture/devices.ts';
import type { TurnTaking } from './turn-taking/state.ts';

/**
 * Who understands the visitor: our server, the browser (on the device, or after the visitor agreed), or nobody.
 * `ask`: the browser would, but its maker receives the audio, which the visitor has not agreed to.
 */
export type Recognition = 'server' | 'browser' | 'ask' | 'none' | 'unknown';

/** What the voice's controls show. */
export interface VoiceView {
  taking: TurnTaking;
  /** A sentence about what went wrong or is not to be had, where the eye is. */
  notice: string | null;
  devices: readonly MicrophoneDevice[];
  /** The chosen device; null for the system's own choice. */
  deviceId: string | null;
  recognition: Recognition;
  /** The visitor is asked whether the browser's maker may receive the audio. */
  asking: boolean;
  /** The visitor began by 'Talk' and is offered to talk hands-free. */
  offering: boolean;
  /** The microphone is muted by the system or a key on the device. */
  muted: boolean;
}

/** Holds the view and tells of its changes. */
export interface VoiceStore extends Omit<Store<VoiceView>, 'set'> {
  set(change: Partial<VoiceView>): void;
}

/** @param initial the view before the first change */
export function createVoiceStore(initial: VoiceView): VoiceStore {
  const { get, set, subscribe } = createStore(initial);
  return { get, subscribe, set: (change) => set({ ...get(), ...change }) };
}
