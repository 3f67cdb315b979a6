import type { ShowState } from './show-state.ts';

/** A clock that goes back by more than this was set; less is the difference between two machines. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Time goes on. A clock that was set back moves all times of the show with it, so that durations stay what they were.
 */
export function moveClock(state: ShowState, at: number): void {
  const back = state.clock - at;
  if (back > CLOCK_SKEW_MS) {
    for (const key of ['startedAt', 'segmentStartedAt', 'savedAt'] as const) state[key] -= back;
    for (const key of ['endedAt', 'callbackUsedAt', 'saidAt', 'demoUsedAt'] as const) {
      if (state[key] !== null) state[key] -= back;
    }
    for (const one of [...state.demos, ...state.modes, ...state.responses]) one.at -= back;
    for (const one of [...state.callbacks, ...state.moments]) one.timestamp -= back;
    for (const one of state.callbacks) one.expiresAt -= back;
    for (const one of state.threads) one.startedAt -= back;
    state.clock = at;
  } else state.clock = Math.max(state.clock, at);
}
