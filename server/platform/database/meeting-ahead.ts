/**
 * SQL: whether a visitor has a booked meeting ahead, or one that is not over.
 *
 * @param visitorId SQL of the visitor's id
 */
export const hasMeetingAhead = (visitorId: string): string => `EXISTS (
  SELECT FROM bookings b WHERE b.visitor_id = ${visitorId} AND b.status = 'confirmed' AND b.ends_at > now())`;
