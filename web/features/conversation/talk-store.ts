import type { TalkState } from './talk.ts';
import { reduceTalk, type TalkEvent } from './talk-reducer.ts';

/** The one home of the live talk. */
export interface TalkStore {
  get(): TalkState;
  dispatch(event: TalkEvent): void;
  /** Calls back after every change. Gives back a function that stops it. */
  subscribe(listener: () => void): () => void;
}

/** A store whose talk changes only by events, through the reducer. */
export function createTalkStore(initial: TalkState): TalkStore {
  let talk = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => talk,
    dispatch(event) {
      const next = reduceTalk(talk, event);
      if (next === talk) return;
      talk = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
