import type { NextStepHint, RequestedCall } from '@understudy/contract/leads';
import type { Storage } from '../../platform/storage.ts';
import { createStore, type Store } from '../../platform/store.ts';

/** What a visitor may do next; the words by which the owner knows it (`cta_chosen`). */
export const CALLS_TO_ACTION = ['book_call', 'leave_email', 'get_summary'] as const;
export type CallToAction = (typeof CALLS_TO_ACTION)[number];

/**
 * `none`: nothing is offered. `offered`: the offer, or the call that was asked for, is on screen. `aside`: it was put
 * away, by the visitor or because this is no moment for it, and can be had again.
 */
export type NextStepState = 'none' | 'offered' | 'aside';

/** What the next step needs to know of a talk. */
export interface TalkGlance {
  /** Null while no session runs. */
  sessionId: string | null;
  hint: NextStepHint | null;
  /** The call that was asked for already. */
  call: RequestedCall | null;
}

/**
 * Whether the visitor is still to be asked if they want to be got back to: not once they asked for it and can be
 * reached.
 */
export const isInvited = (hint: NextStepHint | null): boolean => hint?.offer !== 'asked' || hint.phone === null;

/** The offer of a next step, once a session. */
export interface NextStep {
  store: Pick<Store<NextStepState>, 'get' | 'subscribe'>;
  /** The talk is now like this: an offer appears when there is a reason for it. */
  consider(talk: TalkGlance): void;
  /** The visitor took up one of the offers. */
  choose(cta: CallToAction): void;
  /** The visitor does not want it now. */
  dismiss(): void;
  /**
   * One of the offers was carried out: the others need not stand in the way any longer, a call that was asked for
   * stays.
   */
  settle(): void;
  bringBack(): void;
}

const KEPT = 'next_step';

/**
 * @param tab storage that lasts as long as the tab, so that a reload neither offers anew nor forgets the offer
 * @param track writes an event of the session down
 */
export function createNextStep(
  tab: Storage,
  track: (kind: string, payload: Record<string, unknown>) => void,
): NextStep {
  const store = createStore<NextStepState>('none');
  let session: string | null = null;
  let hasCall = false;
  /** Why it was offered. */
  let reason: NextStepHint['offer'] = null;
  /** Put aside because this is no moment for it, and not by the visitor. */
  let hushed = false;

  function become(state: NextStepState): void {
    store.set(state);
    if (session) tab.write(KEPT, `${session} ${state} ${reason}`);
  }

  /** A score that fell takes no offer back; strong words, or a refusal, do until the talk is calm again. */
  function heed({ offer, unwelcome }: NextStepHint): void {
    const inPlace = offer !== null || hasCall || (reason !== 'asked' && !unwelcome);
    if (store.get() === 'offered' && !inPlace) {
      hushed = true;
      become('aside');
    } else if (hushed && offer !== null) {
      hushed = false;
      become('offered');
    }
  }

  return {
    store,
    consider({ sessionId, hint, call }) {
      hasCall = call !== null;
      if (sessionId !== session) {
        session = sessionId;
        const kept = sessionId ? keptState(tab.read(KEPT), sessionId) : null;
        reason = kept?.reason ?? null;
        hushed = false;
        store.set(kept?.state ?? 'none');
      }
      if (hint) heed(hint);
      if (!session || store.get() !== 'none') return;
      // Asked for on another page of this session, or before a reload: there is nothing left to offer.
      if (hasCall) return become('offered');
      if (!hint?.offer) return;
      reason = hint.offer;
      become('offered');
      track('cta_shown', { offer: hint.offer });
    },
    choose: (cta) => track('cta_clicked', { cta }),
    dismiss() {
      hushed = false;
      become('aside');
      track('cta_dismissed', {});
    },
    settle() {
      if (hasCall) become('offered');
      else if (store.get() !== 'none') become('aside');
    },
    bringBack() {
      hushed = false;
      become('offered');
    },
  };
}

/** Storage is the visitor's to edit: what does not have the right shape counts as nothing. */
function keptState(
  text: string | null,
  sessionId: string,
): { state: NextStepState; reason: NextStepHint['offer'] } | null {
  const [session, state, reason] = text?.split(' ') ?? [];
  if (session !== sessionId || (state !== 'offered' && state !== 'aside')) return null;
  return { state, reason: reason === 'asked' || reason === 'score' ? reason : null };
}
