import { type RefObject, useEffect, useRef } from 'react';

/**
 * A control that is disabled loses the focus. It gets it back with its own return, if it had it last and nobody has it
 * meanwhile; and it takes it at the beginning when nobody has it.
 * @param takesFirst whether it takes the focus at the beginning
 */
export function useKeptFocus(control: RefObject<HTMLElement | null>, isDisabled: boolean, takesFirst = true): void {
  const wants = useRef(takesFirst);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      wants.current = target === control.current;
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [control]);
  useEffect(() => {
    if (isDisabled) return;
    const { activeElement } = document;
    const isNowhere = activeElement === null || activeElement === document.body;
    if (!isNowhere) wants.current = activeElement === control.current;
    // Where a focus would bring up a keyboard over the reply, the visitor decides.
    else if (wants.current && matchMedia('(pointer: fine)').matches) control.current?.focus();
  }, [isDisabled, control]);
}
