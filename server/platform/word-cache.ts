import { LRUCache } from 'lru-cache';

/** What can be emptied: a cache, or another thread's. */
interface Emptied {
  clear(): void;
}

/** The caches of this process whose keys or values hold what visitors said. */
const caches = new Set<WeakRef<Emptied>>();

/**
 * Creates a cache whose keys or values hold somebody's words, whoever's they are. An erasure empties it
 * ({@link forgetWords}); it only saves work, so that nothing else changes.
 */
export function createWordCache<Value extends object | string>(
  options: LRUCache.Options<string, Value, unknown>,
): LRUCache<string, Value> {
  const cache = new LRUCache<string, Value>(options);
  emptyWithWords(cache);
  return cache;
}

/** Has an erasure empty a cache of somebody's words, as long as its owner keeps it. */
export function emptyWithWords(cache: Emptied): void {
  caches.add(new WeakRef(cache));
}

/** Empties all caches of words. */
export function forgetWords(): void {
  for (const reference of caches) {
    const cache = reference.deref();
    if (cache) cache.clear();
    else caches.delete(reference);
  }
}
