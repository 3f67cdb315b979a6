import { useEffect, useRef, useSyncExternalStore } from 'react';
import { localStore } from '../../platform/storage.ts';
import { createStore } from '../../platform/store.ts';

/** What each key does. */
export type Shortcuts = Partial<Record<'/' | 'j' | 'k' | '?', () => void>>;

const KEY = 'dashboard-shortcuts';
const areOn = createStore(localStore.read(KEY) !== 'off');

/** Whether single keys act: whoever speaks to their computer, or brushes keys, may switch them off (WCAG 2.1.4). */
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

/** Has single keys act while nobody writes and no dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!areOn.get() || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { target } = event;
      // The first one empties the field, as in every browser; rows are gone through from there.
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

/** Whoever comes back from a row's page goes on from that row. @param id what the row's `data-row-link` says */
export function rememberRow(id: string): void {
  opened = id;
}

/** Moves the focus by one row, from the one that has it, or that was opened last; from none to the first. */
export function moveRow(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')];
  const focused = links.indexOf(document.activeElement as HTMLElement);
  const at = focused < 0 ? links.findIndex(({ dataset }) => dataset['rowLink'] === opened) : focused;
  const next = at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + by));
  links[next]?.focus();
  links[next]?.closest('tr, li')?.scrollIntoView({ block: 'nearest' });
}
