/** Readings in a row that came to nothing, after which a model is left alone. */
const MAX_FRUITLESS = 3;
/** For so long; then it is asked once, and left alone again if that comes to nothing too. */
const LEFT_ALONE_MS = 10 * 60_000;

/**
 * Whether a model is worth asking. One that does not answer in the shape that is asked for would otherwise be asked, and
 * paid for, twice after each of a visitor's messages.
 */
export class ModelCooldown {
  readonly #now: () => number;
  #fruitless = 0;
  #leftAloneUntil = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds that only go forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether to ask now. */
  get isOver(): boolean {
    return this.#now() >= this.#leftAloneUntil;
  }

  /** What became of a reading. */
  record(fruitful: boolean): void {
    this.#fruitless = fruitful ? 0 : this.#fruitless + 1;
    if (this.#fruitless >= MAX_FRUITLESS) this.#leftAloneUntil = this.#now() + LEFT_ALONE_MS;
  }
}
