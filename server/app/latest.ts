import type { Twin } from '@understudy/contract/twin';

/** Something made from the twin, made anew only when the twin is another (a text was edited). */
export function latest<Value>(twin: () => Twin, make: (twin: Twin) => Value): () => Value {
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
