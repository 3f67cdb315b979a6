import { LRUCache } from 'lru-cache';

/** The caches of this process whose keys or values hold what visitors said. */
const caches = new Set<WeakRef<Pick<LRUCache<string, object>, 'clear'>>>();

/**
 * Creates a cache whose keys or values hold somebody's words, whoever's they are. An erasure empties it
 * ({@link forgetWords}); it only saves work, so that nothing else changes.
 */
export function createWordCache<Value extends object | string>(
  options: LRUCache.Options<string, Value, unknown>,
): LRUCache<string, Value> {
  const cache = new LRUCache<string, Value>(options);
  caches.add(new WeakRef(cache));
  return cache;
}

/** Empties all caches of words. */
export function forgetWords(): void {
  for (const reference of caches) {
    const cache = reference.deref();
    if (cache) cache.clear();
    else caches.delete(reference);
  }
}
