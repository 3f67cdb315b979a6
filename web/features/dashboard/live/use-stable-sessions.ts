import type { AdminSession } from '@understudy/contract/admin';
import { useState } from 'react';
import { type StableOrder, stableOrder } from './stable-order.ts';

/** The displayed sessions, and how many are waiting. */
export interface StableSessions {
  items: AdminSession[];
  waiting: number;
  /** Shows the waiting sessions. */
  release(): void;
  /** Ref of the element that contains the rows. */
  region(element: HTMLElement | null): void;
}

/**
 * Rows that keep their places while somebody points at them, navigates them or has scrolled into them.
 * @param list identifies the list; another list's rows never wait
 * @param isOther whether `newest` is still the answer for the previous list
 */
export function useStableSessions(newest: AdminSession[], list: string, isOther: boolean): StableSessions {
  const [element, region] = useState<HTMLElement | null>(null);
  const [state, setState] = useState({ newest, list, ...stableOrder<AdminSession>([], newest, false) });
  let shown: StableOrder<AdminSession> = state;
  const named = isOther ? state.list : list;
  if (state.newest !== newest || state.list !== named) {
    shown = stableOrder(state.rows, newest, state.list === named && isHeld(element));
    setState({ newest, list: named, ...shown });
  }
  return {
    items: shown.rows,
    waiting: shown.waiting,
    release: () => setState({ newest, list: named, rows: newest, waiting: 0 }),
    region,
  };
}

function isHeld(element: HTMLElement | null): boolean {
  if (!element) return false;
  const isAmong = element.matches(':hover') || element.contains(document.activeElement);
  return isAmong || element.getBoundingClientRect().top < 0;
}
