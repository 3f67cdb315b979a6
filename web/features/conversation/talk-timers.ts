import type { Clock } from '../../platform/clock.ts';
import { nextRevealAt } from './reply.ts';
import { liveReply } from './talk.ts';
import type { TalkStore } from './talk-store.ts';
import { type Attention, nextUnprompted } from './unprompted.ts';

/**
 * Lets time pass for the talk: shows segments when their pauses are over, and asks for what the twin says unprompted.
 * Gives back a function that stops it.
 *
 * @param attention read when a time has come, so that activity costs nothing until then
 * @param speakUp asks for a greeting or follow-up
 */
export function driveTalk(
  store: TalkStore,
  clock: Clock,
  attention: () => Attention,
  speakUp: (kind: 'greeting' | 'followup') => void,
): () => void {
  let cancelReveal = () => {};
  let cancelUnprompted = () => {};

  const planReveal = () => {
    cancelReveal();
    const reply = liveReply(store.get());
    const at = reply ? nextRevealAt(reply) : null;
    if (at === null) return;
    cancelReveal = clock.after(Math.max(0, at - clock.now()), () => store.dispatch({ type: 'tick', at: clock.now() }));
  };

  const planUnprompted = () => {
    cancelUnprompted();
    const due = nextUnprompted(store.get(), attention());
    if (!due) return;
    cancelUnprompted = clock.after(Math.max(0, due.at - clock.now()), () => {
      // There may have been activity since this was planned.
      const now = nextUnprompted(store.get(), attention());
      if (now && now.at <= clock.now()) speakUp(now.kind);
      else planUnprompted();
    });
  };

  const plan = () => {
    planReveal();
    planUnprompted();
  };
  const unsubscribe = store.subscribe(plan);
  plan();
  return () => {
    unsubscribe();
    cancelReveal();
    cancelUnprompted();
  };
}
