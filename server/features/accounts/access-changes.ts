/**
 * Tells of somebody whose way in has changed in this process: signed out, removed, given another role. Whatever is open
 * for as long as somebody may see it looks again then, instead of at its next beat.
 */
export interface AccessChanges {
  /** Called once the change is in the database. @param userId null for everybody */
  tell(userId: string | null): void;
  /** Gives back a function that ends it. */
  listen(listener: (userId: string | null) => void): () => void;
}

/** Other instances notice by looking again now and then. */
export function createAccessChanges(): AccessChanges {
  const listeners = new Set<(userId: string | null) => void>();
  return {
    tell(userId) {
      for (const listener of [...listeners]) listener(userId);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
