import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** A panel that narrow screens show on demand; wide ones show it always and hide its button. */
export interface PhonePanel {
  open: boolean;
  button: RefObject<HTMLButtonElement | null>;
  toggle(): void;
  /** Something was chosen in it: by touch, that was what it had been opened for. */
  chosen(): void;
}

/** Opens and closes such a panel. Escape closes it, and nothing else then; the focus returns to its button. */
export function usePhonePanel(): PhonePanel {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !button.current?.checkVisibility() || document.querySelector('dialog[open]'))
        return;
      // The screen's own Escape stops the twin, which is not what was meant.
      event.preventDefault();
      close();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [open, close]);

  return {
    open,
    button,
    toggle: () => setOpen((was) => !was),
    // By keyboard a list changes with each arrow key, and the panel must not close under it.
    chosen: () => {
      if (open && matchMedia('(pointer: coarse)').matches) close();
    },
  };
}
