/** Close codes of `/podcast/{sessionId}`. */
export const SHOW_CLOSE = {
  /** The first message was no valid `init`, or its secret or token is wrong. */
  unauthorized: 4401,
  /** The token's role, or the visitor's missing consent, does not allow it. */
  forbidden: 4403,
  /** A newer page of the same performer took its place; who reconnects by itself would displace that one. */
  replaced: 4409,
  /** Too many messages. */
  flood: 4429,
  /** The conversation has ended. */
  ended: 4410,
  /** The server stops. */
  stopping: 1012,
} as const;
