import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuthError } from '../../features/accounts/auth-error.ts';

/** As long as the issuer's own limit; what takes longer the client tries again. */
const TIMEOUT_MS = 10_000;
/** An answer is a user and two tokens. */
const ANSWER_MAX_BYTES = 256 * 1024;

/** What the page needs of an issuer; the rest of its routes is not for here. */
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

/** A conflict, a rate limit, a full disk. */
const LATER = new Set([409, 429, 507]);

/** The issuer in whose place this server stands for its own pages. */
export interface HostedIssuer {
  /** Without a slash at the end. */
  authUrl: string;
  /** The public key that hosted issuers ask every caller for; null where none is asked for. */
  apiKey: string | null;
}

/**
 * Makes the handler that hands a call on to the hosted issuer. Going through here, the page talks to one origin only, as
 * its content security policy says.
 * @param prefix of our own addresses, which the issuer's replaces
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
      // A redirect would take the password elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    // The client takes these as the end of its session, where they mean 'later'.
    if (path === '/token' && query?.includes('grant_type=refresh_token') && LATER.has(answer.status)) {
      throw new AuthError('unavailable', { retryAfterMs: 2_000 });
    }
    for (const name of ANSWER_HEADERS) {
      const value = answer.headers.get(name);
      if (value !== null) reply.header(name, value);
    }
    return reply.code(answer.status).send(answer.text);
  };
}

/** @throws AuthError `unavailable` where the issuer cannot be reached or says what is no answer of one */
async function ask(url: string, init: RequestInit): Promise<{ status: number; headers: Headers; text: string }> {
  try {
    const response = await fetch(url, init);
    const text = await readWithin(response);
    // A proxy's page in place of an answer: the client would take some of these as the end of its session.
    const foreign = text !== '' && !/json/.test(response.headers.get('content-type') ?? '');
    if (foreign) throw new Error('The issuer did not answer in JSON.');
    return { status: response.status, headers: response.headers, text };
  } catch (cause) {
    throw new AuthError('unavailable', { retryAfterMs: 2_000, cause });
  }
}

async function readWithin(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.byteLength;
    if (size > ANSWER_MAX_BYTES) throw new Error('The issuer’s answer is too long.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
