/** A detector's result for one hop of sound. */
export interface Heard {
  /** How likely the visitor is speaking, in the detector's own units. */
  score: number;
  /** At or above this, speech begins. */
  start: number;
  /** At or above this, speech continues; at most `start`. */
  stop: number;
  /** At or above this, speech detected in the following hops may have begun already; at most `stop`. */
  hint: number;
}

/** A short pause, and one that is longer than a breath between words. */
export const PAUSES_MS = [128, 288] as const;

/** Timing rules for splitting speech into utterances. */
export interface SegmenterRules {
  /** Less speech than this is a click, a cough or a slammed door. */
  readonly minSpeechMs: number;
  /** Silence that ends an utterance (section 9, voice activity). */
  readonly silenceMs: number;
  /** Silences within an utterance that are reported as a possible end, ascending; below `silenceMs`. */
  readonly pausesMs: readonly number[];
  /** Silence that discards an onset shorter than `minSpeechMs`, so that it does not lengthen what follows. */
  readonly lapseMs: number;
  /** How far the start may be dated back. */
  readonly backDateMs: number;
  /** How long the detector still reports a voice after it has ended. */
  readonly releaseMs: number;
  /**
   * How long sound must hint at speech without a break to be reported before the detector is certain; at most
   * `backDateMs`.
   */
  readonly hintMs: number;
}

/** Times are milliseconds since the first hop. */
export type ActivityEvent =
  /** Speech may be beginning: playback is lowered for a moment. It may be a false alarm. */
  | { type: 'speech-hint'; atMs: number }
  /** The visitor is probably beginning to speak: playback is held. */
  | { type: 'speech-start'; atMs: number }
  /** It has lasted long enough to count as speech. */
  | { type: 'speech-confirm'; atMs: number }
  /** Possible end of the utterance: speech so far ended at `endMs`. `isLong`: the longest of the rules' pauses. */
  | { type: 'speech-pause'; endMs: number; isLong: boolean }
  /** The speaker goes on after such a pause. */
  | { type: 'speech-resume'; atMs: number }
  /** The utterance is over. The bounds are those of the speech itself, without lead-in and trailing silence. */
  | { type: 'speech-end'; startMs: number; endMs: number }
  /** It was not speech after all. */
  | { type: 'speech-drop'; reason: 'too-short' };

export type SegmenterState =
  /** `sinceMs`: since when sound has hinted at speech without a break. */
  | { phase: 'silent'; nowMs: number; sinceMs: number | null }
  | { phase: 'speaking'; nowMs: number; startMs: number; lastMs: number; speechMs: number; confirmed: boolean };

/** The state before the first hop. */
export const SILENT: SegmenterState = { phase: 'silent', nowMs: 0, sinceMs: null };

/**
 * Processes one hop. Speech begins where the sound started to hint at it, before the score was certain, and ends with
 * the last hop that contained any.
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
  const quietBeforeMs = fromMs - state.lastMs + (state.confirmed ? rules.releaseMs : 0);
  if (heard.score >= heard.stop) {
    const isPaused = state.confirmed && state.lastMs < fromMs && quietBeforeMs >= (rules.pausesMs[0] ?? Infinity);
    const resumed: ActivityEvent[] = isPaused ? [{ type: 'speech-resume', atMs: fromMs }] : [];
    return confirm({ ...state, nowMs, lastMs: nowMs, speechMs: state.speechMs + hopMs }, resumed, rules);
  }
  const quietMs = quietBeforeMs + hopMs;
  if (quietMs < (state.confirmed ? rules.silenceMs : rules.lapseMs)) {
    const nth = state.confirmed ? rules.pausesMs.findLastIndex((ms) => quietMs >= ms && quietBeforeMs < ms) : -1;
    const endMs = state.lastMs - rules.releaseMs;
    return {
      state: { ...state, nowMs },
      events: nth < 0 ? [] : [{ type: 'speech-pause', endMs, isLong: nth === rules.pausesMs.length - 1 }],
    };
  }
  return { state: { phase: 'silent', nowMs, sinceMs: null }, events: [endOf(state, rules)] };
}

/** Ends speech in progress with its last hop, because the sound is over or the words are known to be all. */
export function finish(state: SegmenterState, rules: SegmenterRules): ActivityEvent[] {
  return state.phase === 'speaking' ? [endOf(state, rules)] : [];
}

/** Reported once, in the hop in which the hint has lasted long enough. */
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
