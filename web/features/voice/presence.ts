import type { TurnTaking } from './turn-taking/state.ts';

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
  if (hearing.mic === 'speech') return 'Detecting voice';
  if (hearing.mic === 'recording') return 'Recording';
  if (hearing.mic === 'opening') return 'Opening the microphone';
  if (taking.transcribing.length > 0) return 'Transcribing';
  if (agent.is === 'speaking') return 'AI speaking';
  return hearing.mic === 'listening' && agent.is === 'idle' ? 'Auto-listening' : null;
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
