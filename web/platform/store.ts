/** An observable value for React's `useSyncExternalStore`. */
export interface Store<Value> {
  get(): Value;
  /** Changes the value and notifies all listeners; setting the same value has no effect. */
  set(next: Value): void;
  /** Calls back after every change. Returns a function that stops it. */
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
      // Listeners added or removed during notification do not affect this change.
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
