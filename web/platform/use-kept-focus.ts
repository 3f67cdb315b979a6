import { type RefObject, useEffect, useRef } from 'react';

/**
 * Restores the focus of a control that lost it by being disabled: when enabled again, it takes the focus if it had it
 * last and nothing else has it. On mount it takes the focus if nothing else has it.
 * @param takesFirst whether it takes the focus on mount
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
    // On touch devices focusing would open a keyboard over the reply, so that is left to the visitor.
    else if (wants.current && matchMedia('(pointer: fine)').matches) control.current?.focus();
  }, [isDisabled, control]);
}
