/** Fruitless readings in a row that start the cooldown. */
const MAX_FRUITLESS = 3;
/** Length of the cooldown. The model is then tried once, and cools down again if that is fruitless too. */
const LEFT_ALONE_MS = 10 * 60_000;

/**
 * Whether a model is worth asking. Without a cooldown, a model that does not answer in the requested shape would be
 * asked, and paid for, twice after each of a visitor's messages.
 */
export class ModelCooldown {
  readonly #now: () => number;
  #fruitless = 0;
  #leftAloneUntil = Number.NEGATIVE_INFINITY;

  /** @param now a monotonic clock, in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get isOver(): boolean {
    return this.#now() >= this.#leftAloneUntil;
  }

  record(fruitful: boolean): void {
    this.#fruitless = fruitful ? 0 : this.#fruitless + 1;
    if (this.#fruitless >= MAX_FRUITLESS) this.#leftAloneUntil = this.#now() + LEFT_ALONE_MS;
  }
}
