/** The time limits of one call, and the caller's own wish to end it, over one stretch of waiting. */

/** In milliseconds. Defaults: a visitor waits about so long for a first word, and less between two. */
export interface Timeouts {
  connectMs: number;
  firstTokenMs: number;
  gapMs: number;
  totalMs: number;
  /** How long an answer may take to close its stream after the reply's natural end. */
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

/** Why a call was ended from here. */
export class CallEnded extends Error {}

/** Ends one call when a limit is reached or its caller leaves, and knows why. */
export interface Watch {
  /** Why the call was ended from here; null while it was not. */
  readonly cause: 'aborted' | 'timeout' | 'stalled' | 'took too long' | 'not closed' | null;
  /** What to end when a limit is reached; called at once when one already was. */
  onEnd(end: (error: Error) => void): void;
  /** A token has come: from now on gaps are measured. */
  token(): void;
  /** The reply is over but the stream is not closed. */
  finishing(): void;
  /** The reader is busy with what has come, so silence is not the provider's. */
  busy(): void;
  /** The reader waits again. */
  waiting(): void;
  stop(): void;
}

/** Starts the clocks of one call; `stop` them when it is over. */
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
