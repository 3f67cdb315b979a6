import {
  FOLLOWUP_CHECK_MS,
  FOLLOWUP_SILENCE_MS,
  FOLLOWUPS_IN_A_ROW,
  GREETING_DELAY_MS,
} from '@understudy/contract/constants';
import type { Clock } from '../../platform/clock.ts';
import { nextRevealAt } from './reply.ts';
import { liveReply, type TalkState, unfinishedReply } from './talk.ts';
import type { TalkStore } from './talk-reducer.ts';

/** The timers of a conversation. */
interface TalkTimers {
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
    cancelReveal = clock.after(Math.max(0, at - clock.now()), () =>
      // A timer may fire a millisecond early by the wall clock. The tick would then change nothing, and nothing would
      // plan the next one.
      store.dispatch({ type: 'tick', at: Math.max(at, clock.now()) }),
    );
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

/** The visitor's activity other than messages. */
export interface Attention {
  /** Last key press, pointer movement or scroll, in milliseconds since the epoch. */
  lastActivityAt: number;
  /** The field contains text. */
  drafting: boolean;
  /** The visitor or the twin is speaking, or an utterance is being transcribed. */
  busy: boolean;
}

/**
 * When the twin next speaks unprompted if nothing happens before (section 4): the greeting once, 3 s after a start
 * without messages; then follow-ups after 30 s of silence, checked at 25 s of inactivity, at most two in a row, never
 * during a reply, and never while the visitor is writing, has unsent words or waits for a person, or a person answers.
 */
export function nextProactive(
  talk: TalkState,
  attention: Attention,
): { kind: 'greeting' | 'followup'; at: number } | null {
  if (talk.phase !== 'live' || talk.person !== null || liveReply(talk) || attention.busy) return null;
  if (talk.entries.length === 0) {
    if (talk.greetingAsked) return null;
    // A greeting disables the field until its first words, which must not happen while the visitor is typing.
    const since = attention.drafting ? Math.max(talk.liveSince, attention.lastActivityAt) : talk.liveSince;
    return { kind: 'greeting', at: since + GREETING_DELAY_MS };
  }
  const unsent = talk.entries.some((entry) => entry.kind === 'visitor' && entry.delivery === 'unsent');
  if (
    talk.isPersonAwaited ||
    attention.drafting ||
    unsent ||
    unfinishedReply(talk) ||
    talk.followups >= FOLLOWUPS_IN_A_ROW
  )
    return null;
  const silence = talk.lastWordAt + FOLLOWUP_SILENCE_MS;
  return { kind: 'followup', at: Math.max(silence, attention.lastActivityAt + FOLLOWUP_CHECK_MS) };
}
