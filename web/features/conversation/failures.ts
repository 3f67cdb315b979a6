import type { CallError } from '../../platform/http.ts';
import type { Failure } from './talk.ts';

/** Refusals after which the server has not stored the message, so that it can be edited and sent again. */
const NOT_KEPT = new Set([
  'invalid_request',
  'empty_message',
  'message_too_long',
  'unknown_model',
  'unknown_mode',
  'body_too_large',
]);

/** Transient failures: a later attempt of the same call may succeed. */
const PASSING = new Set(['network', 'timeout', 'db_unavailable', 'shutting_down']);

/** Whether to retry without asking the visitor. */
export function isPassing(error: CallError): boolean {
  return PASSING.has(error.code) || (error.code === 'bad_answer' && (error.status >= 500 || error.status === 0));
}

/** Whether the session can no longer be used. */
export function isSessionOver(error: CallError): boolean {
  return error.code === 'invalid_session' || error.code === 'session_ended';
}

/** Whether the server was unreachable. */
export function isUnreachable(error: CallError): boolean {
  return error.code === 'network' || error.code === 'timeout' || error.code === 'bad_answer';
}

/** The explanation shown beside an unsent message, with the remedy. */
export function describeFailure(error: CallError, now: number): Failure {
  const retryAt = error.retryAfterMs === null ? null : now + error.retryAfterMs;
  if (NOT_KEPT.has(error.code)) return { sentence: error.message, retryAt: null, remedy: 'edit' };
  if (error.fromServer) return { sentence: error.message, retryAt, remedy: 'again' };
  const sentence = isUnreachable(error)
    ? 'The server cannot be reached. Your words are still here; send them again when the connection is back.'
    : 'Something went wrong on the way. Your words are still here; please send them again.';
  return { sentence, retryAt, remedy: 'again' };
}
