import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';

const DOCUMENT = path.resolve(import.meta.dirname, '../../../contract/openapi/openapi.json');
const gzip = promisify(zlib.gzip);

/** The document as it is sent. */
interface ServedDocument {
  etag: string;
  plain: Buffer;
  /** A tenth of the size. */
  compressed: Buffer;
}

/**
 * Mounts `GET /openapi.json`: the API description that `npm run openapi` generates, loaded on the first request. Pages
 * of any origin may read it, because it contains nothing that is not in the sources.
 *
 * @param onRequest limits how often it is requested
 */
export function mountOpenApi(http: FastifyInstance, onRequest: onRequestAsyncHookHandler): void {
  let loaded: Promise<ServedDocument> | null = null;
  http.get('/openapi.json', { onRequest }, async (request, reply) => {
    loaded ??= load();
    const { etag, plain, compressed } = await loaded.catch((error) => {
      loaded = null;
      throw error;
    });
    reply.headers({
      etag,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      'access-control-allow-origin': '*',
      'content-type': 'application/json; charset=utf-8',
    });
    // Clients with several cached versions send several tags.
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(compressed);
  });
}

async function load(): Promise<ServedDocument> {
  const plain = await readFile(DOCUMENT);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  // A weak tag, because both encodings share it.
  return { etag: `W/"${hash}"`, plain, compressed: await gzip(plain, { level: 9 }) };
}
