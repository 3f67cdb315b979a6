/**
 * Small persistent values of this browser. Blocked or full storage is not an error: values then last until a reload.
 */
export interface Storage {
  read(key: string): string | null;
  /** Null removes the key. */
  write(key: string, value: string | null): void;
}

/** Prefix of all keys, so that other apps on the same origin are not affected. */
const PREFIX = 'understudy.';

/** Wraps `localStorage` or `sessionStorage`, which throw on access if the visitor blocks them. */
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
