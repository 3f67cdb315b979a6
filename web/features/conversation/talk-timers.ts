import type { Clock } from '../../platform/clock.ts';
import { type Attention, nextProactive } from './proactive-turns.ts';
import { nextRevealAt } from './reply.ts';
import { liveReply } from './talk.ts';
import type { TalkStore } from './talk-store.ts';

/** The timers of a conversation. */
export interface TalkTimers {
  start(): void;
  stop(): void;
  /** Reschedules the next due time; needed only when the attention allows an earlier one. */
  plan(): void;
}

/**
 * Drives the conversation's timers: shows segments when their pauses are over and requests unprompted turns.
 *
 * @param attention read only when a timer fires, so that tracking activity costs nothing
 * @param speakUp requests a greeting or follow-up
 */
export function driveTalk(
  store: TalkStore,
  clock: Clock,
  attention: () => Attention,
  speakUp: (kind: 'greeting' | 'followup') => void,
): TalkTimers {
  let unsubscribe: (() => void) | null = null;
  let cancelReveal = () => {};
  let cancelProactive = () => {};

  const planReveal = () => {
    cancelReveal();
    const reply = liveReply(store.get());
    const at = reply ? nextRevealAt(reply) : null;
    if (at === null) return;
    cancelReveal = clock.after(Math.max(0, at - clock.now()), () => store.dispatch({ type: 'tick', at: clock.now() }));
  };

  const planProactive = () => {
    cancelProactive();
    const due = nextProactive(store.get(), attention());
    if (!due) return;
    cancelProactive = clock.after(Math.max(0, due.at - clock.now()), () => {
      // The visitor may have been active since this was scheduled.
      const now = nextProactive(store.get(), attention());
      if (now && now.at <= clock.now()) speakUp(now.kind);
      else planProactive();
    });
  };

  const plan = () => {
    if (!unsubscribe) return;
    planReveal();
    planProactive();
  };
  return {
    plan,
    start() {
      unsubscribe ??= store.subscribe(plan);
      plan();
    },
    stop() {
      unsubscribe?.();
      unsubscribe = null;
      cancelReveal();
      cancelProactive();
    },
  };
}
