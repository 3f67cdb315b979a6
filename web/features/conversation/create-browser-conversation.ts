import type { PublicConfig } from '@understudy/contract/wire';
import { systemClock } from '../../platform/clock.ts';
import { isOnline, subscribeToConnection, untilOnline } from '../../platform/connection.ts';
import { type ServerEvent, streamFunction } from '../../platform/event-stream.ts';
import { CallError, callFunction, getJson } from '../../platform/http.ts';
import { newId } from '../../platform/new-id.ts';
import { reportError } from '../../platform/report-error.ts';
import { localStore, tabStore } from '../../platform/storage.ts';
import { claimForThisPage, oneTabAtATime } from '../../platform/tab-claim.ts';
import { toast } from '../../ui/toaster.tsx';
import { type Conversation, createConversation } from './conversation.ts';
import { createSessionKeeper } from './session-keeper.ts';
import type { SpeechPort } from './speech-port.ts';
import type { TurnBody } from './turn-runner.ts';

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

/**
 * The events of one `agent_reply` call. An open connection may stay silent for a long time after the network is lost,
 * so it is dropped as soon as the browser goes offline; the turn is then resumed over a new connection.
 */
async function* streamReply(body: TurnBody, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const gone = new AbortController();
  const unsubscribe = subscribeToConnection(() => {
    if (!isOnline()) gone.abort();
  });
  try {
    yield* streamFunction('agent_reply', body, AbortSignal.any([signal, gone.signal]));
  } catch (cause) {
    if (signal.aborted || !gone.signal.aborted) throw cause;
    throw new CallError('network', 'The connection was lost.', { cause });
  } finally {
    unsubscribe();
  }
}
