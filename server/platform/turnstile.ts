/** Lets a few through at a time; the others wait in the order in which they came. */
export class Turnstile {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** @param width how many may be inside at once */
  constructor(width: number) {
    this.#free = width;
  }

  /**
   * Waits for a place. Who gives up, by the signal, leaves the line.
   * @returns gives the place back, once however often it is called; rejects with the signal's reason
   */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    let inside = true;
    return () => {
      if (inside) this.#leave();
      inside = false;
    };
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      const place = this.#waiting.indexOf(resolve);
      // Who was called already has a place, and gives it back as anybody does.
      if (place >= 0) this.#waiting.splice(place, 1);
      reject(signal.reason);
    };
    this.#waiting.push(resolve);
    signal.addEventListener('abort', giveUp, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', giveUp));
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
