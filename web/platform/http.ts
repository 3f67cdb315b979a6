import type { ErrorBody, ErrorCode } from '@understudy/contract/errors';
import { inReadersWords } from './server-words.ts';
import { t } from './texts.ts';

/** `network`: no answer. `timeout`: no answer in time. `bad_answer`: an answer that is not the server's JSON. */
export type CallErrorCode = ErrorCode | 'network' | 'timeout' | 'bad_answer';

/** A failed call to the server, with a message for the user. */
export class CallError extends Error {
  readonly code: CallErrorCode;
  /** HTTP status, or 0 without an answer. */
  readonly status: number;
  /** The request id to quote to the operator; empty without an answer. */
  readonly requestId: string;
  /** How long the server asked to wait, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** Whether the message tells the server's refusal; otherwise it is a default that the screen may replace. */
  readonly fromServer: boolean;
  /** The refusal in the server's own words; the message tells it in the reader's language. */
  readonly said: string;

  constructor(
    code: CallErrorCode,
    message: string,
    detail: {
      status?: number;
      requestId?: string;
      retryAfterMs?: number | null;
      fromServer?: boolean;
      said?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: detail.cause });
    this.name = 'CallError';
    this.code = code;
    this.status = detail.status ?? 0;
    this.requestId = detail.requestId ?? '';
    this.retryAfterMs = detail.retryAfterMs ?? null;
    this.fromServer = detail.fromServer ?? false;
    this.said = detail.said ?? message;
  }
}

/** The sentence about the server's refusal; the fallback for any other failure. */
export function serverSentence(error: unknown, otherwise: string): string {
  return error instanceof CallError && error.fromServer ? error.message : otherwise;
}

/** The field that the server refused and the reason, in the gateway's format; null for any other failure. */
export function refusedField(error: unknown): { field: string; reason: string } | null {
  if (!(error instanceof CallError) || error.code !== 'invalid_request') return null;
  const [, field, reason] = /^The field "([^"]+)" does not fit: (.+?)\.?$/.exec(error.said) ?? [];
  return field && reason ? { field, reason } : null;
}

/** Options of a call. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Timeout; defaults to 30 s. */
  timeoutMs?: number;
  /** Lets the call outlive the page (end_session on leaving). */
  keepalive?: boolean;
  /** Use of the browser's HTTP cache; defaults to none. */
  cache?: RequestCache;
  headers?: Record<string, string>;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Calls a server function and returns its JSON answer. Throws {@link CallError}; an abort of the caller's own signal is
 * rethrown unchanged, since it is not a failure.
 */
export async function callFunction<Answer>(name: string, body: unknown, options: CallOptions = {}): Promise<Answer> {
  const response = await send(`/functions/v1/${name}`, {
    keepalive: false,
    ...options,
    method: 'POST',
    headers: { ...options.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return readJson<Answer>(response);
}

/** Reads JSON from a path on the server. Throws as {@link callFunction} does. */
export async function getJson<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  return readJson<Answer>(await send(path, { cache: 'no-store', ...options }));
}

/** Sends a request with a timeout; resolves only with a 2xx answer. For streams, which read the body themselves. */
export async function send(path: string, init: RequestInit & { timeoutMs?: number }): Promise<Response> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, signal, ...request } = init;
  const limit = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    response = await fetch(path, { ...request, signal: signal ? AbortSignal.any([signal, limit]) : limit });
  } catch (cause) {
    throw toCallError(cause, signal, limit);
  }
  if (!response.ok) throw await readError(response);
  return response;
}

function toCallError(cause: unknown, signal: AbortSignal | null | undefined, limit: AbortSignal): unknown {
  if (signal?.aborted) return cause;
  if (limit.aborted) return new CallError('timeout', t('ui.tooLong'), { cause });
  return new CallError('network', t('ui.unreachable'), { cause });
}

async function readJson<Answer>(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new CallError('bad_answer', t('ui.unreadable'), {
      status: response.status,
      cause,
    });
  }
}

/** Converts an answer outside 2xx into the error described by its body. */
async function readError(response: Response): Promise<CallError> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const detail = { status: response.status, retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1000 : null };
  if (typeof body?.error !== 'string' || typeof body.code !== 'string') {
    return new CallError('bad_answer', t('ui.unreadable'), detail);
  }
  const { code, error: said, problem } = body;
  const message = await inReadersWords({ code, said, retryAfterMs: detail.retryAfterMs, problem });
  return new CallError(code, message, { ...detail, requestId: body.request_id ?? '', fromServer: true, said });
}
