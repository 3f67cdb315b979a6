import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';

const DOCUMENT = path.resolve(import.meta.dirname, '../../../contract/openapi/openapi.json');
const gzip = promisify(zlib.gzip);

/** The document as it is sent. */
interface Sent {
  etag: string;
  plain: Buffer;
  /** A tenth of it. */
  small: Buffer;
}

/**
 * Mounts `GET /openapi.json`: the description of the wire, made by `npm run openapi` and kept in the contract. Nothing
 * of it is in memory before somebody asks. `onRequest` decides who may ask. Any page may read it: there is nothing in
 * it that is not in the sources.
 */
export function mountOpenApi(http: FastifyInstance, onRequest: onRequestAsyncHookHandler): void {
  let sent: Promise<Sent> | null = null;
  http.get('/openapi.json', { onRequest }, async (request, reply) => {
    sent ??= prepare();
    const { etag, plain, small } = await sent.catch((error) => {
      sent = null;
      throw error;
    });
    reply.headers({
      etag,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      'access-control-allow-origin': '*',
      'content-type': 'application/json; charset=utf-8',
    });
    // Other marks of the same content are named as well by whoever keeps several.
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(small);
  });
}

async function prepare(): Promise<Sent> {
  const plain = await readFile(DOCUMENT);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  // The same content in either coding: a weak mark.
  return { etag: `W/"${hash}"`, plain, small: await gzip(plain, { level: 9 }) };
}
