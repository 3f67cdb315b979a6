import { randomUUID } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { JSON_BODY_MAX_BYTES } from '@understudy/contract/constants';
import { ERROR_STATUS, type ErrorCode } from '@understudy/contract/errors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { addressKey } from '../limits/rate-limits.ts';
import { http } from '../node-http.ts';
import { AppError } from './app-error.ts';
import { presentError } from './present-error.ts';
import { securityHeaders } from './security-headers.ts';

/** Errors of the HTTP parser, by Node's error codes; anything else is not HTTP. */
const PARSER_ERRORS: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers of the request are larger than this server accepts.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
};

/** Options of the HTTP server. */
interface HttpServerOptions {
  log: FastifyBaseLogger;
  /** Addresses and networks (`10.0.0.0/8`) of trusted proxies; false for none. */
  trustProxy: false | string[];
  /** Maximum number of sockets per address. */
  socketsPerAddress: number;
  /** Interval for checking for requests that arrive too slowly. */
  connectionsCheckMs: number;
}

/**
 * Creates the HTTP server with everything common to all responses: request ids, security headers, the single error
 * handler, size and time limits.
 */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const app = Fastify({
    // Fastify's info lines (such as that it listens) are of no interest; its warnings are.
    loggerInstance: options.log.child({}, { level: options.log.level === 'silent' ? 'silent' : 'warn' }),
    // Requests are not logged one by one, only defects are.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_BODY_MAX_BYTES,
    trustProxy: options.trustProxy,
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    connectionTimeout: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    http: {
      headersTimeout: 10_000,
      maxHeaderSize: 16 * 1024,
      connectionsCheckingInterval: options.connectionsCheckMs,
      // A missing Host is refused below, with our error body instead of an empty one.
      requireHostHeader: false,
    },
    clientErrorHandler: refuseClientError,
    // No hook runs for URLs that the router cannot parse.
    frameworkErrors: (error, request, reply) => {
      addHeaders(request, reply);
      const presented = presentError(error, request.id);
      void (reply as FastifyReply).code(presented.status).send(presented.body);
    },
  });
  // A body that is not JSON is refused as such, instead of reaching a schema as a string.
  app.removeContentTypeParser('text/plain');
  refuseBrokenRequests(app);
  app.server.maxConnections = 4_000;
  limitSocketsPerAddress(app, options.socketsPerAddress, options.trustProxy || []);

  app.addHook('onRequest', async (request, reply) => {
    addHeaders(request, reply);
    const { host, 'content-encoding': encoding } = request.headers;
    if (host === undefined && request.raw.httpVersion === '1.1')
      throw new AppError('invalid_request', 'The request has no host header.');
    // A compressed body could smuggle a large one past the size limit.
    if (encoding !== undefined && encoding !== 'identity')
      throw new AppError('unsupported_media_type', 'Bodies are read uncompressed only.');
  });
  app.setErrorHandler((error, request, reply) => {
    const presented = presentError(error, request.id);
    // Work aborted because the caller left is not an error.
    const stopped = reply.raw.closed && (error as Error).name === 'AbortError';
    if (presented.defect && !stopped)
      request.log.error({ err: error, request_id: request.id, route: request.routeOptions.url }, 'defect');
    if (presented.retryAfterS !== null) reply.header('retry-after', String(presented.retryAfterS));
    return reply.code(presented.status).send(presented.body);
  });
  return app;
}

/** Refuses requests that never reach Fastify: CONNECT, and unknown expectations. */
function refuseBrokenRequests(app: FastifyInstance): void {
  app.server.on('connect', (_request, socket) => refuseSocket(socket, 'method_not_allowed', 'This is no proxy.'));
  app.server.on('checkExpectation', (request) =>
    refuseSocket(request.socket, 'expectation_failed', 'The expect header names something that this server cannot do.'),
  );
}

/** Fastify's `clientErrorHandler`, for broken framing, endless headers and slow senders. */
function refuseClientError(error: Error & { code?: string }, socket: Duplex): void {
  const fallback = ['invalid_request', 'The request is not valid HTTP.'] as const;
  const [code, sentence] = PARSER_ERRORS[error.code ?? ''] ?? fallback;
  if (error.code === 'ECONNRESET') socket.destroy();
  else refuseSocket(socket, code, sentence);
}

/** Answers with the usual error body and headers, and closes the connection. */
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

/** Sets the headers of every response. */
function addHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const secure = request.protocol === 'https';
  reply.headers(securityHeaders({ host: request.headers.host ?? '', nonce: null, secure }));
  reply.header('x-request-id', request.id);
}

/**
 * Closes sockets above an address's limit at once. An IPv6 network counts as one address, as in every limit. Only
 * trusted proxies are exempt, because they speak for many visitors.
 */
function limitSocketsPerAddress(app: FastifyInstance, limit: number, proxies: string[]): void {
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [network = '', bits] = proxy.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(network, family);
    else trusted.addSubnet(network, Number(bits), family);
  }
  const counts = new Map<string, number>();
  app.server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return;
    const key = addressKey(address);
    const count = (counts.get(key) ?? 0) + 1;
    if (count > limit) {
      socket.destroy();
      return;
    }
    counts.set(key, count);
    socket.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    });
  });
}
