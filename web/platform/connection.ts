import { useSyncExternalStore } from 'react';
import { getJson } from './http.ts';
import { createStore } from './store.ts';

const online = createStore(typeof navigator === 'undefined' ? true : navigator.onLine);

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => online.set(true));
  window.addEventListener('offline', () => online.set(false));
}

/** Calls back after every change between online and offline. Gives back a function that stops it. */
export const subscribeToConnection = online.subscribe;

/** Whether the browser says that it has a network. */
export const isOnline = online.get;

/** Whether the browser has a network, kept up to date; a painted first screen counts as online. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToConnection, isOnline, () => true);
}

/** Resolves at once or when the browser says that it has a network again; also when the signal aborts. */
export function untilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (isOnline() || signal.aborted) return resolve();
    const settle = () => {
      unsubscribe();
      signal.removeEventListener('abort', settle);
      resolve();
    };
    const unsubscribe = subscribeToConnection(() => {
      if (isOnline()) settle();
    });
    signal.addEventListener('abort', settle);
  });
}

const PROBE_TIMEOUT_MS = 5_000;

/**
 * Asks our server for a sign of life; browsers are at times wrong about being offline. Resolves with what was found.
 */
export async function probeConnection(): Promise<boolean> {
  const reached = await getJson('/api/config', { timeoutMs: PROBE_TIMEOUT_MS }).then(
    () => true,
    () => false,
  );
  if (reached) online.set(true);
  return reached;
}
