/** Runs in the page before its own code. `globalThis.seenFrames` tells the longest time between two frames, and long tasks. */
{
  const seen = { longestMs: 0, longTasks: 0 };
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    seen.longestMs = Math.max(seen.longestMs, now - last);
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    seen.longTasks += list.getEntries().length;
  }).observe({ type: 'longtask' });
  globalThis.seenFrames = seen;
}
