import { useSyncExternalStore } from 'react';
import { createStore, type Store } from '../../platform/store.ts';
import { t } from '../../platform/texts.ts';
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
  /** Whether what is said is shown while it is said. */
  captions: boolean;
  /** The words that are being heard or spoken; null in silence. */
  caption: { by: 'visitor' | 'twin'; words: string } | null;
  /** A sign that the visitor, who speaks for long, is being listened to. */
  nods: boolean;
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

/** The current state of the voice controls. */
export function useVoice({ store }: { store: VoiceStore }): VoiceView {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

/** The ring's state for the voice; null if the voice has none. */
export function voicePresence(taking: TurnTaking): 'listening' | 'thinking' | 'speaking' | null {
  if (taking.voice === 'off') return null;
  const { mic } = taking.hearing;
  if (mic === 'speech' || mic === 'recording') return 'listening';
  if (taking.agent.is === 'speaking') return taking.agent.held ? 'listening' : 'speaking';
  if (taking.transcribing.length > 0 || taking.agent.is === 'thinking') return 'thinking';
  return mic === 'listening' ? 'listening' : null;
}

/** The status line's text for the voice (specification, section 2); null if there is none. */
export function voiceStatus(taking: TurnTaking): string | null {
  if (taking.voice === 'off') return null;
  const { hearing, agent } = taking;
  if (hearing.mic === 'speech') return t('voice.detecting');
  if (hearing.mic === 'recording') return t('voice.recording');
  if (hearing.mic === 'opening') return t('voice.opening');
  if (taking.transcribing.length > 0) return t('voice.transcribing');
  if (agent.is === 'speaking') return t('voice.speaking');
  if (agent.is === 'thinking' && agent.late) return t('voice.pleaseHold');
  return hearing.mic === 'listening' && agent.is === 'idle' ? t('voice.listening') : null;
}

/** Whether an utterance is being processed (section 5: text field, send and voice controls are then disabled). */
export function isProcessing(taking: TurnTaking): boolean {
  return taking.voice === 'on' && taking.transcribing.length > 0;
}

/** Whether the twin is thinking about the visitor's message. */
export function isTyping(taking: TurnTaking): boolean {
  return taking.agent.is === 'thinking' && taking.agent.by === 'visitor' && !taking.agent.answering;
}

/** Whether the twin is audible now, or held for a moment. */
export function isSpeaking(taking: TurnTaking): boolean {
  return taking.agent.is === 'speaking';
}

/** Whether the microphone is on, and with it the browser's recording indicator. */
export function isMicrophoneOn(taking: TurnTaking): boolean {
  return taking.voice === 'on' && taking.hearing.mic !== 'closed';
}
