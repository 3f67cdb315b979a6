import type { PublicConfig } from '@understudy/contract/wire';
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { getJson } from './http.ts';
import { createStore } from './store.ts';

/** What the server wrote into the page; without it (a static copy of the page, an older cache) the server is asked. */
export async function loadConfig(): Promise<PublicConfig> {
  const text = document.getElementById('config')?.textContent ?? '';
  if (text.startsWith('{')) return JSON.parse(text) as PublicConfig;
  return getJson<PublicConfig>('/api/config');
}

const ConfigContext = createContext<PublicConfig | null>(null);

export const ConfigProvider = ConfigContext.Provider;

/** What was read since the page was loaded. */
const newer = createStore<PublicConfig | null>(null);
/** How often an open page asks what holds now. */
const LOOK_EVERY_MS = 15_000;

/** Keeps {@link useConfig} up to date while the page is looked at: the owner changes things while visitors are there. */
export function useFreshConfig(): void {
  const loaded = useContext(ConfigContext);
  useEffect(() => {
    const gone = new AbortController();
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      // Without a network, or with a server that restarts, what was read last holds.
      const config = await getJson<PublicConfig>('/api/config', { signal: gone.signal }).catch(() => null);
      if (!config || gone.signal.aborted) return;
      if (JSON.stringify(config) !== JSON.stringify(newer.get() ?? loaded)) newer.set(config);
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

/** The consultant's name, texts, modes, models, consent sentence and limits. */
export function useConfig(): PublicConfig {
  const loaded = useContext(ConfigContext);
  const config = useSyncExternalStore(newer.subscribe, newer.get, newer.get) ?? loaded;
  if (!config) throw new Error('useConfig is used outside ConfigProvider');
  return config;
}
