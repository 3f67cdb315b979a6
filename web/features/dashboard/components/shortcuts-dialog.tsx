import { useId, useRef } from 'react';
import { t } from '../../../platform/texts.ts';
import { cn } from '../../../ui/cn.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { useShortcutsOn } from '../keyboard.ts';

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
