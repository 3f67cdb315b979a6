/**
 * A list that must not jump under the pointer. While it is held, rows keep their places and take over new values; new
 * rows wait.
 */
export interface StableOrder<Row> {
  /** The displayed rows. */
  rows: Row[];
  /** Number of rows of the latest answer that are not shown yet. */
  waiting: number;
}

/**
 * @param shown the displayed rows
 * @param newest the server's answer
 * @param isHeld whether somebody is reading the list or pointing at it
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
