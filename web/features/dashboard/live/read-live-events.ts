import type { AdminLiveEvent } from '@understudy/contract/admin';
import { type Clock, pause } from '../../../platform/clock.ts';
import { eventsOf } from '../../../platform/event-stream.ts';
import { CallError } from '../../../platform/http.ts';
import type { AdminClient } from '../api/admin-client.ts';

/** Initial and maximum delay before reconnecting a lost stream; it doubles in between. */
export const RECONNECT_FIRST_MS = 1_000;
export const MAX_RECONNECT_MS = 30_000;
/** Longest duration of a stream; the server sends keep-alives in between. */
const MAX_OPEN_MS = 24 * 60 * 60_000;

/** Receives the events of a live stream. */
export interface LiveListener {
  onEvent(event: AdminLiveEvent): void;
  /** The stream is connected (again): anything missed in the meantime must be refetched. */
  onOpen(): void;
  /** The stream was lost and is reconnecting. */
  onLost(): void;
}

/**
 * Reads changes until the signal aborts, reconnecting with exponential backoff. Ends by itself only if the server
 * refuses (signed out, not allowed), which another call of the page will report.
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
