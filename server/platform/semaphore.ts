/** Limits how many run at once; the others wait in order of arrival. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** @param permits maximum number of permits held at once */
  constructor(permits: number) {
    this.#free = permits;
  }

  /**
   * Waits for a permit. An aborted signal leaves the queue.
   *
   * @returns releases the permit; calling it again does nothing. Rejects with the signal's reason
   */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    let held = true;
    return () => {
      if (held) this.#release();
      held = false;
    };
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      const at = this.#waiting.indexOf(resolve);
      // A resolved waiter already holds a permit, and releases it as usual.
      if (at >= 0) this.#waiting.splice(at, 1);
      reject(signal.reason);
    };
    this.#waiting.push(resolve);
    signal.addEventListener('abort', giveUp, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', giveUp));
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
