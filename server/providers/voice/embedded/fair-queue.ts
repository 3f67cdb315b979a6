/**
 * Picks the next sentence to speak: one from the reply that has been served least, so that every reply begins before
 * any continues, and long ones take turns. Pure.
 */
export class FairQueue<Item> {
  readonly #waiting: { item: Item; stream: object; place: number }[] = [];
  /** Number of sentences enqueued per reply; entries of finished replies are garbage-collected. */
  readonly #places = new WeakMap<object, number>();

  get size(): number {
    return this.#waiting.length;
  }

  /** Adds a sentence at the end of its reply. */
  add(item: Item, stream: object): void {
    const place = this.#places.get(stream) ?? 0;
    this.#places.set(stream, place + 1);
    this.#waiting.push({ item, stream, place });
  }

  /** Removes and returns the next sentence; among equals, the one that waited longest. */
  take(): Item | undefined {
    let best = 0;
    for (const [index, { place }] of this.#waiting.entries()) {
      if (place < (this.#waiting[best]?.place ?? 0)) best = index;
    }
    return this.#waiting.splice(best, 1)[0]?.item;
  }

  /**
   * Removes a sentence.
   *
   * @returns whether it was still waiting
   */
  remove(item: Item): boolean {
    const index = this.#waiting.findIndex((entry) => entry.item === item);
    if (index >= 0) this.#waiting.splice(index, 1);
    return index >= 0;
  }
}
