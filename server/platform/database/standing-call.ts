/**
 * Key in the JSON of a session's `call_request`: the visitor has retracted it. Its address still counts as their own.
 */
export const WITHDRAWN = 'withdrawn';

/**
 * SQL for the call requested through the form that still stands in a session; JSON or null.
 *
 * @param session the session table's name in the statement
 */
export const standingCall = (session: string): string =>
  `CASE WHEN NOT ${session}.call_request ? '${WITHDRAWN}' THEN ${session}.call_request END`;
