import type { PublicConfig } from '@understudy/contract/wire';
import { systemClock } from '../../platform/clock.ts';
import { untilOnline } from '../../platform/connection.ts';
import { callFunction, getJson } from '../../platform/http.ts';
import { newId } from '../../platform/new-id.ts';
import { reportError } from '../../platform/report-error.ts';
import { localStore, tabStore } from '../../platform/storage.ts';
import { claimForThisPage, oneTabAtATime } from '../../platform/tab-claim.ts';
import { toast } from '../../ui/toaster.tsx';
import { type Conversation, createConversation } from './conversation.ts';
import { streamReply } from './reply-stream.ts';
import { createSessionKeeper } from './session-keeper.ts';
import type { SpeechPort } from './speech-port.ts';

/** The conversation of this browser tab, connected to the real network, clock and storage. */
export function createBrowserConversation(
  config: PublicConfig,
  choice: { requestedMode: string | null; performer: boolean; voice: SpeechPort },
): Conversation {
  return createConversation({
    config,
    ...choice,
    keeper: createSessionKeeper(tabStore, localStore, newId, (work) => oneTabAtATime('visitor', work)),
    clock: systemClock,
    call: callFunction,
    readConfig: (signal) => getJson<PublicConfig>('/api/config', { signal }),
    stream: streamReply,
    online: untilOnline,
    page: window,
    random: Math.random,
    newId,
    claim: (sessionId) => claimForThisPage(`session.${sessionId}`),
    tell: (kind, sentence) => void toast[kind](sentence),
    report: reportError,
  });
}
