import type { Clock } from '../../../platform/clock.ts';
import { TIMERS, type TimerName } from './state.ts';

/** The timers of turn taking: one of each name, all of them gone on every way out. */
export function createTimers(clock: Clock, fired: (timer: TimerName) => void) {
  const cancels = new Map<TimerName, () => void>();
  const cancel = (timer: TimerName) => {
    cancels.get(timer)?.();
    cancels.delete(timer);
  };
  return {
    wait(timer: TimerName, ms: number): void {
      cancel(timer);
      cancels.set(
        timer,
        clock.after(ms, () => {
          cancels.delete(timer);
          fired(timer);
        }),
      );
    },
    cancel,
    cancelAll(): void {
      for (const timer of TIMERS) cancel(timer);
    },
    /** How many run. */
    running: () => cancels.size,
  };
}
