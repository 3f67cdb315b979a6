/** Tables that hold something about a visitor, by their id. */
export const ABOUT_VISITORS = ['sessions', 'leads', 'memories', 'action_items', 'notes'] as const;

/**
 * SQL that deletes the rows of visitors about whom nothing is kept any more: their secret would open nothing.
 *
 * @param gone what the same statement deletes, and therefore still sees: only these visitors are looked at, and these
 * sessions do not count. Without it all visitors are looked at.
 */
export function forgetVisitors(gone?: { visitors: string; sessions: string }): string {
  const nothing = ABOUT_VISITORS.map((table) => {
    const besides = gone && table === 'sessions' ? ` AND o.id NOT IN (${gone.sessions})` : '';
    return `NOT EXISTS (SELECT FROM ${table} o WHERE o.visitor_id = v.visitor_id${besides})`;
  });
  // A visitor who comes back at this moment has a new `seen_at` by the time that their row can be deleted.
  return `DELETE FROM visitors v USING visitors was
    WHERE was.visitor_id = v.visitor_id AND was.seen_at = v.seen_at
      ${gone ? `AND v.visitor_id IN (${gone.visitors})` : ''} AND ${nothing.join(' AND ')}`;
}
