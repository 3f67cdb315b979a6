import { isAcknowledgement, isEchoOf, isStopWord } from '@understudy/contract/talk-words';
import { t } from '../../../platform/texts.ts';
import type { DropReason, Effect, TurnTakingEvent, Utterance, VoiceOn } from './state.ts';
import {
  CLASSIFICATION_MS,
  DUCKS_IN_VAIN,
  endSilenceMs,
  MAX_SPECULATIONS,
  OPEN_PREPARE_MS,
  PROBE_EVERY_MS,
  UTTERANCE_LIMIT_MS,
} from './timing.ts';
import { cancel, changeOpenUtterance, dropped, hold, interrupt, openUtterance, resume, say } from './transitions.ts';

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
          | 'speech-resumed'
          | 'words-ahead'
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
      return speechPaused(state, event, effects);
    case 'speech-resumed':
      return speechResumed(state, effects);
    case 'words-ahead':
      return wordsAhead(state, event, effects);
    case 'speech-ended': {
      if (hearing.mic !== 'speech') return state;
      return ended({ ...state, hearing: { mode: 'auto', mic: 'listening' } }, hearing.utterance, effects);
    }
    case 'speech-dropped': {
      if (hearing.mic !== 'speech') return state;
      const { id } = hearing.utterance;
      effects.push({ do: 'discard', utterance: id }, dropped(id, 'noise'));
      return resume({ ...forgetAhead(state, effects), hearing: { mode: 'auto', mic: 'listening' } }, 'noise', effects);
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
  effects.push({ do: 'close-microphone' }, ...cancel('probe'));
  return resume({ ...forgetAhead(state, effects), hearing: CLOSED }, 'released', effects);
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
  effects.push(...cancel('limit'));
  const next = ended({ ...state, hearing: CLOSED }, hearing.utterance, effects);
  effects.push({ do: 'close-microphone' });
  if (next.agent.is !== 'idle' && next.agent.held)
    effects.push({ do: 'wait', timer: 'classification', ms: CLASSIFICATION_MS });
  return next;
}

function ended(state: VoiceOn, utterance: Utterance, effects: Effect[]): VoiceOn {
  const { id, overlapped } = utterance;
  effects.push(
    ...cancel('probe', 'end', 'prepare'),
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
    ...cancel('limit', 'probe'),
    { do: 'track', kind: 'voice_microphone_failed', payload: { reason } },
    { do: 'tell', sentence },
  );
  return resume({ ...forgetAhead(state, effects), hearing: CLOSED }, 'failed', effects);
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
function speechPaused(
  state: VoiceOn,
  { falls, isLong }: Extract<TurnTakingEvent, { type: 'speech-paused' }>,
  effects: Effect[],
): VoiceOn {
  const { hearing, agent } = state;
  if (hearing.mic !== 'speech' || agent.is === 'speaking' || hearing.utterance.pause?.asked) return state;
  const { id, overlapped, speculations } = hearing.utterance;
  // Somebody who has paused before does so again: a short pause is then worth a request only after a falling voice.
  const asked = speculations < MAX_SPECULATIONS && (speculations === 0 || falls || isLong);
  if (!asked) return changeOpenUtterance(state, { pause: { falls, asked } });
  effects.push({ do: 'transcribe-speculatively', utterance: id, overlapped });
  return changeOpenUtterance(state, { speculations: speculations + 1, pause: { falls, asked } });
}

function speechResumed(state: VoiceOn, effects: Effect[]): VoiceOn {
  const utterance = openUtterance(state);
  if (utterance?.pause?.asked) effects.push({ do: 'forget-ahead', utterance: utterance.id });
  return changeOpenUtterance(forgetAhead(state, effects), { pause: null });
}

/**
 * The words up to a pause are known: their reply is begun, and they are a turn as soon as the silence is long enough
 * for how they end. Without them, the longest silence decides.
 */
function wordsAhead(
  state: VoiceOn,
  event: Extract<TurnTakingEvent, { type: 'words-ahead' }>,
  effects: Effect[],
): VoiceOn {
  const utterance = openUtterance(state);
  if (utterance?.id !== event.utterance || !utterance.pause || !event.ending) return state;
  if (state.agent.is !== 'idle' || state.typing || state.transcribing.length > 0) return state;
  if (!classifyNow(state, event, utterance).turn) return state;
  const { ending, silentMs } = event;
  const wait = (timer: 'end' | 'prepare', ms: number): Effect => ({
    do: 'wait',
    timer,
    ms: Math.max(0, ms - silentMs),
  });
  // The detector itself reports the longest silence.
  if (ending !== 'open') effects.push(wait('end', endSilenceMs(ending, utterance.pause.falls)));
  const ahead = [state.gathered, event.text.trim()].filter(Boolean).join(' ');
  if (ending === 'open') effects.push(wait('prepare', OPEN_PREPARE_MS));
  else effects.push({ do: 'prepare', text: ahead });
  return { ...state, ahead };
}

/** What was heard up to a pause is not all. */
function forgetAhead(state: VoiceOn, effects: Effect[]): VoiceOn {
  if (state.ahead === null) return state;
  effects.push(...cancel('end', 'prepare'), { do: 'drop-prepared' });
  return { ...state, ahead: null };
}

function newUtterance({ nextUtterance }: VoiceOn, overlapped: boolean): Utterance {
  return {
    id: nextUtterance,
    overlapped,
    interruption: 'open',
    probes: 0,
    probing: false,
    speculations: 0,
    pause: null,
  };
}

type Words = Extract<TurnTakingEvent, { type: 'words' }>;
type NoWords = Extract<TurnTakingEvent, { type: 'no-words' }>;
/** Results of the transcriber. */
type WordsEvent = Words | NoWords;

const notUnderstood = () => t('voice.notCaught');

/** Handles a transcript, partial or complete. */
function wordsCame(state: VoiceOn, event: Words, effects: Effect[]): VoiceOn {
  return event.whole ? wholeWords(state, event, effects) : wordsSoFar(state, event, effects);
}

/** Handles a failed transcription. What is said next is transcribed again; what was said is not guessed. */
function wordsFailed(state: VoiceOn, { utterance, whole }: NoWords, effects: Effect[]): VoiceOn {
  if (!whole) return probeAgain(changeOpenUtterance(state, { probing: false }), utterance, effects);
  const taken = take(state, utterance);
  if (!taken) return state;
  effects.push(dropped(utterance, 'failed'), { do: 'tell', sentence: notUnderstood() });
  return noTurn(taken.state, utterance, 'failed', effects);
}

function wordsSoFar(state: VoiceOn, event: Words, effects: Effect[]): VoiceOn {
  const utterance = openUtterance(state);
  if (utterance?.id !== event.utterance || utterance.interruption === 'turn') return state;
  const heard = changeOpenUtterance(state, { probing: false });
  const classified = classifyNow(heard, event, utterance);
  if (state.agent.is === 'idle') return heard;
  if (classified.turn) {
    const turn = changeOpenUtterance(heard, { interruption: 'turn' });
    return interrupt(turn, classified.stops ? 'stop_word' : 'speech', effects);
  }
  // It does not hold the voice again, unless further words make it a turn.
  const none = changeOpenUtterance(heard, { interruption: 'none' });
  return resume(probeAgain(none, event.utterance, effects), classified.reason, effects);
}

function wholeWords(state: VoiceOn, event: Words, effects: Effect[]): VoiceOn {
  const taken = take(state, event.utterance);
  if (!taken) return state;
  const { utterance } = taken;
  const classified = classifyNow(taken.state, event, utterance);
  if (!classified.turn) {
    effects.push(dropped(event.utterance, classified.reason));
    return noTurn(taken.state, event.utterance, classified.reason, effects);
  }
  const floor = interrupt(taken.state, classified.stops ? 'stop_word' : 'speech', effects);
  const text = [floor.gathered, event.text.trim()].filter(Boolean).join(' ');
  // The visitor has continued speaking: it is one turn, so wait for the rest.
  if (floor.transcribing.length > 0 || openUtterance(floor)) return { ...floor, gathered: text };
  return say(floor, text, event.utterance, effects);
}

/**
 * Typing takes precedence over sound; an utterance that has already interrupted is a turn whatever its last words are.
 */
function classifyNow(
  state: VoiceOn,
  event: Pick<Words, 'text' | 'dropped' | 'spoken'>,
  utterance: Utterance,
): InterruptionClass {
  const isIdle = state.agent.is === 'idle';
  const classified = classifyInterruption(
    { ...event, overlapped: utterance.overlapped },
    isIdle || utterance.interruption === 'turn',
  );
  if (classified.turn && state.typing && !isIdle) return { turn: false, reason: 'typing' };
  return classified;
}

function noTurn(before: VoiceOn, utterance: number, reason: DropReason, effects: Effect[]): VoiceOn {
  const state = forgetAhead(before, effects);
  const open = openUtterance(state);
  const next = open ? state : resume(state, reason, effects);
  if (next.gathered === '' || open || next.transcribing.length > 0) return next;
  return say(next, next.gathered, utterance, effects);
}

function probeAgain(state: VoiceOn, utterance: number, effects: Effect[]): VoiceOn {
  if (openUtterance(state)?.id === utterance) effects.push({ do: 'wait', timer: 'probe', ms: PROBE_EVERY_MS });
  return state;
}

/** Removes an utterance from those awaiting a transcript; null if it is no longer awaited. */
function take(state: VoiceOn, id: number): { state: VoiceOn; utterance: Utterance } | null {
  const utterance = state.transcribing.find((one) => one.id === id);
  if (!utterance) return null;
  return { state: { ...state, transcribing: state.transcribing.filter((one) => one !== utterance) }, utterance };
}

/** Whether an utterance is a turn, and whether its words stop the twin; otherwise why not. */
type InterruptionClass = { turn: true; stops: boolean } | { turn: false; reason: DropReason };

/** A transcript interrupts if it is longer than this many characters (section 4, barge-in). */
const INTERRUPTING_CHARS = 2;

/**
 * Whether an utterance is a turn of the visitor's. While the twin thinks or speaks, backchannels and fragments too
 * short to be words are not, stop words always are; while it is quiet, every word counts.
 *
 * @param heard.dropped the transcriber's own reason to drop it
 * @param heard.spoken what the twin said in the preceding 10 s
 */
function classifyInterruption(
  heard: { text: string; dropped: DropReason | null; spoken: string; overlapped: boolean },
  agentIsIdle: boolean,
): InterruptionClass {
  const text = heard.text.trim();
  if (heard.dropped) return { turn: false, reason: heard.dropped };
  if (text === '') return { turn: false, reason: 'empty' };
  if (isEchoOf(text, heard.spoken, heard.overlapped)) return { turn: false, reason: 'echo' };
  if (agentIsIdle) return { turn: true, stops: false };
  if (isStopWord(text)) return { turn: true, stops: true };
  if (isAcknowledgement(text)) return { turn: false, reason: 'backchannel' };
  if (text.length <= INTERRUPTING_CHARS) return { turn: false, reason: 'noise' };
  return { turn: true, stops: false };
}
