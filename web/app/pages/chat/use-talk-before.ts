import { useSyncExternalStore } from 'react';
import type { TalkState } from '../../../features/conversation/talk.ts';
import type { Chat } from './create-chat.ts';

const never = () => () => {};

/** The talk as long as it has not begun; null when there is none yet, and once it has. Words of a talk change nothing. */
export function useTalkBefore(chat: Chat | null): TalkState | null {
  const read = () => {
    const talk = chat?.conversation.store.get();
    return talk?.phase === 'fresh' || talk?.phase === 'starting' ? talk : null;
  };
  return useSyncExternalStore(chat?.conversation.store.subscribe ?? never, read, read);
}
