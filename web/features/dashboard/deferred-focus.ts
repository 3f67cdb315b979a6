import { type RefCallback, useState } from 'react';

/** A field that may be requested before it is rendered. */
interface WantedField<Field extends HTMLElement> {
  /** The field's `ref`. */
  field: RefCallback<Field>;
  /** Focuses the field: at once if it is rendered, so that no typed letter is lost, else as soon as it appears. */
  focus: () => void;
}

/** Focuses a field that may not be rendered yet. */
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
