import type { PublicConfig } from '@understudy/contract/wire';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { getJson } from './http.ts';
import { createStore } from './store.ts';

/**
 * Reads the config that the server embedded in the page; without it (a static copy of the page, an older cache) fetches
 * it.
 */
export async function loadConfig(): Promise<PublicConfig> {
  const text = document.getElementById('config')?.textContent ?? '';
  if (text.startsWith('{')) return JSON.parse(text) as PublicConfig;
  return getJson<PublicConfig>('/api/config');
}

/** The config at page load. */
export const ConfigContext = createContext<PublicConfig | null>(null);

export const ConfigProvider = ConfigContext.Provider;

/** The config read since then (`useFreshConfig` of the chat page). */
export const newerConfig = createStore<PublicConfig | null>(null);

/** The consultant's name, texts, modes, models, consent sentence and limits. */
export function useConfig(): PublicConfig {
  const loaded = useContext(ConfigContext);
  const config = useSyncExternalStore(newerConfig.subscribe, newerConfig.get, newerConfig.get) ?? loaded;
  if (!config) throw new Error('useConfig is used outside ConfigProvider');
  return config;
}
