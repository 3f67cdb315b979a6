import { performance } from 'node:perf_hooks';
import type { DestinationStream, Logger } from 'pino';
import pino from 'pino';
import { activeIds } from './telemetry/tracing.ts';

export type { Logger };

/**
 * Creates the structured log: JSON lines on standard output. Call sites log ids and codes, never visitors' words or
 * secrets; some paths are redacted as a safeguard.
 *
 * @param destination receives the lines instead of standard output
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    mixin: () => activeIds() ?? {},
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        '*.session_secret',
        '*.user_message',
        '*.authorization',
        '*.email',
        'req.headers',
        'err.config',
        'err.headers',
      ],
      censor: '[hidden]',
    },
    serializers: { err: (error: Error) => ({ type: error?.name, message: error?.message, stack: error?.stack }) },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** A destination that writes each line to standard output and passes it on. */
export function alsoTo(onLine: (line: string) => void): DestinationStream {
  const stdout = pino.destination(1);
  return {
    write(line) {
      stdout.write(line);
      onLine(line);
    },
  };
}

/** Interval between checks whether the server is idle. */
const CHECK_EVERY_MS = 5_000;
/** Below this share of busy time between two checks, the server counts as idle. */
const IDLE_SHARE = 0.02;
/** CPU time since the last collection below which another is not worthwhile. */
const MIN_WORK_MS = 500;

/** What is measured and done; tests pass others than the process's. */
interface IdleMemorySources {
  /** Share of the time since the last call in which the event loop was busy, 0 to 1. */
  busyShare(): number;
  /** CPU time of the process so far, in milliseconds. */
  cpuMs(): number;
  /** Collects garbage. */
  collect(): void;
}

/**
 * Returns memory to the system once the server is idle after work. V8's young generation grows at start and under load,
 * where it saves time, but never shrinks by itself while nothing happens. One collection takes about 80 ms, at a moment
 * when nobody is waiting.
 *
 * @returns a function for periodic calls, which tells whether it collected
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

/** Returns memory when idle, until `stop`. Does nothing if Node was started without `--expose-gc`. */
export function releaseMemoryWhenIdle(): { stop(): void } {
  const { gc } = globalThis;
  if (!gc) return { stop() {} };
  let before = performance.eventLoopUtilization();
  const check = idleMemory({
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
    // Only this flavor shrinks the young generation to its minimum.
    collect: () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  });
  const timer = setInterval(check, CHECK_EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
