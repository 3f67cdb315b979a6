import type { PublicConfig } from '@understudy/contract/wire';
import { systemClock } from '../../platform/clock.ts';
import { isOnline, subscribeToConnection, untilOnline } from '../../platform/connection.ts';
import { type ServerEvent, streamFunction } from '../../platform/event-stream.ts';
import { CallError, callFunction, getJson } from '../../platform/http.ts';
import { newId } from '../../platform/new-id.ts';
import { reportError } from '../../platform/report-error.ts';
import { localStore, tabStore } from '../../platform/storage.ts';
import { t } from '../../platform/texts.ts';
import { readerZone, timeOfDay } from '../../ui/dates.ts';
import { showToast } from '../../ui/lazy-toaster.tsx';
import { readerLocale } from '../../ui/numbers.ts';
import { type Conversation, createConversation, type Surroundings } from './conversation.ts';
import { createSessionKeeper } from './session-keeper.ts';
import type { SpeechPort } from './speech-port.ts';
import type { TurnBody } from './turn-runner.ts';

/** The conversation of this browser tab, connected to the real network, clock and storage. */
export function createBrowserConversation(
  config: PublicConfig,
  choice: { requestedMode: string | null; performer(): boolean; surroundings?: Surroundings; voice: SpeechPort },
): Conversation {
  // A browser's first formatter takes a slow phone 150 ms: it is made before a message needs its time.
  setTimeout(() => timeOfDay(0));
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
    reader: { locale: readerLocale(), ...(config.books_calls ? { time_zone: readerZone() } : {}) },
    claim: (sessionId) => claimForThisPage(`session.${sessionId}`),
    tell: showToast,
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
    throw new CallError('network', t('ui.lostConnection'), { cause });
  } finally {
    unsubscribe();
  }
}

/** A page being left holds its claims a moment longer; a reload waits for that. */
const HANDOVER_ATTEMPTS = 10;
const HANDOVER_WAIT_MS = 100;

/** Names this page already holds: a screen that is left and entered again belongs to the same page. */
const held = new Set<string>();

/**
 * Claims a name for the lifetime of this page. A duplicated tab has a copy of the original's session storage; the claim
 * tells the two apart. In browsers without locks (an insecure origin), every page may have the name.
 * @returns false if another open page holds it
 */
async function claimForThisPage(name: string): Promise<boolean> {
  if (held.has(name) || !('locks' in navigator)) return true;
  for (let attempt = 0; attempt < HANDOVER_ATTEMPTS; attempt += 1) {
    if (await claimNow(`understudy.${name}`)) {
      held.add(name);
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, HANDOVER_WAIT_MS));
  }
  return false;
}

function claimNow(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      // Held until the page is unloaded.
      return lock === null ? undefined : new Promise<never>(() => {});
    });
    request.catch(() => resolve(true));
  });
}

/** Longer than a call takes; a suspended page that holds the lock must not block all others. */
const TURN_WAIT_MS = 5_000;

/**
 * Runs work while no other page of this browser runs work of the same name. In browsers without locks, or if another
 * page does not finish, it runs at once.
 */
async function oneTabAtATime<Done>(name: string, work: () => Promise<Done>): Promise<Done> {
  if (!('locks' in navigator)) return work();
  let done: Promise<Done> | null = null;
  const begin = () => {
    done ??= work();
    return done;
  };
  try {
    const wait = AbortSignal.timeout(TURN_WAIT_MS);
    return await navigator.locks.request(`understudy.${name}`, { signal: wait }, begin);
  } catch {
    // Errors of the work itself are rethrown; if it never started, it starts now.
    return begin();
  }
}
