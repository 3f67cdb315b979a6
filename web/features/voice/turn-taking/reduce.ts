import { hearingEvent } from './hearing-events.ts';
import {
  type Effect,
  type Step,
  type TimerName,
  type TurnTaking,
  type TurnTakingEvent,
  type VoiceOff,
  type VoiceOn,
  voiceOn,
} from './state.ts';
import { CLASSIFICATION_MS, PATIENCE_MS, PROBES_MAX, REARM_MS, SETTLE_MS, suppressionMs, TYPING_MS } from './timing.ts';
import {
  cancel,
  closeEverything,
  hold,
  hush,
  interrupt,
  openUtterance,
  quiet,
  resume,
  thinkingOf,
} from './transitions.ts';

/**
 * Turn taking: the only place that decides who has the floor (sections 4 and 9; state diagram in docs/turn-taking.md).
 * Pure: time comes as timer events, and side effects are returned as effects, in order.
 */
export function takeTurns(state: TurnTaking, event: TurnTakingEvent): Step {
  const effects: Effect[] = [];
  const next = state.voice === 'off' ? whileOff(state, event) : whileOn(state, event, effects);
  return { state: next, effects };
}

function whileOff(state: VoiceOff, event: TurnTakingEvent): TurnTaking {
  switch (event.type) {
    case 'voice':
      return event.on ? voiceOn(state.turn, state.agent) : state;
    case 'asked':
      return { ...state, agent: thinkingOf(event) };
    case 'answering':
      return state.agent.is === 'thinking' && state.agent.turnId === event.turnId
        ? { ...state, agent: { ...state.agent, answering: true } }
        : state;
    case 'answered':
      return state.agent.is === 'thinking' && state.agent.turnId === event.turnId
        ? { ...state, agent: { is: 'idle' } }
        : state;
    case 'left':
      return { ...state, agent: { is: 'idle' } };
    default:
      return state;
  }
}

function whileOn(state: Extract<TurnTaking, { voice: 'on' }>, event: TurnTakingEvent, effects: Effect[]): TurnTaking {
  switch (event.type) {
    case 'voice': {
      if (event.on) return state;
      closeEverything(state, effects);
      const { agent, turn } = state;
      return { voice: 'off', turn, agent: agent.is === 'thinking' ? { ...agent, held: false } : quiet };
    }
    case 'left':
      closeEverything(state, effects);
      return voiceOn(state.turn, quiet);
    case 'asked':
    case 'answering':
    case 'answered':
    case 'playback-started':
    case 'playback-ended':
    case 'typed':
    case 'stop':
    case 'timer':
      return agentEvent(state, event, effects);
    default:
      return hearingEvent(state, event, effects);
  }
}

type AgentEvent = Extract<
  TurnTakingEvent,
  { type: 'asked' | 'answering' | 'answered' | 'playback-started' | 'playback-ended' | 'typed' | 'stop' | 'timer' }
>;

/** Events of the twin, of the visitor's manual controls, and of timers. */
function agentEvent(state: VoiceOn, event: AgentEvent, effects: Effect[]): TurnTaking {
  const { agent } = state;
  switch (event.type) {
    case 'asked': {
      const { turnId } = event;
      const before = agent.is !== 'idle' && agent.turnId !== turnId ? interrupt(state, 'newer_turn', effects) : state;
      if (before.agent.is === 'thinking' && before.agent.turnId !== turnId) {
        effects.push({ do: 'drop', turnId: before.agent.turnId });
      }
      const asked: VoiceOn = { ...before, agent: thinkingOf(event) };
      if (event.by === 'visitor') effects.push({ do: 'wait', timer: 'patience', ms: PATIENCE_MS });
      // The twin does not start speaking while the visitor speaks.
      return openUtterance(asked) && !state.typing ? hold(asked, effects) : asked;
    }
    case 'answering':
      if (agent.is !== 'thinking' || agent.turnId !== event.turnId) return state;
      effects.push(...cancel('patience'));
      return { ...state, agent: { ...agent, answering: true, late: false } };
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
      effects.push(...cancel('settle', 'classification', 'probe'), { do: 'wait', timer: 'ears', ms: REARM_MS });
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
  if (agent.is === 'thinking' && agent.held) effects.push(...cancel('classification'), { do: 'resume' });
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
    case 'patience':
      return agent.is === 'thinking' && !agent.answering ? { ...state, agent: { ...agent, late: true } } : state;
    case 'end':
      if (utterance?.pause) effects.push({ do: 'finish', utterance: utterance.id });
      return state;
    case 'prepare':
      if (utterance?.pause && state.ahead !== null) effects.push({ do: 'prepare', text: state.ahead });
      return state;
    case 'limit':
      return hearingEvent(state, { type: 'released' }, effects);
  }
}
