import { hearingEvent } from './hearing-events.ts';
import type { Effect, TimerName, TurnTaking, TurnTakingEvent, VoiceOn } from './state.ts';
import { CLASSIFICATION_MS, PROBES_MAX, REARM_MS, SETTLE_MS, suppressionMs, TYPING_MS } from './timing.ts';
import { hold, hush, interrupt, openUtterance, quiet, resume, thinkingOf } from './transitions.ts';

type AgentEvent = Extract<
  TurnTakingEvent,
  { type: 'asked' | 'answering' | 'answered' | 'playback-started' | 'playback-ended' | 'typed' | 'stop' | 'timer' }
>;

/** Events of the twin, of the visitor's manual controls, and of timers. */
export function agentEvent(state: VoiceOn, event: AgentEvent, effects: Effect[]): TurnTaking {
  const { agent } = state;
  switch (event.type) {
    case 'asked': {
      const { turnId } = event;
      const before = agent.is !== 'idle' && agent.turnId !== turnId ? interrupt(state, 'newer_turn', effects) : state;
      if (before.agent.is === 'thinking' && before.agent.turnId !== turnId) {
        effects.push({ do: 'drop', turnId: before.agent.turnId });
      }
      const asked: VoiceOn = { ...before, agent: thinkingOf(event) };
      // The twin does not start speaking while the visitor speaks.
      return openUtterance(asked) && !state.typing ? hold(asked, effects) : asked;
    }
    case 'answering':
      return agent.is === 'thinking' && agent.turnId === event.turnId
        ? { ...state, agent: { ...agent, answering: true } }
        : state;
    case 'answered':
      return agent.is === 'thinking' && agent.turnId === event.turnId ? leaveThought(state, effects) : state;
    case 'playback-started': {
      if (agent.is === 'speaking' && agent.turnId === event.turnId) return state;
      effects.push(
        { do: 'wait', timer: 'settle', ms: SETTLE_MS },
        { do: 'wait', timer: 'ears', ms: suppressionMs(event.audioLength) },
      );
      const held = agent.is !== 'idle' && agent.held;
      const speaking = { is: 'speaking', turnId: event.turnId, held, settled: false, ducks: 0 } as const;
      return { ...state, ears: 'suppressed', agent: speaking };
    }
    case 'playback-ended': {
      if (agent.is === 'idle' || agent.turnId !== event.turnId) return state;
      effects.push(
        ...(['settle', 'classification', 'probe'] as const).map((timer) => ({ do: 'cancel', timer }) as const),
        {
          do: 'wait',
          timer: 'ears',
          ms: REARM_MS,
        },
      );
      return { ...state, agent: quiet };
    }
    case 'typed':
      effects.push({ do: 'wait', timer: 'typing', ms: TYPING_MS });
      return { ...interrupt(state, 'typing', effects), typing: true };
    case 'stop':
      if (agent.is !== 'thinking') return hush(state, effects);
      // None of it has been heard, and none of it should be.
      effects.push({ do: 'drop', turnId: agent.turnId });
      return leaveThought(state, effects);
    case 'timer':
      return timeCame(state, event.timer, effects);
  }
}

/** The pending reply ended before it was heard; a voice that was held for it is released. */
function leaveThought(state: VoiceOn, effects: Effect[]): VoiceOn {
  const { agent } = state;
  if (agent.is === 'thinking' && agent.held) effects.push({ do: 'cancel', timer: 'classification' }, { do: 'resume' });
  return { ...state, agent: quiet };
}

function timeCame(state: VoiceOn, timer: TimerName, effects: Effect[]): TurnTaking {
  const { agent } = state;
  const utterance = openUtterance(state);
  switch (timer) {
    case 'settle': {
      if (agent.is !== 'speaking') return state;
      const settled: VoiceOn = { ...state, agent: { ...agent, settled: true } };
      return utterance?.interruption === 'open' && !state.typing ? hold(settled, effects) : settled;
    }
    case 'classification':
      // A voice that has not started waits until the visitor's words are known.
      if (agent.is === 'thinking' && (utterance || state.transcribing.length > 0)) {
        effects.push({ do: 'wait', timer: 'classification', ms: CLASSIFICATION_MS });
        return state;
      }
      return resume(state, 'no_words', effects);
    case 'probe': {
      if (state.hearing.mic !== 'speech' || agent.is === 'idle') return state;
      const { id, interruption, probing, probes, overlapped } = state.hearing.utterance;
      if (interruption === 'turn' || probing || probes >= PROBES_MAX) return state;
      effects.push({ do: 'transcribe', utterance: id, whole: false, overlapped });
      const asked = { ...state.hearing.utterance, probing: true, probes: probes + 1 };
      return { ...state, hearing: { ...state.hearing, utterance: asked } };
    }
    case 'ears':
      return agent.is === 'speaking' ? state : { ...state, ears: 'open' };
    case 'typing':
      return { ...state, typing: false };
    case 'limit':
      return hearingEvent(state, { type: 'released' }, effects);
  }
}
