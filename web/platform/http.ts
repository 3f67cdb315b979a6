import type { ErrorBody, ErrorCode } from '@understudy/contract/errors';

/** `network`: no answer came. `timeout`: none came in time. `bad_answer`: what came is not our server's JSON. */
export type CallErrorCode = ErrorCode | 'network' | 'timeout' | 'bad_answer';

/** A failed call to our own server, with the sentence for a person that the server wrote, when one came. */
export class CallError extends Error {
  readonly code: CallErrorCode;
  /** HTTP status, or 0 when there was no answer. */
  readonly status: number;
  /** What to quote to the operator; empty when there was no answer. */
  readonly requestId: string;
  /** How long the server asked to wait, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** The server wrote the message for a person; otherwise it is ours and may be replaced by the screen's own. */
  readonly fromServer: boolean;

  constructor(
    code: CallErrorCode,
    message: string,
    detail: {
      status?: number;
      requestId?: string;
      retryAfterMs?: number | null;
      fromServer?: boolean;
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
  }
}

/** The sentence for a person that the server wrote about a failure; the screen's own where it wrote none. */
export function serverSentence(error: unknown, otherwise: string): string {
  return error instanceof CallError && error.fromServer ? error.message : otherwise;
}

/** Which field of a call the server refused and why, as the gateway words it; null when the failure is another one. */
export function refusedField(error: unknown): { field: string; reason: string } | null {
  if (!(error instanceof CallError) || error.code !== 'invalid_request') return null;
  const [, field, reason] = /^The field "([^"]+)" does not fit: (.+?)\.?$/.exec(error.message) ?? [];
  return field && reason ? { field, reason } : null;
}

/** How a call differs from the usual. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Given up after this long; 30 s unless said. */
  timeoutMs?: number;
  /** Lets the call outlive the page (end_session on leaving). */
  keepalive?: boolean;
  /** How the browser's own copies are used; by no means unless said. */
  cache?: RequestCache;
  headers?: Record<string, string>;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Calls a server function and gives its JSON answer. Throws {@link CallError}; an abort of the caller's own signal is
 * thrown as it is, because it is no failure.
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

/** Reads JSON from a path of our own server. Throws as {@link callFunction} does. */
export async function getJson<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  return readJson<Answer>(await send(path, { cache: 'no-store', ...options }));
}

/** Sends a request with a time limit; resolves with a 2xx answer only. For streams, which read the body themselves. */
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
  if (limit.aborted) return new CallError('timeout', 'The server took too long to answer.', { cause });
  return new CallError('network', 'The server cannot be reached.', { cause });
}

async function readJson<Answer>(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new CallError('bad_answer', 'The server gave an answer that cannot be read.', {
      status: response.status,
      cause,
    });
  }
}

/** Turns an answer that is not 2xx into the error its body describes. */
export async function readError(response: Response): Promise<CallError> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const detail = { status: response.status, retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1000 : null };
  if (typeof body?.error !== 'string' || typeof body.code !== 'string') {
    return new CallError('bad_answer', `The server answered ${response.status}.`, detail);
  }
  return new CallError(body.code, body.error, { ...detail, requestId: body.request_id ?? '', fromServer: true });
}
