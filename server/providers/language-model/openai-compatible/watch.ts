/** Time limits of one call, in milliseconds. */
export interface Timeouts {
  connectMs: number;
  /** From the request to the first token. */
  firstTokenMs: number;
  /** Between two tokens. */
  gapMs: number;
  totalMs: number;
  /** How long a response may take to close its stream after the reply's natural end. */
  closeMs: number;
}

/** The defaults leave time for another provider, and for the embedded twin, within 20 s. */
export const DEFAULT_TIMEOUTS: Timeouts = {
  connectMs: 3_000,
  firstTokenMs: 8_000,
  gapMs: 10_000,
  totalMs: 60_000,
  closeMs: 1_000,
};

/** This side ended the call; the message says why. */
export class CallEnded extends Error {}

/** Ends one call when a limit is reached or its caller leaves, and records the cause. */
export interface Watch {
  /** Why this side ended the call; null if it did not. */
  readonly cause: 'aborted' | 'timeout' | 'stalled' | 'took too long' | 'not closed' | null;
  /** Sets what ends the call; it is called at once if a limit was already reached. */
  onEnd(end: (error: Error) => void): void;
  /** Reports a token: from now on, gaps are measured. */
  token(): void;
  /** Reports that the reply is over but its stream is not closed. */
  finishing(): void;
  /** Reports that the reader is processing data, so that silence is not the provider's fault. */
  busy(): void;
  /** Reports that the reader waits for data again. */
  waiting(): void;
  /** Ends the watch without ending the call. */
  stop(): void;
}

/** Starts to watch one call; `stop` the watch when it is over. */
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
