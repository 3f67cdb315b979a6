import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuthError } from './auth-error.ts';

/** Equal to the issuer's own limit; the client retries what takes longer. */
const TIMEOUT_MS = 10_000;
/** Ample for a user and two tokens. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** The issuer's routes that the page needs; no others are forwarded. */
const FORWARDED = new Set([
  'POST /token',
  'GET /user',
  'PUT /user',
  'POST /logout',
  'POST /verify',
  'GET /.well-known/jwks.json',
  'GET /health',
  'GET /settings',
]);
const REQUEST_HEADERS = ['authorization', 'apikey', 'content-type', 'x-client-info', 'x-supabase-api-version'];
const ANSWER_HEADERS = ['content-type', 'cache-control', 'retry-after', 'x-supabase-api-version', 'x-sb-error-code'];

/** Statuses after which the same request may succeed: a conflict, a rate limit, a full disk. */
const TEMPORARY = new Set([409, 429, 507]);

/** The hosted issuer, to which this server forwards the page's calls. */
export interface HostedIssuer {
  /** Without a trailing slash. */
  authUrl: string;
  /** The public key that hosted issuers require of every caller; null if none is required. */
  apiKey: string | null;
}

/**
 * Creates the handler that forwards calls to the hosted issuer. This way the page talks to a single origin, as its
 * content security policy requires.
 *
 * @param prefix of our own URLs, replaced by the issuer's
 */
export function createForwarder({ authUrl, apiKey }: HostedIssuer, prefix: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [path = '', query] = request.url.slice(prefix.length).split('?');
    if (!FORWARDED.has(`${request.method} ${path}`)) throw new AuthError('not_found');
    const headers = new Headers({ 'x-forwarded-for': request.ip });
    for (const name of REQUEST_HEADERS) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    if (apiKey !== null && !headers.has('apikey')) headers.set('apikey', apiKey);
    const url = `${authUrl}${path}${query === undefined ? '' : `?${query}`}`;
    const answer = await ask(url, {
      method: request.method,
      headers,
      // A redirect would send the password elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    // The client would sign its user out on these statuses.
    if (path === '/token' && query?.includes('grant_type=refresh_token') && TEMPORARY.has(answer.status)) {
      throw new AuthError('unavailable', { retryAfterMs: 2_000 });
    }
    for (const name of ANSWER_HEADERS) {
      const value = answer.headers.get(name);
      if (value !== null) reply.header(name, value);
    }
    return reply.code(answer.status).send(answer.text);
  };
}

/** @throws AuthError `unavailable` if the issuer cannot be reached or sends an invalid response */
async function ask(url: string, init: RequestInit): Promise<{ status: number; headers: Headers; text: string }> {
  try {
    const response = await fetch(url, init);
    const text = await readWithin(response);
    // A proxy's error page instead of the issuer's response. On some of those, the client would sign its user out.
    const isForeign = text !== '' && !/json/.test(response.headers.get('content-type') ?? '');
    if (isForeign) throw new Error('The issuer did not answer in JSON.');
    return { status: response.status, headers: response.headers, text };
  } catch (cause) {
    throw new AuthError('unavailable', { retryAfterMs: 2_000, cause });
  }
}

/** Reads the body. @throws Error beyond {@link MAX_ANSWER_BYTES} */
async function readWithin(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new Error('The issuer’s answer is too long.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
