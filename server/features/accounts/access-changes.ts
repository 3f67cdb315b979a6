/**
 * Notifies listeners in this process when somebody's access changes: signed out, removed, or given another role. Open
 * streams then check access again at once instead of at their next heartbeat.
 */
export interface AccessChanges {
  /** Call after the change is committed. @param userId null for everybody */
  notify(userId: string | null): void;
  /** Returns a function that unsubscribes the listener. */
  listen(listener: (userId: string | null) => void): () => void;
}

/** Creates the notifier of this process. Other instances notice a change at their periodic check. */
export function createAccessChanges(): AccessChanges {
  const listeners = new Set<(userId: string | null) => void>();
  return {
    notify(userId) {
      for (const listener of [...listeners]) listener(userId);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
