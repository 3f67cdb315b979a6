/** From so many rows on, what is off the screen is not laid out (docs/decisions/dashboard.md). */
const LONG = 100;

/** The class of a list of so many rows. */
export const longList = (rows: number) => (rows > LONG ? 'long-list' : undefined);
