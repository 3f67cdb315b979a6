import type { PublicConfig } from '@understudy/contract/wire';
import { createSessionKeeper } from '../../../features/conversation/session-keeper.ts';
import { resumeAudioContext } from '../../../platform/audio-context.ts';
import { whenIdle } from '../../../platform/idle.ts';
import { newId } from '../../../platform/new-id.ts';
import { reportError } from '../../../platform/report-error.ts';
import { localStore, tabStore } from '../../../platform/storage.ts';
import type { Chat } from './create-chat.ts';
import { createEntrance, type Entrance } from './entrance.ts';

/** The conversation chunk: everything not needed before a conversation starts. */
export type TalkRoom = typeof import('./talk-room.tsx');

/** The chat page's entrance, connected to the real network, audio and storage. */
export function createBrowserEntrance(config: PublicConfig, performer: boolean): Entrance<TalkRoom, Chat> {
  return createEntrance({
    load: () => import('./talk-room.tsx'),
    createChat: (room, requestedMode) => room.createChat(config, { requestedMode, performer }),
    hasConversation: () => createSessionKeeper(tabStore, localStore, newId).load() !== null,
    wakeSound: resumeAudioContext,
    whenIdle,
    report: reportError,
  });
}
