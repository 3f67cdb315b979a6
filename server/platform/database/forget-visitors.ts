/** Tables with data about a visitor, keyed by visitor id. */
export const ABOUT_VISITORS = ['sessions', 'leads', 'memories', 'action_items', 'notes', 'bookings'] as const;

/**
 * SQL that deletes visitors about whom nothing else is kept, since their secret would give access to nothing.
 *
 * @param gone SQL of the visitors to check, and of the sessions to ignore: a statement still sees those that it
 * deletes. Without it, all visitors are checked.
 */
export function forgetVisitors(gone?: { visitors: string; sessions: string }): string {
  const nothing = ABOUT_VISITORS.map((table) => {
    const besides = gone && table === 'sessions' ? ` AND o.id NOT IN (${gone.sessions})` : '';
    return `NOT EXISTS (SELECT FROM ${table} o WHERE o.visitor_id = v.visitor_id${besides})`;
  });
  // A visitor who returns at this moment has a new `seen_at` by the time their row could be deleted.
  return `DELETE FROM visitors v USING visitors was
    WHERE was.visitor_id = v.visitor_id AND was.seen_at = v.seen_at
      ${gone ? `AND v.visitor_id IN (${gone.visitors})` : ''} AND ${nothing.join(' AND ')}`;
}
