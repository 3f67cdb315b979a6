import { useSyncExternalStore } from 'react';
import { localStore } from './storage.ts';

/** `system` follows the visitor's device, also while the page is open. */
type ThemeChoice = 'system' | 'light' | 'dark';
/** The theme in effect. */
type Theme = 'light' | 'dark';

/** The inline script of index.html reads the same key, so that the first paint is correct. */
const KEY = 'theme';
const listeners = new Set<() => void>();

function systemTheme(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** The theme in effect. */
function currentTheme(): Theme {
  const stored = localStore.read(KEY);
  return stored === 'light' || stored === 'dark' ? stored : systemTheme();
}

/** Switches the theme; if the result equals the system's theme, the page follows the system again. */
export function toggleTheme(): void {
  const next: Theme = currentTheme() === 'dark' ? 'light' : 'dark';
  const choice: ThemeChoice = next === systemTheme() ? 'system' : next;
  localStore.write(KEY, choice === 'system' ? null : choice);
  if (choice === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = choice;
  for (const listener of listeners) listener();
}

/** Stores the current theme again after the storage was cleared. */
export function keepTheme(): void {
  localStore.write(KEY, document.documentElement.dataset['theme'] ?? null);
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia('(prefers-color-scheme: dark)');
  listeners.add(listener);
  query.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    query.removeEventListener('change', listener);
  };
}

/** The theme in effect; updates on change. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'light');
}
