import { randomUUID } from 'node:crypto';
import { JSON_BODY_MAX_BYTES } from '@understudy/contract/constants';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { presentError } from './present-error.ts';
import { securityHeaders } from './security-headers.ts';

export interface HttpOptions {
  log: FastifyBaseLogger;
  trustProxy: boolean | string;
  /** Sockets an address may hold at once. */
  socketsPerAddress: number;
}

/**
 * The HTTP server with everything that holds for every answer: request ids, security headers, the one error handler,
 * sizes and time limits (reliability page, 'HTTP server' row).
 */
export function createHttpServer(options: HttpOptions): FastifyInstance {
  const app = Fastify({
    // The framework's own chatter (that it listens) is not news; its warnings are.
    loggerInstance: options.log.child({}, { level: options.log.level === 'silent' ? 'silent' : 'warn' }),
    // Requests are not logged one by one: an address line says nothing that figures do not say better.
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
    http: { headersTimeout: 10_000, maxHeaderSize: 16 * 1024, connectionsCheckingInterval: 5_000 },
  });
  app.server.maxConnections = 4_000;
  if (!options.trustProxy) limitSocketsPerAddress(app, options.socketsPerAddress);

  app.addHook('onRequest', async (request, reply) => {
    const secure = request.protocol === 'https';
    reply.headers(securityHeaders({ host: request.headers.host ?? '', nonce: null, secure }));
    reply.header('x-request-id', request.id);
  });
  app.setErrorHandler((error, request, reply) => {
    const presented = presentError(error, request.id);
    if (presented.defect)
      request.log.error({ err: error, request_id: request.id, route: request.routeOptions.url }, 'defect');
    if (presented.retryAfterS !== null) reply.header('retry-after', String(presented.retryAfterS));
    return reply.code(presented.status).send(presented.body);
  });
  return app;
}

/** Fifty sockets an address (times the scale); one more is closed at once. A proxy's own address is not counted. */
function limitSocketsPerAddress(app: FastifyInstance, limit: number): void {
  const counts = new Map<string, number>();
  app.server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (counts.get(address) ?? 0) + 1;
    if (count > limit) {
      socket.destroy();
      return;
    }
    counts.set(address, count);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
  });
}
