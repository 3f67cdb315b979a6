import { performance } from 'node:perf_hooks';

/** How often it is looked whether there is something to give back. */
const LOOK_EVERY_MS = 5_000;
/** Below this share of busy time between two looks nobody is being served. */
const IDLE_SHARE = 0.02;
/** Work since the last time, in milliseconds of CPU, below which there is nothing worth collecting. */
const MIN_WORK_MS = 500;

/** What it goes by, so that a test needs no real idleness. */
export interface IdleMemorySources {
  /** Share of the time since the last call in which the event loop was busy, 0 to 1. */
  busyShare(): number;
  /** CPU of the process until now, in milliseconds. */
  cpuMs(): number;
  collect(): void;
}

/**
 * Gives memory back to the machine in the quiet after work. The room for young objects grows while a server starts or
 * is under load, where it saves time, and is never given back by itself while nothing happens. One collection takes
 * about 80 ms, at a moment in which nobody has been waiting.
 *
 * @returns a look: whether it collected
 */
export function idleMemory(sources: IdleMemorySources): () => boolean {
  let collectedAt = 0;
  return () => {
    if (sources.busyShare() > IDLE_SHARE || sources.cpuMs() - collectedAt < MIN_WORK_MS) return false;
    sources.collect();
    collectedAt = sources.cpuMs();
    return true;
  };
}

/** Looks every five seconds until `stop`. Does nothing where Node was started without `--expose-gc`. */
export function releaseMemoryWhenIdle(): { stop(): void } {
  const { gc } = globalThis;
  if (!gc) return { stop() {} };
  let before = performance.eventLoopUtilization();
  const look = idleMemory({
    busyShare() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    cpuMs() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    // Only this kind shrinks the room for young objects to its least.
    collect: () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  });
  const looking = setInterval(look, LOOK_EVERY_MS).unref();
  return { stop: () => clearInterval(looking) };
}
