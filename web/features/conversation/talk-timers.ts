import type { Clock } from '../../platform/clock.ts';
import { type Attention, nextProactive } from './proactive-turns.ts';
import { nextRevealAt } from './reply.ts';
import { liveReply } from './talk.ts';
import type { TalkStore } from './talk-store.ts';

/** What makes time pass for a talk. */
export interface TalkTimers {
  start(): void;
  stop(): void;
  /** Looks anew at when something is due; needed only when the attention allows more than before. */
  plan(): void;
}

/**
 * Lets time pass for the talk: shows segments when their pauses are over, and asks for what the twin says unprompted.
 *
 * @param attention read when a time has come, so that activity costs nothing until then
 * @param speakUp asks for a greeting or follow-up
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
      // There may have been activity since this was planned.
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
