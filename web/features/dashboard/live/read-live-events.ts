import type { AdminLiveEvent } from '@understudy/contract/admin';
import { type Clock, pause } from '../../../platform/clock.ts';
import { eventsOf } from '../../../platform/event-stream.ts';
import { CallError } from '../../../platform/http.ts';
import type { AdminClient } from '../api/admin-client.ts';

/** First wait before a lost stream is opened again, and the longest; it doubles in between. */
export const RECONNECT_FIRST_MS = 1_000;
export const MAX_RECONNECT_MS = 30_000;
/** A stream may be open this long; the server says now and then that it is still there. */
const MAX_OPEN_MS = 24 * 60 * 60_000;

/** Whom a live stream tells. */
export interface LiveListener {
  onEvent(event: AdminLiveEvent): void;
  /** The stream stands (again): what happened meanwhile has to be asked for. */
  onOpen(): void;
  /** The stream was lost and is being opened again. */
  onLost(): void;
}

/**
 * Reads what changes until the signal aborts, and reconnects with a growing wait. Ends by itself only where the server
 * refuses (signed out, not allowed), which another call of the page will tell.
 */
export async function readLiveEvents(
  client: Pick<AdminClient, 'open'>,
  listener: LiveListener,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  let wait = RECONNECT_FIRST_MS;
  while (!signal.aborted) {
    try {
      const response = await client.open('events', {}, { signal, accept: 'text/event-stream', timeoutMs: MAX_OPEN_MS });
      wait = RECONNECT_FIRST_MS;
      listener.onOpen();
      for await (const { event, data } of eventsOf(response)) {
        if (event === 'session' || event === 'notice') listener.onEvent({ event, data } as AdminLiveEvent);
      }
    } catch (error) {
      if (signal.aborted || isRefused(error)) return;
    }
    if (signal.aborted) return;
    listener.onLost();
    await pause(clock, wait, signal);
    wait = Math.min(MAX_RECONNECT_MS, wait * 2);
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof CallError && [401, 403, 404].includes(error.status);
}
