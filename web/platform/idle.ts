/** Safari has no idle callback; by then the first screen has settled. */
const OTHERWISE_AFTER_MS = 500;

/** Calls back once when the page is idle. Returns a function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(() => callback());
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(callback, OTHERWISE_AFTER_MS);
  return () => clearTimeout(id);
}
