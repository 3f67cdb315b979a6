/** How much a kind of moment is worth: what was saved by hand most, then a callback that landed. */
const WORTH = { saved: 4, callback: 3, laugh: 2, story: 1 };

/** A moment of a show, as far as its worth goes. */
interface Kind {
  type: keyof typeof WORTH;
}

/** Moments by their worth, best first; of two that are worth the same, the newer, to which more led up. */
export const byWorth = <Moment extends Kind>(oldestFirst: readonly Moment[]): Moment[] =>
  oldestFirst.toReversed().toSorted((one, other) => WORTH[other.type] - WORTH[one.type]);

/** Themes that an episode is told with, at most. */
export const MAX_TOLD_THEMES = 8;

/** A time within an episode: 1:05, or 1:15:05 from an hour on. @param ms from its beginning */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3_600);
  const [first, ...rest] = hours > 0 ? [hours, ...parts] : parts;
  return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':');
}
