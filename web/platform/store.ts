/** One value that changes, and whoever wants to know of it; what React reads by `useSyncExternalStore`. */
export interface Store<Value> {
  get(): Value;
  /** Changes the value and tells everybody; the value that it has already changes nothing. */
  set(next: Value): void;
  /** Calls back after every change. Gives back a function that stops it. */
  subscribe(listener: () => void): () => void;
}

/** @param initial the value before the first change */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      // Those who leave or come while it is told are no matter of this change.
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
