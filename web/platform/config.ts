import type { PublicConfig } from '@understudy/contract/wire';
import { createContext, useContext } from 'react';
import { getJson } from './http.ts';

/** What the server wrote into the page; without it (a static copy of the page, an older cache) the server is asked. */
export async function loadConfig(): Promise<PublicConfig> {
  const text = document.getElementById('config')?.textContent ?? '';
  if (text.startsWith('{')) return JSON.parse(text) as PublicConfig;
  return getJson<PublicConfig>('/api/config');
}

const ConfigContext = createContext<PublicConfig | null>(null);

export const ConfigProvider = ConfigContext.Provider;

/** The consultant's name, texts, modes, models, consent sentence and limits. */
export function useConfig(): PublicConfig {
  const config = useContext(ConfigContext);
  if (!config) throw new Error('useConfig is used outside ConfigProvider');
  return config;
}
