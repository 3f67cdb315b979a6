import type PQueue from 'p-queue';

/**
 * Does the work when the queue has room for it. A signal that aborts before that takes it out of the queue. One that
 * aborts later does not make room for others, as it would with the queue's own option: the work still runs.
 *
 * @returns what the work returns. Rejects with the signal's reason
 */
export async function inTurn<Result>(queue: PQueue, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  const waiting = new AbortController();
  const leave = () => waiting.abort(signal.reason);
  const begin = () => {
    signal.removeEventListener('abort', leave);
    return work();
  };
  signal.addEventListener('abort', leave, { once: true });
  return queue.add(begin, { signal: waiting.signal });
}
