import type { Twin } from '@understudy/contract/twin';

/** Memoizes a value derived from the twin; recomputed when an edited text replaces the twin. */
export function memoizeByTwin<Value>(twin: () => Twin, make: (twin: Twin) => Value): () => Value {
  let of: Twin | null = null;
  let value: Value;
  return () => {
    const now = twin();
    if (now !== of) {
      value = make(now);
      of = now;
    }
    return value;
  };
}
