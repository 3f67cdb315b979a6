import type { DropReason } from './state.ts';
import {
  type Effect,
  type InterruptReason,
  TIMERS,
  type TimerName,
  type TurnTakingEvent,
  type Utterance,
  type VoiceOn,
} from './state.ts';
import { CLASSIFICATION_MS, PROBE_EVERY_MS } from './timing.ts';

/** Transitions shared by several events. Each returns the new state and appends its effects. */

/** The twin is idle. */
export const quiet = { is: 'idle' } as const;

/** The twin is thinking about a turn that was just requested. */
export function thinkingOf({ turnId, by, spoken }: Extract<TurnTakingEvent, { type: 'asked' }>) {
  return { is: 'thinking', turnId, by, spoken, answering: false, held: false, late: false } as const;
}

/** The utterance in progress. */
export function openUtterance({ hearing }: VoiceOn): Utterance | null {
  return hearing.mic === 'speech' || hearing.mic === 'recording' ? hearing.utterance : null;
}

/** The state with the utterance in progress changed; the same state if there is none. */
export function changeOpenUtterance(state: VoiceOn, change: Partial<Utterance>): VoiceOn {
  const { hearing } = state;
  if (hearing.mic !== 'speech' && hearing.mic !== 'recording') return state;
  return { ...state, hearing: { ...hearing, utterance: { ...hearing.utterance, ...change } } };
}

/** The twin falls silent at once, until words show whether it was interrupted. */
export function hold(state: VoiceOn, effects: Effect[]): VoiceOn {
  if (state.agent.is === 'idle' || state.agent.held) return state;
  effects.push({ do: 'hold' });
  if (state.hearing.mode === 'auto') {
    effects.push(
      { do: 'wait', timer: 'classification', ms: CLASSIFICATION_MS },
      { do: 'wait', timer: 'probe', ms: PROBE_EVERY_MS },
    );
  }
  return { ...state, agent: { ...state.agent, held: true } };
}

/** The sound was not an interruption: the voice continues where it was. */
export function resume(state: VoiceOn, reason: DropReason | 'no_words' | 'released', effects: Effect[]): VoiceOn {
  const { agent } = state;
  if (agent.is === 'idle' || !agent.held) return state;
  effects.push(...cancel('classification'), { do: 'resume' });
  if (agent.is === 'speaking') effects.push({ do: 'track', kind: 'voice_resumed', payload: { reason } });
  return { ...state, agent: { ...agent, held: false } };
}

/** The visitor takes the floor: pending speech is dropped, and echo suppression ends at once. */
export function interrupt(state: VoiceOn, reason: InterruptReason, effects: Effect[]): VoiceOn {
  const { agent } = state;
  // The first words of a spoken reply are on screen before they are heard.
  const hasFloor = agent.is === 'speaking' || (agent.is === 'thinking' && agent.spoken && agent.answering);
  if (!hasFloor) return state;
  return fallSilent(state, { do: 'interrupt', turnId: agent.turnId, reason }, reason, effects);
}

/** The visitor wants silence and keeps reading: no text is dropped. */
export function hush(state: VoiceOn, effects: Effect[]): VoiceOn {
  const { agent } = state;
  if (agent.is !== 'speaking') return state;
  return fallSilent(state, { do: 'drop', turnId: agent.turnId }, 'stopped', effects);
}

function fallSilent(
  state: VoiceOn,
  end: Extract<Effect, { do: 'interrupt' | 'drop' }>,
  reason: InterruptReason | 'stopped',
  effects: Effect[],
): VoiceOn {
  const isHeldThought = state.agent.is === 'thinking' && state.agent.held;
  effects.push(...cancel('settle', 'classification', 'probe', 'ears'), end, {
    do: 'track',
    kind: 'voice_interrupted',
    payload: { reason, turn_id: end.turnId },
  });
  // A player that was held before it started is released; what it would have played is gone.
  if (isHeldThought) effects.push({ do: 'resume' });
  return { ...state, agent: quiet, ears: 'open', turn: state.turn + 1 };
}

/** The gathered words become the visitor's turn; a voice that was held for it never starts. */
export function say(state: VoiceOn, text: string, utterance: number, effects: Effect[]): VoiceOn {
  effects.push(...cancel('classification', 'probe'), { do: 'say', text, utterance });
  const { agent } = state;
  // Only once the older turn is gone: its voice must not be heard for a moment.
  if (agent.is !== 'idle' && agent.held) effects.push({ do: 'resume' });
  return {
    ...state,
    gathered: '',
    ahead: null,
    turn: state.turn + 1,
    // The pending turn is abandoned; `asked` announces the new one.
    agent: agent.is === 'thinking' ? { ...agent, held: false } : agent,
  };
}

/** The effects of cancelling timers. */
export function cancel(...timers: readonly TimerName[]): Effect[] {
  return timers.map((timer) => ({ do: 'cancel', timer }));
}

/** Records why an utterance was not a turn. */
export function dropped(utterance: number, reason: DropReason): Effect {
  return { do: 'track', kind: 'voice_dropped', payload: { reason, utterance } };
}

/** Shared by every exit: silence, closed microphone, no timers. */
export function closeEverything(state: VoiceOn, effects: Effect[]): void {
  const open = openUtterance(state);
  if (open) effects.push({ do: 'discard', utterance: open.id });
  for (const { id } of state.transcribing) effects.push({ do: 'discard', utterance: id });
  if (state.hearing.mic !== 'closed') effects.push({ do: 'close-microphone' });
  effects.push({ do: 'silence' }, { do: 'drop-prepared' }, ...cancel(...TIMERS));
}
