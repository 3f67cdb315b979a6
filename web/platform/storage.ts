/**
 * Small, lasting choices of this browser. Blocked or full storage is no error: the choice then lives until a reload.
 */
export interface Storage {
  read(key: string): string | null;
  /** A null value removes the key. */
  write(key: string, value: string | null): void;
}

/** Every key starts with this, so that a host page's other apps are left alone. */
const PREFIX = 'understudy.';

/** Wraps `localStorage` or `sessionStorage`, which throw on access when the visitor blocks them. */
export function createStorage(open: () => globalThis.Storage): Storage {
  const held = new Map<string, string | null>();
  return {
    read(key) {
      const kept = held.get(key);
      if (kept !== undefined) return kept;
      try {
        return open().getItem(PREFIX + key);
      } catch {
        return null;
      }
    },
    write(key, value) {
      try {
        if (value === null) open().removeItem(PREFIX + key);
        else open().setItem(PREFIX + key, value);
        held.delete(key);
      } catch {
        held.set(key, value);
      }
    },
  };
}

/** Lasts until the visitor clears it. */
export const localStore = createStorage(() => localStorage);
/** Lasts as long as the tab. */
export const tabStore = createStorage(() => sessionStorage);
