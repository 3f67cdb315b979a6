import { useId, useRef } from 'react';
import { cn } from '../../../ui/cn.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { useShortcutsOn } from '../keyboard.ts';

const KEYS = [
  { key: '/', does: 'Search' },
  { key: 'Esc', does: 'Empty the search, then leave it' },
  { key: 'j', does: 'Next row' },
  { key: 'k', does: 'Previous row' },
  { key: 'Enter', does: 'Open the row' },
  { key: '?', does: 'This help' },
];

/** The keyboard shortcuts, with a switch to turn them off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOn, setOn] = useShortcutsOn();
  const id = useId();
  return (
    <Dialog title="Keyboard shortcuts" dialog={dialog} hasCross onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2">
        {KEYS.map(({ key, does }) => (
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
        Single keys act
      </label>
    </Dialog>
  );
}
