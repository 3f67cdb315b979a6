/**
 * Which sentence is spoken next: of all replies the one of which least was spoken, so that every reply begins before
 * any goes on, and long ones take turns. Pure.
 */
export class FairQueue<Item> {
  readonly #waiting: { item: Item; stream: object; place: number }[] = [];
  /** How many sentences of each reply have been taken in; a reply that is over is forgotten by itself. */
  readonly #places = new WeakMap<object, number>();

  get size(): number {
    return this.#waiting.length;
  }

  /** Puts a sentence at the end of its reply's. */
  add(item: Item, stream: object): void {
    const place = this.#places.get(stream) ?? 0;
    this.#places.set(stream, place + 1);
    this.#waiting.push({ item, stream, place });
  }

  /** Takes the next one; of several that are equally due, the one that waited longest. */
  take(): Item | undefined {
    let best = 0;
    for (const [index, { place }] of this.#waiting.entries()) {
      if (place < (this.#waiting[best]?.place ?? 0)) best = index;
    }
    return this.#waiting.splice(best, 1)[0]?.item;
  }

  /** Takes one out of the line. @returns whether it was still waiting */
  remove(item: Item): boolean {
    const index = this.#waiting.findIndex((entry) => entry.item === item);
    if (index >= 0) this.#waiting.splice(index, 1);
    return index >= 0;
  }
}
