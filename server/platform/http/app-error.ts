import { ERROR_STATUS, type ErrorCode } from '@understudy/contract/errors';

/** An error that a person outside may read: a sentence, a code and its status. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** When a retry may help, in milliseconds from now. */
  readonly retryAfterMs: number | null;

  /** A number that goes out beside the sentence, for a program to use. */
  readonly rows: number | null;

  constructor(
    code: ErrorCode,
    sentence: string,
    options: { retryAfterMs?: number; rows?: number; cause?: unknown } = {},
  ) {
    super(sentence, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.rows = options.rows ?? null;
  }
}
