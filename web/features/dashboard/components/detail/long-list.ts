/** From this many rows on, off-screen rows are not laid out (docs/decisions/dashboard.md). */
const LONG = 100;

/** The class of a list with the given number of rows. */
export const longList = (rows: number) => (rows > LONG ? 'long-list' : undefined);
