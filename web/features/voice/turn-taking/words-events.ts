import type { DropReason } from '../drop-reason.ts';
import { classifyInterruption, type InterruptionClass } from './classify-interruption.ts';
import type { Effect, TurnTakingEvent, Utterance, VoiceOn } from './state.ts';
import { PROBE_EVERY_MS } from './timing.ts';
import { changeOpenUtterance, dropped, interrupt, openUtterance, resume, say } from './transitions.ts';

type Words = Extract<TurnTakingEvent, { type: 'words' }>;
type NoWords = Extract<TurnTakingEvent, { type: 'no-words' }>;
/** Results of the transcriber. */
export type WordsEvent = Words | NoWords;

const NOT_UNDERSTOOD = "Sorry, I didn't catch that";

/** Handles a transcript, partial or complete. */
export function wordsCame(state: VoiceOn, event: Words, effects: Effect[]): VoiceOn {
  return event.whole ? wholeWords(state, event, effects) : wordsSoFar(state, event, effects);
}

/** Handles a failed transcription. What is said next is transcribed again; what was said is not guessed. */
export function wordsFailed(state: VoiceOn, { utterance, whole }: NoWords, effects: Effect[]): VoiceOn {
  if (!whole) return probeAgain(changeOpenUtterance(state, { probing: false }), utterance, effects);
  const taken = take(state, utterance);
  if (!taken) return state;
  effects.push(dropped(utterance, 'failed'), { do: 'tell', sentence: NOT_UNDERSTOOD });
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
function classifyNow(state: VoiceOn, event: Words, utterance: Utterance): InterruptionClass {
  const isIdle = state.agent.is === 'idle';
  const classified = classifyInterruption(
    { ...event, overlapped: utterance.overlapped },
    isIdle || utterance.interruption === 'turn',
  );
  if (classified.turn && state.typing && !isIdle) return { turn: false, reason: 'typing' };
  return classified;
}

function noTurn(state: VoiceOn, utterance: number, reason: DropReason, effects: Effect[]): VoiceOn {
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
