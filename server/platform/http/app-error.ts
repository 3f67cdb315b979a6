import { ERROR_STATUS, type ErrorCode } from '@understudy/contract/errors';

/** An error that is safe to show outside: a sentence, a code and its status. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Milliseconds from now after which a retry may help. */
  readonly retryAfterMs: number | null;
  /** A number sent beside the sentence, for programs. */
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
