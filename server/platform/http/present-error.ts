import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@understudy/contract/errors';
import { databaseErrorCode } from '../database/errors.ts';
import { AppError } from './app-error.ts';

/** What an error response contains: never a stack, SQL or a path. */
interface PresentedError {
  status: number;
  body: ErrorBody;
  /** Seconds for the `retry-after` header, if a retry may help. */
  retryAfterS: number | null;
  /** True if the error is a defect, which is logged with its stack. */
  defect: boolean;
}

/** Fastify's own errors, by code. */
const FRAMEWORK_ERRORS: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The request is larger than this server accepts.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_json', 'The request has no body; JSON is expected.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_json', 'The request body is not valid JSON.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'This address reads application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_request', 'The content-length header does not match the body.'],
  FST_ERR_BAD_URL: ['invalid_request', 'The address is not a valid URL.'],
  FST_ERR_MAX_PARAM_LENGTH: ['uri_too_long', 'The address is longer than any on this server.'],
  ENAMETOOLONG: ['uri_too_long', 'The address is longer than any on this server.'],
};

/** Errors with nothing but a status, such as those of the static files for paths outside their folder. */
const STATUS_ERRORS: Record<number, [ErrorCode, string]> = {
  400: ['invalid_request', 'The request is not one that this address understands.'],
  403: ['not_found', 'There is nothing at this address.'],
  404: ['not_found', 'There is nothing at this address.'],
  405: ['method_not_allowed', 'This method is not one that this address answers.'],
};

/** Turns anything thrown into an error response. */
export function presentError(error: unknown, requestId: string): PresentedError {
  const make = (code: ErrorCode, sentence: string, retryAfterMs: number | null = null, defect = false) => ({
    status: ERROR_STATUS[code],
    body: { error: sentence, code, request_id: requestId },
    retryAfterS: retryAfterMs === null ? null : Math.max(1, Math.ceil(retryAfterMs / 1000)),
    defect,
  });
  if (error instanceof AppError) {
    const made = make(error.code, error.message, error.retryAfterMs);
    return { ...made, body: { ...made.body, ...error.more } };
  }
  const database = databaseErrorCode(error);
  if (database === 'storage_full')
    return make(database, 'The server has no room left to keep this. Please try later.', 30_000);
  if (database) return make(database, 'The database cannot be reached right now. Please try again in a moment.', 2_000);
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number };
  const known = code ? FRAMEWORK_ERRORS[code] : undefined;
  if (known) return make(...known);
  if (statusCode === 400 && error instanceof SyntaxError)
    return make('invalid_json', 'The request body is not valid JSON.');
  const refused = STATUS_ERRORS[statusCode ?? 0];
  if (refused) return make(...refused);
  return make('internal_error', 'Something went wrong on our side.', null, true);
}
