import type { TurnTaking } from './turn-taking/state.ts';

/** What the ring shows of the voice; null when the voice has nothing to say about it. */
export function voicePresence(taking: TurnTaking): 'listening' | 'thinking' | 'speaking' | null {
  if (taking.voice === 'off') return null;
  const { mic } = taking.hearing;
  if (mic === 'speech' || mic === 'recording') return 'listening';
  if (taking.agent.is === 'speaking') return taking.agent.held ? 'listening' : 'speaking';
  if (taking.transcribing.length > 0 || taking.agent.is === 'thinking') return 'thinking';
  return mic === 'listening' ? 'listening' : null;
}

/** The status line's words about the voice (specification, section 2); null when it has none. */
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

/** Whether words are on their way (section 5: text field, send and voice controls are disabled meanwhile). */
export function isProcessing(taking: TurnTaking): boolean {
  return taking.voice === 'on' && taking.transcribing.length > 0;
}

/** Whether the visitor's words are being thought about. */
export function isTyping(taking: TurnTaking): boolean {
  return taking.agent.is === 'thinking' && taking.agent.by === 'visitor' && !taking.agent.answering;
}

/** Whether the twin is heard now, or held for a moment. */
export function isSpeaking(taking: TurnTaking): boolean {
  return taking.agent.is === 'speaking';
}

/** Whether the microphone is on, and the browser's recording sign with it. */
export function isMicrophoneOn(taking: TurnTaking): boolean {
  return taking.voice === 'on' && taking.hearing.mic !== 'closed';
}
