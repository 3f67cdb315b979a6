import type { PublicConfig } from '@understudy/contract/wire';
import { useContext, useEffect } from 'react';
import { ConfigContext, newerConfig } from './config.ts';
import { getJson } from './http.ts';

/** Polling interval of an open page. */
const LOOK_EVERY_MS = 15_000;

/** Keeps {@link useConfig} up to date while the page is visible, since the owner may change settings during a visit. */
export function useFreshConfig(): void {
  const loaded = useContext(ConfigContext);
  useEffect(() => {
    const gone = new AbortController();
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      // Without a network, or while the server restarts, the last config applies.
      const config = await getJson<PublicConfig>('/api/config', { signal: gone.signal }).catch(() => null);
      if (!config || gone.signal.aborted) return;
      if (JSON.stringify(config) !== JSON.stringify(newerConfig.get() ?? loaded)) newerConfig.set(config);
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      gone.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [loaded]);
}
