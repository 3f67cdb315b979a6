import { type RefCallback, useState } from 'react';

/** A field that may be asked for before it is drawn. */
interface WantedField<Field extends HTMLElement> {
  /** The field's `ref`. */
  field: RefCallback<Field>;
  /** Gives the field the focus: at once where it is drawn, so that no letter typed next is lost, else when it comes. */
  focus: () => void;
}

/** Gives the focus to a field that may have to come first. */
export function useDeferredFocus<Field extends HTMLElement>(): WantedField<Field> {
  const [wanted] = useState(() => {
    let here: Field | null = null;
    let isWanted = false;
    return {
      field: (drawn: Field | null) => {
        here = drawn;
        if (!drawn || !isWanted) return;
        isWanted = false;
        drawn.focus();
      },
      focus: () => {
        if (here) here.focus();
        else isWanted = true;
      },
    };
  });
  return wanted;
}
