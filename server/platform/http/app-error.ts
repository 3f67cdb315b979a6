import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@understudy/contract/errors';

/** An error that is safe to show outside: a sentence, a code and its status. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Milliseconds from now after which a retry may help. */
  readonly retryAfterMs: number | null;
  /** What is sent beside the sentence, for programs. */
  readonly more: Pick<ErrorBody, 'rows' | 'problem'>;

  constructor(
    code: ErrorCode,
    sentence: string,
    {
      retryAfterMs,
      cause,
      ...more
    }: Pick<ErrorBody, 'rows' | 'problem'> & { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(sentence, { cause });
    this.name = 'AppError';
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.retryAfterMs = retryAfterMs ?? null;
    this.more = more;
  }
}
