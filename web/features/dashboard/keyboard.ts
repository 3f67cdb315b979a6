import { useEffect, useRef, useSyncExternalStore } from 'react';
import { localStore } from '../../platform/storage.ts';
import { createStore } from '../../platform/store.ts';

/** The action of each key. */
type Shortcuts = Partial<Record<'/' | 'j' | 'k' | 'x' | 'e' | '?', () => void>>;

const KEY = 'dashboard-shortcuts';
const areOn = createStore(localStore.read(KEY) !== 'off');

/**
 * Whether single-key shortcuts are on: users of speech input, or those who hit keys by accident, can turn them off
 * (WCAG 2.1.4).
 */
export function useShortcutsOn(): [isOn: boolean, set: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(areOn.subscribe, areOn.get);
  return [
    isOn,
    (next) => {
      localStore.write(KEY, next ? null : 'off');
      areOn.set(next);
    },
  ];
}

/** Enables single-key shortcuts unless the user is typing or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!areOn.get() || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { target } = event;
      // The first Escape clears the field, as in every browser; the next one leaves it, so that row shortcuts work.
      const isSearch = target instanceof HTMLInputElement && target.type === 'search';
      if (event.key === 'Escape' && isSearch && target.value === '') target.blur();
      if (target instanceof HTMLElement && target.closest('input, textarea, select, dialog, [contenteditable]')) return;
      if (document.querySelector('dialog[open]')) return;
      const act = current.current[event.key as keyof Shortcuts];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

let opened: string | null = null;

/** Remembers the opened row, from which navigation continues on return. @param id the row's `data-row-link` */
export function rememberRow(id: string): void {
  opened = id;
}

/** Moves the focus by one row from the focused or last opened one; from none to the first. */
export function moveRow(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')];
  const focused = links.indexOf(document.activeElement as HTMLElement);
  const at = focused < 0 ? links.findIndex(({ dataset }) => dataset['rowLink'] === opened) : focused;
  const next = at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + by));
  links[next]?.focus();
  links[next]?.closest('tr, li')?.scrollIntoView({ block: 'nearest' });
}
