/** Enforces one call's time limits and the caller's abort signal. */

/** In milliseconds. The defaults are about how long a visitor waits for a first word, and less between two. */
export interface Timeouts {
  connectMs: number;
  firstTokenMs: number;
  gapMs: number;
  totalMs: number;
  /** How long a response may take to close its stream after the reply's natural end. */
  closeMs: number;
}

/** Together they leave time for another provider, and for the embedded twin, within 20 s. */
export const DEFAULT_TIMEOUTS: Timeouts = {
  connectMs: 3_000,
  firstTokenMs: 8_000,
  gapMs: 10_000,
  totalMs: 60_000,
  closeMs: 1_000,
};

/** Why this side ended a call. */
export class CallEnded extends Error {}

/** Ends one call when a limit is reached or its caller leaves, and records the cause. */
export interface Watch {
  /** Why this side ended the call; null if it did not. */
  readonly cause: 'aborted' | 'timeout' | 'stalled' | 'took too long' | 'not closed' | null;
  /** What to end when a limit is reached; called at once if one already was. */
  onEnd(end: (error: Error) => void): void;
  /** A token has arrived: from now on gaps are measured. */
  token(): void;
  /** The reply is over but the stream is not closed. */
  finishing(): void;
  /** The reader is processing data, so silence is not the provider's fault. */
  busy(): void;
  /** The reader waits for data again. */
  waiting(): void;
  stop(): void;
}

/** Starts the timers of one call; `stop` them when it is over. */
export function watchCall(timeouts: Timeouts, signal: AbortSignal): Watch {
  let cause: Watch['cause'] = null;
  let end: ((error: Error) => void) | null = null;
  let reading = true;
  let phase: 'first' | 'gap' | 'closing' = 'first';

  const finish = (why: NonNullable<Watch['cause']>) => {
    if (cause) return;
    cause = why;
    stop();
    end?.(new CallEnded(why));
  };
  const onAbort = () => finish('aborted');
  const onSilence = () => {
    if (!reading) return;
    finish(phase === 'first' ? 'timeout' : phase === 'gap' ? 'stalled' : 'not closed');
  };
  const total = setTimeout(() => finish('took too long'), timeouts.totalMs);
  let silence = setTimeout(onSilence, timeouts.firstTokenMs);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();

  function stop(): void {
    clearTimeout(total);
    clearTimeout(silence);
    signal.removeEventListener('abort', onAbort);
  }

  function enter(next: 'gap' | 'closing', ms: number): void {
    if (cause) return;
    phase = next;
    clearTimeout(silence);
    silence = setTimeout(onSilence, ms);
  }

  return {
    get cause() {
      return cause;
    },
    onEnd(handler) {
      end = handler;
      if (cause) handler(new CallEnded(cause));
    },
    token() {
      if (phase === 'first') enter('gap', timeouts.gapMs);
      else if (!cause) silence.refresh();
    },
    finishing() {
      if (phase !== 'closing') enter('closing', timeouts.closeMs);
    },
    busy() {
      reading = false;
    },
    waiting() {
      reading = true;
      if (phase !== 'first' && !cause) silence.refresh();
    },
    stop,
  };
}
