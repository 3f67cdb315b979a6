import type { Ending } from '@understudy/contract/wire';

/** An utterance of the visitor, from its onset until its transcript is known. */
export interface Utterance {
  id: number;
  /** It began while the twin was audible, or so soon afterwards that the room may still echo. */
  overlapped: boolean;
  /** What its words so far have shown: nothing yet, a turn, or not a turn. */
  interruption: 'open' | 'turn' | 'none';
  /** Number of partial transcripts requested, and whether one is pending. */
  probes: number;
  probing: boolean;
  /** Number of transcripts requested at a pause. */
  speculations: number;
  /** The pause in which its speaker is, which may be the end; `asked`: its words have been requested. */
  pause: { falls: boolean; asked: boolean } | null;
}

/** Input mode and microphone combined, so that impossible states cannot be expressed (section 4, voice input mode). */
export type Hearing =
  | { mode: 'push-to-talk'; mic: 'closed' }
  | { mode: 'push-to-talk'; mic: 'opening' }
  | { mode: 'push-to-talk'; mic: 'recording'; utterance: Utterance }
  | { mode: 'auto'; mic: 'opening' }
  | { mode: 'auto'; mic: 'listening' }
  | { mode: 'auto'; mic: 'speech'; utterance: Utterance };

/**
 * What the twin is doing. `spoken`: the reply is to be heard. `answering`: its first words are on screen. `held`: its
 * voice is paused because the visitor made a sound, and will continue or end. `settled`: playback has run long enough
 * to trust the echo canceller. `ducks`: how often it was ducked in vain. `late`: the visitor is asked to be patient.
 */
export type Agent =
  | { is: 'idle' }
  | {
      is: 'thinking';
      turnId: string;
      by: 'visitor' | 'twin';
      spoken: boolean;
      answering: boolean;
      held: boolean;
      late: boolean;
    }
  | { is: 'speaking'; turnId: string; held: boolean; settled: boolean; ducks: number };

/** With the voice off, there is neither microphone nor speech. */
export interface VoiceOff {
  voice: 'off';
  /**
   * Counts the visitor's interruptions and turns; results that belong to an older one are dropped (section 4,
   * barge-in).
   */
  turn: number;
  agent: Extract<Agent, { is: 'idle' | 'thinking' }>;
}

/** With the voice on, hearing and speaking run in parallel. */
export interface VoiceOn {
  voice: 'on';
  turn: number;
  agent: Agent;
  hearing: Hearing;
  /** Finished utterances that are being transcribed, oldest first. */
  transcribing: readonly Utterance[];
  /** Words of a turn whose speaker continued before it was sent. */
  gathered: string;
  /** Words up to a pause, whose reply is begun when the pause is long enough; null for none. */
  ahead: string | null;
  /** The visitor is typing: sound does not interrupt. */
  typing: boolean;
  /** Suppressed while the twin's audio plays and shortly after (section 4, echo suppression). */
  ears: 'open' | 'suppressed';
  nextUtterance: number;
}

/** The state of turn taking. */
export type TurnTaking = VoiceOff | VoiceOn;

/** The timers; at most one of each runs. */
export type TimerName =
  | 'settle'
  | 'classification'
  | 'probe'
  | 'ears'
  | 'typing'
  | 'limit'
  | 'end'
  | 'prepare'
  | 'patience';
/** All timers, to cancel them on every exit. */
export const TIMERS: readonly TimerName[] = [
  'settle',
  'classification',
  'probe',
  'ears',
  'typing',
  'limit',
  'end',
  'prepare',
  'patience',
];

/** Why a reply was interrupted; reported to the server. */
export type InterruptReason = 'speech' | 'stop_word' | 'typing' | 'newer_turn';

/** Events of the controls, the microphone, the player, the transcriber and the timers. */
export type TurnTakingEvent =
  | { type: 'voice'; on: boolean }
  | { type: 'auto'; on: boolean }
  /** The hold-to-talk button, or Space. */
  | { type: 'pressed' }
  | { type: 'released' }
  | { type: 'mic-opened' }
  /** It could not be opened, or went away. The sentence is for the visitor. */
  | { type: 'mic-failed'; sentence: string; reason: string }
  /** From voice activity; may be a false alarm. */
  | { type: 'speech-hinted' }
  | { type: 'speech-started' }
  /** The speaker pauses, which may become the end of the utterance. */
  | { type: 'speech-paused'; falls: boolean; isLong: boolean }
  /** They go on. */
  | { type: 'speech-resumed' }
  | { type: 'speech-ended' }
  | { type: 'speech-dropped' }
  /** `spoken`: what the twin said in the preceding 10 s, for echo detection. */
  | {
      type: 'words';
      utterance: number;
      whole: boolean;
      text: string;
      dropped: DropReason | null;
      spoken: string;
    }
  | { type: 'no-words'; utterance: number; whole: boolean }
  /** The transcript up to a pause. `silentMs`: how long its speaker has been silent. */
  | {
      type: 'words-ahead';
      utterance: number;
      text: string;
      dropped: DropReason | null;
      ending?: Ending;
      spoken: string;
      silentMs: number;
    }
  /** A turn is requested: in answer to the visitor, or unprompted. */
  | { type: 'asked'; turnId: string; by: 'visitor' | 'twin'; spoken: boolean }
  /** The first words are on screen; the voice follows. */
  | { type: 'answering'; turnId: string }
  /** The reply is over, and no more of it will be heard. */
  | { type: 'answered'; turnId: string }
  /** `audioLength`: length of the reply's audio as sent, in base64 characters (section 9, suppression). */
  | { type: 'playback-started'; turnId: string; audioLength: number }
  | { type: 'playback-ended'; turnId: string }
  /** A key press that changed the field's text. */
  | { type: 'typed' }
  /** The stop-speaking button, or Esc. */
  | { type: 'stop' }
  /** The conversation or the screen is over. */
  | { type: 'left' }
  | { type: 'timer'; timer: TimerName };

/** Side effects, carried out by run-effect.ts. */
export type Effect =
  /** Utterances are delimited by the button, or by voice activity. */
  | { do: 'open-microphone'; detect: boolean }
  | { do: 'close-microphone' }
  | { do: 'begin-utterance'; utterance: number }
  | { do: 'transcribe'; utterance: number; whole: boolean; overlapped: boolean }
  /** Requests the transcript up to a pause, which is that of the utterance if it ends there. */
  | { do: 'transcribe-speculatively'; utterance: number; overlapped: boolean }
  /** The words are all: the utterance ends, if its speaker is still silent. */
  | { do: 'finish'; utterance: number }
  /** Has the reply to these words begun, in case that they are all. */
  | { do: 'prepare'; text: string }
  /** That reply will not be wanted. */
  | { do: 'drop-prepared' }
  /** They go on: what was requested up to the pause is void. */
  | { do: 'forget-ahead'; utterance: number }
  | { do: 'discard'; utterance: number }
  /** Lowers the voice for a moment; it comes back by itself. */
  | { do: 'duck' }
  /** Silences the voice within a frame; `resume` continues where it was. */
  | { do: 'hold' }
  | { do: 'resume' }
  /** Interrupts the reply: its voice at once, its text after what is on screen. */
  | { do: 'interrupt'; turnId: string; reason: InterruptReason }
  /** Discards the voice of one reply, including audio still to arrive; its text continues. */
  | { do: 'drop'; turnId: string }
  /** Silences the voice; the reply continues as text. */
  | { do: 'silence' }
  | { do: 'say'; text: string; utterance: number }
  | { do: 'track'; kind: string; payload: Record<string, unknown> }
  | { do: 'wait'; timer: TimerName; ms: number }
  | { do: 'cancel'; timer: TimerName }
  | { do: 'tell'; sentence: string };

/** The new state and the effects of entering it. */
export interface Step {
  state: TurnTaking;
  effects: readonly Effect[];
}

/** @param voice whether the voice is on */
export function initialTurnTaking(voice: boolean): TurnTaking {
  return voice ? voiceOn(0, { is: 'idle' }) : { voice: 'off', turn: 0, agent: { is: 'idle' } };
}

/** The state just after the voice was switched on. */
export function voiceOn(turn: number, agent: Agent): VoiceOn {
  return {
    voice: 'on',
    turn,
    agent,
    hearing: { mode: 'push-to-talk', mic: 'closed' },
    transcribing: [],
    gathered: '',
    ahead: null,
    typing: false,
    ears: 'open',
    nextUtterance: 1,
  };
}

/** Why an utterance does not count as a turn. */
export type DropReason = 'empty' | 'hallucination' | 'echo' | 'backchannel' | 'noise' | 'typing' | 'failed';
