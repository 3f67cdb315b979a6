/**
 * A list that is read must not jump under the pointer. While it is held, rows keep their places and take over new
 * values; what would come in waits.
 */
export interface StableOrder<Row> {
  /** What is shown. */
  rows: Row[];
  /** How many rows of the newest answer are not shown yet. */
  waiting: number;
}

/**
 * @param shown what is on the screen
 * @param newest the server's answer
 * @param isHeld whether somebody is reading or pointing at it
 */
export function stableOrder<Row extends { id: string }>(
  shown: readonly Row[],
  newest: readonly Row[],
  isHeld: boolean,
): StableOrder<Row> {
  if (!isHeld || shown.length === 0) return { rows: [...newest], waiting: 0 };
  const fresh = new Map(newest.map((row) => [row.id, row]));
  const rows = shown.map((row) => fresh.get(row.id) ?? row);
  const held = new Set(shown.map(({ id }) => id));
  return { rows, waiting: newest.filter(({ id }) => !held.has(id)).length };
}
