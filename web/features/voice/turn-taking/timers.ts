import type { Clock } from '../../../platform/clock.ts';
import { TIMERS, type TimerName } from './state.ts';

/** The timers of turn taking: at most one per name, all cancelled on every exit. */
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
    /** Number of running timers. */
    running: () => cancels.size,
  };
}
