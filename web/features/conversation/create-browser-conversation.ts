import type { PublicConfig } from '@understudy/contract/wire';
import { resumeAudioContext } from '../../platform/audio-context.ts';
import { systemClock } from '../../platform/clock.ts';
import { isOnline, subscribeToConnection } from '../../platform/connection.ts';
import { streamFunction } from '../../platform/event-stream.ts';
import { callFunction } from '../../platform/http.ts';
import { newId } from '../../platform/new-id.ts';
import { reportError } from '../../platform/report-error.ts';
import { localStore, tabStore } from '../../platform/storage.ts';
import { claimForThisPage } from '../../platform/tab-claim.ts';
import { toast } from '../../ui/toaster.tsx';
import { type Conversation, createConversation } from './conversation.ts';
import { createSessionKeeper } from './session-keeper.ts';

/** The conversation of this browser tab, joined to the real network, clock and storage. */
export function createBrowserConversation(
  config: PublicConfig,
  choice: { requestedMode: string | null; performer: boolean },
): Conversation {
  return createConversation({
    config,
    ...choice,
    keeper: createSessionKeeper(tabStore, localStore, newId),
    clock: systemClock,
    call: callFunction,
    stream: (body, signal) => streamFunction('agent_reply', body, signal),
    online: untilOnline,
    random: Math.random,
    newId,
    claim: (sessionId) => claimForThisPage(`session.${sessionId}`),
    resumeAudio: resumeAudioContext,
    tell: (kind, sentence) => void toast[kind](sentence),
    report: reportError,
  });
}

function untilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (isOnline() || signal.aborted) return resolve();
    const unsubscribe = subscribeToConnection(() => {
      if (isOnline()) settle();
    });
    const settle = () => {
      unsubscribe();
      signal.removeEventListener('abort', settle);
      resolve();
    };
    signal.addEventListener('abort', settle);
  });
}
