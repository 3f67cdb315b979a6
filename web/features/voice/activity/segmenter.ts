import { VOICE_END_SILENCE_MS } from '@understudy/contract/constants';

/** What a detector makes of one hop of sound. */
export interface Heard {
  /** How much it sounds like the visitor speaking, in the detector's own measure. */
  score: number;
  /** At or above this, speech begins. */
  start: number;
  /** At or above this, speech goes on; at most `start`. */
  stop: number;
  /** At or above this, speech that is found in the next hops may have begun already; at most `stop`. */
  hint: number;
}

/** Half of the silence that ends an utterance: longer than a breath between words. */
export const PAUSE_MS = VOICE_END_SILENCE_MS / 2;

/** The times by which speech is cut into utterances. */
export interface SegmenterRules {
  /** What has less speech than this is a click, a cough, a slammed door. */
  readonly minSpeechMs: number;
  /** So much silence ends an utterance (section 9, voice activity). */
  readonly silenceMs: number;
  /** So much silence in an utterance is told, since it may become its end; below `silenceMs`. */
  readonly pauseMs: number;
  /**
   * So much silence gives up on an onset that has not reached `minSpeechMs`, so that it does not lengthen what follows.
   */
  readonly lapseMs: number;
  /** The start is dated back by at most so much. */
  readonly backDateMs: number;
  /** For so long after a voice has ended the detector still takes it to go on. */
  readonly releaseMs: number;
  /** What hints at speech for so long without a break is told, before the detector is sure; at most `backDateMs`. */
  readonly hintMs: number;
}

/** Times are milliseconds since the first hop. */
export type ActivityEvent =
  /** Something sounds as if speech might begin: playback is lowered for a moment. Nothing may come of it. */
  | { type: 'speech-hint'; atMs: number }
  /** Perhaps the visitor begins to speak: playback is held on it. */
  | { type: 'speech-start'; atMs: number }
  /** It has lasted long enough to be speech. */
  | { type: 'speech-confirm'; atMs: number }
  /** The utterance may be over: speech so far ended at `endMs`. */
  | { type: 'speech-pause'; endMs: number }
  /** The utterance is over. Bounds of the speech itself, without lead-in and without the silence after it. */
  | { type: 'speech-end'; startMs: number; endMs: number }
  /** It was no speech after all. */
  | { type: 'speech-drop'; reason: 'too-short' };

/** Where the segmenter is. */
export type SegmenterState =
  /** `sinceMs`: from where sound has hinted at speech without a break. */
  | { phase: 'silent'; nowMs: number; sinceMs: number | null }
  | { phase: 'speaking'; nowMs: number; startMs: number; lastMs: number; speechMs: number; confirmed: boolean };

/** Before the first hop. */
export const SILENT: SegmenterState = { phase: 'silent', nowMs: 0, sinceMs: null };

/**
 * Takes one hop further. Speech begins where the sound began to hint at it, which is before the score was high enough
 * to be sure, and ends with the last hop that had any.
 */
export function segment(
  state: SegmenterState,
  heard: Heard,
  hopMs: number,
  rules: SegmenterRules,
): { state: SegmenterState; events: ActivityEvent[] } {
  const fromMs = state.nowMs;
  const nowMs = fromMs + hopMs;
  if (state.phase === 'silent') {
    const sinceMs = heard.score < heard.hint ? null : Math.max(state.sinceMs ?? fromMs, fromMs - rules.backDateMs);
    if (sinceMs === null || heard.score < heard.start) {
      return { state: { phase: 'silent', nowMs, sinceMs }, events: hintOf(state, sinceMs, nowMs, rules) };
    }
    const begun: SegmenterState = {
      phase: 'speaking',
      nowMs,
      startMs: sinceMs,
      lastMs: nowMs,
      speechMs: hopMs,
      confirmed: false,
    };
    return confirm(begun, [{ type: 'speech-start', atMs: sinceMs }], rules);
  }
  if (heard.score >= heard.stop) {
    return confirm({ ...state, nowMs, lastMs: nowMs, speechMs: state.speechMs + hopMs }, [], rules);
  }
  const quietMs = nowMs - state.lastMs + (state.confirmed ? rules.releaseMs : 0);
  if (quietMs < (state.confirmed ? rules.silenceMs : rules.lapseMs)) {
    const pauses = state.confirmed && quietMs >= rules.pauseMs && quietMs - hopMs < rules.pauseMs;
    const endMs = state.lastMs - rules.releaseMs;
    return { state: { ...state, nowMs }, events: pauses ? [{ type: 'speech-pause', endMs }] : [] };
  }
  return { state: { phase: 'silent', nowMs, sinceMs: null }, events: [endOf(state, rules)] };
}

/** What the end of all sound means: speech that is still going on ends with its last hop. */
export function finish(state: SegmenterState, rules: SegmenterRules): ActivityEvent[] {
  return state.phase === 'speaking' ? [endOf(state, rules)] : [];
}

/** Told once, with the hop in which the hinting has lasted long enough. */
function hintOf(
  { nowMs: fromMs, sinceMs: knownSince }: Extract<SegmenterState, { phase: 'silent' }>,
  sinceMs: number | null,
  nowMs: number,
  { hintMs }: SegmenterRules,
): ActivityEvent[] {
  const before = knownSince === null ? 0 : fromMs - knownSince;
  return sinceMs !== null && before < hintMs && nowMs - sinceMs >= hintMs
    ? [{ type: 'speech-hint', atMs: sinceMs }]
    : [];
}

function confirm(
  state: Extract<SegmenterState, { phase: 'speaking' }>,
  events: ActivityEvent[],
  rules: SegmenterRules,
): { state: SegmenterState; events: ActivityEvent[] } {
  if (state.confirmed || state.speechMs < rules.minSpeechMs) return { state, events };
  return { state: { ...state, confirmed: true }, events: [...events, { type: 'speech-confirm', atMs: state.nowMs }] };
}

function endOf(
  { confirmed, startMs, lastMs }: Extract<SegmenterState, { phase: 'speaking' }>,
  { releaseMs }: SegmenterRules,
): ActivityEvent {
  if (!confirmed) return { type: 'speech-drop', reason: 'too-short' };
  return { type: 'speech-end', startMs, endMs: lastMs - releaseMs };
}
