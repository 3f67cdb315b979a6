import type { BookedMeeting } from '@understudy/contract/bookings';
import type { NextStepHint, RequestedCall } from '@understudy/contract/leads';
import type { Storage } from '../../platform/storage.ts';
import { createStore, type Store } from '../../platform/store.ts';

/** The next steps of a visitor, as recorded in `cta_chosen`. */
export type CallToAction = 'book_call' | 'leave_email' | 'get_summary';

/**
 * `none`: nothing is offered. `offered`: the offer or what was arranged is on screen. `aside`: it was put away, by the
 * visitor or because the moment is wrong, and can be reopened.
 */
type NextStepState = 'none' | 'offered' | 'aside';

/** The relevant state of a conversation. */
interface TalkGlance {
  /** Null if no session is running. */
  sessionId: string | null;
  hint: NextStepHint | null;
  /** The call that was already requested, or the meeting that was booked. */
  arranged: RequestedCall | BookedMeeting | null;
}

/** Whether to ask the visitor if they want to be contacted: not once they asked for it and can be reached. */
export const isInvited = (hint: NextStepHint | null): boolean => hint?.offer !== 'asked' || hint.phone === null;

/** The offer of a next step, once per session. */
export interface NextStep {
  store: Pick<Store<NextStepState>, 'get' | 'subscribe'>;
  /** Updates the state: an offer appears when there is a reason for it. */
  consider(talk: TalkGlance): void;
  /** The visitor chose one of the offers. */
  choose(cta: CallToAction): void;
  /** The visitor declined for now. */
  dismiss(): void;
  /** One of the offers was carried out: the others are put away, what was arranged stays. */
  settle(): void;
  bringBack(): void;
}

const KEPT = 'next_step';

/**
 * @param tab storage that lasts as long as the tab, so that a reload neither repeats nor loses the offer
 * @param track records a session event
 */
export function createNextStep(
  tab: Storage,
  track: (kind: string, payload: Record<string, unknown>) => void,
): NextStep {
  const store = createStore<NextStepState>('none');
  let session: string | null = null;
  let isArranged = false;
  /** Why it was offered. */
  let reason: NextStepHint['offer'] = null;
  /** Put away because the moment is wrong, and not by the visitor. */
  let hushed = false;

  function become(state: NextStepState): void {
    store.set(state);
    if (session) tab.write(KEPT, `${session} ${state} ${reason}`);
  }

  /** A falling score does not withdraw an offer; strong words or a refusal do, until the conversation is calm again. */
  function heed({ offer, unwelcome }: NextStepHint): void {
    const inPlace = offer !== null || isArranged || (reason !== 'asked' && !unwelcome);
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
    consider({ sessionId, hint, arranged }) {
      isArranged = arranged !== null;
      if (sessionId !== session) {
        session = sessionId;
        const kept = sessionId ? keptState(tab.read(KEPT), sessionId) : null;
        reason = kept?.reason ?? null;
        hushed = false;
        store.set(kept?.state ?? 'none');
      }
      if (hint) heed(hint);
      if (!session || store.get() !== 'none') return;
      // Arranged on another page of this session, or before a reload: there is nothing left to offer.
      if (isArranged) return become('offered');
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
      if (isArranged) become('offered');
      else if (store.get() !== 'none') become('aside');
    },
    bringBack() {
      hushed = false;
      become('offered');
    },
  };
}

/** The visitor can edit the storage: values of the wrong shape are ignored. */
function keptState(
  text: string | null,
  sessionId: string,
): { state: NextStepState; reason: NextStepHint['offer'] } | null {
  const [session, state, reason] = text?.split(' ') ?? [];
  if (session !== sessionId || (state !== 'offered' && state !== 'aside')) return null;
  return { state, reason: reason === 'asked' || reason === 'score' ? reason : null };
}
