import { useSyncExternalStore } from 'react';
import { getJson } from './http.ts';
import { createStore } from './store.ts';

const online = createStore(typeof navigator === 'undefined' ? true : navigator.onLine);

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => online.set(true));
  window.addEventListener('offline', () => online.set(false));
}

/** Calls back after every change between online and offline. Returns a function that stops it. */
export const subscribeToConnection = online.subscribe;

/** Whether the browser reports a network. */
export const isOnline = online.get;

/** Whether the browser is online; updates on change. A prerendered first screen counts as online. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToConnection, isOnline, () => true);
}

/** Resolves at once if the browser is online, otherwise when it is again or the signal aborts. */
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

/** Probes the server, since browsers are sometimes wrong about being offline. Resolves to the result. */
export async function probeConnection(): Promise<boolean> {
  const reached = await getJson('/api/config', { timeoutMs: PROBE_TIMEOUT_MS }).then(
    () => true,
    () => false,
  );
  if (reached) online.set(true);
  return reached;
}
