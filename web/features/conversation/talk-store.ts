import { createStore, type Store } from '../../platform/store.ts';
import type { TalkState } from './talk.ts';
import { reduceTalk, type TalkEvent } from './talk-reducer.ts';

/** The single store of the conversation state. */
export interface TalkStore extends Omit<Store<TalkState>, 'set'> {
  dispatch(event: TalkEvent): void;
}

/** A store whose state changes only through events and the reducer. */
export function createTalkStore(initial: TalkState): TalkStore {
  const { get, set, subscribe } = createStore(initial);
  return { get, subscribe, dispatch: (event) => set(reduceTalk(get(), event)) };
}
