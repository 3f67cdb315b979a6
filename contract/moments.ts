/** How much a kind of moment is worth: what was saved by hand most, then a callback that landed. */
const WORTH = { saved: 4, callback: 3, laugh: 2, story: 1 };

/** A moment of a show, as far as its worth goes. */
interface Kind {
  type: keyof typeof WORTH;
}

/** Moments by their worth, best first; of two that are worth the same, the newer, to which more led up. */
export const byWorth = <Moment extends Kind>(oldestFirst: readonly Moment[]): Moment[] =>
  oldestFirst.toReversed().toSorted((one, other) => WORTH[other.type] - WORTH[one.type]);
