import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** A panel that narrow screens open on demand; wide screens always show it and hide its button. */
export interface PhonePanel {
  open: boolean;
  button: RefObject<HTMLButtonElement | null>;
  toggle(): void;
  /** An option was chosen: on touch screens this closes the panel. */
  chosen(): void;
}

/** Opens and closes such a panel. Escape closes only the panel and returns the focus to its button. */
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
      // Otherwise the screen's Escape handler would stop the twin as well.
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
    // With a keyboard, each arrow key changes the selection, and the panel must stay open.
    chosen: () => {
      if (open && matchMedia('(pointer: coarse)').matches) close();
    },
  };
}
