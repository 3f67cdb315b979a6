import type { DropReason } from '../drop-reason.ts';

/** A stretch of the visitor's voice, from its onset until its words are known. */
export interface Utterance {
  id: number;
  /** It began while the twin was heard, or so soon afterwards that the room may still ring. */
  overlapped: boolean;
  /** What its words so far have shown: nothing yet, that it is a turn, or that it is none. */
  interruption: 'open' | 'turn' | 'none';
  /** How often its words so far have been asked for, and whether an answer is on its way. */
  probes: number;
  probing: boolean;
  /** How often its words were asked for at a pause. */
  speculations: number;
}

/** Input mode and microphone together, so that only what can be is writable (section 4, voice input mode). */
export type Hearing =
  | { mode: 'push-to-talk'; mic: 'closed' }
  | { mode: 'push-to-talk'; mic: 'opening' }
  | { mode: 'push-to-talk'; mic: 'recording'; utterance: Utterance }
  | { mode: 'auto'; mic: 'opening' }
  | { mode: 'auto'; mic: 'listening' }
  | { mode: 'auto'; mic: 'speech'; utterance: Utterance };

/**
 * What the twin does. `spoken`: the reply is to be heard. `answering`: its first words are on screen. `held`: its voice
 * is silent because the visitor made a sound, and goes on where it was or is over. `settled`: its playback is so far on
 * that the echo canceller may be trusted. `ducks`: how often it was lowered in vain.
 */
export type Agent =
  | { is: 'idle' }
  | { is: 'thinking'; turnId: string; by: 'visitor' | 'twin'; spoken: boolean; answering: boolean; held: boolean }
  | { is: 'speaking'; turnId: string; held: boolean; settled: boolean; ducks: number };

/** With the voice off there is no microphone and no speaking. */
export interface VoiceOff {
  voice: 'off';
  /** Counts the visitor's interruptions and turns; what belongs to an older one is dropped (section 4, barge-in). */
  turn: number;
  agent: Extract<Agent, { is: 'idle' | 'thinking' }>;
}

/** With the voice on, hearing and speaking run side by side. */
export interface VoiceOn {
  voice: 'on';
  turn: number;
  agent: Agent;
  hearing: Hearing;
  /** Whole utterances whose words are on their way, oldest first. */
  transcribing: readonly Utterance[];
  /** Words of a turn whose speaker went on before it was sent. */
  gathered: string;
  /** The visitor is at the keys: sound does not interrupt. */
  typing: boolean;
  /** Suppressed while the twin's audio plays and shortly after (section 4, echo suppression). */
  ears: 'open' | 'suppressed';
  nextUtterance: number;
}

/** Everything that turn taking knows. */
export type TurnTaking = VoiceOff | VoiceOn;

/** What can be waited for; each is one timer at most. */
export type TimerName = 'settle' | 'classification' | 'probe' | 'ears' | 'typing' | 'limit';
/** All of them, for every way out. */
export const TIMERS: readonly TimerName[] = ['settle', 'classification', 'probe', 'ears', 'typing', 'limit'];

/** Why a reply was broken off; told to the server. */
export type InterruptReason = 'speech' | 'stop_word' | 'typing' | 'newer_turn';

/** What happens: at the controls, at the microphone, at the player, at the transcriber, in time. */
export type TurnTakingEvent =
  | { type: 'voice'; on: boolean }
  | { type: 'auto'; on: boolean }
  /** The hold-to-talk button, or Space. */
  | { type: 'pressed' }
  | { type: 'released' }
  | { type: 'mic-opened' }
  /** It could not be opened, or went away. The sentence is for the visitor. */
  | { type: 'mic-failed'; sentence: string; reason: string }
  /** From voice activity; of a hint nothing may come. */
  | { type: 'speech-hinted' }
  | { type: 'speech-started' }
  /** The speaker pauses; it may become the end. */
  | { type: 'speech-paused' }
  | { type: 'speech-ended' }
  | { type: 'speech-dropped' }
  /** `spoken`: what the twin said in the 10 s before, for telling its echo. */
  | {
      type: 'words';
      utterance: number;
      whole: boolean;
      text: string;
      dropped: DropReason | null;
      spoken: string;
    }
  | { type: 'no-words'; utterance: number; whole: boolean }
  /** A turn is asked of the twin: in answer to the visitor, or unprompted. */
  | { type: 'asked'; turnId: string; by: 'visitor' | 'twin'; spoken: boolean }
  /** Its first words are on screen; the voice follows. */
  | { type: 'answering'; turnId: string }
  /** The reply is over, and nothing of it is left to be heard. */
  | { type: 'answered'; turnId: string }
  /** `audioLength`: of the reply's audio as it was sent, in characters of base64 (section 9, suppression). */
  | { type: 'playback-started'; turnId: string; audioLength: number }
  | { type: 'playback-ended'; turnId: string }
  /** A key that changed the field's text. */
  | { type: 'typed' }
  /** The stop-speaking button, or Esc. */
  | { type: 'stop' }
  /** The conversation or the screen is over. */
  | { type: 'left' }
  | { type: 'timer'; timer: TimerName };

/** What is to be done; run-effect.ts does it. */
export type Effect =
  /** Whole utterances are cut by the button, or by voice activity. */
  | { do: 'open-microphone'; detect: boolean }
  | { do: 'close-microphone' }
  | { do: 'begin-utterance'; utterance: number }
  | { do: 'transcribe'; utterance: number; whole: boolean; overlapped: boolean }
  /** Asks for the words up to a pause, which are those of the utterance if it ends there. */
  | { do: 'transcribe-speculatively'; utterance: number; overlapped: boolean }
  | { do: 'discard'; utterance: number }
  /** Lowers the voice for a moment; it comes back by itself. */
  | { do: 'duck' }
  /** Silences the voice within a frame; `resume` goes on where it was. */
  | { do: 'hold' }
  | { do: 'resume' }
  /** The reply is broken off: its voice at once, its text after what is on screen. */
  | { do: 'interrupt'; turnId: string; reason: InterruptReason }
  /** The voice of one reply is over, what still comes of it included; its text goes on. */
  | { do: 'drop'; turnId: string }
  /** The voice falls silent; the reply goes on as text. */
  | { do: 'silence' }
  | { do: 'say'; text: string; utterance: number }
  | { do: 'track'; kind: string; payload: Record<string, unknown> }
  | { do: 'wait'; timer: TimerName; ms: number }
  | { do: 'cancel'; timer: TimerName }
  | { do: 'tell'; sentence: string };

/** A state and what is to be done on entering it. */
export interface Step {
  state: TurnTaking;
  effects: readonly Effect[];
}

/** @param voice whether the voice is on */
export function initialTurnTaking(voice: boolean): TurnTaking {
  return voice ? voiceOn(0, { is: 'idle' }) : { voice: 'off', turn: 0, agent: { is: 'idle' } };
}

/** The voice just switched on. */
export function voiceOn(turn: number, agent: Agent): VoiceOn {
  return {
    voice: 'on',
    turn,
    agent,
    hearing: { mode: 'push-to-talk', mic: 'closed' },
    transcribing: [],
    gathered: '',
    typing: false,
    ears: 'open',
    nextUtterance: 1,
  };
}
