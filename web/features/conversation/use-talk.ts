import { useSyncExternalStore } from 'react';
import type { Conversation } from './conversation.ts';
import type { TalkState } from './talk.ts';

/** The current conversation state. */
export function useTalk({ store }: Conversation): TalkState {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
