import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { http, https } from '../../platform/node-http.ts';
import { ProviderError } from '../provider-error.ts';

/** Maximum bytes read of a text response. */
export const MAX_WIRE_BYTES = 1024 * 1024;

/** Idle connections kept for reuse: as many as one server has conversations at a busy moment. */
const MAX_IDLE_CONNECTIONS = 256;
/** Statuses after which the same request may well succeed. */
const TEMPORARY_STATUSES = new Set([408, 409, 425, 429]);

/** This side ended the call. */
class CallCut extends Error {}
/** The connect timeout was reached. */
class ConnectTimeout extends Error {}
/** A response was too long. */
export class WireOverflow extends Error {}

/** A request that is being made. */
export interface Exchange {
  /** Resolves with the response's headers; rejects with the network error. */
  answer: Promise<IncomingMessage>;
  /** Whether the whole request has been sent. */
  sent(): boolean;
  /** Ends the exchange at once and closes its socket; a pending read rejects with `error`. */
  destroy(error: Error): void;
}

/** Requests to one server. Paths are relative to its base URL. */
export interface Transport {
  /** Sends a body as JSON. */
  post(path: string, body: unknown): Exchange;
  /** Sends a body that is not JSON. */
  upload(path: string, contentType: string, body: Buffer): Exchange;
  get(path: string): Exchange;
  /** Closes idle connections. */
  close(): void;
  /** Closes idle connections now, and those in use once they are idle. */
  retire(): void;
}

/** The server, and how long to wait for a connection. */
interface TransportOptions {
  /** The base of `/chat/completions`, with or without a trailing slash. */
  baseUrl: string;
  apiKey: string | null;
  /** From the first packet to a usable (for https: encrypted) connection, DNS lookup included. */
  connectMs: number;
}

/**
 * Creates the HTTP transport to one OpenAI-compatible server, over pooled connections, for every kind of provider.
 * Opens no connection before the first request. Uses Node's own client rather than fetch, which guarantees the connect
 * timeout, the size limit and the destruction of the socket, and costs less CPU (docs/decisions/provider-transport.md).
 */
export function createTransport({ baseUrl, apiKey, connectMs }: TransportOptions): Transport {
  const base = new URL(baseUrl);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  const secure = base.protocol === 'https:';
  const pooled = { keepAlive: true, maxFreeSockets: MAX_IDLE_CONNECTIONS };
  const agent = secure ? new https.Agent(pooled) : new http.Agent(pooled);
  const issue = secure ? https.request : http.request;
  const common: Record<string, string> = { accept: 'application/json, text/event-stream', 'user-agent': 'understudy' };
  if (apiKey) common['authorization'] = `Bearer ${apiKey}`;

  function send(path: string, body: Buffer | string | null, contentType = 'application/json'): Exchange {
    const url = new URL(path, base);
    url.search ||= base.search;
    const headers = { ...common };
    if (body !== null) {
      headers['content-type'] = contentType;
      headers['content-length'] = String(Buffer.byteLength(body));
    }
    let destroy: (error: Error) => void = () => {};
    let sent = () => false;
    const attempt = (mayRepeat: boolean) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const request = issue(url, { method: body === null ? 'GET' : 'POST', agent, headers });
        const disarm = armConnectTimeout(request, secure, connectMs);
        let response: IncomingMessage | null = null;
        let isOver = false;
        destroy = (error) => (response ?? request).destroy(error);
        sent = () => request.writableFinished;
        request.once('response', (message) => {
          disarm();
          response = message;
          // A response that nobody reads to its end may fail later, which does no harm.
          message.on('error', () => {});
          resolve(message);
        });
        request.on('error', (error: NodeJS.ErrnoException) => {
          disarm();
          // Its reader hears of it. A repetition would belong to nobody, and its failure would end the process.
          if (response !== null || isOver) return;
          isOver = true;
          // The server just closed a pooled connection: the request was not read, so it is sent again.
          if (mayRepeat && request.reusedSocket && error.code === 'ECONNRESET') resolve(attempt(false));
          else reject(error);
        });
        request.end(body ?? undefined);
      });
    return { answer: attempt(true), sent: () => sent(), destroy: (error) => destroy(error) };
  }

  return {
    post: (path, body) => send(path, JSON.stringify(body)),
    upload: (path, contentType, body) => send(path, body, contentType),
    get: (path) => send(path, null),
    close: () => agent.destroy(),
    retire() {
      agent.maxFreeSockets = 0;
      for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
    },
  };
}

/** Destroys the request if its new connection is not established in time; returns a function that cancels this. */
function armConnectTimeout(request: ReturnType<typeof http.request>, secure: boolean, connectMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  const disarm = () => clearTimeout(timer);
  request.once('socket', (socket: Socket | TLSSocket) => {
    const established = secure ? 'secureConnect' : 'connect';
    if (request.reusedSocket || !socket.connecting) return;
    timer = setTimeout(() => request.destroy(new ConnectTimeout('connect timeout')), connectMs);
    socket.once(established, disarm);
    socket.once('close', disarm);
  });
  return disarm;
}

/**
 * Makes one call that is answered as a whole within a time limit. An aborted signal or the timeout closes the
 * connection.
 *
 * @param begin sends the request
 * @param read reads the response; any error other than a {@link ProviderError} counts as a broken connection
 * @throws ProviderError, or the signal's reason
 */
export async function callWithin<Result>(
  provider: string,
  timeoutMs: number,
  signal: AbortSignal,
  begin: () => Exchange,
  read: (message: IncomingMessage) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const exchange = begin();
  let timedOut = false;
  const cut = () => exchange.destroy(new CallCut());
  const timer = setTimeout(() => {
    timedOut = true;
    cut();
  }, timeoutMs);
  signal.addEventListener('abort', cut, { once: true });
  try {
    return await read(await exchange.answer);
  } catch (error) {
    // The error is thrown below; a response that arrives anyway is not read.
    exchange.answer.then((message) => message.destroy()).catch(() => undefined);
    signal.throwIfAborted();
    throw timedOut ? new ProviderError(provider, 'timeout', { retryable: true }) : networkError(provider, error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cut);
  }
}

/** Reads a whole body as text; rejects with {@link WireOverflow} beyond {@link MAX_WIRE_BYTES}. */
export async function readWhole(message: IncomingMessage): Promise<string> {
  return (await readBytes(message, MAX_WIRE_BYTES)).toString('utf8');
}

/** Reads a whole body; rejects with {@link WireOverflow} beyond the limit. */
export async function readBytes(message: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of message as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) throw new WireOverflow('answer too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Lets a response end by itself, so that its connection can be reused, or closes it after `graceMs`. */
export function release(message: IncomingMessage, graceMs: number): void {
  if (message.readableEnded || message.destroyed) return;
  const timer = setTimeout(() => message.destroy(), graceMs);
  message.once('close', () => clearTimeout(timer));
  message.resume();
}

/** Parses a JSON object; null for anything else. */
export function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** The error of a response that is not 2xx. Like all errors here it has our own words: a response may echo a key. */
export function statusError(provider: string, status: number, headers: IncomingHttpHeaders): ProviderError {
  if (status === 401 || status === 402 || status === 403) {
    return new ProviderError(provider, `refused with ${status}`, { status, kind: 'provider_refused' });
  }
  const retryable = status >= 500 || TEMPORARY_STATUSES.has(status);
  return new ProviderError(provider, String(status), { status, retryable, retryAfterMs: readRetryAfter(headers) });
}

/** The error of an unreadable response. */
export function badResponse(provider: string, reason = 'bad response'): ProviderError {
  return new ProviderError(provider, reason, { status: 200, kind: 'provider_bad_response' });
}

/** The error of a connection that failed, before the response or within it. */
export function networkError(provider: string, error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof WireOverflow) return badResponse(provider, 'answer too long');
  if (error instanceof ConnectTimeout) return unreachable(provider, 'connect timeout');
  const code = String((error as NodeJS.ErrnoException | null)?.code ?? '');
  if (/^(ENOTFOUND|EAI_|EDNS|ENODATA)/.test(code)) return unreachable(provider, 'DNS failure');
  if (code === 'CERT_HAS_EXPIRED') return unreachable(provider, 'TLS certificate expired');
  if (/CERT|TLS|SSL|ALTNAME|EPROTO|UNABLE_TO|SELF_SIGNED/.test(code)) return unreachable(provider, 'TLS failure');
  // Errors of Node's HTTP parser begin with HPE.
  if (code.startsWith('HPE_')) return badResponse(provider);
  if (code === 'ECONNREFUSED') return unreachable(provider, 'connection refused', true);
  return new ProviderError(provider, 'connection broke off', { retryable: true });
}

/** The error of a server that no connection reached. */
function unreachable(provider: string, reason: string, retryable = false): ProviderError {
  return new ProviderError(provider, reason, { retryable, kind: 'provider_unreachable' });
}

/** Whether an error response says that the model is no longer (or was never) served here. */
export function saysModelIsGone(status: number, body: string): boolean {
  if (status !== 404 && status !== 400) return false;
  const error = (parseObject(body) as { error?: { code?: unknown; message?: unknown } } | null)?.error;
  if (error?.code === 'model_not_found' || error?.code === 'model_decommissioned') return true;
  return status === 404 && /model/i.test(typeof error?.message === 'string' ? error.message : '');
}

/**
 * How long a provider asks to wait, in milliseconds: from seconds, a date, or the millisecond header that some send.
 */
function readRetryAfter(headers: IncomingHttpHeaders, now = Date.now()): number | null {
  const exact = Number(headers['retry-after-ms'] || Number.NaN);
  if (exact >= 0) return exact;
  const value = headers['retry-after'];
  if (!value) return null;
  const seconds = Number(value);
  if (seconds >= 0) return seconds * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
