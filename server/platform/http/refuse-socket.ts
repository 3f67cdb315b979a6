import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { ERROR_STATUS, type ErrorCode } from '@understudy/contract/errors';
import type { FastifyInstance } from 'fastify';
import { http } from '../node-http.ts';
import { securityHeaders } from './security-headers.ts';

/** Errors of the HTTP parser, by Node's error codes; anything else is not HTTP. */
const PARSER_ERRORS: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers of the request are larger than this server accepts.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
};

/**
 * Answers requests that never reach Fastify (broken framing, endless headers, slow senders, CONNECT, unknown
 * expectations) with the usual error body and headers, and closes the connection.
 */
export function refuseBrokenRequests(app: FastifyInstance): void {
  app.server.on('connect', (_request, socket) => refuseSocket(socket, 'method_not_allowed', 'This is no proxy.'));
  app.server.on('checkExpectation', (request) =>
    refuseSocket(request.socket, 'expectation_failed', 'The expect header names something that this server cannot do.'),
  );
}

/** Fastify's `clientErrorHandler`. */
export function refuseClientError(error: Error & { code?: string }, socket: Duplex): void {
  const fallback = ['invalid_request', 'The request is not valid HTTP.'] as const;
  const [code, sentence] = PARSER_ERRORS[error.code ?? ''] ?? fallback;
  if (error.code === 'ECONNRESET') socket.destroy();
  else refuseSocket(socket, code, sentence);
}

function refuseSocket(socket: Duplex, code: ErrorCode, sentence: string): void {
  // After a response that has begun, another one would be read as part of it.
  const { _httpMessage: answering } = socket as { _httpMessage?: { headersSent: boolean } };
  if (!socket.writable || answering?.headersSent) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const body = JSON.stringify({ error: sentence, code, request_id: requestId });
  const headers = {
    ...securityHeaders({ host: '', nonce: null, secure: false }),
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const status = ERROR_STATUS[code];
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
}
