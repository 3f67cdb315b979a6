import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { localStore } from '../../platform/storage.ts';
import { createStore } from '../../platform/store.ts';
import { t } from '../../platform/texts.ts';
import { cn } from '../../ui/cn.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/field.tsx';

/** The action of each key. */
type Shortcuts = Partial<Record<'/' | 'j' | 'k' | 'x' | 'e' | '?', () => void>>;

const KEY = 'dashboard-shortcuts';
const areOn = createStore(localStore.read(KEY) !== 'off');

/**
 * Whether single-key shortcuts are on: users of speech input, or those who hit keys by accident, can turn them off
 * (WCAG 2.1.4).
 */
function useShortcutsOn(): [isOn: boolean, set: (isOn: boolean) => void] {
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

const rowShortcuts = () => [
  { key: 'j', does: t('dashboard.nextRow') },
  { key: 'k', does: t('dashboard.previousRow') },
  { key: 'Enter', does: t('dashboard.openTheRow') },
];
const helpShortcut = () => ({ key: '?', does: t('dashboard.thisHelp') });
const shortcuts = () => [
  { key: '/', does: t('dashboard.search') },
  { key: t('dashboard.esc'), does: t('dashboard.emptyTheSearchThenLeave') },
  ...rowShortcuts(),
  helpShortcut(),
];

/** The keyboard shortcuts, with a switch to turn them off. */
export function ShortcutsDialog({
  more = null,
  onClose,
}: {
  /** Those of a page without a search; null for the dashboard's. */
  more?: { key: string; does: string }[] | null;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOn, setOn] = useShortcutsOn();
  const id = useId();
  return (
    <Dialog title={t('dashboard.keyboardShortcuts')} dialog={dialog} hasCross onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2">
        {(more ? [...rowShortcuts(), ...more, helpShortcut()] : shortcuts()).map(({ key, does }) => (
          <div key={key} className="contents">
            <dt>
              <kbd
                className={cn(
                  'inline-block min-w-8 rounded-sm border border-input bg-muted px-2 py-0.5 text-center',
                  'font-sans text-sm',
                )}
              >
                {key}
              </kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label htmlFor={id} className="mt-5 flex min-h-11 items-center gap-3 border-t pt-4">
        <Checkbox id={id} checked={isOn} onChange={({ target }) => setOn(target.checked)} />
        {t('dashboard.enableSingleKeys')}
      </label>
    </Dialog>
  );
}
