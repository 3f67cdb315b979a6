import type { ReadProblem } from './read-problems.ts';

/**
 * Every error code of the server with its HTTP status and the reason for that status. This is the only place that
 * assigns a status to a code.
 */
export const ERROR_STATUS = {
  /** The body or a header does not match its schema; the sentence names the field. */
  invalid_request: 400,
  /** The body is not JSON. */
  invalid_json: 400,
  /** user_message is blank and this is not a follow-up. */
  empty_message: 400,
  /** user_message has more code points than allowed. */
  message_too_long: 400,
  /** The model id is unknown to every catalogue and provider. */
  unknown_model: 400,
  /** The twin has no mode with this id. */
  unknown_mode: 400,
  /** The twin has no voice with this id. */
  unknown_voice: 400,
  /** The utterance is not a WAV file in the accepted format; the sentence says why. */
  invalid_audio: 400,
  /** The file is no photo that can be used; the sentence says why. */
  invalid_picture: 400,
  /** The text contains nothing that can be spoken. */
  nothing_to_speak: 400,
  /** Unknown session or wrong secret: a single code, so that the two cannot be told apart. */
  invalid_session: 401,
  /** The link to a visitor's data is unknown, used or too old. */
  invalid_link: 401,
  /** The access token is missing, expired or forged, or its sign-in has ended. */
  unauthorized: 401,
  /** Known, but not allowed to do this: the role is too low, or the owner has not enabled the call. */
  forbidden: 403,
  /** Signed in with a one-time password, which only allows choosing another. */
  must_change_password: 403,
  /** Signed in with a password only; a code from the authenticator app or a recovery code is still required. */
  second_factor_needed: 403,
  /** An owner requires a second factor from everybody, and this user has none yet. */
  second_factor_setup_needed: 403,
  /** The sign-in is too old for this call; the user must enter the password again. */
  sign_in_again: 403,
  /** There is no function, page or record of that name. */
  not_found: 404,
  /** The path does not support this method. */
  method_not_allowed: 405,
  /** The request arrived too slowly. */
  request_timeout: 408,
  /** The twin has reached the limit of follow-ups without a word from the visitor. */
  followup_not_due: 409,
  /** The visitor did not agree that this conversation is kept, so nothing can be stored for later. */
  not_kept: 409,
  /** The visitor agreed to a consent sentence that is unknown here: it has changed and must be read again. */
  consent_changed: 409,
  /** It was changed by somebody else in the meantime, or it already exists. */
  conflict: 409,
  /** The time is no longer free, or never was. */
  slot_taken: 409,
  /** The booking was canceled before. */
  booking_cancelled: 409,
  /** The meeting is over, so its booking cannot be changed. */
  booking_over: 410,
  /** Visitors cannot book here: there is no calendar, or it is somewhere else. */
  no_calendar: 404,
  /** The call deletes something, and the confirmed number is not the number that it would delete. */
  confirmation_needed: 409,
  /** Another person has taken the conversation over; the sentence names them. */
  taken_over: 409,
  /** The visitor did not want a person to join. */
  person_declined: 409,
  /** The caller has not taken this conversation over, or no longer. */
  not_taken_over: 409,
  /** The last owner must stay, or nobody could manage anything. */
  last_owner: 409,
  /** The session has ended; a new one can be started. */
  session_ended: 410,
  /** The body is larger than the limit. */
  body_too_large: 413,
  /** The path does not accept this content type. */
  unsupported_media_type: 415,
  /** The path is longer than any that exists. */
  uri_too_long: 414,
  /** The `expect` header asks for something that the server does not support. */
  expectation_failed: 417,
  /** An address, a web page, a file or a calendar cannot be read; `problem` says why. */
  unreadable: 422,
  /** A rate limit or daily budget is used up; `retry-after` says for how long. */
  rate_limited: 429,
  /** The headers are larger than the limit. */
  headers_too_large: 431,
  /** An unexpected error in the server. */
  internal_error: 500,
  /** No provider answered, and the embedded twin failed too. */
  reply_failed: 503,
  /** No transcription provider is configured, or it did not answer. */
  transcription_unavailable: 503,
  /** No voice was able to speak. */
  speech_unavailable: 503,
  /** The database is unreachable. */
  db_unavailable: 503,
  /** No mail can be sent. */
  mail_unavailable: 503,
  /** There is no room left to write; not 507, which some clients treat as final. */
  storage_full: 503,
  /** The hosted issuer that verifies the sign-in is unreachable. */
  sign_in_unavailable: 503,
  /** Retention times are unknown, so nobody can agree to them. */
  consent_unavailable: 503,
  /** The server is shutting down. */
  shutting_down: 503,
} as const;

/** A code in an error body. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** The body of every answer outside 2xx. */
export interface ErrorBody {
  error: string;
  code: ErrorCode;
  request_id: string;
  /** With `confirmation_needed`: the number to confirm. */
  rows?: number;
  /** With `unreadable`: why it cannot be read. */
  problem?: ReadProblem;
}
