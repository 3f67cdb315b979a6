/**
 * Every error code that leaves the server, with its HTTP status and the reason for that status. One table: nobody
 * writes a status beside a code anywhere else.
 */
export const ERROR_STATUS = {
  /** The body or a header does not fit its schema; the sentence names the field. */
  invalid_request: 400,
  /** The body is not JSON. */
  invalid_json: 400,
  /** user_message is blank and this is no follow-up. */
  empty_message: 400,
  /** user_message has more code points than allowed. */
  message_too_long: 400,
  /** A model id that no catalogue and no provider knows. */
  unknown_model: 400,
  /** A mode id that the twin does not have. */
  unknown_mode: 400,
  /** A voice id that the twin does not have. */
  unknown_voice: 400,
  /** An utterance that is no WAV file of the kind that is transcribed; the sentence says why. */
  invalid_audio: 400,
  /** A text in which nothing can be spoken. */
  nothing_to_speak: 400,
  /** Unknown session or wrong secret: one code for both, so that neither can be told from the other. */
  invalid_session: 401,
  /** No access token, or one that is expired, forged, or whose sign-in has ended. */
  unauthorized: 401,
  /** Known, but not allowed to do this: the role is too low, or the owner has not opened the call. */
  forbidden: 403,
  /** Signed in with a one-time password, which opens nothing but the choice of another. */
  must_change_password: 403,
  /** Signed in with a password, and a code of the authenticator app or a recovery code is still to be given. */
  second_factor_needed: 403,
  /** An owner requires a second factor of everybody, and this person has none yet. */
  second_factor_setup_needed: 403,
  /** Signed in longer ago than this allows: whoever holds the device gives their password once more. */
  sign_in_again: 403,
  /** No function, page or record of that name. */
  not_found: 404,
  /** The method is not one that this path answers. */
  method_not_allowed: 405,
  /** The request came in too slowly. */
  request_timeout: 408,
  /** The twin has followed up as often as it may without a word from the visitor. */
  followup_not_due: 409,
  /** The visitor did not agree that this conversation is kept, so nothing can be noted down for later. */
  not_kept: 409,
  /** The sentence that the visitor agreed to is not one that is known here: it has changed, and is to be read again. */
  consent_changed: 409,
  /** Somebody else has changed it meanwhile, or it exists already. */
  conflict: 409,
  /** It deletes something, and the number that was confirmed is not the number that it would delete. */
  confirmation_needed: 409,
  /** Without the last owner nobody could manage anything. */
  last_owner: 409,
  /** The session has ended; a new one can be started. */
  session_ended: 410,
  /** The body is larger than the limit. */
  body_too_large: 413,
  /** The content type is not one that this path reads. */
  unsupported_media_type: 415,
  /** The path is longer than any that exists. */
  uri_too_long: 414,
  /** The `expect` header asks for something that this server does not do. */
  expectation_failed: 417,
  /** A rate limit or daily budget; `retry-after` says how long. */
  rate_limited: 429,
  /** The headers are larger than the limit. */
  headers_too_large: 431,
  /** A defect of ours. */
  internal_error: 500,
  /** No provider gave an answer and the embedded twin failed too. */
  reply_failed: 503,
  /** No transcription provider is set up, or it did not answer. */
  transcription_unavailable: 503,
  /** No voice could speak. */
  speech_unavailable: 503,
  /** The database cannot be reached. */
  db_unavailable: 503,
  /** No room left to write; not 507, which some clients take as final. */
  storage_full: 503,
  /** The hosted issuer whose word a sign-in hangs on cannot be reached. */
  sign_in_unavailable: 503,
  /** For how long things are kept cannot be told, so nobody can agree to it. */
  consent_unavailable: 503,
  /** The server is stopping. */
  shutting_down: 503,
} as const;

/** A code that an error body may carry. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** The body of every answer that is not 2xx. */
export interface ErrorBody {
  error: string;
  code: ErrorCode;
  request_id: string;
  /** With `confirmation_needed`: the number to confirm. */
  rows?: number;
}
