import { agentEvent } from './agent-events.ts';
import { hearingEvent } from './hearing-events.ts';
import { type Effect, type Step, type TurnTaking, type TurnTakingEvent, type VoiceOff, voiceOn } from './state.ts';
import { closeEverything, quiet, thinkingOf } from './transitions.ts';

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
