import { TAKEOVER_UNATTENDED_MS } from '@understudy/contract/takeover';

/** The channel on which instances tell each other that a conversation has news for those who watch it. */
export const TAKEOVER_CHANNEL = 'takeovers';

/** SQL: whether a person answers in the session with this id, whose page was heard of lately. */
export const isTakenOver = (sessionId: string): string =>
  `EXISTS (SELECT FROM takeovers w WHERE w.session_id = ${sessionId} AND w.state = 'active'
     AND w.last_seen_at > now() - interval '${TAKEOVER_UNATTENDED_MS} milliseconds')`;

/** SQL: tells those who watch the session with this id that it has a new line; a look-up by key if nobody does. */
export const tellWatchers = (sessionId: string): string =>
  `(SELECT pg_notify('${TAKEOVER_CHANNEL}', w.session_id || ' line') FROM takeovers w
     WHERE w.session_id = ${sessionId} AND w.watched_until > now())`;

/** SQL: whether the twin's next reply in the session with this id is to carry a hint, or to say that nobody came. */
export const isNoted = (sessionId: string): string =>
  `EXISTS (SELECT FROM takeovers w WHERE w.session_id = ${sessionId} AND (w.hint IS NOT NULL OR w.message_due))`;
