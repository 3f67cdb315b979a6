/** In the JSON of a session's `call_request`: the visitor has taken it back. Its address stays one of their own. */
export const WITHDRAWN = 'withdrawn';

/**
 * SQL: the call by the form that stands in a session, JSON or null.
 * @param session its table's name in the statement
 */
export const standingCall = (session: string): string =>
  `CASE WHEN NOT ${session}.call_request ? '${WITHDRAWN}' THEN ${session}.call_request END`;
