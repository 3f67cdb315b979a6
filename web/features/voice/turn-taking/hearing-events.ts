import type { Effect, TurnTakingEvent, Utterance, VoiceOn } from './state.ts';
import { CLASSIFICATION_MS, DUCKS_IN_VAIN, MAX_SPECULATIONS, UTTERANCE_LIMIT_MS } from './timing.ts';
import { changeOpenUtterance, dropped, hold, openUtterance, resume } from './transitions.ts';
import { type WordsEvent, wordsCame, wordsFailed } from './words-events.ts';

type HearingEvent =
  | WordsEvent
  | Extract<
      TurnTakingEvent,
      {
        type:
          | 'auto'
          | 'pressed'
          | 'released'
          | 'mic-opened'
          | 'mic-failed'
          | 'speech-hinted'
          | 'speech-started'
          | 'speech-paused'
          | 'speech-ended'
          | 'speech-dropped';
      }
    >;

const CLOSED = { mode: 'push-to-talk', mic: 'closed' } as const;

/** Events of the microphone, the hold-to-talk button and the voice switch. */
export function hearingEvent(state: VoiceOn, event: HearingEvent, effects: Effect[]): VoiceOn {
  const { hearing } = state;
  switch (event.type) {
    case 'auto':
      return event.on ? autoOn(state, effects) : autoOff(state, effects);
    case 'pressed':
      return pressed(state, effects);
    case 'released':
      return released(state, effects);
    case 'mic-opened':
      if (hearing.mic !== 'opening') return state;
      if (hearing.mode === 'auto') return { ...state, hearing: { mode: 'auto', mic: 'listening' } };
      return recording(state, effects);
    case 'mic-failed':
      return micFailed(state, event, effects);
    case 'speech-hinted':
      return speechHinted(state, effects);
    case 'speech-started':
      return speechStarted(state, effects);
    case 'speech-paused':
      return speechPaused(state, effects);
    case 'speech-ended': {
      if (hearing.mic !== 'speech') return state;
      return ended({ ...state, hearing: { mode: 'auto', mic: 'listening' } }, hearing.utterance, effects);
    }
    case 'speech-dropped': {
      if (hearing.mic !== 'speech') return state;
      const { id } = hearing.utterance;
      effects.push({ do: 'discard', utterance: id }, dropped(id, 'noise'));
      return resume({ ...state, hearing: { mode: 'auto', mic: 'listening' } }, 'noise', effects);
    }
    case 'words':
      return wordsCame(state, event, effects);
    case 'no-words':
      return wordsFailed(state, event, effects);
  }
}

function autoOn(state: VoiceOn, effects: Effect[]): VoiceOn {
  if (state.hearing.mic !== 'closed') return state;
  effects.push({ do: 'open-microphone', detect: true });
  return { ...state, hearing: { mode: 'auto', mic: 'opening' } };
}

function autoOff(state: VoiceOn, effects: Effect[]): VoiceOn {
  if (state.hearing.mode !== 'auto') return state;
  const open = openUtterance(state);
  if (open) effects.push({ do: 'discard', utterance: open.id });
  effects.push({ do: 'close-microphone' }, { do: 'cancel', timer: 'probe' });
  return resume({ ...state, hearing: CLOSED }, 'released', effects);
}

/** Only if not already recording or processing (section 4), and not before the first words of an answer. */
function mayPress({ agent, hearing, transcribing }: VoiceOn): boolean {
  const isThinking = agent.is === 'thinking' && agent.by === 'visitor' && !agent.answering;
  return hearing.mic === 'closed' && transcribing.length === 0 && !isThinking;
}

function pressed(state: VoiceOn, effects: Effect[]): VoiceOn {
  if (!mayPress(state)) return state;
  const floor = hold({ ...state, hearing: { mode: 'push-to-talk', mic: 'opening' } }, effects);
  effects.push({ do: 'open-microphone', detect: false });
  return floor;
}

function recording(state: VoiceOn, effects: Effect[]): VoiceOn {
  const utterance = newUtterance(state, false);
  effects.push(
    { do: 'begin-utterance', utterance: utterance.id },
    { do: 'track', kind: 'voice_speech_started', payload: { utterance: utterance.id, input: 'push_to_talk' } },
    { do: 'wait', timer: 'limit', ms: UTTERANCE_LIMIT_MS },
  );
  return {
    ...state,
    hearing: { mode: 'push-to-talk', mic: 'recording', utterance },
    nextUtterance: utterance.id + 1,
  };
}

function released(state: VoiceOn, effects: Effect[]): VoiceOn {
  const { hearing } = state;
  if (hearing.mode !== 'push-to-talk' || hearing.mic === 'closed') return state;
  if (hearing.mic === 'opening') {
    effects.push({ do: 'close-microphone' });
    return resume({ ...state, hearing: CLOSED }, 'released', effects);
  }
  effects.push({ do: 'cancel', timer: 'limit' });
  const next = ended({ ...state, hearing: CLOSED }, hearing.utterance, effects);
  effects.push({ do: 'close-microphone' });
  if (next.agent.is !== 'idle' && next.agent.held)
    effects.push({ do: 'wait', timer: 'classification', ms: CLASSIFICATION_MS });
  return next;
}

function ended(state: VoiceOn, utterance: Utterance, effects: Effect[]): VoiceOn {
  const { id, overlapped } = utterance;
  effects.push(
    { do: 'cancel', timer: 'probe' },
    { do: 'track', kind: 'voice_speech_ended', payload: { utterance: id } },
    { do: 'transcribe', utterance: id, whole: true, overlapped },
  );
  return { ...state, transcribing: [...state.transcribing, utterance] };
}

function micFailed(
  state: VoiceOn,
  { sentence, reason }: Extract<TurnTakingEvent, { type: 'mic-failed' }>,
  effects: Effect[],
): VoiceOn {
  if (state.hearing.mic === 'closed') return state;
  const open = openUtterance(state);
  if (open) effects.push({ do: 'discard', utterance: open.id });
  effects.push(
    { do: 'close-microphone' },
    { do: 'cancel', timer: 'limit' },
    { do: 'cancel', timer: 'probe' },
    { do: 'track', kind: 'voice_microphone_failed', payload: { reason } },
    { do: 'tell', sentence },
  );
  return resume({ ...state, hearing: CLOSED }, 'failed', effects);
}

/**
 * The detector needs some syllables to be certain; until then the voice is ducked, unless earlier hints were false
 * alarms.
 */
function speechHinted(state: VoiceOn, effects: Effect[]): VoiceOn {
  const { agent, hearing, typing } = state;
  if (hearing.mic !== 'listening' || agent.is !== 'speaking') return state;
  if (agent.held || !agent.settled || typing || agent.ducks >= DUCKS_IN_VAIN) return state;
  effects.push({ do: 'duck' });
  return { ...state, agent: { ...agent, ducks: agent.ducks + 1 } };
}

function speechStarted(state: VoiceOn, effects: Effect[]): VoiceOn {
  if (state.hearing.mic !== 'listening') return state;
  const { ears, typing } = state;
  const agent = state.agent.is === 'speaking' ? { ...state.agent, ducks: 0 } : state.agent;
  const utterance = newUtterance(state, agent.is === 'speaking' || ears === 'suppressed');
  effects.push(
    { do: 'begin-utterance', utterance: utterance.id },
    { do: 'track', kind: 'voice_speech_started', payload: { utterance: utterance.id, input: 'auto' } },
  );
  const next: VoiceOn = {
    ...state,
    agent,
    hearing: { mode: 'auto', mic: 'speech', utterance },
    nextUtterance: utterance.id + 1,
  };
  const tooEarly = agent.is === 'speaking' && !agent.settled;
  return typing || tooEarly ? next : hold(next, effects);
}

/** While the twin is speaking, partial transcripts are requested anyway. */
function speechPaused(state: VoiceOn, effects: Effect[]): VoiceOn {
  const { hearing, agent } = state;
  if (hearing.mic !== 'speech' || agent.is === 'speaking' || hearing.utterance.speculations >= MAX_SPECULATIONS)
    return state;
  const { id, overlapped, speculations } = hearing.utterance;
  effects.push({ do: 'transcribe-speculatively', utterance: id, overlapped });
  return changeOpenUtterance(state, { speculations: speculations + 1 });
}

function newUtterance({ nextUtterance }: VoiceOn, overlapped: boolean): Utterance {
  return { id: nextUtterance, overlapped, interruption: 'open', probes: 0, probing: false, speculations: 0 };
}
