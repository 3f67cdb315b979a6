import { useSyncExternalStore } from 'react';
import type { TalkState } from '../../../features/conversation/talk.ts';
import type { Chat } from './create-chat.ts';

const never = () => () => {};

/**
 * The state before the conversation starts; null if there is none yet, and after the start. Later changes cause no
 * render.
 */
export function useTalkBefore(chat: Chat | null): TalkState | null {
  const read = () => {
    const talk = chat?.conversation.store.get();
    return talk?.phase === 'fresh' || talk?.phase === 'starting' ? talk : null;
  };
  return useSyncExternalStore(chat?.conversation.store.subscribe ?? never, read, read);
}
